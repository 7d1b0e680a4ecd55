/** The tree without a description: the requests of the text and of the files in its folder. */
import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cursorOf } from '../../../../source/core/text/editor.js';
import { filesIn } from '../../../../source/io/saved-files.js';
import { cursorWords } from '../../../../source/tui/linear/describe.js';
import { rowLine } from '../../../../source/tui/schema/tree/row-line.js';
import { temporaryFolder } from '../../../support/program.js';
import { Screen, theme } from '../../support.js';

const files = [
  {
    path: 'books.http',
    requests: [
      { name: 'listBooks', method: 'GET', url: 'http://api.test/books' },
      { method: 'DELETE', url: 'http://api.test/books/1' },
      { method: 'DELETE', url: 'http://api.test/books/1' },
    ],
  },
  { path: 'empty.rest', requests: [] },
];

/** The screen on `pets.http`, without a description. */
function withFolder(): Screen {
  const screen = new Screen({ kind: 'http', url: '', sdl: null }).do({ type: 'connect/without' });
  const query = '### pets\nGET http://api.test/pets\n\n### pet\nGET http://api.test/pets/1\n';
  screen.do({ type: 'files/opened', tab: 0, path: 'pets.http', query }).press('1');
  expect(screen.asked.filter(({ kind }) => kind === 'list-sibling-files')).toMatchObject([
    {},
    { file: 'pets.http' },
    {},
  ]);
  screen.effects.length = 0;
  return screen.do({ type: 'files/siblings', tab: 0, files });
}

test('the other files are listed below the requests of the text, collapsed; Enter expands and collapses one', () => {
  const screen = withFolder();
  expect(screen.names).toEqual(['pets', 'pet', 'books.http', 'empty.rest']);
  screen.row('books.http').press('enter');
  expect(screen.names.slice(2)).toEqual([
    'books.http',
    'listBooks',
    'DELETE http://api.test/books/1',
    'DELETE http://api.test/books/1',
    'empty.rest',
  ]);
  expect(screen.press('j', 'h', 'h').names).toHaveLength(4);
  expect(screen.asked).toEqual([]);
});

test('the cursor is on the first request of an opened file, whose own row was listed before', () => {
  const screen = new Screen({ kind: 'http', url: '', sdl: null }).do({ type: 'connect/without' });
  const query = '### pets\nGET http://api.test/pets\n\n### pet\nGET http://api.test/pets/1\n';
  screen.do({ type: 'files/siblings', tab: 0, files: [{ path: 'pets.http', requests: [] }] });
  screen.do({ type: 'files/opened', tab: 0, path: 'pets.http', query }).press('1', 'j', 'enter');
  expect(screen.names).toEqual(['pets', 'pet', 'pets.http']);
  const { editor } = screen.state.query;
  expect([screen.state.focus, editor.doc.lineAt(cursorOf(editor)).number]).toEqual(['query', 5]);
});

test('a request that is never sent with the others is called skipped, not deprecated', () => {
  const screen = withFolder().do({ type: 'query/edited', text: '### old\n# @skip later\nGET http://api.test/old\n' });
  screen.press('1', 'g', 'g');
  const line = screen.cursor && rowLine(screen.cursor, false, theme).map(({ text }) => text);
  expect(line?.at(-1)).toBe('  skipped');
  expect(cursorWords(screen.state)).toContain('skipped: later');
});

test('moving, Space and the search change nothing and read no file', () => {
  const screen = withFolder().row('books.http').press('l', 'l');
  const before = screen.query;
  screen.press('space', 'K', 'escape', '/').type('list').press('enter', 'escape');
  expect([screen.query, screen.asked]).toEqual([before, []]);
});

test('Enter opens the file of a request in a tab, at exactly that request', () => {
  const screen = withFolder().row('books.http').press('l', 'l', 'j', 'j', 'enter');
  expect(screen.asked).toMatchObject([
    { kind: 'open-files', path: 'books.http', operation: 2 },
    { kind: 'list-sibling-files', file: undefined },
  ]);
  const [{ id: tab } = { id: 0 }] = screen.state.tabs.all.slice(1);
  const one = '### gone\nDELETE http://api.test/books/1\n';
  screen.do({
    type: 'files/opened',
    tab,
    path: 'books.http',
    query: `GET http://api.test/books\n\n${one}\n${one}`,
    operation: 2,
  });
  expect([screen.state.tabs.at, screen.state.focus]).toEqual([1, 'query']);
  screen.effects.length = 0;
  screen.press('ctrl+r');
  expect(screen.asked).toMatchObject([{ kind: 'run-http', request: { entries: [{ at: 2 }] } }]);
});

test('Ctrl-R in the list sends the selected request, and none for another file or its requests', () => {
  const screen = withFolder().row('pet').press('ctrl+r');
  expect(screen.asked).toMatchObject([{ kind: 'run-http', request: { entries: [{ at: 1, title: 'pet' }] } }]);
  const other = withFolder().row('books.http').press('ctrl+r');
  expect(other.state.notice?.text).toBe('This is a file. Press Enter to list its requests.');
  other.press('enter').row('listBooks').press('ctrl+r');
  expect(other.state.notice?.text).toBe('This request is in another file. Press Enter to open it.');
  expect(other.asked).toEqual([]);
});

test('a file that is open in a tab is shown in that tab, unchanged', () => {
  const screen = withFolder().row('books.http').press('l', 'l', 'enter');
  const [{ id: tab } = { id: 0 }] = screen.state.tabs.all.slice(1);
  screen.do({
    type: 'files/opened',
    tab,
    path: 'books.http',
    query: '### a\nGET http://a.test/\n\n### b\nGET http://b.test/\n',
  });
  screen.do({ type: 'query/edited', text: `${screen.query}# mine\n` }, { type: 'tabs/go', at: 0 });
  screen.effects.length = 0;
  screen.press('1').row('books.http').press('j', 'j', 'enter');
  expect([screen.state.tabs.at, screen.state.tabs.all.length, screen.query.includes('# mine')]).toEqual([1, 2, true]);
  expect(screen.asked.filter(({ kind }) => kind === 'open-files')).toEqual([]);
});

test('/ finds requests of the text and of the files; after an edit of the text, n still goes to the right row', () => {
  const screen = withFolder().press('/').type('list books');
  expect(screen.names.slice(0, 2)).toEqual(['books.http', 'listBooks']);
  screen.press('enter');
  expect(screen.cursor).toMatchObject({ name: 'listBooks', depth: 1 });
  screen.press('escape', '/').type('pet').press('enter');
  screen.do({ type: 'query/edited', text: `### first\nGET http://api.test/x\n\n${screen.query}` }).press('1', 'n', 'n');
  expect(screen.cursor?.name).toMatch(/^pets?$/);
});

test('saving the text and returning to the tree refresh the list', () => {
  const screen = withFolder().press('2', '1');
  expect(screen.asked.map(({ kind }) => kind)).toEqual(['list-sibling-files']);
  screen.do({ type: 'query/edited', text: 'GET http://api.test/\n' });
  screen.effects.length = 0;
  const { doc } = screen.state.query.editor;
  screen.do({
    type: 'files/saved',
    tab: 0,
    path: 'pets.http',
    query: doc,
    variables: screen.state.files.variables,
    text: '',
  });
  expect(screen.asked).toMatchObject([{ kind: 'list-sibling-files', file: 'pets.http' }]);
});

test('a request found by name with `O` gets the cursor', () => {
  const screen = new Screen({ kind: 'http', url: '', sdl: null });
  const query = '### a\nGET http://a.test/\n\n### b\nGET http://b.test/\n';
  screen.do({ type: 'files/opened', tab: 0, path: 'x.http', query, operation: 'b' }).press('ctrl+r');
  expect(screen.asked.findLast(({ kind }) => kind === 'run-http')).toMatchObject({ request: { entries: [{ at: 1 }] } });
});

test('a folder is read within limits: matching files, no pipes, no other folders', async () => {
  const folder = temporaryFolder();
  mkdirSync(path.join(folder, 'sub.http'));
  for (const name of ['a.http', 'b.rest', 'c.graphql']) writeFileSync(path.join(folder, name), 'GET http://a.test/\n');
  writeFileSync(path.join(folder, 'large.http'), 'x'.repeat(1024 * 1024 + 1));
  symlinkSync('/dev/zero', path.join(folder, 'zero.http'));
  writeFileSync(path.join(folder, 'z0.http'), '#'.repeat(1024 * 1024));
  for (let at = 1; at < 40; at++) linkSync(path.join(folder, 'z0.http'), path.join(folder, `z${at}.http`));
  const found = await filesIn(folder, false, 'http');
  expect(found.slice(0, 2).map(each => path.basename(each.path))).toEqual(['a.http', 'b.rest']);
  expect(found.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(32 * 1024 * 1024);
});
