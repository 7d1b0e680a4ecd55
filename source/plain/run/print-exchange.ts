/** The parts of an exchange selected by `-p`, `-i` and `-v`. */
import type { RequestSpec } from '../../core/request/spec.js';
import { headerOf } from '../../io/http/exchange.js';
import type { StreamObserver } from '../../io/http/text-request.js';
import { note } from '../note.js';
import { outputStyleOf } from '../output-style.js';
import { partsOf } from '../parts/parts.js';
import { printBytes } from '../print-body.js';
import { paintBareResponseHead, paintRequestHead } from '../print-head.js';
import { paintRequestBody } from '../print-request.js';
import { printMessage } from '../websocket/print-message.js';
import type { Run } from './context.js';
import type { ReadResponse } from './exchange.js';

/** Whether any part of an exchange is printed; then the result lines go to standard error. */
export const printsExchanges = ({ print, include, verbose }: Run['command']['output']): boolean =>
  print !== undefined || include || verbose;

/** Prints the selected parts of a request and the head of its response, masked. */
async function printHeads(run: Run, spec: RequestSpec, response: ReadResponse['response']): Promise<void> {
  const { command, environment, output, painter, mask } = run;
  if (!printsExchanges(command.output)) return;
  const look = outputStyleOf(command.output, environment);
  const { verbose, showSecrets } = command.output;
  const asked = partsOf(command.output, false);
  const hide = showSecrets ? (text: string): string => text : mask;
  if (verbose || asked.requestHead) paintRequestHead(response.request, showSecrets, painter);
  if (verbose || asked.requestBody) paintRequestBody(spec, look.format, painter);
  if (verbose || asked.head) paintBareResponseHead(response.request, response, showSecrets, painter);
  await output.write(hide(painter.take()));
}

/** Prints the selected parts. In a pipe, a body is printed byte for byte. */
export async function printExchange(run: Run, spec: RequestSpec, { response, body }: ReadResponse): Promise<void> {
  const { command, environment, output, painter } = run;
  await printHeads(run, spec, response);
  if (!printsExchanges(command.output) || !partsOf(command.output, false).body) return;
  const look = outputStyleOf(command.output, environment);
  const terminal = environment.stdout.isTTY === true;
  const notes = await printBytes(body, headerOf(response, 'content-type'), { output, painter, look, terminal });
  if (!command.output.silent) for (const text of notes) note(environment, text);
  if (terminal && output.lineOpen) await output.write('\n');
}

/** Returns the observer that prints the heads and the messages of a stream. */
export const messagePrinter = (run: Run, spec: RequestSpec): StreamObserver => {
  const { command, environment, output, painter, mask } = run;
  const look = outputStyleOf(command.output, environment);
  const terminal = environment.stdout.isTTY === true;
  return {
    opened: response => printHeads(run, spec, response),
    async message(message) {
      if (printsMessages(run))
        await printMessage(message, { output, painter, look, terminal }, text => note(environment, mask(text)));
    },
  };
};

/** Standard output may be reserved for a report, for statistics or for the heads selected by `-p`. */
function printsMessages({ command: { output, reports, repeat } }: Run): boolean {
  const isReserved = output.silent || output.meta === '-' || repeat || reports.some(({ file }) => file === undefined);
  return !isReserved && (!printsExchanges(output) || partsOf(output, false).body);
}
