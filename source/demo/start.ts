/** Starts the demo API on loopback: REST, logins, streams and GraphQL over one bookshop in memory. A separate chunk. */
import http, { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Failure, failure, usageError } from '../core/failure.js';
import { readUrl } from '../core/request/read-url.js';
import { bookRoutes } from './books.js';
import { demoKey, demoPassword, demoToken, demoUser } from './credentials.js';
import { bookshopDescription } from './description.js';
import { serveGraphql } from './graphql/serve.js';
import { oauthRoutes } from './oauth.js';
import { demoClient, demoPublicClient, demoSecret } from './oauth-client.js';
import { clientKeyPath, demoSignedClient } from './oauth-signed.js';
import { protocolRoutes } from './protocol-routes.js';
import { type DemoRequest, groupsIn, HttpProblem, isMeantForUs, type Route, sendJson } from './route.js';
import { openShop } from './shop.js';

export interface Demo {
  /** `http://127.0.0.1:PORT`, without a trailing slash. */
  readonly url: string;
  readonly graphqlUrl: string;
  close(): Promise<void>;
}

const maxBodyBytes = 64 << 20;

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBodyBytes)
      throw new HttpProblem(413, 'The demo accepts bodies up to 64 MiB.', { Connection: 'close' });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function readRequest(request: IncomingMessage, origin: string): Promise<DemoRequest> {
  const target = request.url ?? '/';
  const { headers } = request;
  // The issuer has the host the client used, e.g. localhost.
  const requestOrigin = readUrl(`http://${headers.host}`)?.origin ?? origin;
  return {
    method: request.method ?? 'GET',
    url: new URL(target.startsWith('/') ? requestOrigin + target : target),
    httpVersion: request.httpVersion,
    rawHeaders: request.rawHeaders,
    header: name => headers[name.toLowerCase()]?.toString(),
    body: await bodyOf(request),
  };
}

/** Link relations of RFC 8631. */
const serviceDescription = { Link: '</openapi.json>; rel="service-desc"' };

/** `GET /`: every route with an example, and the demo's secrets. */
const index = (origin: string, routes: readonly Route[]) => ({
  name: 'apiclient demo API',
  routes: routes.map(({ method, example, does }) => ({
    method: method === '*' ? 'ANY' : method,
    url: origin + example,
    does,
  })),
  credentials: {
    basic: `${demoUser}:${demoPassword}`,
    bearer: demoToken,
    apiKey: `api_key=${demoKey}`,
    oauth2: `${demoClient}:${demoSecret}, ${demoPublicClient} without a secret, or ${demoSignedClient} with the key from ${clientKeyPath}`,
  },
});

async function respond(request: DemoRequest, response: ServerResponse, routes: readonly Route[]): Promise<void> {
  const { pathname } = request.url;
  const matching = routes.filter(route => groupsIn(route, pathname));
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const route = matching.find(each => each.method === method || each.method === '*');
  if (route) return route.handle(request, response, groupsIn(route, pathname) ?? []);
  if (matching.length === 0)
    throw new HttpProblem(404, `No such resource. GET ${request.url.origin}/ lists all of them.`);
  const allowed = [...new Set(matching.map(each => each.method))].join(', ');
  throw new HttpProblem(405, `Only ${allowed} allowed here.`, { Allow: allowed });
}

async function handle(incoming: IncomingMessage, response: ServerResponse, origin: string, routes: readonly Route[]) {
  try {
    if (!isMeantForUs(incoming))
      throw new HttpProblem(421, 'The demo only answers to localhost and 127.0.0.1.', {
        Connection: 'close',
      });
    await respond(await readRequest(incoming, origin), response, routes);
  } catch (error) {
    if (response.headersSent || response.destroyed) response.destroy();
    else if (error instanceof HttpProblem) sendJson(response, { error: error.message }, error.status, error.headers);
    else sendJson(response, { error: `The demo failed: ${error instanceof Error ? error.message : error}` }, 500);
  }
}

/** Listens on 127.0.0.1 only. Returns a failure if the port is in use. */
async function listen(server: Server, port: number): Promise<Failure | undefined> {
  return new Promise(resolve => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE' && error.code !== 'EACCES')
        resolve(failure('network', `The demo API cannot listen: ${error.message}`));
      else {
        const why = error.code === 'EACCES' ? 'requires administrator rights' : 'is already in use';
        resolve(usageError(`Port ${port} ${why}.`, 'Use another port, or omit it to use a free one.'));
      }
    });
    server.listen(port, '127.0.0.1', () => resolve(undefined));
  });
}

/** @param port 0 for a free one */
export async function startDemo({ port }: { readonly port: number }): Promise<Demo | Failure> {
  const shop = openShop();
  const routes: Route[] = [];
  let origin = '';
  const server = http.createServer((request, response) => void handle(request, response, origin, routes));
  const graphql = serveGraphql(server, shop);
  routes.push(
    {
      method: 'GET',
      example: '/',
      does: 'this list',
      handle: (_, response) => sendJson(response, index(origin, routes), 200, serviceDescription),
    },
    {
      method: 'GET',
      example: '/openapi.json',
      does: 'the OpenAPI description of the bookshop',
      handle: ({ url }, response) => sendJson(response, bookshopDescription(url.origin)),
    },
    ...bookRoutes(shop),
    ...protocolRoutes,
    ...oauthRoutes(),
    ...graphql.routes,
  );
  const failed = await listen(server, port);
  if (failed) return failed;
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: origin,
    graphqlUrl: `${origin}/graphql`,
    async close() {
      await graphql.close();
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}
