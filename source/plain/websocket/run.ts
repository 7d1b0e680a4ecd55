/** `apiclient ws URL`. A separate chunk. */
import type { WsCommand } from '../../core/command.js';
import { type Failure, isFailure } from '../../core/failure.js';
import { parsesAsJson } from '../../core/json/loose.js';
import { sizeText } from '../../core/response/sizes.js';
import type { Environment } from '../../environment.js';
import { readEndpoint } from '../../io/graphql/endpoint.js';
import type { RunContext } from '../../io/graphql/transport.js';
import type { Jar } from '../../io/http/cookies/jar.js';
import { type Message, talk } from '../../io/websocket/talk.js';
import { hiderOf } from '../context.js';
import { loginOptions } from '../graphql/login.js';
import { Sink } from '../graphql/sink.js';
import { note } from '../note.js';

/**
 * Returns the exit code, or the failure to print.
 * @param jar the cookies of a session
 */
export async function runWs(command: WsCommand, environment: Environment, jar?: Jar): Promise<number | Failure> {
  const { output: options, subprotocols, maxEvents } = command;
  const endpoint = await readEndpoint(command.url, command, environment, await loginOptions(command, environment));
  if (isFailure(endpoint)) return endpoint;
  const sink = await Sink.open(options, environment);
  if (isFailure(sink)) return sink;
  const live = options.verbose ? await liveOf(sink, command, environment) : undefined;
  const say = (text: string): void => {
    if (!options.silent) note(environment, text);
  };
  const context: RunContext = {
    environment,
    signal: environment.signal,
    note: say,
    ...(live ? { onEvent: live.onEvent } : {}),
    ...(jar ? { jar } : {}),
  };
  return sink.run(async () => {
    const endFailure = await talk(endpoint, context, {
      subprotocols,
      maxEvents,
      onOpen: ({ response, protocol }) => {
        live?.end(response);
        if (options.verbose && protocol !== '') say(`subprotocol ${protocol}`);
      },
      onMessage: message => print(message, sink, say),
    });
    return endFailure ?? 0;
  });
}

/** Prints a message: unchanged and followed by a line break in a pipe, otherwise safe, and formatted if it is JSON. */
async function print({ bytes, isBinary }: Message, sink: Sink, say: (text: string) => void): Promise<void> {
  if (isBinary) return say(`binary message of ${sizeText(bytes.length)}`);
  if (sink.look.raw) {
    await sink.output.write(bytes);
    await sink.output.write('\n');
    return;
  }
  const isJson = parsesAsJson(bytes.toString('utf8'));
  await sink.body(bytes, isJson ? 'application/json' : 'text/plain; charset=utf-8');
  if (sink.output.lineOpen) sink.output.endLine();
  else if (bytes.length === 0) await sink.output.write('\n');
}

async function liveOf({ output, painter, look }: Sink, command: WsCommand, environment: Environment) {
  const { openLive } = await import('../verbose/live.js');
  const { showSecrets } = command.output;
  return openLive({ environment, output, painter, showSecrets, format: look.format, hide: hiderOf(command) });
}
