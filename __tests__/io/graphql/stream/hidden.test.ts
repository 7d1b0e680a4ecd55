/** Secrets in an endpoint's URL, over each transport that sends an HTTP request. */
import { secret } from '../../../../source/core/secret.js';
import { httpTransport } from '../../../../source/io/graphql/http.js';
import { httpStreamTransport } from '../../../../source/io/graphql/stream/http-stream.js';
import { singleSseTransport } from '../../../../source/io/graphql/stream/single-sse.js';
import type { Transport } from '../../../../source/io/graphql/transport.js';
import { closeServers, serve } from '../../../support/servers/graphql.js';
import { collectRun, endpointAt, subscription } from './support.js';

afterAll(closeServers);

const events = 'event: next\ndata: {"id":"1","payload":{"data":{}}}\n\nevent: complete\ndata: {"id":"1"}\n\n';

test.each<[string, Transport]>([
  ['one response', httpTransport()],
  ['an event stream', httpStreamTransport('sse')],
  ['a shared event stream', singleSseTransport()],
])('a secret in the URL is masked in the request of %s', async (_, transport) => {
  const url = await serve((request, response) => {
    if (request.method === 'PUT') return void response.writeHead(201).end('token');
    if (request.method === 'POST' && request.headers['x-graphql-event-stream-token'])
      return void response.writeHead(202).end();
    return void response.writeHead(200, { 'content-type': 'text/event-stream' }).end(events);
  });
  const endpoint = endpointAt(`${url}?shop=open-sesame`, { hidden: [secret('open-sesame')] });
  const found = await collectRun(transport, subscription('subscription { ticks }'), endpoint);
  const head = found.events.find(event => event.kind === 'head');
  expect(head?.request.shownUrl).toContain('?shop=');
  expect(head?.request.shownUrl).not.toContain('open-sesame');
});
