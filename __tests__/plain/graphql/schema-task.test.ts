/** Tasks on a schema from a script: search, docs, changes, validation. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { buildSchema, graphqlSync } from 'graphql';
import { createHandler } from 'graphql-http/lib/use/http';
import type { Environment } from '../../../source/environment.js';
import { main } from '../../../source/main.js';
import { closeServers, serve, type TestEnvironment, testEnvironment } from '../../support/servers/graphql.js';

afterAll(closeServers);

const now = `
  type Query {
    a(x: Int, y: Int!): String!
    "All books, \\u001b[2J newest first."
    books: [Book!]!
    more: Int
  }
  "A book." type Book { id: ID! "Its full name.\\nAs printed." name: String @deprecated(reason: "use id") color: Color }
  "Colors of covers." enum Color { RED "the sky" BLUE }
  input Filter { name: String = "x" }
  directive @cached(seconds: Int = 5) repeatable on FIELD
`.replace('\\u001b[2J ', '');
const before = `
  type Query { a(x: Int): String books: [Book!]! gone: Int }
  type Book { id: ID! "Its name." name: String color: Color }
  enum Color { RED }
`;

async function run(argv: readonly string[], environment: TestEnvironment = testEnvironment()) {
  writeFileSync(path.join(environment.folder, 'now.graphql'), now);
  writeFileSync(path.join(environment.folder, 'before.graphql'), before);
  const code = await main(['graphql', ...argv], environment);
  return { code, out: environment.out(), err: environment.err() };
}
const local = ['--schema', 'now.graphql'];

describe('--find', () => {
  test('prints path, type and the first line of the docs, best first; a file needs no URL', async () => {
    const { code, out } = await run([...local, '--find', 'name']);
    expect([code, out]).toEqual([0, 'Filter.name\tString\t\nbooks.name\tString\t(deprecated) Its full name.\n']);
  });

  test('as JSON with all details of each', async () => {
    const { code, out } = await run([...local, '--find', 'color', '--format', 'json']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual([
      { name: 'Color', kind: 'type', typeKind: 'ENUM', description: 'Colors of covers.' },
      { name: 'Book.color', kind: 'field', type: 'Color', path: 'books.color' },
    ]);
  });

  test('finds the same as the search on the screen: arguments, values, directives, words in docs', async () => {
    for (const [words, line] of [
      ['seconds', '@cached(seconds:)\tInt'],
      ['blue', 'Color.BLUE\tColor\tthe sky'],
      ['cached', '@cached\tdirective\t'],
      ['newest', 'books\t[Book!]!\tAll books, newest first.'],
      ['bok', 'books'],
    ] as const) {
      expect((await run([...local, '--find', words])).out).toContain(line);
    }
  });

  test('the path of a field works with --pick; a field of an input object is shown in its path', async () => {
    const environment = testEnvironment();
    const sdl = `type Query { a: N s(f: I): [U] } interface N { A: Int } type A implements N { A: Int deep: Int } union U = A
      input I { by: J } input J { word: String }`;
    writeFileSync(path.join(environment.folder, 'names.graphql'), sdl);
    const ask = async (...argv: string[]): Promise<string> => {
      environment.written.stdout.length = 0;
      await main(['graphql', '--schema', 'names.graphql', ...argv], environment);
      return environment.out();
    };
    expect(await ask('--find', 'word')).toBe('s(f: {by: {word:}})\tString\t\n');
    const [pick = ''] = (await ask('--find', 'deep')).split('\t');
    expect(pick).toBe('a.on A.deep');
    expect(await ask('--pick', pick, '--print-query')).toBe(
      'query {\n  a {\n    ... on A {\n      deep\n    }\n  }\n}\n',
    );
  });

  test('prefers paths through Query, even if one through Mutation is shorter, and marks mutations', async () => {
    const environment = testEnvironment();
    const sdl = `type Query { shelf: Shelf } type Shelf { boxes: [Box] } type Box { things: [Thing] }
      type Thing { weightInGrams: Int } type Mutation { purgeAll(older: Int = 0): Purged }
      type Purged { thing: Thing "How many." purgedCount: Int }`;
    writeFileSync(path.join(environment.folder, 'shelf.graphql'), sdl);
    const ask = async (...argv: string[]): Promise<string> => {
      environment.written.stdout.length = 0;
      await main(['graphql', '--schema', 'shelf.graphql', ...argv], environment);
      return environment.out();
    };
    expect(await ask('--find', 'weightInGrams')).toBe('shelf.boxes.things.weightInGrams\tInt\t\n');
    expect(await ask('--find', 'purgedCount')).toBe('mutation.purgeAll.purgedCount\tInt\t(writes) How many.\n');
    expect(await ask('--find', 'older')).toBe('mutation.purgeAll(older:)\tInt\t(writes)\n');
    const written = await ask('--find', 'purgedCount', '--format', 'json');
    expect(JSON.parse(written)).toMatchObject([{ path: 'mutation.purgeAll.purgedCount', writes: true }]);
    expect(await ask('--find', 'weightInGrams', '--format', 'json')).not.toContain('writes');
  });

  test('several words match a path; if nothing matches all of them, the ignored word is reported', async () => {
    const environment = testEnvironment();
    const sdl = `type Query { museum: Museum } type Museum { director: Boss guard: Person } type Boss { salary: Int email: String }
      type Person { email: String boss: Boss } type Mutation { hire: Person }`;
    writeFileSync(path.join(environment.folder, 'museum.graphql'), sdl);
    const ask = async (...argv: string[]): Promise<{ readonly out: string; readonly err: string }> => {
      environment.written.stdout.length = 0;
      environment.written.stderr.length = 0;
      await main(['graphql', '--schema', 'museum.graphql', ...argv], environment);
      return { out: environment.out(), err: environment.err() };
    };
    const { out } = await ask('--find', 'guard email');
    const [pick = ''] = out.split('\t');
    expect(pick).toBe('museum.guard.email');
    expect((await ask('--pick', pick, '--print-query')).out).toContain('email');
    expect((await ask('--find', 'boss salary')).out).toMatch(/^museum\.director\.salary\t/);
    expect((await ask('--find', 'museum.guard.email')).out).toMatch(/^museum\.guard\.email\t/);
    const less = await ask('--find', 'guard zzqq email');
    expect(less.out).toMatch(/^museum\.guard\.email\t/);
    expect(less.err).toBe('apiclient: No match has all words. The first one lacks: zzqq\n');
    const near = await ask('--find', 'guard emial');
    expect(near.out).toMatch(/^museum\.guard\.email\t/);
    expect(near.err).toBe('apiclient: No exact match. Closest:\n');
    const rows = (await ask('--find', 'director zzqq email')).out.trimEnd().split('\n');
    expect(rows[0]).toBe('museum.director.email\tString\t(without: zzqq)');
    expect(rows.find(row => row.startsWith('museum.guard.email'))).toContain('(without: director, zzqq)');
    expect((await ask('--find', 'op:hire')).out).toBe('mutation.hire\tPerson\t(writes)\n');
    expect((await ask('--find', 'op:email')).out).not.toMatch(/email\t/);
  });

  test('`--from A --to B` prints ways that --pick takes, with their types and required arguments', async () => {
    const environment = testEnvironment();
    const sdl = `type Query { guard(id: ID!): Guard } type Guard { rooms(floor: Int!): [Room] } type Room { works: [Work] }
      type Work { title: String } type Mutation { paint(title: String!): Done } type Done { at: Int } type Lost { at: Int }`;
    writeFileSync(path.join(environment.folder, 'ways.graphql'), sdl);
    const ask = async (...argv: string[]) => {
      environment.written.stdout.length = 0;
      environment.written.stderr.length = 0;
      const code = await main(['graphql', '--schema', 'ways.graphql', ...argv], environment);
      return { code, out: environment.out(), err: environment.err() };
    };
    const { code, out } = await ask('--from', 'Guard', '--to', 'Work.title');
    expect([code, out]).toEqual([0, 'guard.rooms.works.title\tString\tguard(id: ID!) rooms(floor: Int!)\n']);
    expect((await ask('--pick', out.split('\t')[0] ?? '', '--print-query')).out).toContain('rooms(floor: $floor)');
    expect((await ask('--to', 'Room')).out).toBe('guard.rooms\t[Room]\tguard(id: ID!) rooms(floor: Int!)\n');
    expect(JSON.parse((await ask('--to', 'Done', '--format', 'json')).out)).toEqual([
      {
        way: ['Mutation', 'paint'],
        type: 'Done',
        path: 'mutation.paint',
        needs: [{ field: 'paint', argument: 'title', type: 'String!' }],
        writes: true,
      },
    ]);
    const none = await ask('--from', 'Guard', '--to', 'Lost');
    expect([none.code, none.err]).toEqual([1, 'apiclient: No way leads from Guard to Lost.\n']);
    expect((await ask('--from', 'Gard', '--to', 'Room')).code).toBe(2);
    expect((await ask('--from', 'Guard')).err).toContain('--from needs --to.');
  });

  test('--describe accepts every line, and --pick every path', async () => {
    const environment = testEnvironment();
    const sdl = `type Query { books(filter: Filter, first: Int): [Book] book: [book] } type Book { shelfName: String }
      type book { shelfId: ID } type Mutation { renameShelf(shelf: Filter!): Book } enum ShelfKind { SHELF_OPEN }
      input Filter { shelf: String! under: Filter } directive @shelved(shelf: Int) on FIELD`;
    writeFileSync(path.join(environment.folder, 'shelves.graphql'), sdl);
    const ask = async (...argv: string[]): Promise<{ readonly code: number; readonly out: string }> => {
      environment.written.stdout.length = 0;
      const code = await main(['graphql', '--schema', 'shelves.graphql', ...argv], environment);
      return { code, out: environment.out() };
    };
    for (const words of ['shelf', 'book', 'books', 'rename shelf', '@shelved']) {
      const { out } = await ask('--find', words, '--format', 'json');
      const all: readonly { readonly name: string; readonly path?: string }[] = JSON.parse(out);
      expect(all.length).toBeGreaterThan(0);
      for (const { name, path: way } of all) {
        expect([name, (await ask('--describe', name)).code]).toEqual([name, 0]);
        if (way === undefined) continue;
        expect([way, (await ask('--describe', way)).code]).toEqual([way, 0]);
        expect([way, (await ask('--pick', way, '--print-query')).code]).toEqual([way, 0]);
        const again: readonly { readonly path?: string }[] = JSON.parse(
          (await ask('--find', way, '--format', 'json')).out,
        );
        expect(again[0]?.path).toBe(way);
      }
    }
  });

  test('no match is exit code 1, as in grep', async () => {
    expect(await run([...local, '--find', 'zzqqzz'])).toEqual({
      code: 1,
      out: '',
      err: expect.stringMatching(/^apiclient: No match in the schema\. Closest names: \w+, \w+, \w+\.\n$/),
    });
  });
});

describe('--describe', () => {
  test.each([
    [
      'Book',
      'type Book\n\nA book.\n\nFields:\n  id: ID!\n  name: String  (deprecated)\n    Its full name. As printed.\n  color: Color\n',
    ],
    ['Book.name', 'Book.name: String\n\nIts full name.\nAs printed.\n\nDeprecated: use id\n'],
    ['Query.a', 'Query.a: String!\n\nNo description.\n\nArguments:\n  x: Int\n  y: Int!\n'],
    ['Query.a(y:)', 'Query.a(y:): Int!\n\nNo description.\n'],
    ['Color', 'enum Color\n\nColors of covers.\n\nValues:\n  RED\n  BLUE  the sky\n'],
    ['Color.BLUE', 'Color.BLUE\n\nthe sky\n'],
    ['Filter.name', 'Filter.name: String\n\nNo description.\n\nDefault: "x"\n'],
    ['@cached', '@cached\n\nNo description.\n\nArguments:\n  seconds: Int = 5\n\nAllowed on FIELD, repeatable.\n'],
  ])('%s', async (name, text) => {
    const { code, out } = await run([...local, '--describe', name]);
    // The descriptions of built-in scalars are graphql-js's.
    expect([code, out.replace(/\n\n(?:String|Int|ID): The .*\n/, '\n')]).toEqual([0, text]);
  });

  test.each([
    ['books.color', 'Book.color: Color'],
    ['query.books', 'Query.books: [Book!]!'],
    ['Query.books.id', 'Book.id: ID!'],
    ['a(y:)', 'Query.a(y:): Int!'],
    ['a(x: 1, y:)', 'Query.a(y:): Int!'],
  ])('a path, as written by --find and y: %s', async (name, title) => {
    const { code, out } = await run([...local, '--describe', name]);
    expect([code, out.split('\n')[0]]).toEqual([0, title]);
  });

  test.each([
    ['books.colr', 'apiclient: Book has no field colr.\n  Did you mean color?\n'],
    ['a(z:)', 'apiclient: Query.a has no argument z.\n  Did you mean x or y?\n'],
  ])('the wrong step of a path is reported: %s', async (name, words) => {
    const { code, err } = await run([...local, '--describe', name]);
    expect([code, err]).toEqual([2, words]);
  });

  test('a name that is a path and a type means the path; one more word selects the type', async () => {
    const environment = testEnvironment();
    writeFileSync(
      path.join(environment.folder, 'both.graphql'),
      'type Query { atoms: [atoms] } "Small." type atoms { id: ID }',
    );
    const ask = async (name: string): Promise<string> => {
      environment.written.stdout.length = 0;
      await main(['graphql', '--schema', 'both.graphql', '--describe', name], environment);
      return environment.out();
    };
    expect(await ask('atoms')).toMatch(/^Query\.atoms: \[atoms\]\n[\s\S]*\ntype:atoms has the same name: type\.\n$/);
    expect(await ask('type:atoms')).toMatch(/^type atoms\n\nSmall\.\n[\s\S]*id: ID\n$/);
  });

  test('as JSON', async () => {
    const { out } = await run([...local, '--describe', 'Query.a', '--format', 'json']);
    expect(JSON.parse(out)).toEqual({
      name: 'Query.a',
      kind: 'field',
      type: 'String!',
      arguments: [
        { name: 'x', type: 'Int' },
        { name: 'y', type: 'Int!' },
      ],
    });
  });

  test.each(['Nobody', 'Book.nam', 'Query.a.z', '@nope', '..', ''])(
    '%j does not exist: exit code 2, with a suggestion',
    async name => {
      const { code, out, err } = await run([...local, '--describe', name]);
      expect([code, out]).toEqual([2, '']);
      expect(err).toMatch(name === 'Book.nam' ? /Closest names: .*Book\.name/ : /apiclient: /);
    },
  );

  test.each([
    ['@cachd', /Closest names: @cached$/m],
    ['@book', /Usage: /],
    ['Query.a(z:)', /Closest names: Query\.a(?:,|$)/m],
    ['Query.boks', /Closest names: Query\.books(?:,|$)/m],
    ['Filter.nothing', /Closest names: Filter$/m],
  ])('%s does not exist; closest is %p', async (name, near) => {
    const { code, err } = await run([...local, '--describe', name]);
    expect([code, err]).toEqual([2, expect.stringMatching(near)]);
  });

  test.each(['@include', '@skip', '@deprecated', '@specifiedBy', '@oneOf'])(
    '%s need not be defined in SDL',
    async name => {
      const { code, out } = await run([...local, '--describe', name]);
      expect([code, out]).toEqual([0, expect.stringContaining('Allowed on')]);
    },
  );
});

describe('--diff-schema', () => {
  const lines = [
    'breaking   Query.gone was removed.',
    'breaking   A required arg y on Query.a was added.',
    'dangerous  BLUE was added to enum type Color.',
    'safe       Query.a changed type from String to String!.',
    'safe       Query.books is described otherwise.',
    'safe       Query.more was added.',
    'safe       Book is described otherwise.',
    'safe       Book.name is deprecated now: use id',
    'safe       Book.name is described otherwise.',
    'safe       Color is described otherwise.',
    'safe       Filter was added.',
    'safe       @cached was added.',
    '',
  ];

  test('a file: the most severe changes first, and exit code 10 because one is breaking', async () => {
    const { code, out, err } = await run([...local, '--diff-schema', 'before.graphql']);
    expect([code, err]).toEqual([10, 'apiclient: 2 breaking, 1 dangerous, 9 other changes\n']);
    expect(out.split('\n')).toEqual(lines.map(line => (line === '' ? '' : expect.stringContaining(line))));
  });

  test('no changes, or none that is breaking, is exit code 0', async () => {
    expect(await run([...local, '--diff-schema', 'now.graphql'])).toEqual({
      code: 0,
      out: '',
      err: 'apiclient: Nothing changed.\n',
    });
    const environment = testEnvironment();
    writeFileSync(path.join(environment.folder, 'grown.graphql'), `${before} extend type Query { fresh: Int }`);
    const grown = await run(
      ['--schema', 'grown.graphql', '--diff-schema', 'before.graphql', '--format', 'json'],
      environment,
    );
    expect([grown.code, JSON.parse(grown.out)]).toEqual([
      0,
      [{ severity: 'safe', type: 'FIELD_ADDED', name: 'Query.fresh', text: 'Query.fresh was added.' }],
    ]);
  });

  test('a URL, without the other’s credentials; and the cached schema', async () => {
    const seen: (string | undefined)[] = [];
    const serving = (sdl: string) => {
      const handler = createHandler({ schema: buildSchema(sdl) });
      return serve((request, response) => {
        seen.push(request.headers.authorization);
        handler(request, response);
      });
    };
    const [oldUrl, url] = [await serving(before), await serving(now)];
    const environment = testEnvironment();
    const none = await run([url, '--diff-schema', 'kept', '-B', 't'], environment);
    expect([none.code, none.err]).toEqual([2, expect.stringContaining('is cached')]);
    const other = testEnvironment({ home: environment.home, folder: environment.folder });
    expect((await run([url, '--diff-schema', oldUrl, '-B', 't'], other)).code).toBe(10);
    expect([...new Set(seen)]).toEqual([undefined, 'Bearer t']);
    const again = testEnvironment({ home: environment.home, folder: environment.folder });
    const kept = await run([url, '--diff-schema', 'cached', '-B', 't'], again);
    expect([kept.code, kept.err]).toEqual([
      0,
      expect.stringMatching(/The cached schema is \d+ s old\.\n.*Nothing changed/),
    ]);
  });
});

describe('--validate', () => {
  const files: Readonly<Record<string, string>> = {
    'a.graphql': 'query A { books { ...F\n  nope } }',
    'f.graphql': 'fragment F on Book { id name }',
    'sub/good.gql': '{ more }',
    'sub/bad.gql': 'query {',
    'sub/types.graphql': 'type Extra { a: Int }',
    'sub/other.txt': 'nothing',
    '.hidden/h.graphql': '{ nope }',
  };
  const withFiles = (): TestEnvironment => {
    const environment = testEnvironment();
    for (const [name, text] of Object.entries(files)) {
      const file = path.join(environment.folder, 'q', name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    return environment;
  };
  const nope = 'q/a.graphql:2:3: Cannot query field "nope" on type "Book". Did you mean "name"?';
  const broken = 'q/sub/bad.gql:1:8: Syntax Error: Expected Name, found <EOF>.';

  test('a folder: one line per problem, with fragments of other files, exit code 2', async () => {
    const { code, out, err } = await run([...local, '--validate', 'q'], withFiles());
    expect([code, out.split('\n'), err]).toEqual([
      2,
      [nope, broken, ''],
      'apiclient: 5 files checked, 2 files with problems.\n',
    ]);
  });

  test('a valid file and pattern: exit code 0', async () => {
    const { code, out, err } = await run(
      [...local, '--validate', 'q/f.graphql', '--validate', 'q/**/g*.gql'],
      withFiles(),
    );
    expect([code, out, err]).toEqual([0, '', 'apiclient: 2 files checked, all valid.\n']);
  });

  test('as TAP', async () => {
    const { code, out } = await run(
      [...local, '--validate', 'q/{a,f}.graphql', '--validate', 'q/sub/types.graphql', '--report', 'tap'],
      withFiles(),
    );
    expect([code, out]).toEqual([
      2,
      [
        'TAP version 14',
        '1..3',
        'not ok 1 - q/a.graphql',
        '  ---',
        '  problems:',
        '    - message: "Cannot query field \\"nope\\" on type \\"Book\\". Did you mean \\"name\\"?"',
        '      line: 2',
        '      column: 3',
        '  ...',
        'ok 2 - q/f.graphql',
        'ok 3 - q/sub/types.graphql # SKIP nothing to check',
        '',
      ].join('\n'),
    ]);
  });

  test('as JUnit', async () => {
    const { code, out } = await run([...local, '--validate', 'q', '--report', 'junit', '-s'], withFiles());
    expect(code).toBe(2);
    expect(out).toContain('<testsuite name="apiclient --validate" tests="5" failures="2" errors="0" skipped="1">');
    expect(out).toContain('<testcase classname="graphql" name="q/f.graphql" file="q/f.graphql"/>');
    expect(out).toContain('found &#60;EOF&#62;.</failure>');
  });

  test('standard input, for a hook: git show :file | apiclient', async () => {
    const check = async (text: string) =>
      run(
        [...local, '--validate', '@-'],
        testEnvironment({ stdin: new PassThrough().end(text) as unknown as Environment['stdin'] }),
      );
    expect(await check('{ more\n nope }')).toMatchObject({
      code: 2,
      out: 'standard input:2:2: Cannot query field "nope" on type "Query". Did you mean "more"?\n',
    });
    expect(await check('{ more }')).toMatchObject({ code: 0, out: '' });
  });

  test.each(['', '# later\n', '\ufeff, ,\n'])('a file with %j has nothing to check', async text => {
    const environment = testEnvironment();
    writeFileSync(path.join(environment.folder, 'empty.graphql'), text);
    const { code, out } = await run([...local, '--validate', 'empty.graphql', '--report', 'tap', '-s'], environment);
    expect([code, out]).toEqual([0, 'TAP version 14\n1..1\nok 1 - empty.graphql # SKIP nothing to check\n']);
  });

  test.each([['q/none*.graphql'], ['missing.graphql']])('%s matches nothing: exit code 2', async pattern => {
    const { code, err } = await run([...local, '--validate', pattern], withFiles());
    expect([code, err]).toEqual([2, expect.stringContaining(`--validate ${pattern} matches no file.`)]);
  });
});

describe('--report, for a CI server', () => {
  const pass = 'type Query { a: Int b: Int }';
  const withSchemas = (): TestEnvironment => {
    const environment = testEnvironment();
    writeFileSync(path.join(environment.folder, 'wide.graphql'), pass);
    return environment;
  };
  const read = ({ folder }: TestEnvironment, name: string): string => readFileSync(path.join(folder, name), 'utf8');

  test('a breaking change is a failed test, any other one a passed test; in files and printed', async () => {
    const environment = withSchemas();
    const reports = ['--report', 'junit=r.xml', '--report', 'json=r.json', '--report', 'tap'];
    const { code, out } = await run([...local, '--diff-schema', 'before.graphql', ...reports], environment);
    expect(code).toBe(10);
    expect(out).toContain('TAP version 14\n1..12\nnot ok 1 - breaking: Query.gone was removed.\n');
    expect(out).toContain('ok 3 - dangerous: BLUE was added to enum type Color.\n');
    const xml = read(environment, 'r.xml');
    expect(xml).toContain('<testsuite name="apiclient --diff-schema" tests="12" failures="2" errors="0" skipped="0">');
    expect(xml).toContain('<failure message="Query.gone was removed.">');
    expect(JSON.parse(read(environment, 'r.json'))[0]).toMatchObject({ severity: 'breaking', name: 'Query.gone' });
  });

  test('without changes there is one test, which passes', async () => {
    const { code, out } = await run([...local, '--diff-schema', 'now.graphql', '--report', 'junit', '-s']);
    expect([code, out]).toEqual([0, expect.stringContaining('tests="1" failures="0"')]);
  });

  test('--validate as JSON, and in a file in addition to the lines', async () => {
    const environment = withSchemas();
    writeFileSync(path.join(environment.folder, 'q.graphql'), '{ a\n c }');
    const argv = ['--schema', 'wide.graphql', '--validate', 'q.graphql', '-s'];
    const { code, out } = await run([...argv, '--report', 'json=r.json'], environment);
    expect([code, out]).toEqual([2, expect.stringContaining('q.graphql:2:2: Cannot query field "c"')]);
    expect(JSON.parse(read(environment, 'r.json'))).toEqual({
      files: 1,
      failed: 1,
      skipped: 0,
      results: [
        {
          file: 'q.graphql',
          definitions: 1,
          problems: [{ text: expect.stringContaining('Cannot query field "c"'), line: 2, column: 2 }],
        },
      ],
    });
  });

  test.each([
    [['--validate', 'q', '--report', 'html'], 'tap, junit or json'],
    [['--validate', 'q', '--report', 'tap', '--report', 'junit'], 'Two reports would be printed to standard output.'],
    [['--diff-schema', 'before.graphql', '--report', 'tap', '--format', 'json'], 'cannot be combined'],
    [['--find', 'a', '--report', 'tap'], '--report requires --validate or --diff-schema.'],
    [['--diff-schema', 'before.graphql', '--report', 'tap=no/such/folder/r.tap'], 'no/such/folder'],
  ])('%j is rejected', async (argv, words) => {
    const { code, out, err } = await run([...local, ...argv]);
    expect([code !== 0, out, err]).toEqual([true, '', expect.stringContaining(words)]);
  });
});

test('an operation whose root the schema lacks is invalid', async () => {
  const environment = testEnvironment();
  writeFileSync(path.join(environment.folder, 'm.graphql'), 'query Q { more }\nmutation M { x }\nsubscription S { y }');
  const { code, out } = await run([...local, '--validate', 'm.graphql', '-s'], environment);
  expect([code, out]).toEqual([
    2,
    'm.graphql:2:1: The schema has no mutation type.\nm.graphql:3:1: The schema has no subscription type.\n',
  ]);
});

test('a federation subgraph consists of its definitions', async () => {
  const environment = testEnvironment();
  const subgraph = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key"])
    extend type Query { me: User } type User @key(fields: "id") { id: ID! reviews: [Review] }
    extend type Review @key(fields: "id") { id: ID! @external } extend enum Size { S } extend input Page { first: Int }`;
  writeFileSync(path.join(environment.folder, 'users.graphql'), subgraph);
  writeFileSync(path.join(environment.folder, 'q.graphql'), '{ me { reviews { id } } }');
  const ask = (...argv: string[]) =>
    run(['--schema', 'users.graphql', ...argv], testEnvironment({ folder: environment.folder }));
  expect(await ask('--validate', 'q.graphql', '-s')).toEqual({ code: 0, out: '', err: '' });
  expect((await ask('--find', 'reviews')).out).toMatch(/^me\.reviews\t\[Review\]\t\n/);
  expect(await ask('--print-schema')).toMatchObject({ code: 0, err: '', out: expect.stringContaining('type Query {') });
  writeFileSync(path.join(environment.folder, 'only.graphql'), 'extend type Query { me: Int }');
  expect(await ask('--diff-schema', 'only.graphql')).toMatchObject({ code: 10 });
});

describe('the server is queried once for names that a cached schema lacks', () => {
  /** Counts requests; its schema can be changed or removed. */
  async function growing() {
    const api = { sdl: 'type Query { a: Int }', introspections: 0, operations: 0, closed: false };
    const url = await serve((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', text => {
        body += text;
      });
      request.on('end', () => {
        const isIntrospection = body.includes('__schema');
        if (isIntrospection) api.introspections++;
        else api.operations++;
        const refused = { errors: [{ message: 'Introspection is disabled' }] };
        const answer =
          isIntrospection && api.closed
            ? refused
            : graphqlSync({ schema: buildSchema(api.sdl), source: JSON.parse(body).query });
        response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
      });
    });
    const first = testEnvironment();
    const ask = (...argv: string[]) => run([url, ...argv], testEnvironment({ home: first.home, folder: first.folder }));
    writeFileSync(path.join(first.folder, 'zebra.graphql'), '{ zebra }');
    await ask('--print-schema');
    api.introspections = 0;
    return { api, ask };
  }

  test.each([
    [['--query', '{ zebra }'], '{"data":{"zebra":null}}'],
    [['--pick', 'zebra'], '{"data":{"zebra":null}}'],
    [['--validate', 'zebra.graphql'], ''],
    [['--describe', 'zebra'], 'Query.zebra: Int'],
    [['--find', 'zebra'], 'zebra\tInt'],
  ])('%j is valid one second after the server has added it', async (argv, out) => {
    const { api, ask } = await growing();
    api.sdl = 'type Query { a: Int zebra: Int }';
    expect(await ask(...argv)).toMatchObject({ code: 0, out: expect.stringContaining(out) });
    expect(api.introspections).toBe(1);
    expect((await ask(...argv)).code).toBe(0);
    expect(api.introspections).toBe(1);
  });

  test('an operation that is invalid in the newest schema is rejected by that, and nothing is sent', async () => {
    const { api, ask } = await growing();
    api.sdl = 'type Query { zebras: Int }';
    const { code, out, err } = await ask('--query', '{ zebra }');
    expect([code, out, api.introspections, api.operations]).toEqual([2, '', 1, 0]);
    expect(err).toContain('Did you mean "zebras"?');
    expect(err).not.toContain('from the cache');
  });

  test('a server that does not return its schema does not change the rejection', async () => {
    const { api, ask } = await growing();
    api.closed = true;
    const { code, err } = await ask('--query', '{ zebra }');
    expect([code, api.operations]).toEqual([2, 0]);
    expect(err).toMatch(/The schema is from the cache \(\d+ s old\)\. Pass --no-validate to send it anyway/);
  });

  test.each([
    [['--schema', 'cached', '--query', '{ zebra }']],
    [['--schema', 'kept', '--query', '{ zebra }']],
    [['--pick', 'zebra', '--dry-run']],
  ])('%j sends no request', async argv => {
    const { api, ask } = await growing();
    api.sdl = 'type Query { a: Int zebra: Int }';
    expect((await ask(...argv)).code).toBe(2);
    expect([api.introspections, api.operations]).toEqual([0, 0]);
  });
});

describe('a schema from a file needs no URL', () => {
  test('--print-schema, as SDL and as JSON', async () => {
    const { code, out } = await run([...local, '--print-schema']);
    expect([code, out]).toEqual([0, expect.stringContaining('enum Color {')]);
    const json = await run([...local, '--print-schema=json']);
    expect(JSON.parse(json.out).__schema.queryType).toEqual({ name: 'Query' });
  });

  test('--pick with --print-query', async () => {
    expect(await run([...local, '--pick', 'books.name', '--print-query'])).toMatchObject({
      code: 0,
      out: 'query {\n  books {\n    name\n  }\n}\n',
    });
    const { code, err } = await run([...local, '--pick', 'books.name']);
    expect([code, err]).toEqual([2, expect.stringContaining('No URL after graphql.')]);
  });
});
