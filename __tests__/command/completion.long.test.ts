/** Completions as users see them: real shells, a real Tab key, and the resulting command line. */
import { usualMethods } from '../../source/command/first-word.js';
import { flagTable, shownName } from '../../source/command/flags.js';
import { clientAuthNames } from '../../source/core/oauth/client/client-auth.js';
import { flowNames } from '../../source/core/oauth/flows.js';
import { withPrograms } from '../support/programs.js';
import { hostileFile, programsOf, type Shell, type ShellName, startShell } from '../support/shells/shells.js';

const shells: readonly ShellName[] = ['bash', 'bash-completion', 'zsh', 'fish'];

describe.each(shells)('%s', name => {
  withPrograms(programsOf[name], () => {
    let shell: Shell;
    beforeAll(async () => {
      shell = await startShell(name);
    });
    afterAll(() => shell?.end());

    /** Candidates without duplicates: fish lists `--print-schema` and `--print-schema=`. */
    const names = async (line: string) =>
      [...new Set((await shell.candidates(line)).map(word => word.replace(/=$/, '')))].sort();

    test.each([
      ['a method', 'PAT\t https://a.example', ['PATCH', 'https://a.example']],
      ['a command', 'gra\t https://a.example', ['graphql', 'https://a.example']],
      ['a flag', 'GET a.example --max-red\t 5', ['GET', 'a.example', '--max-redirects', '5']],
      ['a flag before the method', '--foll\t GET a.example', ['--follow', 'GET', 'a.example']],
      ['a switch that is on by default', 'GET a.example --no-b\t', ['GET', 'a.example', '--no-browser']],
      ['an enum value', 'GET a.example --pretty fo\t', ['GET', 'a.example', '--pretty', 'format']],
      ['an enum value after =', 'GET a.example --pretty=fo\t', ['GET', 'a.example', '--pretty=format']],
      [
        'an enum value after other flags',
        'GET -sL a.example -H "A: b" --pretty co\t',
        ['GET', '-sL', 'a.example', '-H', 'A: b', '--pretty', 'colors'],
      ],
      [
        'an optional value after =',
        'graphql a.example --print-schema=j\t',
        ['graphql', 'a.example', '--print-schema=json'],
      ],
      ['an action of auth', 'auth logo\t', ['auth', 'logout']],
      ['a shell', 'completion zs\t', ['completion', 'zsh']],
      ['a topic of help', 'help lic\t', ['help', 'licences']],
      ['a group of flags as a topic of help', 'help oau\t', ['help', 'oauth']],
      ['a flag as a topic of help', 'help --retry-a\t', ['help', '--retry-all']],
      ['a file', 'GET a.example -o da\t', ['GET', 'a.example', '-o', 'data.json']],
      ['an attached file', 'GET a.example -oda\t', ['GET', 'a.example', '-odata.json']],
      ['a file after =', 'GET a.example --cacert=da\t', ['GET', 'a.example', '--cacert=data.json']],
      ['a file with a space', 'GET a.example -o my\t', ['GET', 'a.example', '-o', 'my file.json']],
      ['a file with a quote', 'GET a.example -o it\t', ['GET', 'a.example', '-o', "it's.txt"]],
      ['a file of requests', 'run da\t', ['run', 'data.json']],
      ['one more file of requests', 'run data.json sub/i\t', ['run', 'data.json', 'sub/inner.txt']],
      ['a file in a folder', 'GET a.example -o sub/\t', ['GET', 'a.example', '-o', 'sub/inner.txt']],
      ['@file', 'POST a.example -d @da\t', ['POST', 'a.example', '-d', '@data.json']],
      ['@file with a space', 'POST a.example --json @my\t', ['POST', 'a.example', '--json', '@my file.json']],
      [
        '@file begun with an escaped space',
        'POST a.example --json @my\\ f\t',
        ['POST', 'a.example', '--json', '@my file.json'],
      ],
      ['@file in quotes', 'POST a.example --json "@my\t', ['POST', 'a.example', '--json', '@my file.json']],
      ['@file with a quote', 'POST a.example -d @it\t', ['POST', 'a.example', '-d', "@it's.txt"]],
      ['@file with non-ASCII letters', 'POST a.example -d @ün\t', ['POST', 'a.example', '-d', '@ünï.json']],
      ['@file in a folder', 'POST a.example -d @sub/i\t', ['POST', 'a.example', '-d', '@sub/inner.txt']],
      ['@folder, and then its files', 'POST a.example -d @su\ti\t', ['POST', 'a.example', '-d', '@sub/inner.txt']],
      [
        'name=@folder, and then its files',
        'POST a.example -F a=@su\ti\t',
        ['POST', 'a.example', '-F', 'a=@sub/inner.txt'],
      ],
      ['attached @file', 'POST a.example -d@da\t', ['POST', 'a.example', '-d@data.json']],
      ['@file after =', 'POST a.example --data=@my\t', ['POST', 'a.example', '--data=@my file.json']],
      ['a header file', 'GET a.example -H @da\t', ['GET', 'a.example', '-H', '@data.json']],
      [
        'name@file',
        'POST a.example --data-urlencode text@my\t',
        ['POST', 'a.example', '--data-urlencode', 'text@my file.json'],
      ],
      [
        '@file without a name',
        'POST a.example --data-urlencode @da\t',
        ['POST', 'a.example', '--data-urlencode', '@data.json'],
      ],
      [
        'no file for an @ of the text',
        'POST a.example --data-urlencode a=@da\t',
        ['POST', 'a.example', '--data-urlencode', 'a=@da'],
      ],
      ['name=@file', 'POST a.example -F pic=@my\t', ['POST', 'a.example', '-F', 'pic=@my file.json']],
      ['an item with a file', 'POST a.example bio=@my\t', ['POST', 'a.example', 'bio=@my file.json']],
      ['an item with JSON from a file', 'POST a.example tags:=@da\t', ['POST', 'a.example', 'tags:=@data.json']],
      ['a parameter from a file', 'GET a.example q==@da\t', ['GET', 'a.example', 'q==@data.json']],
      ['a variable from a file', 'graphql a.example x=@sub/i\t', ['graphql', 'a.example', 'x=@sub/inner.txt']],
      ['no file for an item that is none', 'POST a.example da\t', ['POST', 'a.example', 'da']],
      [
        'variables.x=@file',
        'graphql a.example --upload variables.x=@da\t',
        ['graphql', 'a.example', '--upload', 'variables.x=@data.json'],
      ],
      [
        'env: of a secret',
        'GET a.example -B env:APICLIENT_TEST_O\t',
        ['GET', 'a.example', '-B', 'env:APICLIENT_TEST_ONE'],
      ],
      ['file: of a secret', 'GET a.example -u file:da\t', ['GET', 'a.example', '-u', 'file:data.json']],
      [
        'env: of an API key',
        'GET a.example -K k=env:APICLIENT_TEST_T\t',
        ['GET', 'a.example', '-K', 'k=env:APICLIENT_TEST_TWO'],
      ],
      [
        'a flow, ready for the URL',
        'GET a.example --oauth2 client\thttps://b.example:id',
        ['GET', 'a.example', '--oauth2', 'client_credentials:https://b.example:id'],
      ],
      ['a flow after =', 'GET a.example --oauth2=dev\tx', ['GET', 'a.example', '--oauth2=device_code:x']],
      ['a profile', 'GET @st\t', ['GET', '@staging']],
      ['a profile after a command', 'graphql @li\t', ['graphql', '@live']],
      ['a profile, ready for the path', 'GET @st\t/users', ['GET', '@staging/users']],
      [
        'a profile as the value of a flag that takes a URL',
        'graphql @live --diff-schema @st\t',
        ['graphql', '@live', '--diff-schema', '@staging'],
      ],
      ['a profile for the full screen', '@sta\t', ['@staging']],
      ['nothing where nothing is known', 'GET a.example na\t', ['GET', 'a.example', 'na']],
    ])('completes %s: %j', async (_, keys, words) => {
      expect(await shell.type(keys)).toEqual(words);
    });

    const picks = 'graphql a.example --schema ../schema.graphql --pick';
    const before = picks.split(' ');
    test.each([
      ['a field', `${picks} bookC\t`, [...before, 'bookCount']],
      ['level by level', `${picks} books\tno\tti\t`, [...before, 'books.nodes.title']],
      ['after =', `${picks}=books.n\tt\t`, [...before.slice(0, -1), '--pick=books.nodes.title']],
      ['after arguments, in quotes', `${picks} 'books(first: 3).n\tt\t`, [...before, 'books(first: 3).nodes.title']],
      ['an argument', `${picks} 'books(fi\t3).no\tti\t`, [...before, 'books(first:3).nodes.title']],
      ['a value of an enum', `${picks} 'books(so\tN\t).no\tti\t`, [...before, 'books(sort:NEWEST).nodes.title']],
      [
        'a field of an input object, in double quotes',
        `${picks} "books(by:\t{ge\tCR\t}).no\tti\t`,
        [...before, 'books(by:{genre:CRIME}).nodes.title'],
      ],
      ['an argument without quotes', `${picks} books\\(fi\t3\\).no\tti\t`, [...before, 'books(first:3).nodes.title']],
      ['a variable', `${picks} 'books(first:$f\t).no\tti\t`, [...before, 'books(first:$first).nodes.title']],
      ['a type of a union', `${picks} search.Au\tna\t`, [...before, 'search.Author.name']],
      ['a mutation', `${picks} mu\tr\tti\t`, [...before, 'mutation.rate.title']],
      [
        'another pick',
        `${picks} bookCount --pick bo\ts.n\tt\t`,
        [...before, 'bookCount', '--pick', 'books.nodes.title'],
      ],
    ])('completes a path of the schema: %s', async (_, keys, words) => {
      expect(await shell.type(keys)).toEqual(words);
    });

    // zsh leaves such a quote open: it waits for more input, and runs nothing.
    const inSingleQuotes: [keys: string, words: string[]][] =
      name === 'zsh'
        ? []
        : [
            ["-o 'zed\t", ['-o', hostileFile]],
            ["-d '@zed\t", ['-d', `@${hostileFile}`]],
            ["-u 'file:zed\t", ['-u', `file:${hostileFile}`]],
          ];
    test.each<[keys: string, words: string[]]>([
      ['-o zed\t', ['-o', hostileFile]],
      ['-o "zed\t', ['-o', hostileFile]],
      ['-ozed\t', [`-o${hostileFile}`]],
      ['--output=zed\t', [`--output=${hostileFile}`]],
      ['-d @zed\t', ['-d', `@${hostileFile}`]],
      ['-d "@zed\t', ['-d', `@${hostileFile}`]],
      ['-F a=@zed\t', ['-F', `a=@${hostileFile}`]],
      ['-F "a=@zed\t', ['-F', `a=@${hostileFile}`]],
      ['-F pic="@zed\t', ['-F', `pic=@${hostileFile}`]],
      ['a:="@zed\t', [`a:=@${hostileFile}`]],
      ['-u file:zed\t', ['-u', `file:${hostileFile}`]],
      ...inSingleQuotes,
    ])('inserts a file name as text: %s', async (keys, words) => {
      expect(await shell.type(`GET a.example ${keys}`)).toEqual(['GET', 'a.example', ...words]);
      expect(shell.hasRun()).toBe(false);
    });

    const hostile = 'graphql a.example --schema ../hostile.json --pick';
    test.each(['zed', '"zed', "'zed", '=zed'])('does not offer names that are invalid in GraphQL: %s', async start => {
      const typed = start.startsWith('=') ? `${hostile}${start}` : `${hostile} ${start}`;
      const open = /^["']/.exec(start)?.[0] ?? '';
      const words = await shell.type(`${typed}\t${open}`);
      expect(words.at(-1)?.replace('--pick=', '')).toBe(start.replace(/^["'=]/, ''));
      expect(await shell.type(`${hostile} ${open}zeb\t`)).toEqual([...hostile.split(' '), 'zebra']);
      expect(shell.hasRun()).toBe(false);
    });

    test('offers the methods and the commands as the first word', async () => {
      expect(await names('')).toEqual(
        [
          ...usualMethods,
          'graphql',
          'openapi',
          'auth',
          'open',
          'profiles',
          'sessions',
          'history',
          'again',
          'demo',
          'run',
          'ws',
          'import',
          'trust',
          'completion',
          'help',
        ].sort(),
      );
    });

    test.each([
      ['--pretty ', ['all', 'colors', 'format', 'none']],
      ['--theme ', ['dark', 'gruvbox', 'high-contrast', 'light', 'none', 'solarized'], 'graphql a.example '],
      [
        '--subscription-protocol ',
        ['auto', 'graphql-transport-ws', 'graphql-ws', 'multipart', 'sse', 'sse-single'],
        'graphql a.example ',
      ],
      ['--oauth2-client-auth ', [...clientAuthNames].sort()],
      ['--oauth2 ', flowNames.map(flow => `${flow}:`).sort()],
    ])('offers every value of %s', async (flag, values, before = 'GET a.example ') => {
      expect(await names(`${before}${flag}`)).toEqual(values);
    });

    test.each([
      ['GET a.example --', 'request'],
      ['graphql a.example --', 'graphql'],
      ['auth token --', 'auth'],
      ['demo --', 'demo'],
    ] as const)('offers exactly the flags of its command after %s', async (line, command) => {
      const long = flagTable.filter(flag => (flag.commands as readonly string[]).includes(command)).map(shownName);
      expect(await names(line)).toEqual(long.sort());
    });

    test('offers the actions of auth', async () => {
      expect(await names('auth ')).toEqual([
        ...['doctor', 'introspect', 'login', 'logout', 'register', 'status', 'token', 'userinfo'],
      ]);
    });

    test('completes with the built program', async () => {
      shell.useBuiltProgram();
      expect(await shell.type('PAT\t https://a.example')).toEqual(['PATCH', 'https://a.example']);
      expect(await shell.type('POST a.example -d @my\t')).toEqual(['POST', 'a.example', '-d', '@my file.json']);
      expect(await shell.type(`${picks} books\tno\tti\t`)).toEqual([...before, 'books.nodes.title']);
    });
  });
});
