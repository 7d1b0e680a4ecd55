/**
 * Files next to the user's in a folder that others can write to: files planted by others are neither written to, nor followed,
 * nor trusted.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fstatSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import type { OutgoingHttpHeaders } from 'node:http';
import path from 'node:path';
import { cliFile, type Ended, type ProgramOptions, runProgram, temporaryFolder } from '../support/program.js';
import { onlyWith } from '../support/programs.js';
import { closeServers, httpServer, sayingServer } from '../support/servers/http-server.js';

afterEach(closeServers);

let folder: string;
beforeEach(() => {
  folder = path.join(temporaryFolder(), 'shared');
  mkdirSync(folder);
  chmodSync(folder, 0o1777);
  writeFileSync(at('precious'), 'precious');
});

const at = (name: string) => path.join(folder, name);
const read = (name: string) => readFileSync(at(name), 'utf8');
const modeOf = (name: string) => statSync(at(name)).mode & 0o777;
const run = (argv: readonly string[], options: ProgramOptions = {}) => runProgram(argv, { folder, ...options });

/** Responds with parts of `whole` as requested, and disconnects after `breaks` bytes the first time. */
async function server(options: { breaks?: number; status?: number; headers?: OutgoingHttpHeaders } = {}) {
  const whole = 'whole body';
  let { breaks } = options;
  return httpServer((response, { headers }) => {
    const common = { etag: '"v1"', ...options.headers };
    const from = Number(/^bytes=(\d+)-/.exec(headers.range ?? '')?.[1] ?? -1);
    if (from >= 0) {
      const range = `bytes ${from}-${whole.length - 1}/${whole.length}`;
      response.writeHead(206, { ...common, 'content-range': range, 'content-length': whole.length - from });
    } else response.writeHead(options.status ?? 200, { ...common, 'content-length': whole.length });
    const rest = whole.slice(Math.max(from, 0));
    if (breaks === undefined) return void response.end(rest);
    response.write(rest.slice(0, breaks), () => response.socket?.end());
    breaks = undefined;
  });
}

const goesOn = (ended: Ended) => ended.stderr.includes('with -C to resume');

describe('FILE.part.json is recreated', () => {
  const places: readonly (readonly [string, (file: string) => void])[] = [
    ['a link', file => symlinkSync('precious', file)],
    ['a link to nothing', file => symlinkSync('none', file)],
    ['a hard link', file => linkSync(at('precious'), file)],
    ['a file that others may read', file => writeFileSync(file, 'before', { mode: 0o666 })],
  ];

  test.each(places)('in place of %s', async (_, place) => {
    place(at('file.part.json'));
    const { url } = await server({ breaks: 5 });
    const ended = await run(['GET', `${url}/?signature=abc`, '-o', 'file']);
    expect([ended.code, goesOn(ended)]).toEqual([1, true]);
    expect(read('precious')).toBe('precious');
    expect(existsSync(at('none'))).toBe(false);
    const found = lstatSync(at('file.part.json'));
    expect([found.isFile(), found.nlink, found.mode & 0o777]).toEqual([true, 1, 0o600]);
    expect(JSON.parse(read('file.part.json'))).toMatchObject({ url: `${url}/?signature=abc` });
  });

  test('and a process that had opened the old one reads nothing of ours', async () => {
    writeFileSync(at('file.part.json'), '');
    const spy = openSync(at('file.part.json'), 'r');
    const { url } = await server({ breaks: 5 });
    await run(['GET', url, '-o', 'file']);
    expect(readSync(spy, Buffer.alloc(100))).toBe(0);
    expect(fstatSync(spy).nlink).toBe(0);
    closeSync(spy);
  });

  test('a FIFO with its name does not hang the program', async () => {
    execFileSync('mkfifo', [at('file.part.json')]);
    const { url } = await server({ breaks: 5 });
    const ended = await run(['GET', url, '-o', 'file']);
    expect([ended.code, goesOn(ended), lstatSync(at('file.part.json')).isFile()]).toEqual([1, true, true]);
  });

  test('if it cannot be created, the hint does not promise resuming', async () => {
    mkdirSync(at('file.part.json'));
    const { url } = await server({ breaks: 5 });
    const ended = await run(['GET', url, '-o', 'file']);
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain('file.part contains the 5 B received.');
    expect(goesOn(ended)).toBe(false);
  });
});

describe('FILE.part.json exists only if the download can be resumed', () => {
  const none: readonly (readonly [string, Parameters<typeof server>[0], readonly string[]])[] = [
    ['an error page', { status: 404 }, []],
    ['a server that sends no ranges', { headers: { 'accept-ranges': 'none' } }, []],
    ['no validator to distinguish versions', { headers: { etag: 'W/"v1"' } }, []],
    ["the user's own range", {}, ['-H', 'Range: bytes=2-']],
    ['an answer to another method', {}, ['-d', 'x']],
  ];

  test.each(none)('%s', async (_, options, more) => {
    // An earlier interrupted run left this file.
    writeFileSync(at('file.part.json'), JSON.stringify({ url: 'http://other.example/', etag: '"v0"' }), {
      mode: 0o600,
    });
    const { url } = await server({ ...options, breaks: 5 });
    const ended = await run([more.includes('-d') ? 'POST' : 'GET', url, '-o', 'file', ...more]);
    expect([ended.code, goesOn(ended)]).toEqual([1, false]);
    expect(readdirSync(folder).sort()).toEqual(['file.part', 'precious']);
  });

  test('a response without any data leaves no file', async () => {
    const { url } = await sayingServer('HTTP/1.1 200 OK\r\nETag: "v1"\r\nContent-Length: 10\r\n\r\n');
    expect((await run(['GET', url, '-o', 'file'])).code).toBe(1);
    expect((await run(['GET', `${url}/named`, '--download'])).code).toBe(1);
    expect(readdirSync(folder)).toEqual(['precious']);
  });
});

describe("-C resumes only from the user's own files, which no other user can write", () => {
  const memory = (url: string) => JSON.stringify({ url, etag: '"v1"' });
  /** The files left by another run, intact. */
  const leave = (url: string) => {
    writeFileSync(at('file.part'), 'WHOLE', { mode: 0o600 });
    writeFileSync(at('file.part.json'), memory(url), { mode: 0o600 });
  };
  const link = (name: string) => {
    writeFileSync(at(`${name}.kept`), readFileSync(at(name)), { mode: 0o600 });
    execFileSync('ln', ['-sf', `${name}.kept`, at(name)]);
  };
  const cases: readonly (readonly [string, () => void, string])[] = [
    ['a part file that the group may write', () => chmodSync(at('file.part'), 0o620), 'can be written by others'],
    ['a part file that all may write', () => chmodSync(at('file.part'), 0o602), 'can be written by others'],
    ['a part file with another name', () => linkSync(at('file.part'), at('spy')), 'has another name (a hard link)'],
    ['a part file that is a link', () => link('file.part'), 'is a link'],
    ['a JSON that others may write', () => chmodSync(at('file.part.json'), 0o606), 'can be written by others'],
    ['a JSON with another name', () => linkSync(at('file.part.json'), at('spy')), 'has another name (a hard link)'],
    ['a JSON that is a link', () => link('file.part.json'), 'is a link'],
  ];

  test('as intended', async () => {
    const { url } = await server();
    leave(url);
    expect((await run(['GET', url, '-o', 'file', '-C'])).code).toBe(0);
    expect(read('file')).toBe('WHOLE body');
  });

  test.each(cases)('not from %s', async (_, change, why) => {
    const { url, seen } = await server();
    leave(url);
    change();
    const ended = await run(['GET', url, '-o', 'file', '-C']);
    expect(seen[0]?.headers.range).toBeUndefined();
    expect([ended.code, read('file')]).toEqual([0, 'whole body']);
    expect(ended.stderr).toMatch(/^apiclient: Cannot resume file\.part: /);
    expect(ended.stderr).toContain(why);
    for (const name of ['spy', 'file.part.kept'].filter(each => existsSync(at(each)))) {
      expect(read(name)).toMatch(/^(WHOLE$|\{)/);
    }
  });

  test.each(cases)('--download avoids %s', async (_, change) => {
    const { url, seen } = await server();
    leave(`${url}/file`);
    change();
    const ended = await run(['GET', `${url}/file`, '--download', '-C']);
    expect(seen[0]?.headers.range).toBeUndefined();
    expect(ended.code).toBe(0);
    expect(read('file')).toBe('whole body');
    expect(read('file.part')).toBe('WHOLE');
  });

  test('a FIFO instead of the JSON is not waited for', async () => {
    const { url } = await server();
    writeFileSync(at('file.part'), 'WHOLE', { mode: 0o600 });
    execFileSync('mkfifo', [at('file.part.json')]);
    expect((await run(['GET', url, '-o', 'file', '-C'])).code).toBe(0);
    expect(read('file')).toBe('whole body');
  });
});

describe('file modes', () => {
  test('only the owner can read a part file; the file has the mode of new files, or of the old one', async () => {
    for (const [old, mode] of [
      [undefined, 0o666 & ~process.umask()],
      [0o600, 0o600],
      [0o754, 0o754],
    ] as const) {
      const name = `file-${old}`;
      if (old !== undefined) writeFileSync(at(name), 'old', { mode: old });
      let part = 0;
      const { url } = await httpServer(response => {
        response.write('half');
        const poll = setInterval(() => {
          if (!existsSync(at(`${name}.part`))) return;
          clearInterval(poll);
          part = modeOf(`${name}.part`);
          response.end(' whole');
        }, 5);
      });
      expect((await run(['GET', url, '-o', name])).code).toBe(0);
      expect([part, modeOf(name), read(name)]).toEqual([0o600, mode, 'half whole']);
    }
    const { url } = await server();
    await run(['GET', `${url}/named`, '--download']);
    expect(modeOf('named')).toBe(0o666 & ~process.umask());
  });
});

/** Two users other than root. */
const [us, them] = [65_533, 65_534];
/** Only root can act as another user, and only if that user can read the program. */
const canBeUs =
  process.getuid?.() === 0 && spawnSync(process.execPath, [cliFile, '--version'], { uid: us, gid: us }).status === 0;

onlyWith('root', canBeUs, () => {
  describe('files of another user', () => {
    let home: string;
    const asUs = (argv: readonly string[], variables: Record<string, string> = {}) =>
      run(argv, { home, userId: us, variables });
    const give = (name: string, to: number) => chownSync(at(name), to, to);

    beforeEach(() => {
      home = temporaryFolder();
      chownSync(home, us, us);
      chmodSync(path.dirname(folder), 0o755);
      give('precious', us);
      chmodSync(at('precious'), 0o600);
    });

    test('a part file and its JSON are not resumed, and are reported before anything is sent', async () => {
      const { url, seen } = await server();
      writeFileSync(at('file.part'), 'theirs', { mode: 0o644 });
      writeFileSync(at('file.part.json'), JSON.stringify({ url, etag: '"v1"' }), { mode: 0o644 });
      for (const name of ['file.part', 'file.part.json']) give(name, them);
      for (const more of [[], ['-C']]) {
        const ended = await asUs(['GET', url, '-o', 'file', ...more]);
        expect([ended.code, ended.stderr]).toEqual([
          2,
          expect.stringContaining(
            'Cannot write file.part: it belongs to another user, in a folder that everybody can write to.',
          ),
        ]);
      }
      expect(seen).toEqual([]);
      // With another name it works, and their file is ignored.
      expect((await asUs(['GET', `${url}/`, '-o', 'ours', '-C'])).code).toBe(0);
      expect((await asUs(['GET', `${url}/file`, '--download', '-C'])).code).toBe(0);
      expect(seen.map(each => each.headers.range)).toEqual([undefined, undefined]);
      expect([read('ours'), read('file.part'), read('file')]).toEqual(['whole body', 'theirs', 'whole body']);
    });

    test('their configuration in our home is not read, root\u2019s is', async () => {
      const { url, seen } = await server({});
      const place = path.join(home, '.config/apiclient');
      mkdirSync(place, { recursive: true });
      const file = path.join(place, 'config.json');
      writeFileSync(file, '{ "flags": { "proxy": "http://127.0.0.1:9" } }');
      chownSync(place, us, us);
      for (const [owner, words] of [
        [them, `The configuration ${file} belongs to another user, so it is not read.\n  Move it away`],
        [0, 'proxy'],
      ] as const) {
        chownSync(file, owner, owner);
        const ended = await asUs(['GET', url]);
        expect([ended.code === 0, ended.stderr]).toEqual([false, expect.stringContaining(words)]);
      }
      chownSync(file, us, us);
      chownSync(place, them, them);
      chmodSync(place, 0o755);
      expect((await asUs(['GET', url])).stderr).toContain(`${place} belongs to another user`);
      expect(seen).toHaveLength(0);
    });

    test('their JSON next to our part file is not trusted, and ours is not written to it', async () => {
      const { url } = await server({ breaks: 5 });
      writeFileSync(at('file.part.json'), '{}', { mode: 0o666 });
      chmodSync(at('file.part.json'), 0o666);
      give('file.part.json', them);
      const ended = await asUs(['GET', url, '-o', 'file']);
      expect([ended.code, goesOn(ended)]).toEqual([1, false]);
      expect(read('file.part.json')).toBe('{}');
    });

    const named: readonly (readonly [string, (url: string) => readonly string[], number])[] = [
      ['-o', url => ['GET', url, '-o', 'planted'], 2],
      ['-o of a GraphQL answer', url => ['graphql', url, '--query', '{ a }', '--no-validate', '-o', 'planted'], 2],
      ['--meta', url => ['GET', url, '--meta', 'planted'], 2],
      ['--debug-log', url => ['GET', url, '--debug-log', 'planted'], 2],
      ['--cookie-jar', url => ['GET', url, '--cookie-jar', 'planted'], 1],
    ];

    test.each(named)(
      '%s does not follow their link, and writes to no file or FIFO of theirs',
      async (_, argv, code) => {
        const { url, seen } = await server({ headers: { 'set-cookie': 'a=1' } });
        const plant: readonly (readonly [string, (file: string) => void])[] = [
          ['a link', file => symlinkSync('precious', file)],
          ['a link to nothing', file => symlinkSync('none', file)],
          ['a file', file => writeFileSync(file, '')],
          ['a FIFO', file => execFileSync('mkfifo', [file])],
          ['a hard link', file => linkSync(at('precious'), file)],
        ];
        for (const [what, make] of plant) {
          const file = at('planted');
          make(file);
          if (what === 'a link' || what === 'a link to nothing') execFileSync('chown', ['-h', `${them}`, file]);
          else if (what !== 'a hard link') {
            chownSync(file, them, them);
            chmodSync(file, 0o666);
          }
          const ended = await asUs(argv(url));
          // -o, --meta and --cookie-jar replace the name of a hard link without changing the other file.
          const replaced =
            what === 'a hard link' && ['-o', '--meta', '--cookie-jar'].some(flag => argv('').includes(flag));
          if (!replaced) {
            expect([what, ended.code, ended.stderr]).toEqual([what, code, expect.stringContaining('planted')]);
            expect(ended.stderr).toMatch(/another user, in a folder that everybody can write to|has another name/);
            expect(seen).toEqual([]);
          }
          expect([what, read('precious'), existsSync(at('none'))]).toEqual([what, 'precious', false]);
          if (what === 'a file') expect(read('planted')).toBe('');
          execFileSync('rm', ['-f', file]);
        }
      },
    );
  });
});

test.each(['', '.', 'home'])(
  'HOME=%j is not a home: neither configuration nor tokens are in the current folder',
  async home => {
    const place = path.join(folder, home, '.config/apiclient');
    mkdirSync(place, { recursive: true });
    writeFileSync(path.join(place, 'config.json'), '{ "profiles": { "planted": { "url": "http://a.example" } } }');
    const variables = { HOME: home };
    expect((await run(['profiles'], { variables })).stdout).not.toContain('planted');
    expect((await run(['auth', 'status'], { variables })).stdout).not.toMatch(/\((?!\/)/);
  },
);
