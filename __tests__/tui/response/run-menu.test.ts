/** The run menu: files, GET, protocols. */
import { type OperationDefinitionNode, parse } from 'graphql';
import { separateFiles } from '../../../source/core/graphql/intelligence/variable-files.js';
import { topOverlay } from '../../../source/tui/overlays/open.js';
import { loaded, Screen } from '../support.js';

const upload = 'mutation M($file: Upload!, $more: [Upload!], $n: Int) { take(file: $file, more: $more, n: $n) }';

test.each([
  ['{"file":"@a.txt"}', '{"file":null}', ['variables.file=a.txt']],
  [
    '{"file":"@a","more":["@b",null,"@c"],"n":1.0}',
    '{"file":null,"more":[null,null,null],"n":1.0}',
    ['variables.file=a', 'variables.more.0=b', 'variables.more.2=c'],
  ],
  ['{ "n": 12345678901234567890, "file": "text" }', '{ "n": 12345678901234567890, "file": "text" }', []],
  ['{"other":"@a"}', '{"other":"@a"}', []],
  ['{"file":', '{"file":', []],
])('%s is sent as %s', (text, sent, files) => {
  const [node] = parse(upload).definitions;
  const found = separateFiles(node as OperationDefinitionNode, text, () => undefined);
  expect(found.text).toBe(sent);
  expect(found.uploads.map(each => `${each.path}=${each.file}`)).toEqual(files);
});

const uploads = `
  scalar Upload
  scalar Photo @specifiedBy(url: "https://github.com/jaydenseric/graphql-multipart-request-spec")
  scalar FileName
  scalar ImageFile
  input Book { title: String, cover: ImageFile, pages: [Page!], name: FileName, next: Book }
  input Page { scan: Photo!, notes: [Upload!] }
  type Query { a: Int }
  type Mutation { add(book: Book!): Int }
`;
const adding = 'mutation Add($book: Book!, $photo: Photo) { add(book: $book) }';

test('files inside input objects and lists, and scalars with other names, are recognized by the schema', () => {
  const [node] = parse(adding).definitions;
  const { index } = loaded(uploads);
  const text =
    '{"book":{"title":"@home","name":"@x","cover":"@c.png","next":{"cover":"@d.png"},"pages":[{"scan":"@1","notes":["@n",null]}]},"photo":"@p"}';
  const found = separateFiles(node as OperationDefinitionNode, text, name => index.type(name));
  expect(JSON.parse(found.text)).toEqual({
    book: {
      title: '@home',
      name: '@x',
      cover: null,
      next: { cover: null },
      pages: [{ scan: null, notes: [null, null] }],
    },
    photo: null,
  });
  expect(found.uploads.map(each => `${each.path}=${each.file}`)).toEqual([
    'variables.book.cover=c.png',
    'variables.book.next.cover=d.png',
    'variables.book.pages.0.scan=1',
    'variables.book.pages.0.notes.0=n',
    'variables.photo=p',
  ]);
});

test('M offers each position that accepts a file; in a list, the position after the existing files', () => {
  const screen = new Screen({ sdl: uploads, query: adding, variables: '' }).press('M');
  const files = options(screen).filter(each => each.startsWith('File for'));
  expect(files).toEqual([
    'File for $photo',
    'File for $book.cover',
    'File for $book.pages.scan',
    'File for $book.pages.notes',
  ]);
  const give = (at: number, path: string): void => {
    screen
      .press(...Array.from({ length: at }, () => 'down'), 'enter')
      .type(path)
      .press('enter', 'M');
  };
  give(1, 'c.png');
  expect(JSON.parse(screen.variables)).toEqual({ book: { cover: '@c.png' } });
  give(3, 'a.txt');
  give(3, 'b.txt');
  give(2, 's.png');
  expect(JSON.parse(screen.variables).book.pages).toEqual([{ scan: '@s.png', notes: ['@a.txt', '@b.txt'] }]);
});

const options = (screen: Screen): string[] => {
  const top = topOverlay(screen.state);
  return top?.kind === 'choice' ? top.options.map(({ label }) => label) : [];
};

test('M offers how to send: a file for each variable that accepts one, GET, protocol, persisted', () => {
  const screen = new Screen({ query: upload, variables: '{ "n": 1 }' }).press('M');
  expect(options(screen)).toEqual([
    'File for $file',
    'File for $more',
    'Use GET for queries',
    'Subscription protocol',
    'Persisted queries',
    'Trusted document ID',
    'Extensions',
  ]);
  screen.press('enter').type('dir/a.txt').press('tab');
  expect(screen.asked.at(-1)).toEqual({ kind: 'complete-path', text: 'dir/a.txt' });
  screen.press('enter');
  expect(JSON.parse(screen.variables)).toEqual({ n: 1, file: '@dir/a.txt' });
  screen.press('M', 'enter').type('b').press('enter');
  expect(JSON.parse(screen.variables)).toEqual({ n: 1, file: '@b' });
  screen.press('u');
  expect(JSON.parse(screen.variables)).toEqual({ n: 1, file: '@dir/a.txt' });
  screen.press('M', 'down', 'enter').type('one').press('enter', 'M', 'down', 'enter').type('two').press('enter');
  expect(JSON.parse(screen.variables)).toEqual({ n: 1, file: '@dir/a.txt', more: ['@one', '@two'] });
});

test('GET and the protocol apply from the next run on', () => {
  const screen = new Screen({ query: '{ hello }' }).press('M', 'enter', 'ctrl+r');
  expect(screen.asked.at(-1)).toMatchObject({ kind: 'run', operation: { transport: { get: true, protocol: 'auto' } } });
  screen.press('M', 'down', 'enter').type('multi').press('enter');
  expect(screen.state.transport).toEqual({ get: true, protocol: 'multipart' });
});
