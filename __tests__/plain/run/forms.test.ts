/** Files of requests: the bytes sent, form by form. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { main } from '../../../source/main.js';
import { testEnvironment } from '../../support/servers/graphql.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';
import { forms } from './forms.js';

afterAll(closeServers);

/** Answers `ok`; echoes, redirects, sets a cookie, and is ready at the third time, where the path says so. */
const server = () => {
  let times = 0;
  return httpServer((response, seen) => {
    response.setHeader('X-Echo', 'yes');
    if (seen.path === '/echo') {
      response.setHeader('Content-Type', seen.headers['content-type'] ?? '');
      response.end(seen.body);
    } else if (seen.path === '/redirect') response.writeHead(302, { Location: '/there' }).end();
    else if (seen.path === '/cookie') response.writeHead(200, { 'Set-Cookie': 'sid=1; Path=/' }).end('ok');
    else if (seen.path === '/third') response.writeHead(++times < 3 ? 503 : 200).end();
    else response.end('ok');
  });
};

test('there are at least sixty forms, each with a title of its own', () => {
  expect(new Set(forms.map(each => each.title)).size).toBe(forms.length);
  expect(forms.length).toBeGreaterThanOrEqual(60);
});

test.each(forms.map(each => [each.title, each] as const))(
  '%s',
  async (_, { text, sent, files = {}, argv = [], variables = {}, code = 0 }) => {
    const { url, seen } = await server();
    const environment = testEnvironment({ variables });
    const place = (name: string): string => path.join(environment.folder, name);
    writeFileSync(place('api.http'), text);
    for (const [name, content] of Object.entries(files))
      writeFileSync(place(name), content.replaceAll('{{base}}', url));
    const words = argv.map(word => word.replace('{{host}}', new URL(url).host));
    const ended = await main(['run', 'api.http', `base=${url}`, ...words], {
      ...environment,
      folder: environment.folder,
    });
    expect([ended, environment.err().includes('This is a bug')]).toEqual([code, false]);
    if (code === 2) return expect(seen).toEqual([]);
    expect(seen.map(each => `${each.method} ${each.path}`)).toEqual(sent.map(([line]) => line));
    for (const [index, [, headers = {}, body]] of sent.entries()) {
      for (const [name, value] of Object.entries(headers))
        expect([name, seen[index]?.headers[name]]).toEqual([name, value]);
      if (body !== undefined) expect(seen[index]?.body.toString()).toBe(body);
    }
  },
);
