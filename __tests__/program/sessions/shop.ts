/** A server with a login, and a home with sessions for it. */
import { runProgram, temporaryFolder } from '../../support/program.js';
import { httpServer } from '../../support/servers/http-server.js';

const description = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'shop', version: '1' },
  paths: { '/me': { get: { operationId: 'me', responses: { 200: { description: 'ok' } } } } },
});

/** Sets a cookie for each login. */
export async function shop() {
  let count = 0;
  return httpServer((response, { path: asked, headers }) => {
    if (asked === '/login') response.setHeader('set-cookie', `sid=${headers.authorization?.slice(7)}; Path=/`);
    response.setHeader('content-type', 'application/json');
    if (asked === '/me') count += 1;
    response.end(asked === '/openapi.json' ? description : `{"said": ${count}}`);
  });
}

export const who = ({ headers }: { readonly headers: Readonly<Record<string, string | undefined>> }) => [
  headers.authorization,
  headers['x-shop'],
  headers.cookie,
];

export async function homeWithSessions(url: string, elsewhere: string) {
  const home = temporaryFolder();
  const plain = (...words: string[]) => runProgram(words, { home, folder: home });
  await plain('GET', `${url}/login`, '--session', 'ada', '-B', 'ada', '-H', 'X-Shop: 7');
  await plain('GET', `${url}/login`, '--session', 'bob', '-B', 'bob');
  await plain('GET', elsewhere, '--session', 'eve', '-B', 'eve');
  return { home, plain };
}
