/** The built program on a description, in a pseudo-terminal: opened by URL alone, ticked, sent, searched, restored, saved. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runProgram, temporaryFolder } from '../../../support/program.js';
import { startInTerminal, type TerminalOptions, type TerminalProgram } from '../../../support/terminal.js';
import { demoForTests } from '../../demo.js';

const demo = demoForTests();

async function open(words: readonly string[], options: TerminalOptions = {}): Promise<TerminalProgram> {
  const terminal = startInTerminal(['openapi', ...words], { columns: 120, rows: 40, ...options });
  await terminal.untilShown('GET    /books/{id}');
  return terminal;
}

test('a saved file runs unchanged, and can be opened again', async () => {
  const home = temporaryFolder();
  const terminal = await open([demo.url], { home, folder: home });
  terminal.write('/');
  await terminal.untilShown('names, paths and descriptions');
  terminal.write('listAuthors\r');
  await terminal.untilShown('authors');
  terminal.write(' w');
  await terminal.untilShown('Save as');
  terminal.write('\u0015all\r');
  await terminal.untilShown('Saved all.http');
  expect(readFileSync(path.join(home, 'all.http'), 'utf8')).toContain(`GET ${demo.url}/authors`);
  const { code, stdout } = await runProgram(['run', 'all.http'], { home, folder: home });
  expect([code, stdout]).toEqual([0, expect.stringContaining('1 passed')]);
  terminal.write('\u0014');
  await terminal.untilShown('2 new');
  terminal.write('O');
  await terminal.untilShown('request listAuthors');
  terminal.write('\r');
  await terminal.untilShown('Opened all.http');
});

test('the history restores a request without its secrets after a restart, and sends it again', async () => {
  const home = temporaryFolder();
  const terminal = await open([demo.url], { home });
  const text = `### mine\nGET ${demo.url}/books/1?key=hidden-1\nX-Token: hidden-2\n\n### plain\nGET ${demo.url}/books/2\n`;
  terminal.write('2i');
  terminal.write(text.replaceAll('\n', '\r'));
  terminal.write('\u001b');
  await terminal.untilShown('/books/2');
  terminal.write('\u0012');
  await terminal.untilShown('"id": 2');
  terminal.write('gg\u0012');
  await terminal.untilShown('Pride and Prejudice');
  terminal.write('\u0014');
  await terminal.untilShown('2 new');
  terminal.write('P');
  await terminal.untilShown('History');
  await terminal.untilShown('books/1?key=••••');
  const kept = readFileSync(path.join(home, '.local/state/apiclient/history.jsonl'), 'utf8');
  expect(kept).toContain('/books/1');
  expect(kept).not.toContain('hidden');
  terminal.write('plain\u0012');
  await terminal.untilShown('"id": 2');
  await terminal.untilShown('X-Token: ••••');
});

test('operations are grouped by path, also the next time, and W goes to the uses of a schema', async () => {
  const home = temporaryFolder();
  const terminal = await open([demo.url], { home });
  terminal.write('t');
  await terminal.untilShown('Operations by path.');
  await terminal.untilShown('/private');
  terminal.write('/');
  await terminal.untilShown('Operations');
  terminal.write('getBook\r');
  await terminal.untilShown('One book');
  terminal.write('jjW');
  await terminal.untilShown('Where Book is used');
  terminal.write('\u001b\u001bq');
  expect(await terminal.ended).toEqual({ code: 0, signal: 0 });
  const again = await open([demo.url], { home });
  await again.untilShown('/private');
});

test('a login of the form is sent to the API and to no other server', async () => {
  const terminal = await open([demo.url, '-B', 'demo-token']);
  terminal.write('/');
  await terminal.untilShown('names, paths and descriptions');
  terminal.write('privateBearer\r');
  await terminal.untilShown('1 API');
  terminal.write(' \u0012');
  await terminal.untilShown('200 ');
  terminal.write('4]');
  await terminal.untilShown('Authorization: Bearer ••••');
  const other = new URL(demo.url);
  other.hostname = other.hostname === 'localhost' ? '127.0.0.1' : 'localhost';
  terminal.write('2gg');
  terminal.write(`i\u0015`);
  terminal.write('### elsewhere\r');
  terminal.write(`GET ${other.origin}/private/bearer\r\r\u001b`);
  await terminal.untilShown('elsewhere');
  terminal.write('gg\u0012');
  await terminal.untilShown('401');
  await terminal.untilShown('was not sent');
});

test('a server without a description is reported, with a hint', async () => {
  const home = temporaryFolder();
  const terminal = startInTerminal(['openapi', `${demo.url}/nothing/here`, '--schema', 'none.yaml'], {
    home,
    folder: home,
    columns: 100,
    rows: 30,
  });
  await terminal.untilShown('No description from none.yaml');
  await terminal.untilShown('open a description');
  writeFileSync(
    path.join(home, 'none.yaml'),
    'openapi: 3.1.0\ninfo: {title: T, version: "1"}\npaths: {/late: {get: {responses: {}}}}\n',
  );
  terminal.write('r');
  await terminal.untilShown('GET /late');
});
