/**
 * A server generated from a description by npm openapi-backend, which validates each request: `node openapi-backend.mjs FILE`.
 * Prints its port. `GET /-/refused` lists the invalid requests. It is a separate process because Jest cannot load the package.
 */
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { OpenAPIBackend } from 'openapi-backend';

const definition = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const refused = [];
let valid = 0;
const api = new OpenAPIBackend({ definition, quick: true, coerceTypes: true, ajvOpts: { unicodeRegExp: false } });
api.register({
  notImplemented: () => {
    valid++;
  },
  validationFail: ({ operation, validation }) => void refused.push([operation.operationId, validation.errors]),
  notFound: ({ request }) => void refused.push(['not found', request.method, request.path]),
});
await api.init();
const root = new URL(definition.servers?.[0]?.url ?? '/', 'http://x').pathname.replace(/\/$/, '');

const server = http.createServer(async (request, response) => {
  const { method, url = '', headers } = request;
  let body = '';
  for await (const chunk of request) body += chunk;
  if (url !== '/-/refused') {
    const [path, query = ''] = url.slice(root.length).split('?');
    await api.handleRequest({ method, path, query, body, headers });
  }
  response.writeHead(200, { 'Content-Type': 'application/json' });
  response.end(url === '/-/refused' ? JSON.stringify({ valid, refused }) : '{}');
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
process.stdin.resume().on('end', () => process.exit());
