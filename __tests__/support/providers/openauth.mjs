/**
 * An authorization server of npm @openauthjs/openauth: `node openauth.mjs`. Prints its port. Only redirect URIs registered with
 * `POST /-/register` are allowed. It is a separate process because Jest cannot load the package.
 */
import http from 'node:http';
import { issuer } from '@openauthjs/openauth';
import { MemoryStorage } from '@openauthjs/openauth/storage/memory';
import { createSubjects } from '@openauthjs/openauth/subject';

const registered = new Set();
const anything = { '~standard': { version: 1, vendor: 'test', validate: value => ({ value }) } };
const app = issuer({
  subjects: createSubjects({ user: anything }),
  storage: MemoryStorage(),
  // Its page logs in without a question.
  providers: {
    test: {
      type: 'test',
      init: (routes, context) => void routes.get('/authorize', at => context.success(at, { name: 'ada' })),
      client: async ({ clientID }) => ({ name: clientID }),
    },
  },
  allow: async ({ redirectURI }) => registered.has(redirectURI),
  success: async (context, { name }) => context.subject('user', { name }),
});

// Its errors are also printed.
console.error = () => {};
const server = http.createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = chunks.length === 0 ? undefined : Buffer.concat(chunks);
  if (request.url === '/-/register') {
    registered.add(String(body));
    return response.end();
  }
  const url = `http://127.0.0.1:${server.address().port}${request.url}`;
  const answer = await app.fetch(new Request(url, { method: request.method, headers: request.headers, body }));
  const headers = [...answer.headers].filter(([name]) => name !== 'set-cookie');
  response.writeHead(answer.status, { ...Object.fromEntries(headers), 'set-cookie': answer.headers.getSetCookie() });
  response.end(Buffer.from(await answer.arrayBuffer()));
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
process.stdin.on('end', () => process.exit()).resume();
