/** What a run looks like in a terminal or a pipe: results on standard output, all words on standard error. */
import type { GraphqlCommand } from '../core/command.js';
import { exitCodes, type Failure } from '../core/failure.js';
import { markedLine, type Place } from '../core/graphql/marked-line.js';
import { errorLine, readErrors } from '../core/graphql/result-errors.js';
import { safeLine, safeText } from '../core/response/safe-text.js';
import type { Environment } from '../environment.js';
import type { ResultEvent, RunEvent } from '../io/graphql/transport.js';

/** Prints the events of a run as they come and answers its exit code, or the failure that ended it. */
export async function printRun(
  events: AsyncIterable<RunEvent>,
  command: GraphqlCommand,
  environment: Environment,
): Promise<number | Failure> {
  let code = 0;
  for await (const event of events) {
    if (event.kind === 'result' && !event.partial) {
      environment.stdout.write(event.bytes ?? `${event.text}\n`);
      if (event.note && !command.output.silent) note(environment, event.note);
      if (printErrors(event, environment)) code = exitCodes.graphql;
    } else if (event.kind === 'failed') {
      if (event.body && event.body.length > 0) environment.stdout.write(event.body);
      return event.failure;
    }
  }
  return code;
}

export function note(environment: Environment, text: string): void {
  environment.stderr.write(`apiclient: ${safeLine(text)}\n`);
}

/** True if there were errors. */
function printErrors(event: ResultEvent, environment: Environment): boolean {
  const { errors, total } = readErrors(event.summary.errors);
  for (const error of errors) note(environment, `GraphQL error: ${errorLine(error)}`);
  if (total > errors.length) note(environment, `and ${total - errors.length} more errors.`);
  return event.summary.errors !== undefined;
}

/** A problem of what the user wrote: where, what, and the marked line. */
export function printProblem(
  environment: Environment,
  name: string,
  text: string,
  place: Place | undefined,
  source: string | undefined,
): void {
  const at = place ? `${name}, line ${place.line}, column ${place.column}: ` : '';
  note(environment, `${at}${text}`);
  const shown = place && source !== undefined ? markedLine(source, place) : undefined;
  if (shown !== undefined) environment.stderr.write(`${safeText(shown).replace(/^/gm, '  ')}\n`);
}
