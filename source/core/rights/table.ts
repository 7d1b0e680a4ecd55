/**
 * Rights of `.http` files: the class of each flag, directive and reference. A flag or directive without a class is a
 * compile error (`command/file-words.ts`, `core/http-file/directives.ts`). The file is long because it is a single table.
 */

/**
 * - `free`: needs no trust. A value that refers to a file or a variable (`@FILE`, `env:NAME`) is a separate right.
 * - `reroute`, `weaken`: sends the request over a different route, or with weaker verification of the server.
 * - `read`: reads a file. Files inside the folder of the `.http` file need no trust.
 * - `read-any`: needs trust for every file.
 * - `write`: writes a file.
 * - `send`: sends credentials that the user has stored.
 * - `log-in`: requests a token.
 * - `ask`: prompts the user for a password.
 * - `never`: can only be passed by the user on the command line.
 * - `other`: not a flag of a request; the parser rejects it.
 */
export type RightClass =
  | 'free'
  | 'reroute'
  | 'weaken'
  | 'read'
  | 'read-any'
  | 'write'
  | 'send'
  | 'log-in'
  | 'ask'
  | 'never'
  | 'other';

/** Classes by long name of the flag. */
export const flagRights = {
  auth: 'free',
  digest: 'free',
  'aws-sigv4': 'free',
  bearer: 'free',
  'api-key-query': 'free',
  header: 'free',

  oauth2: 'log-in',
  'oauth2-scope': 'log-in',
  'oauth2-auth-url': 'log-in',
  'oauth2-device-url': 'log-in',
  'oauth2-issuer': 'log-in',
  'oauth2-provider': 'log-in',
  'oauth2-accept-issuer': 'log-in',
  'oauth2-revocation-url': 'log-in',
  'oauth2-introspection-url': 'log-in',
  'oauth2-userinfo-url': 'log-in',
  'oauth2-use': 'log-in',
  'oauth2-username': 'log-in',
  'oauth2-password': 'log-in',
  'oauth2-subject-token': 'log-in',
  'oauth2-assertion': 'log-in',
  'oauth2-refresh-token': 'log-in',
  'oauth2-account': 'log-in',
  'oauth2-port': 'log-in',
  'oauth2-redirect-uri': 'log-in',
  'oauth2-redirect-cert': 'read-any',
  'oauth2-redirect-key': 'read-any',
  'oauth2-param': 'log-in',
  'oauth2-client-auth': 'log-in',
  'oauth2-client-key': 'read-any',
  'oauth2-client-audience': 'log-in',
  'oauth2-dpop': 'log-in',
  'oauth2-par': 'log-in',
  'oauth2-no-pkce': 'log-in',
  'oauth2-insecure-http': 'log-in',
  'oauth2-store': 'log-in',
  'oauth2-no-cache': 'log-in',
  browser: 'free',
  qr: 'free',

  data: 'free',
  'data-raw': 'free',
  json: 'free',
  'data-urlencode': 'free',
  form: 'free',
  'form-string': 'free',
  chunked: 'free',
  compress: 'free',

  include: 'free',
  verbose: 'free',
  print: 'free',
  'write-out': 'free',
  pretty: 'free',
  // Runs check and print complete responses, so they reject these flags.
  pager: 'other',
  'format-options': 'other',
  'response-charset': 'other',
  'response-type': 'other',
  filter: 'other',
  'raw-output': 'other',
  paginate: 'other',
  next: 'other',
  merge: 'other',
  'max-pages': 'other',
  output: 'write',
  // Responses to requests of a file are saved with `> FILE`, and the flag is rejected.
  download: 'other',
  continue: 'free',
  'etag-compare': 'read',
  'etag-save': 'write',
  'time-cond': 'read',
  silent: 'free',
  'max-events': 'free',
  'check-status': 'free',
  assert: 'free',
  diff: 'read',
  'diff-ignore': 'free',
  fail: 'free',
  timing: 'free',
  meta: 'write',
  curl: 'free',
  'print-code': 'free',
  'show-secrets': 'never',
  'dry-run': 'free',

  follow: 'free',
  'max-redirects': 'free',
  'location-trusted': 'never',
  timeout: 'free',
  'connect-timeout': 'free',
  retry: 'free',
  'retry-all': 'free',
  proxy: 'reroute',
  noproxy: 'reroute',
  'unix-socket': 'reroute',
  resolve: 'reroute',
  'connect-to': 'reroute',
  'path-as-is': 'free',
  ipv4: 'free',
  ipv6: 'free',
  'http1.1': 'free',
  http2: 'free',
  strict: 'free',
  cookie: 'free',
  'cookie-jar': 'write',
  session: 'send',
  'session-read-only': 'send',
  netrc: 'send',
  'max-size': 'free',
  // Only `apiclient ws` has it.
  subprotocol: 'other',

  insecure: 'weaken',
  cacert: 'weaken',
  cert: 'read-any',
  key: 'read-any',
  'key-pass': 'free',
  'tls-min': 'weaken',
  'tls-max': 'weaken',

  query: 'other',
  variables: 'other',
  operation: 'other',
  pick: 'other',
  'print-query': 'other',
  schema: 'other',
  'print-schema': 'other',
  'refresh-schema': 'other',
  find: 'other',
  from: 'other',
  to: 'other',
  describe: 'other',
  'diff-schema': 'other',
  format: 'other',
  validate: 'other',
  report: 'write',
  'no-validate': 'other',
  get: 'other',
  persisted: 'other',
  'document-id': 'other',
  extensions: 'other',
  every: 'other',
  incremental: 'other',
  upload: 'other',
  'subscription-url': 'other',
  'subscription-protocol': 'other',
  'connection-params': 'other',
  call: 'other',
  example: 'other',
  'print-request': 'other',
  request: 'other',
  env: 'free',
  bail: 'other',
  cleanup: 'other',
  'rerun-failed': 'other',
  graph: 'other',
  tag: 'other',
  delay: 'other',
  rows: 'other',
  list: 'other',
  manifest: 'other',
  'as-json': 'other',
  expired: 'other',
  trust: 'never',
  remove: 'other',
  jobs: 'free',
  repeat: 'free',
  rate: 'free',
  'check-all': 'free',
  mouse: 'other',
  ascii: 'other',
  theme: 'other',
  linear: 'other',
  'keep-going': 'other',
  port: 'other',
  serve: 'other',
  tour: 'other',
  all: 'other',
  force: 'other',
  id: 'other',
  decode: 'other',
  yes: 'never',
  'debug-log': 'write',
  help: 'free',
  version: 'free',
} as const satisfies Readonly<Record<string, RightClass>>;

/** Classes by name of the directive. */
export const directiveRights = {
  name: 'free',
  assert: 'free',
  capture: 'free',
  /** Each flag has its own class. Directives such as `# @proxy` are converted to flags. */
  flags: 'free',
  skip: 'free',
  disabled: 'free',
  retry: 'free',
  ref: 'free',
  always: 'free',
  after: 'free',
  tag: 'free',
  tags: 'free',
  rows: 'read',
  graphql: 'free',
  timeout: 'free',
  'connection-timeout': 'free',
  'no-redirect': 'free',
  'no-cookie-jar': 'free',
  'no-log': 'free',
  import: 'read',
  loop: 'free',
  sleep: 'free',
  'force-ref': 'free',
  note: 'free',
  prompt: 'free',
  'inject-variables': 'free',
  'no-client-cert': 'free',
  'no-reject-unauthorized': 'free',
  proxy: 'free',
  'no-proxy': 'free',
  title: 'free',
  description: 'free',
  debug: 'free',
  verbose: 'free',
  language: 'free',
  save: 'free',
  extension: 'free',
  'open-with': 'free',
  'no-response-view': 'free',
  'no-streaming-log': 'free',
} as const satisfies Readonly<Record<string, RightClass>>;

/** Directives that have a class. */
export type DirectiveName = keyof typeof directiveRights;

/** References in the text and in accompanying files. */
export const referenceRights = {
  /** `< FILE`, `<@ FILE` */
  body: 'read',
  /** `> FILE`, `>> FILE` */
  response: 'write',
  /** `@name/…` */
  profile: 'send',
  /** Configured credentials for the origin. */
  host: 'send',
  /** `{{$processEnv NAME}}`, `{{$env.NAME}}`, `env:NAME` */
  variable: 'read-any',
  /** `.env`, `http-client.env.json`, `file:PATH` */
  file: 'read',
  /** `-u USER` without a password. */
  prompt: 'ask',
} as const satisfies Readonly<Record<string, RightClass>>;
