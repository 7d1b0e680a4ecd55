/** Decides whether the full screen opens. */
import type { GraphqlCommand, OpenapiCommand } from '../core/command.js';
import type { DocumentKind } from '../core/document-kind.js';
import { type Failure, usageError } from '../core/failure.js';
import { isWebSocketUrl } from '../core/request/typed-url.js';
import type { Environment } from '../environment.js';

/** Whether the command does not ask for a single result. */
export const wantsScreen = ({
  query,
  picks,
  printSchema,
  schemaTask,
  sends,
  output,
}: Pick<GraphqlCommand, 'query' | 'picks' | 'printSchema' | 'schemaTask' | 'sends' | 'output'>): boolean =>
  query === undefined &&
  picks.length === 0 &&
  printSchema === undefined &&
  schemaTask === undefined &&
  sends.documentId === undefined &&
  !output.curl &&
  !output.dryRun;

/** Returns why the full screen cannot open, or undefined if it can. */
export function screenProblem(command: GraphqlCommand, environment: Environment): Failure | undefined {
  const { stdin, stdout, variables } = environment;
  const terminal = stdin.isTTY === true && stdout.isTTY === true;
  // Line mode needs no terminal: input may come from a pipe.
  if (command.screen.linear || (terminal && variables.TERM !== 'dumb')) return undefined;
  const reason = terminal ? 'TERM is dumb' : 'standard input and output are not both terminals';
  if (command.bare) {
    return usageError(
      `The full screen needs a terminal: ${reason}.`,
      'Without a terminal: apiclient GET URL, or apiclient graphql URL --query TEXT',
    );
  }
  return usageError(
    `The full screen needs a terminal: ${reason}.`,
    `${terminal ? 'Use --linear, or' : 'Without a terminal,'} pass --query TEXT or --print-schema to apiclient graphql.`,
  );
}

/** The failure of a request screen without a terminal. */
export const openProblem = ({ task, url = 'URL', schema }: OpenapiCommand): Failure => {
  const { file, folder = file } = task.kind === 'open' ? task : {};
  const isWebSocket = file !== undefined && isWebSocketUrl(file);
  // The query of a WebSocket may contain a secret.
  const other = isWebSocket ? 'ws URL, or apiclient open URL' : `run ${folder}, or apiclient open ${folder}`;
  return usageError(
    'The full screen needs a terminal: standard input and output are not both terminals.',
    file !== undefined
      ? `Without a terminal: apiclient ${other} --linear`
      : `Without a terminal: apiclient openapi ${schema ?? url} lists the operations, and apiclient run FILE.http sends requests.`,
  );
};

/** The overview itself is not a session request; only its screen sends requests. */
export const sessionProblem: Failure = usageError(
  '--session requires an operation to call, or the full screen.',
  "Without a terminal: apiclient openapi URL --call 'GET /pets' --session NAME",
);

/** Initial contents that the demo has in addition to a typed command. */
export interface ScreenBegin {
  /** Whether to start the guided tour. */
  readonly tour?: boolean;
  /** Tabs in addition to the first one. */
  readonly otherTabs?: readonly { readonly kind: DocumentKind; readonly url: string }[];
}

/** Options of a request screen. */
export interface RequestScreen {
  /** File with the initial requests. */
  readonly file?: string;
  /** Folder whose files are listed, including those in its subfolders. */
  readonly folder?: string;
  /** If a server has no description, the text begins with a request to it. */
  readonly isGuess?: true;
}

/**
 * The screen of a description instead of the list of its operations, if input and output are terminals (or `--linear` needs none)
 * and nothing else is requested. Otherwise undefined.
 */
export function screenOfDescription(command: OpenapiCommand, environment: Environment): GraphqlCommand | undefined {
  const { task, schema, output, ...same } = command;
  const { stdin, stdout, variables } = environment;
  const isTerminal =
    command.screen.linear || (stdin.isTTY === true && stdout.isTTY === true && variables.TERM !== 'dumb');
  const isWanted = task.kind === 'open' || (task.kind === 'overview' && !task.json && output.file === undefined);
  if (!isWanted || !isTerminal || schema === '-') return undefined;
  const named = schema ?? command.profile?.openapi;
  return {
    ...same,
    kind: 'graphql',
    bare: false,
    output,
    schema: named,
    items: [],
    picks: [],
    printQuery: false,
    get: false,
    sends: { persisted: false },
    again: { paginate: false },
    incremental: false,
    uploads: [],
    subscriptionProtocol: 'auto',
  };
}
