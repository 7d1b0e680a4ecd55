/**
 * The flag table, from which the parser, `--help`, the manual and shell completions are generated, so that no flag can be
 * missing from any of them. Long because it is one table.
 */
import { protocolsHelp, subscriptionProtocols } from '../core/graphql/stream/protocols.js';
import { clientAuthNames } from '../core/oauth/client/client-auth.js';
import { flowNames } from '../core/oauth/flows.js';
import { providerNames } from '../core/oauth/providers.js';
import { tokenStores } from '../core/oauth/token-stores.js';
import { type OutputOptions, tokenUses } from '../core/options.js';
import { orList } from '../core/or-list.js';
import { bodyCodings } from '../core/request/spec.js';
import type { RightClass } from '../core/rights/table.js';
import { themeNames } from '../core/themes.js';

/** First words that are commands, in lower case only. */
// biome-ignore format: one line
export const commandNames = ['graphql', 'openapi', 'open', 'auth', 'profiles', 'sessions', 'history', 'demo', 'run', 'ws', 'import', 'trust', 'completion', 'help'] as const;

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
type Completes =
  | 'file'
  | '@file'
  | 'name@file'
  | 'name=@file'
  | 'secret'
  | 'name=secret'
  | 'flow'
  | 'provider'
  | 'pick';

/** Output options that are on or off. */
export type OutputSwitch = {
  [Name in keyof OutputOptions]-?: OutputOptions[Name] extends boolean ? Name : never;
}[keyof OutputOptions];

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
  /** Values that completion suggests. Other values are valid, too. */
  readonly suggestions?: readonly string[];
  /** A choice may be followed by `=` and more text. */
  readonly goesOn?: true;
  /** On unless `--no-<name>` is given. Help shows the negative form. */
  readonly on?: true;
  /** A switch without `--no-<name>`. */
  readonly final?: true;
  /** The right that a `.http` file needs to use it. */
  readonly right: RightClass;
  readonly group: FlagGroup;
  readonly help: string;
  /** Whether `-h` lists it. */
  readonly often?: true;
  readonly commands: readonly CommandName[];
  readonly completes?: Completes;
  /** The output option that a switch turns on. Other flags are read by the parser of their group. */
  readonly sets?: OutputSwitch;
}

/** Whether the name of the value allows a URL: `URL`, `FILE|URL|cached`. Such a value may also be `@profile/path`. */
export const takesUrl = ({ value = '' }: Flag): boolean => /\bURL\b/.test(value);

const every: readonly CommandName[] = ['request', 'screen', ...commandNames];
const http: readonly CommandName[] = ['request', 'graphql', 'openapi', 'open', 'screen', 'run'];
const login: readonly CommandName[] = ['request', 'graphql', 'openapi', 'open', 'screen', 'auth', 'run', 'ws'];
/** Commands that open a connection, with or without requests on it. */
const connected: readonly CommandName[] = [...http, 'ws'];
const printed: readonly CommandName[] = ['request', 'graphql', 'openapi'];
const shown: readonly CommandName[] = ['request', 'graphql', 'openapi', 'run'];
const kept: readonly CommandName[] = [...shown, 'open', 'screen', 'ws'];
const described: readonly CommandName[] = ['graphql', 'openapi'];
const screens: readonly CommandName[] = ['graphql', 'screen'];
const painted: readonly CommandName[] = ['graphql', 'screen', 'demo'];
const drawn: readonly CommandName[] = [...painted, 'openapi', 'open'];

// biome-ignore format: one flag, one or two lines, so that the table can be read as a table
const flags = [
  { name: 'auth', short: 'u', value: 'USER:PASS', repeat: 'once', often: true, right: 'free', group: 'Authentication', commands: connected, completes: 'secret',
    help: 'Basic credentials; USER alone prompts for the password, "USER:" sends an empty one' },
  { name: 'digest', right: 'free', group: 'Authentication', commands: connected,
    help: 'use -u for Digest (RFC 7616) when the server asks for it; never sends Basic credentials' },
  { name: 'aws-sigv4', value: 'aws:amz:REGION:SERVICE', right: 'free', group: 'Authentication', commands: connected,
    help: 'sign with AWS Signature Version 4, with -u KEY_ID:SECRET; also signs -H "X-Amz-Security-Token: …"' },
  { name: 'bearer', short: 'B', value: 'TOKEN', repeat: 'once', often: true, right: 'free', group: 'Authentication', commands: connected, completes: 'secret',
    help: 'send "Authorization: Bearer TOKEN"' },
  { name: 'api-key-query', short: 'K', value: 'NAME=VALUE', repeat: 'collect', right: 'free', group: 'Authentication', commands: connected, completes: 'name=secret',
    help: 'add an API key to the query string; repeatable' },
  { name: 'header', short: 'H', value: 'NAME:VALUE', repeat: 'collect', often: true, right: 'free', group: 'Authentication', commands: connected, completes: '@file',
    help: 'send a header; "Name:" removes a default header, "Name;" sends an empty one, @FILE reads header lines; repeatable' },

  { name: 'oauth2', value: 'FLOW:TOKEN_URL:ID[:SECRET]', repeat: 'once', often: true, right: 'log-in', group: 'OAuth 2.0', commands: login, completes: 'flow',
    help: `get an access token and send it; FLOW is ${orList(flowNames)}; "ID:" prompts for the secret` },
  { name: 'oauth2-scope', value: 'SCOPE', right: 'log-in', group: 'OAuth 2.0', commands: login,
    help: 'scopes to request, separated by spaces' },
  { name: 'oauth2-auth-url', value: 'URL', right: 'log-in', group: 'OAuth 2.0', commands: login,
    help: 'authorization endpoint, for authorization_code' },
  { name: 'oauth2-device-url', value: 'URL', right: 'log-in', group: 'OAuth 2.0', commands: login,
    help: 'device authorization endpoint, for device_code' },
  { name: 'oauth2-issuer', value: 'URL', right: 'log-in', group: 'OAuth 2.0', commands: login,
    help: 'discover the endpoints of this issuer; TOKEN_URL may then be empty: FLOW::ID' },
  { name: 'oauth2-provider', value: 'NAME[:TENANT]', right: 'log-in', group: 'OAuth 2.0', commands: login, completes: 'provider',
    help: `use the endpoints of a known provider: ${orList(providerNames)}` },
  { name: 'oauth2-accept-issuer', value: 'URL', right: 'log-in', group: 'OAuth 2.0', commands: login,
    help: 'accept this issuer in the metadata of --oauth2-issuer' },
  { name: 'oauth2-revocation-url', value: 'URL', right: 'log-in', group: 'OAuth 2.0', commands: login,
    help: 'revocation endpoint, if the server does not advertise it' },
  { name: 'oauth2-introspection-url', value: 'URL', right: 'log-in', group: 'OAuth 2.0', commands: login,
    help: 'introspection endpoint, if the server does not advertise it' },
  { name: 'oauth2-userinfo-url', value: 'URL', right: 'log-in', group: 'OAuth 2.0', commands: login,
    help: 'UserInfo endpoint, if the server does not advertise it' },
  { name: 'oauth2-use', value: 'TOKEN', choices: tokenUses, right: 'log-in', group: 'OAuth 2.0', commands: login,
    help: 'token to send: access_token or id_token (default: access_token)' },
  { name: 'oauth2-username', value: 'NAME', right: 'log-in', group: 'OAuth 2.0', commands: login,
    help: 'user name for the password flow' },
  { name: 'oauth2-password', value: 'PASS', right: 'log-in', group: 'OAuth 2.0', commands: login, completes: 'secret',
    help: 'password for the password flow (default: prompt)' },
  { name: 'oauth2-subject-token', value: 'TOKEN', right: 'log-in', group: 'OAuth 2.0', commands: login, completes: 'secret',
    help: 'token to exchange, for token_exchange' },
  { name: 'oauth2-assertion', value: 'JWT|JSON', right: 'log-in', group: 'OAuth 2.0', commands: login, completes: 'secret',
    help: 'for jwt_bearer: a JWT, or claims to sign with --oauth2-client-key' },
  { name: 'oauth2-refresh-token', value: 'TOKEN', right: 'log-in', group: 'OAuth 2.0', commands: login, completes: 'secret',
    help: 'existing refresh token, for refresh_token' },
  { name: 'oauth2-account', value: 'NAME', right: 'log-in', group: 'OAuth 2.0', commands: login,
    help: 'label that separates the tokens of several accounts at one client' },
  { name: 'oauth2-port', value: 'PORT', right: 'log-in', group: 'OAuth 2.0', commands: login,
    help: 'port that receives the authorization_code redirect (default: 8484); 0 picks a free port' },
  { name: 'oauth2-redirect-uri', value: 'URL', right: 'log-in', group: 'OAuth 2.0', commands: login,
    help: 'redirect URI for authorization_code (default: http://127.0.0.1:PORT/callback)' },
  { name: 'oauth2-redirect-cert', value: 'FILE', right: 'read-any', group: 'OAuth 2.0', commands: login, completes: 'file',
    help: 'PEM certificate for an https redirect URI (default: a temporary self-signed one)' },
  { name: 'oauth2-redirect-key', value: 'FILE', right: 'read-any', group: 'OAuth 2.0', commands: login, completes: 'file',
    help: 'private key of --oauth2-redirect-cert (default: in the same file)' },
  { name: 'oauth2-param', value: 'NAME=VALUE', repeat: 'collect', right: 'log-in', group: 'OAuth 2.0', commands: login,
    help: 'additional parameter, such as audience=… or resource=…; repeatable' },
  { name: 'oauth2-client-auth', value: 'HOW', choices: clientAuthNames, right: 'log-in', group: 'OAuth 2.0', commands: login,
    help: `client authentication method (default: chosen from the flags and the server's metadata); ${orList(clientAuthNames)}` },
  { name: 'oauth2-client-key', value: 'FILE', right: 'read-any', group: 'OAuth 2.0', commands: login, completes: 'file',
    help: 'private key of the client, PEM or JWK; signs client assertions and request objects' },
  { name: 'oauth2-client-audience', value: 'AUD', right: 'log-in', group: 'OAuth 2.0', commands: login,
    help: 'audience of a signed client assertion: issuer, token-url, or a URL' },
  { name: 'oauth2-dpop', final: true, right: 'log-in', group: 'OAuth 2.0', commands: login,
    help: 'bind the token to a stored key (DPoP)' },
  { name: 'oauth2-par', final: true, right: 'log-in', group: 'OAuth 2.0', commands: login,
    help: 'push the authorization request to the server first (PAR), even if the server does not require it' },
  { name: 'oauth2-no-pkce', final: true, right: 'log-in', group: 'OAuth 2.0', commands: login,
    help: 'omit PKCE from authorization_code, for servers that reject it' },
  { name: 'oauth2-insecure-http', final: true, right: 'log-in', group: 'OAuth 2.0', commands: login,
    help: 'allow plain http for --oauth2-issuer on another machine' },
  { name: 'oauth2-store', value: 'WHERE', choices: tokenStores, right: 'log-in', group: 'OAuth 2.0', commands: login,
    help: `token store: ${orList(tokenStores)}; keyring is Secret Service, macOS keychain or pass (default: the current store, otherwise file)` },
  { name: 'oauth2-no-cache', final: true, right: 'log-in', group: 'OAuth 2.0', commands: login,
    help: 'do not read or store tokens on this machine' },
  { name: 'browser', on: true, right: 'free', group: 'OAuth 2.0', commands: login,
    help: 'do not open a browser; only print the login URL' },
  { name: 'qr', final: true, right: 'free', group: 'OAuth 2.0', commands: login,
    help: 'also show the login URL as a QR code, for a phone' },

  { name: 'data', short: 'd', value: 'TEXT|@FILE|@-', repeat: 'collect', often: true, right: 'free', group: 'Body', commands: ['request'], completes: '@file',
    help: 'send these bytes unchanged; @- reads standard input; several values are joined with &' },
  { name: 'data-raw', value: 'TEXT', repeat: 'collect', right: 'free', group: 'Body', commands: ['request'],
    help: 'like -d, but an @ at the beginning is literal; repeatable' },
  { name: 'json', value: 'TEXT|@FILE|@-', repeat: 'collect', often: true, right: 'free', group: 'Body', commands: ['request'], completes: '@file',
    help: 'like -d, but sets Content-Type and Accept to JSON; several values are joined without a separator' },
  { name: 'data-urlencode', value: 'NAME=TEXT', repeat: 'collect', right: 'free', group: 'Body', commands: ['request'], completes: 'name@file',
    help: 'like -d, but percent-encodes TEXT; NAME@FILE reads it from a file; repeatable' },
  { name: 'form', short: 'F', value: 'NAME=TEXT|NAME=@FILE', repeat: 'collect', often: true, right: 'free', group: 'Body', commands: ['request'], completes: 'name=@file',
    help: 'multipart form field; NAME=<FILE reads the text from a file, @A,B sends several files; ;type=… and ;filename=… may follow; repeatable' },
  { name: 'form-string', value: 'NAME=TEXT', repeat: 'collect', right: 'free', group: 'Body', commands: ['request'],
    help: 'like -F, but sends TEXT literally; repeatable' },
  { name: 'chunked', right: 'free', group: 'Body', commands: ['request'],
    help: 'stream the body in chunks, for a pipe that never ends; otherwise up to 1 MiB of a pipe is read first' },
  { name: 'compress', value: 'CODING', choices: bodyCodings, right: 'free', group: 'Body', commands: ['request'],
    help: 'compress the body with gzip, br, zstd or deflate, and set Content-Encoding' },

  { name: 'include', short: 'i', often: true, sets: 'include', right: 'free', group: 'Output', commands: shown,
    help: 'also print the status line and headers; works in a pipe too, and with -L for every response' },
  { name: 'verbose', short: 'v', often: true, sets: 'verbose', right: 'free', group: 'Output', commands: [...shown, 'auth', 'ws'],
    help: 'print the request and each step as it happens; secrets are masked' },
  { name: 'print', short: 'p', value: 'LETTERS', right: 'free', group: 'Output', commands: shown,
    help: 'print only these parts: H and B (request head and body), h and b (response head and body), m (elapsed time)' },
  { name: 'write-out', short: 'w', value: 'FORMAT|@FILE', right: 'free', group: 'Output', commands: printed, completes: '@file',
    help: 'print this after the response: %{http_code}, %{time_total}, %header{etag} …; see "apiclient help write-out"' },
  { name: 'pretty', value: 'HOW', choices: ['all', 'colors', 'format', 'none'], right: 'free', group: 'Output', commands: [...shown, 'ws'],
    help: 'formatting of the body; all, colors, format or none (default: all on a terminal, none in a pipe, which gets the exact bytes)' },
  { name: 'pager', right: 'other', group: 'Output', commands: printed,
    help: 'on a terminal, show the output in $PAGER (default: less)' },
  { name: 'format-options', value: 'NAME:VALUE,…', suggestions: ['indent:', 'sort_keys:true'], right: 'other', group: 'Output', commands: printed,
    help: 'formatting of JSON and XML: indent:N (default: 2), sort_keys:true (default: false)' },
  { name: 'response-charset', value: 'CHARSET', suggestions: ['utf-8', 'iso-8859-1', 'windows-1252', 'shift_jis', 'euc-jp', 'gb18030', 'big5', 'euc-kr', 'utf-16le'], right: 'other', group: 'Output', commands: ['request', 'openapi'],
    help: 'decode the body with this charset (default: the declared charset, or on a terminal the detected one)' },
  { name: 'response-type', value: 'TYPE', suggestions: ['application/json', 'application/xml', 'text/html', 'text/plain'], right: 'other', group: 'Output', commands: ['request', 'openapi'],
    help: 'format the body as this media type, such as application/json' },
  { name: 'filter', value: 'JSONPATH', right: 'other', group: 'Output', commands: printed,
    help: "print only the JSON values that a path selects, such as '$.items[*].id'" },
  { name: 'raw-output', short: 'r', right: 'other', group: 'Output', commands: printed,
    help: 'with --filter: print one value per line, strings without quotes' },
  { name: 'paginate', right: 'other', group: 'Output', commands: printed,
    help: 'fetch all pages: follow the Link header (rel="next") or --next; with graphql: repeat the query with $endCursor (or $startCursor, backwards) and print one line per page; --pick adds this variable and pageInfo' },
  { name: 'next', value: 'JSONPATH', repeat: 'once', right: 'other', group: 'Output', commands: ['request', 'openapi'],
    help: "with --paginate: path of the next page's URL in the body, such as '$.next_page_url'" },
  { name: 'merge', value: 'JSONPATH', repeat: 'once', right: 'other', group: 'Output', commands: ['request', 'openapi'],
    help: "with --paginate: join the items at this path, such as '$.items', from all pages into one JSON array" },
  { name: 'max-pages', value: 'N', right: 'other', group: 'Output', commands: printed,
    help: 'with --paginate: stop after N pages and report whether more follow' },
  { name: 'output', short: 'o', value: 'FILE', often: true, right: 'write', group: 'Output', commands: [...printed, 'import'], completes: 'file',
    help: 'write the body to FILE; - is standard output; with import: write the files to this folder' },
  { name: 'download', often: true, sets: 'download', right: 'other', group: 'Output', commands: ['request'],
    help: 'write the body to a file named by the server; never overwrites a file' },
  { name: 'continue', short: 'C', sets: 'resume', right: 'free', group: 'Output', commands: ['request'],
    help: 'resume an interrupted transfer, or skip a complete file; needs --download or -o' },
  { name: 'etag-compare', value: 'FILE', right: 'read', group: 'Output', commands: ['request'], completes: 'file',
    help: 'fetch the response only if its ETag differs from the one in FILE; a 304 leaves the -o file unchanged' },
  { name: 'etag-save', value: 'FILE', right: 'write', group: 'Output', commands: ['request'], completes: 'file',
    help: 'save the ETag of the response to FILE; can be the same file as --etag-compare' },
  { name: 'time-cond', short: 'z', value: 'DATE|FILE', right: 'read', group: 'Output', commands: ['request'], completes: 'file',
    help: 'fetch the response only if it is newer than DATE or FILE; with - in front, only if it is older' },
  { name: 'silent', short: 's', often: true, sets: 'silent', right: 'free', group: 'Output', commands: ['request', 'graphql', 'openapi', 'screen', 'auth', 'demo', 'run', 'ws'],
    help: 'print no progress and no notes; with -a also no body; errors are still printed' },
  { name: 'max-events', value: 'N', right: 'free', group: 'Output', commands: ['request', 'run', 'ws'],
    help: 'close a WebSocket or an event stream after N messages; the end of standard input does not close it' },
  { name: 'check-status', often: true, sets: 'checkStatus', right: 'free', group: 'Output', commands: shown,
    help: 'exit with code 3, 4 or 5 for status 3xx, 4xx or 5xx' },
  { name: 'assert', short: 'a', value: 'CHECK', repeat: 'collect', right: 'free', group: 'Output', commands: shown,
    help: 'check the response; exit with code 11 if a check fails: "status == 200", "$.items count > 3", "time < 500"; repeatable; see "apiclient help checks"' },
  { name: 'diff', value: 'OTHER', repeat: 'once', right: 'read', group: 'Output', commands: ['request'], completes: 'file',
    help: 'compare the body with a file, or status, headers and body with the same request to another URL or @profile; exit with code 12 if they differ' },
  { name: 'diff-ignore', value: 'PATH', repeat: 'collect', right: 'free', group: 'Output', commands: ['request'],
    help: 'with --diff: ignore the values at a JSONPath, or a header; repeatable' },
  { name: 'fail', sets: 'fail', right: 'free', group: 'Output', commands: ['request'],
    help: 'do not print or save a 4xx or 5xx response; exit with code 4 or 5' },
  { name: 'timing', sets: 'timing', right: 'free', group: 'Output', commands: printed,
    help: 'print the time for DNS, connect, TLS, first byte and total' },
  { name: 'meta', value: 'FILE|-', right: 'write', group: 'Output', commands: shown, completes: 'file',
    help: 'write status, headers, redirects and timing as JSON' },
  { name: 'curl', often: true, sets: 'curl', right: 'free', group: 'Output', commands: shown,
    help: 'print a curl command instead of sending the request' },
  { name: 'print-code', value: 'LANGUAGE', choices: ['curl', 'fetch', 'http'], right: 'free', group: 'Output', commands: shown,
    help: 'print a curl command, JavaScript fetch code or a .http file entry instead of sending the request' },
  { name: 'show-secrets', sets: 'showSecrets', right: 'never', group: 'Output', commands: shown,
    help: 'do not mask secrets in the output of --curl' },
  { name: 'dry-run', sets: 'dryRun', right: 'free', group: 'Output', commands: [...shown, 'import'],
    help: 'print the request without sending it; with import: list the files without writing them' },

  { name: 'follow', short: 'L', often: true, right: 'free', group: 'Network', commands: http,
    help: 'follow redirects; credentials are sent only to their own origin' },
  { name: 'max-redirects', value: 'N', right: 'free', group: 'Network', commands: http,
    help: 'maximum number of redirects (default: 30)' },
  { name: 'location-trusted', right: 'never', group: 'Network', commands: http,
    help: 'with -L: send credentials to every origin in the redirect chain' },
  { name: 'timeout', value: 'SECONDS', often: true, right: 'free', group: 'Network', commands: login,
    help: 'time limit for the whole request (default: none)' },
  { name: 'connect-timeout', value: 'SECONDS', right: 'free', group: 'Network', commands: login,
    help: 'time limit for DNS, connect and TLS (default: 30)' },
  { name: 'retry', value: 'N', often: true, right: 'free', group: 'Network', commands: http,
    help: 'retry idempotent requests up to N times; respects Retry-After' },
  { name: 'retry-all', right: 'free', group: 'Network', commands: http,
    help: 'with --retry: also retry other methods, which may then run twice' },
  { name: 'proxy', short: 'x', value: 'URL', often: true, right: 'reroute', group: 'Network', commands: login,
    help: 'http, https, socks4 or socks5 proxy (default: the *_PROXY variables); "" for none' },
  { name: 'noproxy', value: 'HOST,…', right: 'reroute', group: 'Network', commands: login,
    help: 'hosts to reach without a proxy, even with -x; replaces NO_PROXY' },
  { name: 'unix-socket', value: 'PATH', right: 'reroute', group: 'Network', commands: connected, completes: 'file',
    help: 'connect to this Unix socket instead of the host' },
  { name: 'resolve', value: 'HOST:PORT:ADDRESS', repeat: 'collect', right: 'reroute', group: 'Network', commands: login,
    help: 'use ADDRESS for HOST:PORT; repeatable' },
  { name: 'connect-to', value: 'HOST:PORT:HOST:PORT', repeat: 'collect', right: 'reroute', group: 'Network', commands: login,
    help: 'connect to the second HOST:PORT instead of the first; an empty part matches anything or stays the same; repeatable' },
  { name: 'path-as-is', right: 'free', group: 'Network', commands: ['request'],
    help: 'send the path and query as typed, including /../' },
  { name: 'ipv4', short: '4', right: 'free', group: 'Network', commands: login, help: 'use IPv4 only' },
  { name: 'ipv6', short: '6', right: 'free', group: 'Network', commands: login, help: 'use IPv6 only' },
  { name: 'http1.1', right: 'free', group: 'Network', commands: login, help: 'use HTTP/1.1 only' },
  { name: 'http2', right: 'free', group: 'Network', commands: http, help: 'offer HTTP/2 even with headers that exist only in HTTP/1.1' },
  { name: 'strict', right: 'free', group: 'Network', commands: login,
    help: 'reject responses that violate HTTP/1 (default: accept them with a note)' },
  { name: 'cookie', short: 'b', value: 'NAME=VALUE', repeat: 'collect', right: 'free', group: 'Network', commands: connected,
    help: 'send a cookie; repeatable' },
  { name: 'cookie-jar', value: 'FILE', right: 'write', group: 'Network', commands: connected, completes: 'file',
    help: 'read cookies from FILE and save new ones there' },
  { name: 'session', value: 'NAME', repeat: 'once', right: 'send', group: 'Network', commands: kept,
    help: 'send the headers, login and cookies that NAME has for this origin, and save new ones' },
  { name: 'session-read-only', value: 'NAME', repeat: 'once', right: 'send', group: 'Network', commands: kept,
    help: 'like --session, but does not save anything' },
  { name: 'netrc', right: 'send', group: 'Network', commands: connected,
    help: 'read credentials from ~/.netrc if none are given' },
  { name: 'max-size', value: 'BYTES', right: 'free', group: 'Network', commands: connected,
    help: 'stop if the decoded body exceeds this size; 10k, 5M and 1G work' },
  { name: 'subprotocol', value: 'NAME', repeat: 'collect', right: 'other', group: 'Network', commands: ['ws'],
    help: 'offer this WebSocket subprotocol; repeatable, the preferred one first' },

  { name: 'insecure', short: 'k', often: true, right: 'weaken', group: 'TLS', commands: login,
    help: 'do not verify the server certificate' },
  { name: 'cacert', value: 'FILE', right: 'weaken', group: 'TLS', commands: login, completes: 'file',
    help: 'trust only the certificate authorities in this PEM file' },
  { name: 'cert', value: 'FILE', right: 'read-any', group: 'TLS', commands: login, completes: 'file',
    help: 'client certificate, PEM or PKCS#12' },
  { name: 'key', value: 'FILE', right: 'read-any', group: 'TLS', commands: login, completes: 'file',
    help: 'private key of --cert, PEM (default: in the same file)' },
  { name: 'key-pass', value: 'PASS', repeat: 'once', right: 'free', group: 'TLS', commands: login, completes: 'secret',
    help: 'passphrase of --key or of a PKCS#12 --cert (default: prompt)' },
  { name: 'tls-min', value: 'VERSION', choices: ['1.0', '1.1', '1.2', '1.3'], right: 'weaken', group: 'TLS', commands: login,
    help: 'oldest TLS version to accept: 1.0, 1.1, 1.2 or 1.3 (default: 1.2)' },
  { name: 'tls-max', value: 'VERSION', choices: ['1.0', '1.1', '1.2', '1.3'], right: 'weaken', group: 'TLS', commands: login,
    help: 'newest TLS version to offer' },

  { name: 'query', value: 'TEXT|@FILE|@-', repeat: 'once', often: true, right: 'other', group: 'GraphQL', commands: ['graphql'], completes: '@file',
    help: 'run this operation without the full screen; prints the response' },
  { name: 'variables', value: 'JSON|@FILE', repeat: 'once', often: true, right: 'other', group: 'GraphQL', commands: ['graphql'], completes: '@file',
    help: 'variables for the operation; items name=text and name:=json override them' },
  { name: 'operation', value: 'NAME', right: 'other', group: 'GraphQL', commands: ['graphql'],
    help: 'operation to run if the document has several' },
  { name: 'pick', value: 'PATH', repeat: 'collect', right: 'other', group: 'GraphQL', commands: ['graphql'], completes: 'pick',
    help: 'build the operation from fields, as ticks on the full screen do: books(first: 3).nodes.title, Type below a union, alias: field, * for all leaves, **2 to a depth, mutation.field; alone or added to --query; repeatable' },
  { name: 'print-query', right: 'other', group: 'GraphQL', commands: ['graphql'], help: 'print the operation that --pick builds, without sending it' },
  { name: 'schema', value: 'FILE|URL|cached', often: true, right: 'other', group: 'GraphQL', commands: ['graphql', 'openapi', 'open', 'screen'], completes: 'file',
    help: 'schema to use instead of asking the server; a file with SDL or introspection JSON, another server or @profile, or cached; with openapi a description' },
  { name: 'print-schema', value: 'FORMAT', optional: true, choices: ['sdl', 'json'], often: true, right: 'other', group: 'GraphQL', commands: described,
    help: 'print the schema as SDL; with =json as introspection JSON; with openapi the description as one JSON document' },
  { name: 'refresh-schema', right: 'other', group: 'GraphQL', commands: ['graphql', 'openapi', 'open', 'screen'],
    help: 'reload the schema from the server instead of using the cache' },
  { name: 'find', value: 'WORDS', repeat: 'once', right: 'other', group: 'GraphQL', commands: [...described, 'history'],
    help: 'search the schema and print the matches, best first: path, type, first line of the docs; with history: print the entries that contain these words' },
  { name: 'from', value: 'NAME', repeat: 'once', right: 'other', group: 'GraphQL', commands: described, completes: 'pick',
    help: 'type, field or path where the ways to --to begin (default: the roots); with openapi a resource or an operation' },
  { name: 'to', value: 'NAME', repeat: 'once', right: 'other', group: 'GraphQL', commands: described, completes: 'pick',
    help: 'print the shortest ways to a type or field with the arguments they need; with openapi the operations whose IDs lead to a resource' },
  { name: 'describe', value: 'NAME', repeat: 'once', right: 'other', group: 'GraphQL', commands: described, completes: 'pick',
    help: 'print the docs of a path (books.title, books(first:)), Type, Type.field or @directive; with openapi of an operation or a schema' },
  { name: 'diff-schema', value: 'FILE|URL|cached', repeat: 'once', right: 'other', group: 'GraphQL', commands: described, completes: 'file',
    help: 'print the changes since an older schema (a file, a URL, @profile, or cached); exit with code 10 if one is breaking' },
  { name: 'format', value: 'FORMAT', choices: ['text', 'json'], right: 'other', group: 'GraphQL', commands: described,
    help: 'output format of --find, --to, --describe and --diff-schema; text or json' },
  { name: 'validate', value: 'FILE|FOLDER|GLOB|@-', repeat: 'collect', right: 'other', group: 'GraphQL', commands: described, completes: 'file',
    help: 'check documents (with openapi the requests in .http files) against the schema without sending them; exit with code 2 if one is invalid; repeatable' },
  { name: 'report', value: 'FORMAT[=FILE]', choices: ['tap', 'junit', 'json', 'html', 'github'], goesOn: true, repeat: 'collect', right: 'write', group: 'Run', commands: ['graphql', 'openapi', 'run', 'request'],
    help: 'print the results as tap, junit, json, html or github (annotations of GitHub Actions), or write them to FILE; repeatable; with --validate and --diff-schema: tap, junit or json; with --repeat: json' },
  { name: 'no-validate', final: true, right: 'other', group: 'GraphQL', commands: ['graphql', 'openapi', 'screen'],
    help: 'send the operation even if it is invalid or cannot be parsed; --query is checked against --schema or a cached schema and never loads a schema' },
  { name: 'get', right: 'other', group: 'GraphQL', commands: ['graphql'],
    help: 'send a query with GET' },
  { name: 'persisted', right: 'other', group: 'GraphQL', commands: screens,
    help: 'send the SHA-256 hash of the operation first, and the text only when the server asks for it (automatic persisted queries)' },
  { name: 'document-id', value: 'ID', repeat: 'once', right: 'other', group: 'GraphQL', commands: screens,
    help: 'send the ID of a trusted document instead of an operation' },
  { name: 'extensions', value: 'JSON|@FILE', repeat: 'once', right: 'other', group: 'GraphQL', commands: screens, completes: '@file',
    help: 'extensions of the request, a JSON object' },
  { name: 'every', value: 'SECONDS', right: 'other', group: 'GraphQL', commands: ['graphql'],
    help: 'repeat the operation until Ctrl-C, waiting after each response; one line per response' },
  { name: 'incremental', right: 'other', group: 'GraphQL', commands: ['graphql'],
    help: 'print each part of a @defer or @stream response as a line as it arrives (default: the merged response)' },
  { name: 'upload', value: 'variables.NAME=@FILE', repeat: 'collect', right: 'other', group: 'GraphQL', commands: ['graphql'], completes: 'name=@file',
    help: 'upload a file as a variable (multipart request); repeatable' },
  { name: 'subscription-url', value: 'URL', right: 'other', group: 'GraphQL', commands: screens,
    help: 'URL for subscriptions, if different (ws, wss, http or https)' },
  { name: 'subscription-protocol', value: 'NAME', choices: subscriptionProtocols, right: 'other', group: 'GraphQL', commands: screens,
    help: protocolsHelp },
  { name: 'connection-params', value: 'JSON|@FILE', right: 'other', group: 'GraphQL', commands: screens, completes: '@file',
    help: 'payload of connection_init on a WebSocket' },

  { name: 'call', value: 'OPERATION', repeat: 'once', often: true, right: 'other', group: 'OpenAPI', commands: ['openapi'], completes: 'pick',
    help: 'build and send the request of an operation: "GET /pets/{petId}" petId=1, or "getPetById(petId: 1)"; items and arguments set its parameters and body members; the response is checked against the description' },
  { name: 'example', value: 'NAME', repeat: 'once', right: 'other', group: 'OpenAPI', commands: ['openapi'], completes: 'pick',
    help: 'use this example from the description as the body of --call; items change its members (default: the first example with --print-request, otherwise none)' },
  { name: 'print-request', right: 'other', group: 'OpenAPI', commands: ['openapi'],
    help: 'print the request of --call as a .http file entry, without sending it' },

  { name: 'request', value: 'NAME', repeat: 'collect', often: true, right: 'other', group: 'Run', commands: ['run'],
    help: 'send only requests whose name is NAME or matches a pattern such as "user *", and the requests they need; repeatable' },
  { name: 'tag', value: 'WORD', repeat: 'collect', right: 'other', group: 'Run', commands: ['run'],
    help: 'send only requests with this word in # @tag, and the requests they need; "!WORD" excludes them; repeatable' },
  { name: 'rerun-failed', value: 'REPORT', repeat: 'once', right: 'other', group: 'Run', commands: ['run'], completes: 'file',
    help: 'send only requests that did not pass in a report written by --report json, and the requests they need' },
  { name: 'rows', value: 'FILE', repeat: 'once', right: 'other', group: 'Run', commands: ['run'], completes: 'file',
    help: 'send the requests once per row of a .csv, .json or .jsonl file (- for standard input), with its columns as {{names}}' },
  { name: 'bail', final: true, right: 'other', group: 'Run', commands: ['run'],
    help: 'stop after the first failure, and send only cleanups' },
  { name: 'cleanup', final: true, right: 'other', group: 'Run', commands: ['run'],
    help: 'send the DELETE request for a created resource even if a request in between failed' },
  { name: 'delay', value: 'SECONDS', right: 'other', group: 'Run', commands: ['run'],
    help: 'time between the starts of two requests (default: none)' },
  { name: 'graph', final: true, right: 'other', group: 'Run', commands: ['run'],
    help: 'print which requests need which others, without sending them' },
  { name: 'env', value: 'NAME', repeat: 'once', right: 'free', group: 'Run', commands: ['request', 'graphql', 'openapi', 'open', 'screen', 'run', 'trust', 'ws'],
    help: 'environment of the profile in the URL (@shop); with run: of the profiles in its requests, and of http-client.env.json, http-client.private.env.json and http-client.env.json.user next to the file' },
  { name: 'list', often: true, right: 'other', group: 'Run', commands: ['run', 'trust'], help: 'print the requests in the files without sending them; with trust: print the trusted files' },
  { name: 'manifest', right: 'other', group: 'Run', commands: ['run'], help: 'print what the files do that needs trust, without sending anything' },
  { name: 'as-json', typed: 'json', final: true, right: 'other', group: 'Run', commands: ['run', 'auth', 'history'], help: 'with history, --list, --graph, --manifest or auth status: print JSON' },
  { name: 'trust', final: true, right: 'never', group: 'Run', commands: ['run'], help: 'for this run, allow everything in the files that needs trust' },
  { name: 'remove', final: true, right: 'other', group: 'Run', commands: ['trust'], help: 'stop trusting the files' },
  { name: 'jobs', value: 'N', right: 'free', group: 'Run', commands: ['run', 'request'], help: 'send N requests at a time (default: 1); a request that needs another one waits for it' },
  { name: 'repeat', value: 'N', repeat: 'once', right: 'free', group: 'Run', commands: ['run', 'request'],
    help: 'send the request N times and print a table: percentiles, errors, requests per second; -a "p99 < 200" checks it' },
  { name: 'rate', value: 'N/s', repeat: 'once', right: 'free', group: 'Run', commands: ['run', 'request'],
    help: 'with --repeat: start N requests per second, and measure each from its scheduled start; also N/min, N/h' },
  { name: 'check-all', final: true, right: 'free', group: 'Run', commands: ['run', 'request'],
    help: 'with --repeat: run all checks on every response, not only on the first 100 and on one in ten after that' },

  { name: 'mouse', on: true, right: 'other', group: 'Full screen', commands: drawn, help: 'do not capture the mouse' },
  { name: 'ascii', right: 'other', group: 'Full screen', commands: drawn, help: 'draw only with ASCII characters' },
  { name: 'theme', value: 'NAME', choices: themeNames, right: 'other', group: 'Full screen', commands: drawn,
    help: `colour theme: ${orList(themeNames)}` },
  { name: 'linear', right: 'other', group: 'Full screen', commands: drawn,
    help: 'plain lines and a prompt instead of a screen, for screen readers; without a terminal it reads a script' },
  { name: 'keep-going', right: 'other', group: 'Full screen', commands: [...drawn, 'run'],
    help: 'with --linear in a script: continue after a rejected command; with run: also send requests that need a failed one, if their placeholders have values' },

  { name: 'port', value: 'PORT', right: 'other', group: 'Demo', commands: ['demo'], help: 'port of the demo API (default: 4000 if it is free, otherwise any free port)' },
  { name: 'serve', right: 'other', group: 'Demo', commands: ['demo'], help: 'run only the demo API, until Ctrl-C' },
  { name: 'tour', right: 'other', group: 'Demo', commands: ['demo'], help: 'take a guided tour of the full screen in seven steps' },

  { name: 'all', right: 'other', group: 'Tokens', commands: ['auth', 'request', 'openapi'],
    help: 'with logout: revoke and remove every token; with -L: print every exchange of the redirect chain' },
  { name: 'force', right: 'other', group: 'Tokens', commands: ['auth'], help: 'with logout: also remove a token that could not be revoked' },
  { name: 'expired', final: true, right: 'other', group: 'Tokens', commands: ['auth'], help: 'with logout: remove tokens that are expired and cannot be renewed' },
  { name: 'id', right: 'other', group: 'Tokens', commands: ['auth'], help: 'with token: print the ID token; with introspect: print the user (UserInfo)' },
  { name: 'decode', right: 'other', group: 'Tokens', commands: ['auth'],
    help: 'with token: print its header and claims, whether its signature was verified, and other problems' },

  { name: 'yes', short: 'y', right: 'never', group: 'General', commands: [...http, 'import'],
    help: 'skip the confirmation prompt of a profile with "confirm"; with import: replace existing files' },
  { name: 'debug-log', value: 'FILE', right: 'write', group: 'General', commands: ['request', 'graphql', 'openapi', 'open', 'screen', 'auth', 'demo'], completes: 'file',
    help: 'write a log without secrets to FILE' },
  { name: 'help', short: 'h', final: true, often: true, right: 'free', group: 'General', commands: every, help: 'print this help' },
  { name: 'version', short: 'V', final: true, right: 'free', group: 'General', commands: every, help: 'print the version' },
] as const satisfies readonly Flag[];

/** Long names of all flags, so that a misspelt one does not compile. */
export type FlagName = (typeof flags)[number]['name'];

/** Output options in the table. `parse/output.ts` does not compile if one is missing. */
export type SetByFlag = Extract<(typeof flags)[number], { readonly sets: string }>['sets'];

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
