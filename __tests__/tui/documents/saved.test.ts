/** The list of saved files, and path completion. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { operationAt } from '../../../source/core/graphql/builder/text/query-document.js';
import { savedOperations } from '../../../source/core/graphql/saved-operations.js';
import { textOf } from '../../../source/core/text/editor.js';
import { filesIn, pathsLike, recentFiles, rememberFile } from '../../../source/io/saved-files.js';
import { overlayKinds } from '../../../source/tui/app/overlay-kinds.js';
import { kindOf } from '../../../source/tui/overlays/kind.js';
import { topOverlay } from '../../../source/tui/overlays/open.js';
import { testEnvironment } from '../../support/environment.js';
import { temporaryFolder } from '../../support/program.js';
import { plain, Screen } from '../support.js';

const entry = (name: string, text: string) => ({ path: name, text, ...savedOperations(text) });
const files = [
  entry('books.graphql', '# All books, by title\nquery Books { books { id } }\nquery Titles { books { title } }'),
  entry('me.graphql', 'mutation Rename { rename }\n# Not the first thing\n'),
  entry('broken.graphql', '# half of it\nquery {'),
];
const drawn = (screen: Screen, width = 80, height = 24): string[] => {
  const top = topOverlay(screen.state);
  if (top === undefined) throw new Error('No list is open.');
  return plain(kindOf(overlayKinds, top).draw(top, screen.state, { width, height }).lines).map(line => line.trimEnd());
};
const opened = (): Screen => new Screen().press('O').do({ type: 'saved/read', entries: files });

test('O lists files with their operations, kinds and first comment, and previews the marked one', () => {
  const lines = drawn(opened());
  expect(lines[2]).toBe(' books.graphql   query Books, query Titles # All books, by title');
  expect(lines[3]).toBe(' me.graphql      mutation Rename # Not the first thing');
  expect(lines[4]).toBe(' broken.graphql  no operations # half of it');
  expect(lines.slice(-11)).toContain(' query Titles { books { title } }');
});

test('typing filters by path, operation and comment; Enter opens the file, Ctrl-T in a new tab', () => {
  const screen = opened().type('rename');
  expect(drawn(screen)[3]).toBe('');
  screen.press('enter');
  expect(screen.asked.at(-1)).toMatchObject({ kind: 'open-files', path: 'me.graphql' });
  const tab = opened().type('all books').press('ctrl+t');
  expect(tab.state.tabs.all).toHaveLength(2);
  expect(tab.asked.at(-1)).toMatchObject({ kind: 'open-files', path: 'books.graphql', tab: tab.state.tabs.all[1]?.id });
});

test('a file chosen before the list is read is opened afterwards', () => {
  const screen = new Screen().press('O').type('rename').press('enter');
  expect(screen.asked.some(each => each.kind === 'open-files')).toBe(false);
  screen.do({ type: 'saved/read', entries: files });
  expect(screen.asked.at(-1)).toMatchObject({ kind: 'open-files', path: 'me.graphql' });
  expect(screen.state.overlays).toEqual([]);
});

describe('the active operation of an opened file', () => {
  const text = 'query Books { books { id } }\nquery Titles { books { title } }\nmutation AddTitle { add }';
  const active = (screen: Screen): string | undefined =>
    operationAt(screen.state.query.document, screen.state.query.active)?.name?.value;
  const arrived = (screen: Screen): Screen => {
    const effect = screen.asked.findLast(each => each.kind === 'open-files');
    if (effect?.kind !== 'open-files') throw new Error('Nothing was opened.');
    const { tab, path: from, operation } = effect;
    return screen.do({
      type: 'files/opened',
      tab,
      path: from,
      query: text,
      ...(operation === undefined ? {} : { operation }),
    });
  };
  const listed = (query: string): Screen =>
    new Screen({ query })
      .do({ type: 'query/go', offset: query.length })
      .press('O')
      .do({ type: 'saved/read', entries: [entry('books.graphql', text)] });

  test.each([
    ['the one whose name was typed', 'titles', 'Titles'],
    ['the only one whose name has what was typed', 'addt', 'AddTitle'],
    ['the first, where what was typed is in several names', 'title', 'Books'],
    ['the first, where the path was typed', 'books.gr', 'Books'],
    ['the first, where nothing was typed', '', 'Books'],
  ])('%s', (_, typed, name) => {
    for (const query of ['', 'query Own { hello }\nmutation Z { rename }', text]) {
      expect([query, active(arrived(listed(query).type(typed).press('enter')))]).toEqual([query, name]);
      expect([query, active(arrived(listed(query).type(typed).press('ctrl+t')))]).toEqual([query, name]);
    }
  });
});

test('undo after opening a file in an empty tab preserves the text of the file', () => {
  const open = (screen: Screen): string => {
    screen.do({ type: 'files/open', path: 'me.graphql' });
    const effect = screen.asked.findLast(each => each.kind === 'open-files');
    if (effect?.kind !== 'open-files') throw new Error('Nothing was opened.');
    screen.do({ type: 'files/opened', tab: effect.tab, path: effect.path, query: '{ me }', variables: '{"id": 1}' });
    screen.do({ type: 'app/focus', pane: 'query' }).press('u', 'u');
    return textOf(screen.state.query.editor) + textOf(screen.state.variables.editor);
  };
  expect(open(new Screen())).toBe('{ me }{"id": 1}');
  expect(open(new Screen({ query: '{ typed }' }))).toBe('{ typed }');
});

test('a typed path that is not in the list is opened', () => {
  const screen = opened().type('../other/x.graphql').press('enter');
  expect(screen.asked.at(-1)).toMatchObject({ kind: 'open-files', path: '../other/x.graphql' });
});

test('Tab completes a path in every file prompt, and lists the candidates', () => {
  const saving = new Screen({ query: '{ hello }' }).press('w', 'ctrl+u').type('sub/b').press('tab');
  expect(saving.asked.at(-1)).toEqual({ kind: 'complete-path', text: 'sub/b' });
  saving.do({ type: 'overlay/completed', of: 'sub/b', to: 'sub/book', all: ['sub/book.graphql', 'sub/books.graphql'] });
  const top = topOverlay(saving.state);
  expect(top?.kind === 'prompt' ? top.field.doc.toString() : '').toBe('sub/book');
  expect(drawn(saving).join('\n')).toContain('book.graphql  books.graphql');
  for (const screen of [
    new Screen().do({ type: 'connect/ask-file' }),
    opened(),
    new Screen({ query: '{ hello }' }).do({ type: 'files/ask-save' }),
  ]) {
    expect(screen.press('tab').asked.at(-1)?.kind).toBe('complete-path');
  }
});

test('a completion for text that has changed is ignored', () => {
  const screen = new Screen({ query: '{ hello }' }).press('w', 'ctrl+u').type('sub/b').press('tab').type('x');
  screen.do({ type: 'overlay/completed', of: 'sub/b', to: 'sub/book', all: [] });
  const top = topOverlay(screen.state);
  expect(top?.kind === 'prompt' ? top.field.doc.toString() : '').toBe('sub/bx');
});

test('an existing value is selected: the first letter replaces it, and a cursor move preserves it', () => {
  const field = (screen: Screen): string => {
    const top = topOverlay(screen.state);
    return top?.kind === 'prompt' ? top.field.doc.toString() : '';
  };
  const screen = new Screen({ query: 'query Me { hello }' }).press('w');
  expect(field(screen)).toBe('Me.graphql');
  expect(field(screen.type('a'))).toBe('a');
  expect(field(new Screen({ query: 'query Me { hello }' }).press('w', 'end').type('x'))).toBe('Me.graphqlx');
});

test('folders are listed to a depth, unusual files are skipped, and recent ones are remembered, newest first', async () => {
  const folder = temporaryFolder();
  const environment = { ...testEnvironment(), folder };
  mkdirSync(path.join(folder, 'sub/node_modules'), { recursive: true });
  for (const name of ['b.graphql', 'a.gql', 'c.txt', 'sub/d.graphql', 'sub/node_modules/e.graphql']) {
    writeFileSync(path.join(folder, name), `{ ${name.replace(/\W/g, '')} }`);
  }
  mkdirSync(path.join(folder, 'odd.graphql'));
  const names = (list: readonly { path: string }[]): string[] => list.map(each => path.relative(folder, each.path));
  expect(names(await filesIn(folder, false))).toEqual(['a.gql', 'b.graphql']);
  expect(names(await filesIn(folder, true))).toEqual(['a.gql', 'b.graphql', 'sub/d.graphql']);
  expect(await filesIn(path.join(folder, 'nowhere'), true)).toEqual([]);
  await rememberFile(path.join(folder, 'a.gql'), environment);
  await rememberFile(path.join(folder, 'b.graphql'), environment);
  await rememberFile(path.join(folder, 'gone.graphql'), environment);
  await rememberFile(path.join(folder, 'a.gql'), environment);
  expect(names(await recentFiles(environment))).toEqual(['a.gql', 'b.graphql']);
  const at = (typed: string): string => path.resolve(folder, typed);
  expect(await pathsLike('s', at)).toEqual(['sub/']);
  expect(await pathsLike('sub/', at)).toEqual(['sub/d.graphql', 'sub/node_modules/']);
});

test('the list of saved files reads UTF-16 with a byte order mark', async () => {
  const folder = temporaryFolder();
  const utf16 = Buffer.from('\ufeffGET https://api.test/é', 'utf16le');
  writeFileSync(path.join(folder, 'big.http'), Buffer.from(utf16).swap16());
  writeFileSync(path.join(folder, 'little.http'), utf16);
  const texts = (await filesIn(folder, false)).map(({ text }) => text);
  expect(texts).toEqual(['GET https://api.test/é', 'GET https://api.test/é']);
});
