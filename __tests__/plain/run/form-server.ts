/** The server and the folder against which a form of an `.http` file is run. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { httpServer, type TestServer } from '../../support/servers/http-server.js';
import type { Form } from './forms.js';

/** Responds with `ok`; echoes, redirects, sets a cookie, or is ready at the third request, depending on the path. */
export function formServer(): Promise<TestServer> {
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
}

/** Writes the form and the files next to it. Returns its command line. */
export function writeForm({ text, files = {}, argv = [] }: Form, folder: string, url: string): readonly string[] {
  writeFileSync(path.join(folder, 'api.http'), text);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content.replaceAll('{{base}}', url));
  }
  return argv.map(word => word.replace('{{host}}', new URL(url).host));
}
