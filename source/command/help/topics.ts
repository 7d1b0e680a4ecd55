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
    'An API client for the terminal: HTTP with authentication in one command, GraphQL and OpenAPI on a full screen.',
  usage: [
    ['apiclient METHOD URL [ITEM…] [FLAGS]', 'one HTTP request'],
    ['apiclient graphql URL [FLAGS]', 'GraphQL: full screen, or one operation with --query'],
    ['apiclient openapi URL|FILE [FLAGS]', 'OpenAPI: search, docs, calls'],
    ['apiclient [URL], or open FILE.http', 'full screen: an API, or requests'],
    ['apiclient auth status|login|token|logout|…', 'tokens kept on this machine'],
    ['apiclient profiles, sessions', 'what @name and --session NAME mean'],
    ['apiclient run FILE.http… [NAME=VALUE…]', 'send and check the requests of a file'],
    ['apiclient demo', 'a small local API to try apiclient on'],
    ['apiclient [FLAGS] curl …|@FILE', 'a line of curl, as it is or copied into a file'],
    ['apiclient completion bash|zsh|fish', 'completions for your shell'],
    ['apiclient help [TOPIC|WORDS]', 'more about a command, a flag or a topic; or search'],
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
  about: 'GraphQL: walk the schema, tick fields, write and run operations; or run one without a screen.',
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
  notes: ['The keys of the full screen: apiclient help keys'],
};

const openapi: HelpTopic = {
  command: 'openapi',
  about: 'OpenAPI: search a description, read its docs, call its operations by name, check requests against it.',
  usage: [
    ['apiclient openapi URL|FILE|@PROFILE', 'list the operations'],
    ['apiclient openapi URL --find WORDS', 'search the description'],
    ['apiclient openapi URL --describe NAME', 'docs of an operation or a schema'],
    ['apiclient openapi URL --call OPERATION [ITEM…]', 'build a request, send it, check the response'],
    ['apiclient openapi URL --schema FILE|URL …', 'the API is at URL, its description elsewhere'],
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
  notes: ['Where a description is looked for, and what is kept: apiclient help openapi'],
};

const open: HelpTopic = {
  command: 'open',
  about: 'Requests on a full screen: those of a file, or of an API, with its OpenAPI description as a tree.',
  usage: [
    ['apiclient open FILE.http', 'the requests of a file'],
    ['apiclient open URL|@PROFILE', 'an API: its description if it has one, else a request to begin with'],
    ['apiclient open URL --schema FILE|URL', 'the API is at URL, its description elsewhere'],
    ['apiclient open', 'an empty text'],
  ],
  examples: [
    'apiclient open requests.http',
    'apiclient open https://petstore3.swagger.io/api/v3',
    'apiclient open :8080 -B env:TOKEN',
  ],
  more: [manual.secrets],
  notes: ['Keys, ticks and checks: apiclient help openapi.', 'Off a terminal: apiclient run FILE.http'],
};

const auth: HelpTopic = {
  command: 'auth',
  about: 'The OAuth 2.0 tokens that are kept on this machine.',
  usage: [
    ['apiclient auth status', 'list the stored tokens with client and expiry, without secrets'],
    ['apiclient auth login --oauth2 …', 'log in and store the token without printing it'],
    ['apiclient auth token [--oauth2 …]', 'print the access token, fetched or refreshed as needed'],
    [
      'apiclient auth token --id | --decode',
      'print the ID token, or the contents of a token and whether it was verified',
    ],
    [
      'apiclient auth introspect --oauth2 …',
      'print what the server reports about the token, or with --id about the user',
    ],
    [
      'apiclient auth logout [--oauth2 …] [--all] [--force]',
      'revoke a token at its server and delete it; --all: every token',
    ],
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
  about: 'Lists the profiles of the configuration: names, URLs and logins, no secrets.',
  usage: [
    ['apiclient profiles', 'list them'],
    ['apiclient GET @staging/users', 'use one in place of a URL'],
  ],
  examples: [
    'apiclient GET @staging/users',
    'apiclient graphql @staging/graphql',
    'apiclient DELETE @live/users/1 --yes',
  ],
  notes: ['How to write one: apiclient help configuration'],
};

const sessions: HelpTopic = {
  command: 'sessions',
  about: 'Lists what --session NAME keeps: headers, login and cookies, for each origin by itself.',
  usage: [
    ['apiclient sessions', 'list the sessions with their origins'],
    ['apiclient sessions show NAME', 'print the contents of a session, secrets as bullets'],
    ['apiclient sessions remove NAME [URL]', 'delete a session, or its part for the origin of URL'],
    ['apiclient GET URL --session NAME', 'use a session and update it'],
  ],
  examples: [
    'apiclient GET :4000/cookies?taste=sweet --session ada',
    'apiclient GET :4000/cookies --session ada',
    'apiclient sessions remove ada',
  ],
  notes: [
    'Kept are the headers of -H (not those about one body or one exchange), the',
    'login of -u, -B, -K and --oauth2 as it was typed (env:NAME stays a name), and',
    'cookies, in files that only you can read. Nothing of it goes to another',
    'origin, not with -L either.',
  ],
};

const demo: HelpTopic = {
  command: 'demo',
  about: 'Starts a small API on this machine and shows what apiclient does with it.',
  usage: [
    ['apiclient demo [--port PORT]', 'full screen, a tab of GraphQL and one of HTTP; off a terminal two requests'],
    ['apiclient demo --tour', 'the full screen explained in seven steps'],
    ['apiclient demo --serve [--port PORT]', 'the API alone, until Ctrl-C'],
  ],
  examples: ['apiclient demo', 'apiclient demo --tour', 'apiclient demo --serve --port 4000'],
};

const run: HelpTopic = {
  command: 'run',
  about: 'Sends the requests of .http files from top to bottom, and checks the responses.',
  usage: [
    ['apiclient run FILE.http… [NAME=VALUE…] [FLAGS]', 'send all requests; - reads standard input'],
    ['apiclient run FILE.http --list', 'print them, and send nothing'],
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

const trust: HelpTopic = {
  command: 'trust',
  about:
    'Approves what .http files do that needs trust: send stored credentials, reroute requests, read and write files.',
  usage: [
    ['apiclient trust FILE.http… [NAME=VALUE…]', 'approve what the files do now, and print it'],
    ['apiclient trust --list', 'list the trusted files with the approved lines'],
    ['apiclient trust --remove FILE.http…', 'stop trusting files'],
    ['apiclient run FILE.http --manifest [--json]', 'print what a file does, and send nothing'],
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
    'The line for bash belongs into ~/.bashrc.',
    'For zsh, ~/.zshrc needs: fpath+=(~/.zfunc); autoload -Uz compinit; compinit',
    'For fish, the folder may have to be made: mkdir -p ~/.config/fish/completions',
  ],
};

const help: HelpTopic = {
  command: 'help',
  about: 'Says more about a command, a flag or a topic.',
  usage: [
    ['apiclient help', 'what there is, on one screen'],
    ['apiclient help TOPIC', 'a page of the manual'],
    ['apiclient help FLAG', 'a flag, with examples; and those whose names begin with its name'],
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
  demo,
  run,
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
