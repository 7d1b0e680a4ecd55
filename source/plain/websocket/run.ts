/** `apiclient ws URL`. A separate chunk. */

import type { WsCommand } from '../../core/command.js';
import { type Failure, failure, isFailure } from '../../core/failure.js';
import type { Hint } from '../../core/hint.js';
import type { Environment } from '../../environment.js';
import { readEndpoint } from '../../io/graphql/endpoint.js';
import type { RunContext } from '../../io/graphql/transport.js';
import type { Jar } from '../../io/http/cookies/jar.js';
import { readLines } from '../../io/websocket/lines.js';
import { talk } from '../../io/websocket/talk.js';
import { openVerbose } from '../context.js';
import { loginOptions } from '../graphql/login.js';
import { Sink } from '../graphql/sink.js';
import { note } from '../note.js';
import { printMessage } from './print-message.js';

/**
 * Returns the exit code, or the failure to print.
 * @param jar the cookies of a session
 */
export async function runWs(command: WsCommand, environment: Environment, jar?: Jar): Promise<number | Failure> {
  const { output: options, subprotocols } = command;
  const { maxEvents } = options;
  let count = 0;
  const endpoint = await readEndpoint(command.url, command, environment, await loginOptions(command, environment));
  if (isFailure(endpoint)) return endpoint;
  const sink = await Sink.open(options, environment);
  if (isFailure(sink)) return sink;
  const live = await openVerbose(sink, command, environment);
  const say = (text: Hint): void => {
    if (!options.silent) note(environment, text);
  };
  const context: RunContext = {
    environment,
    signal: environment.signal,
    note: say,
    onEvent: live?.onEvent,
    jar,
  };
  return sink.run(async () => {
    const endFailure = await talk(endpoint, context, {
      subprotocols,
      sender: (send, end) => readLines(environment, send, error => onInputEnd(end, error)),
      onOpen: ({ response, protocol }) => {
        live?.end(response);
        if (options.verbose && protocol !== '') say(`subprotocol ${protocol}`);
      },
      async onMessage(message) {
        await printMessage(message, sink, say);
        count++;
        return count === maxEvents;
      },
    });
    return endFailure ?? 0;
  });

  /** Closes the connection, unless messages are still expected. */
  function onInputEnd(end: (failure?: Failure) => void, error?: Error): void {
    if (error) end(failure('file', `Cannot read standard input: ${error.message}.`, { cause: error }));
    else if (maxEvents === undefined && environment.stdin.isTTY !== true) end();
  }
}
