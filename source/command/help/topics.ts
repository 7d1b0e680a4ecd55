/** The text above the flags in each `--help`: purpose, usage, and examples to copy. */
import type { CommandName } from '../flags.js';
import { manual } from './manual.js';
import type { Page } from './page.js';

/** The text above the flags of a command. */
export interface HelpTopic {
  readonly command: CommandName;
  readonly about: string;
  readonly usage: readonly (readonly [form: string, meaning: string])[];
  readonly examples: readonly string[];
  /** Pages of the manual listed below the examples. */
  readonly more?: readonly Page[];
  readonly notes?: readonly string[];
}

const request: HelpTopic = {
  command: 'request',
  about:
    'An API client for the terminal: authenticated HTTP requests in one command, GraphQL and OpenAPI on a full screen.',
  usage: [
    ['apiclient METHOD URL [ITEM…] [FLAGS]', 'one HTTP request'],
    ['apiclient graphql URL [FLAGS]', 'GraphQL: full screen, or one operation with --query'],
    ['apiclient openapi URL|FILE [FLAGS]', 'OpenAPI: search, docs, calls'],
    ['apiclient [URL], or open FILE.http', 'full screen: an API, or requests'],
    ['apiclient auth status|login|token|logout|…', 'tokens stored on this machine'],
    ['apiclient profiles, sessions, history', 'saved APIs, cookies, past requests'],
    ['apiclient run FILE.http…, ws URL', 'the requests of a file; WebSocket messages'],
    ['apiclient demo', 'try apiclient with a small local API'],
    ['apiclient [FLAGS] curl …|@FILE', 'run a curl command line, pasted or from a file'],
    ['apiclient completion bash|zsh|fish', 'completions for your shell'],
    ['apiclient help [TOPIC|WORDS]', 'help on a command, flag or topic; or search'],
  ],
  examples: [
    'apiclient GET https://api.example.com/users page==2',
    'apiclient POST :4000/echo name=Ada age:=36',
    'apiclient PUT https://api.example.com/report -d @report.json -B env:TOKEN',
    'apiclient GET https://api.example.com/me -u ada:env:PASSWORD -i',
    'apiclient GET :8080/me --oauth2 client_credentials:https://a.example/token:id:',
    'apiclient POST https://api.example.com/photos -F title=Cat -F "photo=@cat.png"',
    'apiclient GET https://example.com/big.iso --download -C',
  ],
  more: [manual.items, manual.secrets],
  notes: ['More: apiclient help COMMAND, FLAG or TOPIC; apiclient help help lists them.'],
};

const graphql: HelpTopic = {
  command: 'graphql',
  about: 'GraphQL: browse the schema, tick fields, write and run operations; or run an operation without a screen.',
  usage: [
    ['apiclient graphql URL [FLAGS]', 'full screen'],
    ['apiclient graphql URL --query TEXT [name=text…]', 'one operation; items are variables'],
    ['apiclient graphql URL --pick PATH [--pick PATH…]', 'one operation, built from fields'],
    ['apiclient graphql URL --print-schema[=json]', 'print the schema'],
    ['apiclient graphql URL --find WORDS, --describe NAME', 'search the schema, print docs'],
    ['apiclient graphql URL --diff-schema OLD, --validate FILES', 'compare schemas, check documents'],
  ],
  examples: [
    'apiclient graphql https://api.example.com/graphql -B env:TOKEN',
    "apiclient graphql :4000/graphql --query '{ authors { name } }'",
    'apiclient graphql :4000/graphql --query @book.graphql id=1',
    "apiclient graphql :4000/graphql --pick 'books(first: 3).nodes.title'",
    "apiclient graphql :4000/graphql --query 'subscription { ticks { number } }'",
    'apiclient graphql :4000/graphql --print-schema > schema.graphql',
  ],
  more: [manual.secrets],
  notes: ['For the keys of the full screen, run apiclient help keys.'],
};

const openapi: HelpTopic = {
  command: 'openapi',
  about: 'OpenAPI: search a description, read its docs, call operations by name, check requests against it.',
  usage: [
    ['apiclient openapi URL|FILE|@PROFILE', 'list the operations'],
    ['apiclient openapi URL --find WORDS', 'search the description'],
    ['apiclient openapi URL --describe NAME', 'print docs of an operation or a schema'],
    ['apiclient openapi URL --call OPERATION [ITEM…]', 'build a request, send it, check the response'],
    ['apiclient openapi URL --schema FILE|URL …', 'use the API at URL with a description from elsewhere'],
    ['apiclient openapi URL --diff-schema OLD', 'compare two descriptions'],
    ['apiclient openapi URL --validate FILES', 'check the requests of .http files'],
  ],
  examples: [
    'apiclient openapi https://petstore3.swagger.io/api/v3/openapi.json',
    "apiclient openapi :4000 --find 'books by genre'",
    "apiclient openapi :4000 --describe 'GET /books/{id}'",
    "apiclient openapi :4000 --call 'GET /books/{id}' id=1",
    `apiclient openapi :4000 --call 'addBook(title: "Emma")' --print-request`,
    'apiclient openapi :4000 --validate books.http',
  ],
  more: [manual.secrets],
  notes: ['For details on finding and caching descriptions, run apiclient help openapi.'],
};

const open: HelpTopic = {
  command: 'open',
  about: 'Requests on a full screen: from a file, or for an API, with its OpenAPI description as a tree.',
  usage: [
    ['apiclient open FILE.http|FOLDER', 'the requests in a file, or in a folder and its subfolders'],
    ['apiclient open wss://HOST/PATH', 'a WebSocket: a log of messages, and a line to type them'],
    ['apiclient open URL|@PROFILE', 'an API: its description if it has one, otherwise a first request'],
    ['apiclient open URL --schema FILE|URL', 'the API at URL, with a description from elsewhere'],
    ['apiclient open', 'an empty editor'],
  ],
  examples: [
    'apiclient open requests.http',
    'apiclient open https://petstore3.swagger.io/api/v3',
    'apiclient open :8080 -B env:TOKEN',
  ],
  more: [manual.secrets],
  notes: ['For keys, ticks and checks, run apiclient help openapi.', 'Without a terminal: apiclient run FILE.http'],
};

const auth: HelpTopic = {
  command: 'auth',
  about: 'Manages the OAuth 2.0 tokens stored on this machine.',
  usage: [
    ['apiclient auth status [--json]', 'list the stored tokens with client and expiry, without secrets'],
    ['apiclient auth login @PROFILE | --oauth2 …', 'log in and store the token without printing it'],
    ['apiclient auth token [@PROFILE | NUMBER | ACCOUNT]', 'print the access token, fetched or refreshed as needed'],
    [
      'apiclient auth token --id | --decode',
      'print the ID token, or the contents of a token and whether it was verified',
    ],
    ['apiclient auth introspect @PROFILE | --oauth2 …', "print the server's data about the token"],
    ['apiclient auth userinfo @PROFILE | --oauth2 …', "print the server's data about the user"],
    [
      'apiclient auth logout [@PROFILE | NUMBER | ACCOUNT]',
      'revoke a token at its server and delete it; --all for every token',
    ],
    ['apiclient auth logout --expired', 'remove tokens that are expired and cannot be renewed'],
    ['apiclient auth doctor ISSUER|@PROFILE [CLIENT_ID]', 'test a provider, a client and its registration'],
    ['apiclient auth register --oauth2-issuer URL', 'register a public client at a server that allows it'],
  ],
  examples: [
    'apiclient auth status',
    'curl -H "Authorization: Bearer $(apiclient auth token)" localhost:8080/me',
    'apiclient auth logout --all',
  ],
};

const profiles: HelpTopic = {
  command: 'profiles',
  about: 'Lists the profiles in the configuration with names, URLs and login types, without secrets.',
  usage: [
    ['apiclient profiles', 'list the profiles'],
    ['apiclient GET @staging/users', 'use a profile instead of a URL'],
  ],
  examples: [
    'apiclient GET @staging/users',
    'apiclient graphql @staging/graphql',
    'apiclient DELETE @live/users/1 --yes',
  ],
  notes: ['To write a profile, run apiclient help configuration.'],
};

const history: HelpTopic = {
  command: 'history',
  about: 'Lists past requests, newest first, and repeats one with changes.',
  usage: [
    ['apiclient history [--find WORDS]', 'number, time, outcome and command of each request'],
    ['apiclient history --json', 'the same as JSON'],
    ['apiclient again [N] [ITEM…] [FLAGS]', 'repeat request N, by default the last one, with changes'],
  ],
  examples: ['apiclient history', 'apiclient history --find books'],
  notes: [
    'Requests are recorded when standard output or standard error is a terminal,',
    'and on the full screen (P). Secrets are masked: pass them again (-B TOKEN).',
    'Values such as env:TOKEN are stored as typed. The history has at most 4 MiB;',
    'the oldest entries are removed. "history": false in the configuration turns',
    'it off.',
  ],
};

const sessions: HelpTopic = {
  command: 'sessions',
  about: 'Lists the headers, logins and cookies that --session NAME saved for each origin.',
  usage: [
    ['apiclient sessions', 'list the sessions with their origins'],
    ['apiclient sessions show NAME', 'print the contents of a session, with secrets masked'],
    ['apiclient sessions remove NAME [URL]', 'delete a session, or its part for the origin of URL'],
    ['apiclient GET URL --session NAME', 'use a session and update it'],
  ],
  examples: [
    'apiclient GET :4000/cookies?taste=sweet --session ada',
    'apiclient GET :4000/cookies --session ada',
    'apiclient sessions remove ada',
  ],
  notes: [
    'A session saves the headers from -H (except those about one body or exchange),',
    'the login from -u, -B, -K and --oauth2 as typed (env:NAME stays a reference),',
    'and cookies, in files that only you can read. None of this is ever sent to',
    'another origin, even with -L.',
  ],
};

const demo: HelpTopic = {
  command: 'demo',
  about: 'Starts a small API on this machine and demonstrates apiclient with it.',
  usage: [
    ['apiclient demo [--port PORT]', 'full screen with a GraphQL and an HTTP tab; without a terminal, two requests'],
    ['apiclient demo --tour', 'guided tour of the full screen in seven steps'],
    ['apiclient demo --serve [--port PORT]', 'only the API, until Ctrl-C'],
  ],
  examples: ['apiclient demo', 'apiclient demo --tour', 'apiclient demo --serve --port 4000'],
};

const run: HelpTopic = {
  command: 'run',
  about: 'Sends the requests in .http files and checks the responses.',
  usage: [
    ['apiclient run FILE.http… [NAME=VALUE…] [FLAGS]', 'send all requests; - reads standard input'],
    ['apiclient run FOLDER|GLOB|FILE.http:LINE', 'send the requests of many files, or the one at a line'],
    ['apiclient run FILE.http --list', 'print the requests without sending them'],
  ],
  examples: [
    'apiclient run api.http',
    'apiclient run api.http --env dev base=http://localhost:8080',
    'apiclient run api.http token=env:TOKEN --request login',
    'apiclient run a.http b.http --jobs 2 --report junit=report.xml',
    'apiclient run api.http --print-code curl',
  ],
  more: [manual['http-files']],
};

const ws: HelpTopic = {
  command: 'ws',
  about: 'Sends lines as WebSocket messages and prints messages from the server.',
  usage: [
    ['apiclient ws URL|@PROFILE [FLAGS]', 'send lines of standard input, print each message'],
    ['apiclient ws URL --max-events N', 'close the connection after N messages'],
  ],
  examples: [
    'apiclient ws wss://echo.example.com/chat -B env:TOKEN',
    "echo '{}' | apiclient ws wss://echo.example.com/chat --max-events 1",
    'apiclient ws :4000/graphql --subprotocol graphql-transport-ws',
  ],
  notes: [
    'At the end of a file or pipe the connection is closed, and the remaining',
    'messages are printed. With --max-events it stays open until then.',
  ],
};

const importTopic: HelpTopic = {
  command: 'import',
  about: 'Converts collections of other API clients to .http files.',
  usage: [
    ['apiclient import FILE… [-o FOLDER]', 'write .http files and environments; - reads standard input'],
    ['apiclient import FILE… --dry-run', 'list the files and everything that cannot be translated'],
  ],
  examples: [
    'apiclient import shop.postman_collection.json dev.postman_environment.json',
    'apiclient import shop.postman_collection.json -o requests --dry-run',
    'apiclient import insomnia.yaml',
    'apiclient import bruno-collection/',
  ],
  more: [manual.import],
};

const trust: HelpTopic = {
  command: 'trust',
  about:
    'Approves actions of .http files that need trust: sending stored credentials, rerouting requests, reading and writing files.',
  usage: [
    ['apiclient trust FILE.http… [NAME=VALUE…]', 'approve what the files currently do, and print it'],
    ['apiclient trust --list', 'list the trusted files with the approved lines'],
    ['apiclient trust --remove FILE.http…', 'stop trusting files'],
    ['print what a file does, without sending anything', 'print what a file does, and send nothing'],
  ],
  examples: ['apiclient run checkout.http --manifest', 'apiclient trust checkout.http', 'apiclient trust --list'],
  more: [manual.trust],
};

const completion: HelpTopic = {
  command: 'completion',
  about: 'Prints a completion script for your shell.',
  usage: [['apiclient completion bash|zsh|fish', 'print the script']],
  examples: [
    'source <(apiclient completion bash)',
    'mkdir -p ~/.zfunc && apiclient completion zsh > ~/.zfunc/_apiclient',
    'apiclient completion fish > ~/.config/fish/completions/apiclient.fish',
  ],
  notes: [
    'For bash, add the line to ~/.bashrc.',
    'For zsh, add to ~/.zshrc: fpath+=(~/.zfunc); autoload -Uz compinit; compinit',
    'For fish, create the folder first if needed: mkdir -p ~/.config/fish/completions',
  ],
};

const help: HelpTopic = {
  command: 'help',
  about: 'Shows help on a command, a flag or a topic.',
  usage: [
    ['apiclient help', 'overview on one screen'],
    ['apiclient help TOPIC', 'a page of the manual'],
    ['apiclient help FLAG', 'a flag, with examples, and flags whose names begin with it'],
    ['apiclient help GROUP', 'a group of flags: network, tls, output, body …'],
    ['apiclient help WORDS', 'search topics, flags, keys and exit codes'],
  ],
  examples: ['apiclient help requests', 'apiclient help --retry', 'apiclient help oauth2', 'apiclient help log in'],
};

/** Help by topic word; `request` is the general one. */
export const helpTopics = {
  request,
  graphql,
  openapi,
  open,
  auth,
  profiles,
  sessions,
  history,
  demo,
  run,
  ws,
  import: importTopic,
  trust,
  completion,
  help,
} as const;
export type HelpTopicName = keyof typeof helpTopics;

/** Actions of commands with their meanings, such as `auth logout`, without duplicates. */
export const helpActions: ReadonlyMap<string, string> = new Map(
  (['auth', 'sessions'] as const)
    .flatMap(topic => helpTopics[topic].usage)
    .flatMap(([form, meaning]) => {
      const action = /^apiclient ((?:auth|sessions) [a-z]+)/.exec(form)?.[1];
      return action === undefined ? [] : [[action, meaning] as const];
    })
    .reverse(),
);
