/** The `--cookie-jar` file: shared by concurrent runs, and exact to the bytes of each cookie. */

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isFailure } from '../../../source/core/failure.js';
import { type Hint, hintText } from '../../../source/core/hint.js';
import { type Jar, openJar } from '../../../source/io/http/cookies/jar.js';
import { send } from '../../../source/io/http/send.js';
import { testEnvironment } from '../../support/environment.js';
import { runProgram, temporaryFolder } from '../../support/program.js';
import { answered, requestFor } from '../../support/requests.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';

afterEach(closeServers);

const url = 'http://api.example/';

async function opened(file: string, environment = testEnvironment()): Promise<Jar> {
  const jar = await openJar(file, environment);
  if (isFailure(jar)) throw new Error(jar.text);
  return jar;
}

describe('concurrent runs', () => {
  test.each(['jar', 'jar.json'])('%s stores the cookies of all 20, and no lock remains', async name => {
    const environment = testEnvironment();
    const numbers = Array.from({ length: 20 }, (_, at) => at);
    // All have read the jar before the first writes it.
    const jars = await Promise.all(numbers.map(() => opened(name, environment)));
    const failures = await Promise.all(
      jars.map(async (jar, at) => {
        await jar.take([`c${at}=v${at}`], url);
        return jar.save();
      }),
    );
    expect(failures.filter(Boolean)).toEqual([]);
    const kept = (await (await opened(name, environment)).header(url)).split('; ').sort();
    expect(kept).toEqual(numbers.map(at => `c${at}=v${at}`).sort());
    expect(readdirSync(environment.folder)).toEqual([name]);
  });

  test('a cookie that one run deletes is not restored by another', async () => {
    const environment = testEnvironment();
    const first = await opened('jar', environment);
    await first.take(['gone=1', 'stays=2'], url);
    await first.save();
    const [deletes, adds] = await Promise.all([opened('jar', environment), opened('jar', environment)]);
    await deletes.take(['gone=; Max-Age=0'], url);
    await deletes.save();
    await adds.take(['new=3'], url);
    await adds.save();
    expect(await (await opened('jar', environment)).header(url)).toBe('stays=2; new=3');
  });

  test('a file that is no longer a cookie jar is left unchanged', async () => {
    const environment = testEnvironment();
    const jar = await opened('jar', environment);
    await jar.take(['a=1'], url);
    const file = path.join(environment.folder, 'jar');
    writeFileSync(file, 'my notes\n');
    expect(await jar.save()).toMatchObject({ kind: 'file', text: expect.stringContaining('jar is not a cookie jar') });
    expect(readFileSync(file, 'utf8')).toBe('my notes\n');
    expect(existsSync(`${file}.lock`)).toBe(false);
  });
});

describe('bytes', () => {
  const latin1 = 'l=caf\u00e9';
  const utf8 = Buffer.from('u=caf\u00e9').toString('latin1');

  test.each(['jar', 'jar.json'])(
    '%s sends \u00e9 back as received, in Latin-1 and in UTF-8 at the same time',
    async name => {
      const server = await httpServer((response, seen) =>
        response.setHeader('Set-Cookie', seen.path === '/set' ? [latin1, utf8] : []).end(),
      );
      const environment = testEnvironment();
      const network = { cookieJar: name };
      for (const where of ['/set', '/use']) {
        answered(await send(requestFor(server.url + where, { network }), environment));
      }
      expect(server.seen[1]?.headers.cookie).toBe(`${latin1}; ${utf8}`);
    },
  );

  test('a cookie with a control character in the file is reported and not sent, and stays in the file', async () => {
    const server = await httpServer(response => response.setHeader('Set-Cookie', 'new=1').end());
    const environment = testEnvironment();
    const line = (name: string, value: string) => `127.0.0.1\tFALSE\t/\tFALSE\t0\t${name}\t${value}\n`;
    const file = path.join(environment.folder, 'jar');
    writeFileSync(file, `# Netscape HTTP Cookie File\n${line('good', '1')}${line('bad', 'a\x01b')}`);
    const notes: string[] = [];
    const onNote = (text: Hint) => notes.push(hintText(text));
    answered(await send(requestFor(server.url, { network: { cookieJar: 'jar' } }), environment, { onNote }));
    expect(server.seen[0]?.headers.cookie).toBe('good=1');
    expect(notes).toEqual(['The cookie bad of jar contains a control character and is not sent.']);
    expect(readFileSync(file, 'utf8')).toContain(line('bad', 'a\x01b'));
  });
});

test.each(['8641795887475', '9223372036854775807', '9'.repeat(400)])(
  'an expiry of %s s, after the last date, is a cookie that never expires',
  async expires => {
    const environment = testEnvironment();
    const jar = path.join(environment.folder, 'jar');
    writeFileSync(jar, `api.example\tFALSE\t/\tFALSE\t${expires}\ta\t1\n`);
    expect(await (await opened('jar', environment)).header(url)).toBe('a=1');
  },
);

test('a server cannot make a jar unreadable with the age of a cookie', async () => {
  const environment = testEnvironment();
  const first = await opened('jar', environment);
  await first.take(['a=1; Max-Age=99999999999999999', 'b=2'], url);
  await first.save();
  expect(await (await opened('jar', environment)).header(url)).toBe('a=1; b=2');
});

describe('cookies of a response that is not the last of its request', () => {
  const setting = async (status: number, headers: Readonly<Record<string, string>>) => {
    const cookies: (string | undefined)[] = [];
    const server = await httpServer((response, seen) => {
      cookies.push(seen.headers.cookie);
      if (cookies.length > 1) response.end();
      else response.writeHead(status, { 'set-cookie': 'sid=1; Path=/', ...headers }).end();
    });
    return { url: server.url, cookies };
  };

  test.each([[[]], [['--cookie-jar', 'jar']]])('are sent with the answer to a Digest challenge: %j', async flags => {
    const challenge = 'Digest realm="r", nonce="n", qop="auth"';
    const { url, cookies } = await setting(401, { 'www-authenticate': challenge });
    expect(await runProgram(['GET', url, '-u', 'u:p', '--digest', ...flags])).toMatchObject({ code: 0 });
    expect(cookies).toEqual([undefined, 'sid=1']);
  });

  test('are saved in --cookie-jar and sent with --retry', async () => {
    const { url, cookies } = await setting(503, { 'retry-after': '0' });
    const folder = temporaryFolder();
    await runProgram(['GET', url, '--retry', '1', '--cookie-jar', 'jar'], { folder });
    expect(cookies).toEqual([undefined, 'sid=1']);
    expect(readFileSync(path.join(folder, 'jar'), 'utf8')).toContain('sid\t1');
  });
});
