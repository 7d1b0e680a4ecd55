/**
 * Rights of `.http` files: the class of each directive. The classes of flags are in the flag table. A flag or
 * directive without a class is a compile error (`command/flags.ts`, `core/http-file/directives.ts`).
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
 * - `other`: not a flag of a request in a file; the parser rejects it. Runs check, print and save complete responses, so this
 *   includes flags that change which part of a response is printed or saved.
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

/** Classes by name of the directive. */
const directiveRights = {
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
