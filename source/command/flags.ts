/**
 * The flag table, from which the parser, `--help`, the manual and shell completions are generated, so that no flag can be
 * missing from any of them. Long because it is one table.
 */
import { clientAuthNames } from '../core/oauth/client/client-auth.js';
import { flowNames } from '../core/oauth/flows.js';
import { tokenStores } from '../core/oauth/token-stores.js';
import { orList } from '../core/or-list.js';
import { themeNames } from '../core/themes.js';

/** First words that are commands, in lower case only. */
// biome-ignore format: one line
export const commandNames = ['graphql', 'openapi', 'open', 'auth', 'profiles', 'sessions', 'demo', 'run', 'trust', 'completion', 'help'] as const;

/** The command line forms that take flags. `screen` is `apiclient [<url>]`. */
export type CommandName = 'request' | 'screen' | (typeof commandNames)[number];

/** Groups in the order of help and manual. */
export const groups = [
  'Authentication',
  'OAuth 2.0',
  'Body',
  'Output',
  'Network',
  'TLS',
  'GraphQL',
  'OpenAPI',
  'Run',
  'Full screen',
  'Demo',
  'Tokens',
  'General',
] as const;
type FlagGroup = (typeof groups)[number];

/**
 * Shell completion of a value: a file; a file after `@`; a file after `name=@`; a secret's `env:` and `file:` (after `name=`
 * for API keys); one of the table's choices; an OAuth 2.0 flow and its colon; a path from the cached schema.
 */
type Completes = 'file' | '@file' | 'name@file' | 'name=@file' | 'secret' | 'name=secret' | 'flow' | 'pick';

export interface Flag {
  /** Long name without dashes. A switch that is on by default is turned off by `no-<name>`. */
  readonly name: string;
  /** Long name as typed, if commands share it with a flag of another meaning. */
  readonly typed?: string;
  /** One letter or digit. */
  readonly short?: string;
  /** Name of the value in help. A flag without one is a switch. */
  readonly value?: string;
  /** The value may be omitted; if given, only as `--name=value`. */
  readonly optional?: true;
  /** `collect`: all values are used, in order. `once`: a second one is a usage error. Otherwise the last one counts. */
  readonly repeat?: 'collect' | 'once';
  readonly choices?: readonly string[];
  /** A choice may be followed by `=` and more text. */
  readonly goesOn?: true;
  /** On unless `--no-<name>` is given. Help shows the negative form. */
  readonly on?: true;
  /** A switch without `--no-<name>`. */
  readonly final?: true;
  readonly group: FlagGroup;
  readonly help: string;
  /** Whether `-h` lists it. */
  readonly often?: true;
  readonly commands: readonly CommandName[];
  readonly completes?: Completes;
}

/** Whether the name of the value allows a URL: `URL`, `FILE|URL|kept`. Such a value may also be `@profile/path`. */
export const takesUrl = ({ value = '' }: Flag): boolean => /\bURL\b/.test(value);

const every: readonly CommandName[] = ['request', 'screen', ...commandNames];
const http: readonly CommandName[] = ['request', 'graphql', 'openapi', 'open', 'screen', 'run'];
const login: readonly CommandName[] = ['request', 'graphql', 'openapi', 'open', 'screen', 'auth', 'run'];
const printed: readonly CommandName[] = ['request', 'graphql', 'openapi'];
const shown: readonly CommandName[] = ['request', 'graphql', 'openapi', 'run'];
const kept: readonly CommandName[] = [...shown, 'open', 'screen'];
const described: readonly CommandName[] = ['graphql', 'openapi'];
const screens: readonly CommandName[] = ['graphql', 'screen'];
const painted: readonly CommandName[] = ['graphql', 'screen', 'demo'];
const drawn: readonly CommandName[] = [...painted, 'openapi', 'open'];

// biome-ignore format: one flag, one or two lines, so that the table can be read as a table
const flags = [
  { name: 'auth', short: 'u', value: 'USER:PASS', repeat: 'once', often: true, group: 'Authentication', commands: http, completes: 'secret',
    help: 'Basic credentials; USER alone asks for the password on a terminal, "USER:" sends an empty one' },
  { name: 'digest', group: 'Authentication', commands: http,
    help: 'use -u for Digest (RFC 7616) when the server asks; nothing is sent as Basic' },
  { name: 'aws-sigv4', value: 'aws:amz:REGION:SERVICE', group: 'Authentication', commands: http,
    help: 'sign as AWS asks (Signature Version 4), with -u KEY_ID:SECRET; -H "X-Amz-Security-Token: …" is signed too' },
  { name: 'bearer', short: 'B', value: 'TOKEN', repeat: 'once', often: true, group: 'Authentication', commands: http, completes: 'secret',
    help: 'send "Authorization: Bearer TOKEN"' },
  { name: 'api-key-query', short: 'K', value: 'NAME=VALUE', repeat: 'collect', group: 'Authentication', commands: http, completes: 'name=secret',
    help: 'add an API key to the query of the URL; repeatable' },
  { name: 'header', short: 'H', value: 'NAME:VALUE', repeat: 'collect', often: true, group: 'Authentication', commands: http, completes: '@file',
    help: 'send a header; "Name:" removes a default one, "Name;" sends it empty, @FILE reads header lines; repeatable' },

  { name: 'oauth2', value: 'FLOW:TOKEN_URL:ID[:SECRET]', repeat: 'once', often: true, group: 'OAuth 2.0', commands: login, completes: 'flow',
    help: `get a token and send it; FLOW is ${orList(flowNames)}; "ID:" asks for the secret` },
  { name: 'oauth2-scope', value: 'SCOPE', group: 'OAuth 2.0', commands: login,
    help: 'scopes to ask for, separated by spaces' },
  { name: 'oauth2-auth-url', value: 'URL', group: 'OAuth 2.0', commands: login,
    help: 'authorization endpoint, for authorization_code' },
  { name: 'oauth2-device-url', value: 'URL', group: 'OAuth 2.0', commands: login,
    help: 'device authorization endpoint, for device_code' },
  { name: 'oauth2-issuer', value: 'URL', group: 'OAuth 2.0', commands: login,
    help: 'find the endpoints by discovery; TOKEN_URL may then be empty: FLOW::ID' },
  { name: 'oauth2-username', value: 'NAME', group: 'OAuth 2.0', commands: login,
    help: 'user name, for password' },
  { name: 'oauth2-password', value: 'PASS', group: 'OAuth 2.0', commands: login, completes: 'secret',
    help: 'password, for password; asked for on a terminal if absent' },
  { name: 'oauth2-subject-token', value: 'TOKEN', group: 'OAuth 2.0', commands: login, completes: 'secret',
    help: 'token to be exchanged, for token_exchange' },
  { name: 'oauth2-assertion', value: 'JWT|JSON', group: 'OAuth 2.0', commands: login, completes: 'secret',
    help: 'for jwt_bearer: a JWT, or claims that --oauth2-client-key signs' },
  { name: 'oauth2-refresh-token', value: 'TOKEN', group: 'OAuth 2.0', commands: login, completes: 'secret',
    help: 'existing refresh token, for refresh_token' },
  { name: 'oauth2-account', value: 'NAME', group: 'OAuth 2.0', commands: login,
    help: 'keep the tokens of several people at one client apart' },
  { name: 'oauth2-port', value: 'PORT', group: 'OAuth 2.0', commands: login,
    help: 'port that waits for the browser of authorization_code (8484); 0 takes a free one' },
  { name: 'oauth2-redirect-uri', value: 'URL', group: 'OAuth 2.0', commands: login,
    help: 'redirect URI of authorization_code, if not http://127.0.0.1:PORT/callback' },
  { name: 'oauth2-redirect-cert', value: 'FILE', group: 'OAuth 2.0', commands: login, completes: 'file',
    help: 'PEM certificate for a redirect URI of https; absent: one is made for the login' },
  { name: 'oauth2-redirect-key', value: 'FILE', group: 'OAuth 2.0', commands: login, completes: 'file',
    help: 'private key of --oauth2-redirect-cert; absent: in the same file' },
  { name: 'oauth2-param', value: 'NAME=VALUE', repeat: 'collect', group: 'OAuth 2.0', commands: login,
    help: 'one more parameter (audience=…, resource=…); repeatable' },
  { name: 'oauth2-client-auth', value: 'HOW', choices: clientAuthNames, group: 'OAuth 2.0', commands: login,
    help: `how the client proves itself: ${orList(clientAuthNames)}; by default what fits the flags and the server` },
  { name: 'oauth2-client-key', value: 'FILE', group: 'OAuth 2.0', commands: login, completes: 'file',
    help: 'private key of the client, PEM or JWK: signs its proof and its requests' },
  { name: 'oauth2-client-audience', value: 'AUD', group: 'OAuth 2.0', commands: login,
    help: 'whom a signed proof of the client is for: issuer, token-url, or a URL' },
  { name: 'oauth2-dpop', final: true, group: 'OAuth 2.0', commands: login,
    help: 'bind the token to a key that is kept with it (DPoP)' },
  { name: 'oauth2-par', final: true, group: 'OAuth 2.0', commands: login,
    help: 'push the request of authorization_code ahead (PAR), also where the server does not ask for it' },
  { name: 'oauth2-no-pkce', final: true, group: 'OAuth 2.0', commands: login,
    help: 'leave PKCE out of authorization_code, for servers that refuse it' },
  { name: 'oauth2-insecure-http', final: true, group: 'OAuth 2.0', commands: login,
    help: 'let --oauth2-issuer be plain http on another machine' },
  { name: 'oauth2-store', value: 'WHERE', choices: tokenStores, group: 'OAuth 2.0', commands: login,
    help: `where tokens are kept: ${orList(tokenStores)} (Secret Service, macOS keychain, pass); absent: where they are, else the file` },
  { name: 'oauth2-no-cache', final: true, group: 'OAuth 2.0', commands: login,
    help: 'neither read nor keep tokens on this machine' },
  { name: 'browser', on: true, group: 'OAuth 2.0', commands: login,
    help: 'do not open a browser; only print the login URL' },
  { name: 'qr', final: true, group: 'OAuth 2.0', commands: login,
    help: 'show the URL of a login as a QR code too, for a phone' },

  { name: 'data', short: 'd', value: 'TEXT|@FILE|@-', repeat: 'collect', often: true, group: 'Body', commands: ['request'], completes: '@file',
    help: 'send these bytes as they are; @- reads standard input; several are joined with &' },
  { name: 'data-raw', value: 'TEXT', repeat: 'collect', group: 'Body', commands: ['request'],
    help: 'like -d, but @ at the beginning is a character like any other; repeatable' },
  { name: 'json', value: 'TEXT|@FILE|@-', repeat: 'collect', often: true, group: 'Body', commands: ['request'], completes: '@file',
    help: 'like -d, with Content-Type and Accept set to JSON; several are joined as they are' },
  { name: 'data-urlencode', value: 'NAME=TEXT', repeat: 'collect', group: 'Body', commands: ['request'], completes: 'name@file',
    help: 'like -d, percent-encoding TEXT; NAME@FILE takes it from a file; repeatable' },
  { name: 'form', short: 'F', value: 'NAME=TEXT|NAME=@FILE', repeat: 'collect', often: true, group: 'Body', commands: ['request'], completes: 'name=@file',
    help: 'multipart form; NAME=<FILE takes the text from a file, @A,B sends several; ;type=… and ;filename=… may follow; repeatable' },
  { name: 'form-string', value: 'NAME=TEXT', repeat: 'collect', group: 'Body', commands: ['request'],
    help: 'like -F, with TEXT sent literally; repeatable' },
  { name: 'chunked', group: 'Body', commands: ['request'],
    help: 'send the body in chunks while it comes, for a pipe that never ends; otherwise up to 1 MiB of a pipe is read first' },

  { name: 'include', short: 'i', often: true, group: 'Output', commands: shown,
    help: 'print the status line and the headers too, also in a pipe; with -L those of every response' },
  { name: 'verbose', short: 'v', often: true, group: 'Output', commands: [...shown, 'auth'],
    help: 'tell each step while it happens, with the request; secrets as ••••' },
  { name: 'print', short: 'p', value: 'LETTERS', group: 'Output', commands: shown,
    help: 'print these parts: H and B (request head and body), h and b (response head and body), m (how long it took)' },
  { name: 'write-out', short: 'w', value: 'FORMAT|@FILE', group: 'Output', commands: printed, completes: '@file',
    help: 'print this when all is over: %{http_code}, %{time_total}, %header{etag} …; see "apiclient help write-out"' },
  { name: 'pretty', value: 'HOW', choices: ['all', 'colors', 'format', 'none'], group: 'Output', commands: shown,
    help: 'all (on a terminal), colors, format or none (in a pipe: the exact bytes)' },
  { name: 'output', short: 'o', value: 'FILE', often: true, group: 'Output', commands: printed, completes: 'file',
    help: 'write the body to FILE; - is standard output' },
  { name: 'download', often: true, group: 'Output', commands: ['request'],
    help: 'write the body to a file named by the server; never overwrites' },
  { name: 'continue', short: 'C', group: 'Output', commands: ['request'],
    help: 'with --download or -o: resume where an earlier one stopped' },
  { name: 'etag-compare', value: 'FILE', group: 'Output', commands: ['request'], completes: 'file',
    help: 'ask for the response only if its ETag is not the one in FILE; a 304 leaves the file of -o as it is' },
  { name: 'etag-save', value: 'FILE', group: 'Output', commands: ['request'], completes: 'file',
    help: 'keep the ETag of the response in FILE; it may be the file of --etag-compare' },
  { name: 'time-cond', short: 'z', value: 'DATE|FILE', group: 'Output', commands: ['request'], completes: 'file',
    help: 'ask for the response only if it is newer than DATE or FILE, with - in front only if it is older' },
  { name: 'silent', short: 's', often: true, group: 'Output', commands: ['request', 'graphql', 'openapi', 'screen', 'auth', 'demo', 'run'],
    help: 'no progress and no notes, with -a no body either; errors are still printed' },
  { name: 'check-status', often: true, group: 'Output', commands: shown,
    help: 'exit with 3, 4 or 5 when the status is 3xx, 4xx or 5xx' },
  { name: 'assert', short: 'a', value: 'CHECK', repeat: 'collect', group: 'Output', commands: shown,
    help: 'exit with 11 unless this holds: "status == 200", "$.items count > 3", "time < 500"; repeatable; see "apiclient help checks"' },
  { name: 'diff', value: 'OTHER', repeat: 'once', group: 'Output', commands: ['request'], completes: 'file',
    help: 'print how the response differs from a file, or from the same request to another URL or @profile; exits with 12 if it does' },
  { name: 'fail', group: 'Output', commands: ['request'],
    help: 'print and save nothing of a 4xx or 5xx response, and exit with 4 or 5' },
  { name: 'timing', group: 'Output', commands: printed,
    help: 'print the time of DNS, connect, TLS, first byte and total' },
  { name: 'meta', value: 'FILE|-', group: 'Output', commands: shown, completes: 'file',
    help: 'write status, headers, redirects and timing as JSON' },
  { name: 'curl', often: true, group: 'Output', commands: shown,
    help: 'print the request as a curl command and send nothing' },
  { name: 'print-code', value: 'LANGUAGE', choices: ['curl', 'fetch', 'http'], group: 'Output', commands: shown,
    help: 'print the request as a curl command, as JavaScript with fetch or as an entry of a .http file, and send nothing' },
  { name: 'show-secrets', group: 'Output', commands: shown,
    help: 'do not mask secrets in what --curl prints' },
  { name: 'dry-run', group: 'Output', commands: shown,
    help: 'print what would be sent and send nothing' },

  { name: 'follow', short: 'L', often: true, group: 'Network', commands: http,
    help: 'follow redirects; credentials stay with their origin' },
  { name: 'max-redirects', value: 'N', group: 'Network', commands: http,
    help: 'give up after N redirects (30)' },
  { name: 'location-trusted', group: 'Network', commands: http,
    help: 'with -L: send credentials to every origin it leads to' },
  { name: 'timeout', value: 'SECONDS', often: true, group: 'Network', commands: login,
    help: 'bound for the whole exchange (none)' },
  { name: 'connect-timeout', value: 'SECONDS', group: 'Network', commands: login,
    help: 'bound for DNS, connect and TLS (30)' },
  { name: 'retry', value: 'N', often: true, group: 'Network', commands: http,
    help: 'try idempotent requests up to N times more; obeys Retry-After' },
  { name: 'retry-all', group: 'Network', commands: http,
    help: 'with --retry: try other methods again too, though they may then be carried out twice' },
  { name: 'proxy', short: 'x', value: 'URL', often: true, group: 'Network', commands: login,
    help: 'http, https, socks4 or socks5 proxy; otherwise the *_PROXY variables; "" for none' },
  { name: 'noproxy', value: 'HOST,…', group: 'Network', commands: login,
    help: 'reach these hosts without a proxy, even with -x; in place of NO_PROXY' },
  { name: 'unix-socket', value: 'PATH', group: 'Network', commands: http, completes: 'file',
    help: 'connect to this socket instead of the host' },
  { name: 'resolve', value: 'HOST:PORT:ADDRESS', repeat: 'collect', group: 'Network', commands: login,
    help: 'use ADDRESS for HOST:PORT; repeatable' },
  { name: 'connect-to', value: 'HOST:PORT:HOST:PORT', repeat: 'collect', group: 'Network', commands: login,
    help: 'connect to the second HOST:PORT for the first; empty is any, or the same; repeatable' },
  { name: 'path-as-is', group: 'Network', commands: ['request'],
    help: 'send the path and the query of the URL as they are typed, /../ included' },
  { name: 'ipv4', short: '4', group: 'Network', commands: login, help: 'use IPv4 only' },
  { name: 'ipv6', short: '6', group: 'Network', commands: login, help: 'use IPv6 only' },
  { name: 'http1.1', group: 'Network', commands: login, help: 'offer HTTP/1.1 only' },
  { name: 'http2', group: 'Network', commands: http, help: 'offer HTTP/2, also with headers that only HTTP/1.1 has' },
  { name: 'strict', group: 'Network', commands: login,
    help: 'refuse responses that break the rules of HTTP/1 instead of reading them with a note' },
  { name: 'cookie', short: 'b', value: 'NAME=VALUE', repeat: 'collect', group: 'Network', commands: http,
    help: 'send a cookie; repeatable' },
  { name: 'cookie-jar', value: 'FILE', group: 'Network', commands: http, completes: 'file',
    help: 'read cookies from FILE and keep new ones there' },
  { name: 'session', value: 'NAME', repeat: 'once', group: 'Network', commands: kept,
    help: 'send the headers, login and cookies that NAME keeps for this origin, and keep new ones' },
  { name: 'session-read-only', value: 'NAME', repeat: 'once', group: 'Network', commands: kept,
    help: 'like --session, and keep nothing' },
  { name: 'netrc', group: 'Network', commands: http,
    help: 'take credentials from ~/.netrc when none are given' },
  { name: 'max-size', value: 'BYTES', group: 'Network', commands: http,
    help: 'stop when the decoded body is larger; 10k, 5M and 1G work' },

  { name: 'insecure', short: 'k', often: true, group: 'TLS', commands: login,
    help: 'do not check the certificate of the server' },
  { name: 'cacert', value: 'FILE', group: 'TLS', commands: login, completes: 'file',
    help: 'trust the authorities in this PEM file, and no others' },
  { name: 'cert', value: 'FILE', group: 'TLS', commands: login, completes: 'file',
    help: 'client certificate, PEM or PKCS#12' },
  { name: 'key', value: 'FILE', group: 'TLS', commands: login, completes: 'file',
    help: 'private key of --cert, PEM; absent: in the same file' },
  { name: 'key-pass', value: 'PASS', repeat: 'once', group: 'TLS', commands: login, completes: 'secret',
    help: 'passphrase of --key or of a PKCS#12 --cert; asked for on a terminal if absent' },
  { name: 'tls-min', value: 'VERSION', choices: ['1.0', '1.1', '1.2', '1.3'], group: 'TLS', commands: login,
    help: 'oldest TLS version to accept: 1.0, 1.1, 1.2 (default) or 1.3' },
  { name: 'tls-max', value: 'VERSION', choices: ['1.0', '1.1', '1.2', '1.3'], group: 'TLS', commands: login,
    help: 'newest TLS version to offer' },

  { name: 'query', value: 'TEXT|@FILE|@-', repeat: 'once', often: true, group: 'GraphQL', commands: ['graphql'], completes: '@file',
    help: 'run this operation and print the response, without the full screen' },
  { name: 'variables', value: 'JSON|@FILE', repeat: 'once', often: true, group: 'GraphQL', commands: ['graphql'], completes: '@file',
    help: 'variables of the operation; items name=text and name:=json go over them' },
  { name: 'operation', value: 'NAME', group: 'GraphQL', commands: ['graphql'],
    help: 'the operation to run, when the document has several' },
  { name: 'pick', value: 'PATH', repeat: 'collect', group: 'GraphQL', commands: ['graphql'], completes: 'pick',
    help: 'build the operation from fields, as ticks on the full screen do: books(first: 3).nodes.title, Type below a union, alias: field, * all leaves, **2 to a depth, mutation.field; alone or into --query; repeatable' },
  { name: 'print-query', group: 'GraphQL', commands: ['graphql'], help: 'print the operation --pick makes, and send nothing' },
  { name: 'schema', value: 'FILE|URL|kept', often: true, group: 'GraphQL', commands: ['graphql', 'openapi', 'open', 'screen'], completes: 'file',
    help: 'the schema to use instead of asking the server: SDL or introspection JSON, of another server or @profile, or the kept one; with openapi a description' },
  { name: 'print-schema', value: 'FORMAT', optional: true, choices: ['sdl', 'json'], often: true, group: 'GraphQL', commands: described,
    help: 'print the schema as SDL, or with =json the introspection result; with openapi the description as one JSON document' },
  { name: 'refresh-schema', group: 'GraphQL', commands: ['graphql', 'openapi', 'open', 'screen'],
    help: 'ask the server again instead of using the kept schema' },
  { name: 'find', value: 'WORDS', repeat: 'once', group: 'GraphQL', commands: described,
    help: 'print what the search of the full screen finds in the schema, best first: path, type, first line of its docs' },
  { name: 'from', value: 'NAME', repeat: 'once', group: 'GraphQL', commands: described, completes: 'pick',
    help: 'type, field or path at which the ways to --to begin (default: the roots); with openapi a resource or an operation' },
  { name: 'to', value: 'NAME', repeat: 'once', group: 'GraphQL', commands: described, completes: 'pick',
    help: 'print the shortest ways to a type or field with the arguments they need; with openapi the operations whose IDs lead to a resource' },
  { name: 'describe', value: 'NAME', repeat: 'once', group: 'GraphQL', commands: described, completes: 'pick',
    help: 'print the docs of a path (books.title, books(first:)), or of Type, Type.field, @directive; with openapi of an operation or a schema' },
  { name: 'diff-schema', value: 'FILE|URL|kept', repeat: 'once', group: 'GraphQL', commands: described, completes: 'file',
    help: 'print what changed since an older schema (a file, a URL, @profile, or the kept one); exit code 10 when something breaks' },
  { name: 'format', value: 'FORMAT', choices: ['text', 'json'], group: 'GraphQL', commands: described,
    help: 'output of --find, --to, --describe and --diff-schema: text or json' },
  { name: 'validate', value: 'FILE|FOLDER|GLOB|@-', repeat: 'collect', group: 'GraphQL', commands: described, completes: 'file',
    help: 'check documents (with openapi the requests of .http files) against the schema and send nothing; exit code 2 if one does not fit; repeatable' },
  { name: 'report', value: 'FORMAT[=FILE]', choices: ['tap', 'junit', 'json', 'html'], goesOn: true, repeat: 'collect', group: 'Run', commands: ['graphql', 'openapi', 'run', 'request'],
    help: 'print what a run found as tap, junit, json or html, or write it to FILE; repeatable. Of --validate and --diff-schema: tap, junit or json; of --repeat: json' },
  { name: 'no-validate', final: true, group: 'GraphQL', commands: ['graphql', 'openapi', 'screen'],
    help: 'send the operation even if it does not fit the schema or cannot be read; --query is checked against --schema or a kept schema, and asks for none by itself' },
  { name: 'get', group: 'GraphQL', commands: ['graphql'],
    help: 'send a query by GET' },
  { name: 'persisted', group: 'GraphQL', commands: screens,
    help: 'send the SHA-256 of the operation first, and its text only when the server asks for it (automatic persisted queries)' },
  { name: 'document-id', value: 'ID', repeat: 'once', group: 'GraphQL', commands: screens,
    help: 'send the ID of a document that the server trusts, in place of an operation' },
  { name: 'extensions', value: 'JSON|@FILE', repeat: 'once', group: 'GraphQL', commands: screens, completes: '@file',
    help: 'the extensions of the request, a JSON object' },
  { name: 'paginate', group: 'GraphQL', commands: ['graphql'],
    help: 'send the query again until the last page, one line per page: the field that takes $endCursor (backwards: $startCursor) is followed by its own pageInfo; --pick adds both' },
  { name: 'max-pages', value: 'N', group: 'GraphQL', commands: ['graphql'],
    help: 'with --paginate: stop after N pages, and say if more follow' },
  { name: 'every', value: 'SECONDS', group: 'GraphQL', commands: ['graphql'],
    help: 'send the operation again after each response and a wait, until Ctrl-C; one line per response' },
  { name: 'incremental', group: 'GraphQL', commands: ['graphql'],
    help: 'print each part of a @defer or @stream response as a line, as it arrives, instead of the whole' },
  { name: 'upload', value: 'variables.NAME=@FILE', repeat: 'collect', group: 'GraphQL', commands: ['graphql'], completes: 'name=@file',
    help: 'send a file as a variable (multipart request); repeatable' },
  { name: 'subscription-url', value: 'URL', group: 'GraphQL', commands: screens,
    help: 'where subscriptions go, if elsewhere (ws, wss, http or https)' },
  { name: 'subscription-protocol', value: 'NAME', choices: ['auto', 'graphql-transport-ws', 'graphql-ws', 'sse', 'sse-single', 'multipart'], group: 'GraphQL', commands: screens,
    help: 'auto, graphql-transport-ws, graphql-ws, sse, sse-single (one stream for all, as graphql-sse has it) or multipart' },
  { name: 'connection-params', value: 'JSON|@FILE', group: 'GraphQL', commands: screens, completes: '@file',
    help: 'replaces what connection_init carries on a WebSocket' },

  { name: 'call', value: 'OPERATION', repeat: 'once', often: true, group: 'OpenAPI', commands: ['openapi'], completes: 'pick',
    help: 'build the request of an operation and send it: "GET /pets/{petId}" petId=1, or "getPetById(petId: 1)"; items and arguments are its parameters and members of its body; the response is checked too' },
  { name: 'print-request', group: 'OpenAPI', commands: ['openapi'],
    help: 'print the request of --call as an entry of a .http file, and send nothing' },

  { name: 'request', value: 'NAME', repeat: 'collect', often: true, group: 'Run', commands: ['run'],
    help: 'send only the request of this name, and those it refers to with # @ref; repeatable' },
  { name: 'env', value: 'NAME', repeat: 'once', group: 'Run', commands: ['request', 'graphql', 'openapi', 'open', 'screen', 'run', 'trust'],
    help: 'environment of the profile that the URL names (@shop); of run: of the profiles its requests name, and values of this environment, out of http-client.env.json and http-client.private.env.json beside the file' },
  { name: 'list', often: true, group: 'Run', commands: ['run', 'trust'], help: 'print the requests of the files, and send nothing; of trust: print the trusted files' },
  { name: 'manifest', group: 'Run', commands: ['run'], help: 'print what the files do that needs trust, and send nothing' },
  { name: 'as-json', typed: 'json', final: true, group: 'Run', commands: ['run'], help: 'with --manifest: print JSON' },
  { name: 'trust', final: true, group: 'Run', commands: ['run'], help: 'allow everything the files do that needs trust, for this run' },
  { name: 'remove', final: true, group: 'Run', commands: ['trust'], help: 'stop trusting the files' },
  { name: 'jobs', value: 'N', group: 'Run', commands: ['run', 'request'], help: 'run up to N files side by side (1); with --repeat: so many at once' },
  { name: 'repeat', value: 'N', repeat: 'once', group: 'Run', commands: ['run', 'request'],
    help: 'send it N times, and print a table: percentiles, errors, how many per second; -a "p99 < 200" checks it' },
  { name: 'rate', value: 'N/s', repeat: 'once', group: 'Run', commands: ['run', 'request'],
    help: 'with --repeat: begin N in a second, and measure from when each was due; also N/min, N/h' },

  { name: 'mouse', on: true, group: 'Full screen', commands: drawn, help: 'leave the mouse to the terminal' },
  { name: 'ascii', group: 'Full screen', commands: drawn, help: 'draw with ASCII characters only' },
  { name: 'theme', value: 'NAME', choices: themeNames, group: 'Full screen', commands: drawn,
    help: 'colours: dark, light, none, solarized, gruvbox or high-contrast' },
  { name: 'linear', group: 'Full screen', commands: painted,
    help: 'plain lines and a prompt instead of a screen, for screen readers; off a terminal a script' },
  { name: 'keep-going', group: 'Full screen', commands: [...painted, 'run'],
    help: 'with --linear off a terminal: continue after a refused command; of run: continue the file after a failed request' },

  { name: 'port', value: 'PORT', group: 'Demo', commands: ['demo'], help: 'port of the demo API; absent or 0: 4000 if it is free, else another' },
  { name: 'serve', group: 'Demo', commands: ['demo'], help: 'keep the demo API running until Ctrl-C, without a screen' },
  { name: 'tour', group: 'Demo', commands: ['demo'], help: 'a guided tour of the full screen in seven steps' },

  { name: 'all', group: 'Tokens', commands: ['auth'], help: 'with logout: revoke and remove every token' },
  { name: 'force', group: 'Tokens', commands: ['auth'], help: 'with logout: remove a token that was not revoked, too' },
  { name: 'id', group: 'Tokens', commands: ['auth'], help: 'with token: the ID token; with introspect: who logged in (UserInfo)' },
  { name: 'decode', group: 'Tokens', commands: ['auth'],
    help: 'with token: its header and claims, whether its signature was checked, and what else speaks against it' },

  { name: 'yes', short: 'y', group: 'General', commands: http,
    help: 'send without a question what a profile with "confirm" asks before' },
  { name: 'debug-log', value: 'FILE', group: 'General', commands: ['request', 'graphql', 'openapi', 'open', 'screen', 'auth', 'demo'], completes: 'file',
    help: 'write what the program does to FILE, without secrets' },
  { name: 'help', short: 'h', final: true, often: true, group: 'General', commands: every, help: 'print this help' },
  { name: 'version', short: 'V', final: true, group: 'General', commands: every, help: 'print the version' },
] as const satisfies readonly Flag[];

/** Long names of all flags, so that a misspelt one does not compile. */
export type FlagName = (typeof flags)[number]['name'];

export type KnownFlag = Flag & { readonly name: FlagName };
export const flagTable: readonly KnownFlag[] = flags;

const byName = new Map<string, KnownFlag>(flagTable.map(flag => [flag.name, flag]));
const byShort = new Map<string, KnownFlag>(
  flagTable.flatMap(flag => (flag.short ? [[flag.short, flag] as const] : [])),
);

/** Returns the flag with a long name, or undefined if it is unknown or a `no-` form. */
export const flagNamed = (name: string): KnownFlag | undefined => byName.get(name);
/** Returns the flag with a letter or digit, without its dash, case-sensitive. */
export const flagOfLetter = (letter: string): KnownFlag | undefined => byShort.get(letter);

/** Name as in help: `--no-mouse` for a switch that is on by default. */
export const shownName = (flag: Flag): string => `--${flag.on ? 'no-' : ''}${flag.typed ?? flag.name}`;

/** Whether `--no-<name>` exists. */
const isNegatable = (flag: Flag): boolean => flag.value === undefined && !flag.final;

/**
 * Returns the flag with a long name without dashes, including the `no-` form, or undefined if it is unknown.
 * @param command the first word of the line
 */
export function flagOfLongName(name: string, command?: string): KnownFlag | undefined {
  const shared = flagTable.find(each => each.typed === name && each.commands.some(word => word === command));
  const flag = shared ?? flagTable.find(each => each.name === name && each.typed === undefined);
  if (flag || !name.startsWith('no-')) return flag;
  const negated = flagNamed(name.slice(3));
  return negated && isNegatable(negated) ? negated : undefined;
}

/** A flag with its value for a hint: `-H NAME:VALUE`, `--no-mouse`, `--print-schema[=FORMAT]`. */
export function shownForm(flag: Flag): string {
  const name = flag.short ? `-${flag.short}` : shownName(flag);
  if (flag.value === undefined) return name;
  return flag.optional ? `${name}[=${flag.value}]` : `${name} ${flag.value}`;
}
