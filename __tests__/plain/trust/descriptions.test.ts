/** Descriptions can name servers, but do not determine where stored credentials are sent. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { main } from '../../../source/main.js';
import { testEnvironment } from '../../support/servers/graphql.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';

afterAll(closeServers);

const users = { operationId: 'users', responses: {} };

/** Parts of descriptions that name a server. */
const naming: Readonly<Record<string, (server: string) => object>> = {
  'its servers': url => ({ servers: [{ url }], paths: { '/users': { get: users } } }),
  'the servers of an operation': url => ({ paths: { '/users': { get: { ...users, servers: [{ url }] } } } }),
  'a part in another file': () => ({ paths: { '/users': { $ref: 'parts.json#/paths/~1users' } } }),
};

test.each(Object.entries(naming))('configured credentials reach no server that only %s names', async (_, part) => {
  const elsewhere = await httpServer(response => response.end('ok'));
  const home = await httpServer((response, { path: asked }) => {
    response.setHeader('Content-Type', 'application/json');
    const paths = { '/users': { get: { ...users, servers: [{ url: elsewhere.url }] } } };
    const own = asked.includes('parts') ? { paths } : part(elsewhere.url);
    response.end(JSON.stringify({ openapi: '3.0.0', info: { title: 'shop', version: '1' }, ...own }));
  });
  const environment = testEnvironment();
  mkdirSync(path.join(environment.home, '.config/apiclient'), { recursive: true });
  const config = { hosts: { [home.url]: { bearer: 'text:5ecret' }, [elsewhere.url]: { bearer: 'text:other' } } };
  writeFileSync(path.join(environment.home, '.config/apiclient/config.json'), JSON.stringify(config), {
    mode: 0o600,
  });
  const code = await main(['openapi', `${home.url}/openapi.json`, '--call', 'users'], environment);
  expect(elsewhere.seen).toEqual([]);
  // Otherwise the request is sent to the server that the user named.
  if (code !== 0)
    expect([code, environment.err()]).toEqual([2, expect.stringContaining('The description names the server')]);
  else expect(home.seen.some(({ path: asked }) => asked === '/users')).toBe(true);
});
