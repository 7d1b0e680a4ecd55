/** The payload of connection_init that was typed on the screen, as it reaches the server. */
import type { EffectContext } from '../../../source/tui/effects/context.js';
import { transportFor } from '../../../source/tui/effects/run/prepare.js';
import type { RunRequest } from '../../../source/tui/model/effect.js';
import { collectRun, endpointAt, subscription } from '../../io/graphql/stream/support.js';
import { graphqlCommand } from '../../support/servers/graphql.js';
import { type ScriptedServer, scriptedServer } from '../../support/servers/websocket-server.js';

let server: ScriptedServer;
afterEach(() => server.close());

test.each([
  ['the flag applies to its server', undefined, true, { given: 1 }],
  [
    'the flag does not apply to another server',
    undefined,
    false,
    { Authorization: 'x', headers: { Authorization: 'x' } },
  ],
  ['a typed payload overrides the flag', '{"typed": 2}', true, { typed: 2 }],
  ['a typed payload applies to the server of its tab', '{"typed": 2}', false, { typed: 2 }],
])('%s', async (_, connectionParams, isHome, payload) => {
  server = await scriptedServer({
    onMessage: (message, socket) =>
      socket.send(
        message.type === 'connection_init' ? '{"type":"connection_ack"}' : `{"type":"complete","id":"${message.id}"}`,
      ),
  });
  const operation = subscription('subscription { a }');
  const request = {
    url: server.url,
    query: operation.query,
    variables: '',
    index: undefined,
    sends: { persisted: false },
    transport: { get: false, protocol: 'auto' },
    ...(connectionParams === undefined ? {} : { connectionParams }),
  } satisfies RunRequest;
  const command = {
    ...graphqlCommand({}),
    url: isHome ? server.url : 'http://other.example/',
    connectionParams: '{"given": 1}',
  };
  const transport = await transportFor(operation, request, { command } as unknown as EffectContext);
  if (!('run' in transport)) throw new Error(transport.text);
  const { secret } = await import('../../../source/core/secret.js');
  await collectRun(
    transport,
    operation,
    endpointAt(server.url, { headers: [{ name: 'Authorization', value: secret('x') }] }),
  );
  expect(server.received[0]).toEqual({ type: 'connection_init', payload });
});
