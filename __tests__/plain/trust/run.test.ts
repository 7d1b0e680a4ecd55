/** `apiclient run` on untrusted files: nothing that needs trust happens without it. */
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { closeServers } from '../../support/servers/http-server.js';
import { attacks, notFlags, tricks } from './attacks.js';
import { victim } from './victim.js';

afterAll(closeServers);

describe('without a terminal', () => {
  test.each(attacks.map(attack => [attack.title, attack] as const))('nothing is sent: %s', async (_, attack) => {
    const { run, seen, filled, home } = await victim(attack);
    const { code, err, out } = await run('run', 'x.http');
    expect([code, seen, existsSync(path.join(home, 'secret/new'))]).toEqual([2, [], false]);
    expect(out + err).not.toContain('5ecret');
    if (attack.line === undefined) expect(err).toMatch(/x\.http:\d+: --[a-z-]+ cannot be set by a file\./);
    else {
      expect(err).toContain('Run `apiclient trust x.http` to approve it, or pass --trust');
      const { out: manifest } = await run('run', 'x.http', '--manifest', '--json');
      const [file] = JSON.parse(manifest);
      expect(file.rights.map(({ line }: { line: string }) => line)).toContain(filled(attack.line));
      expect(seen).toEqual([]);
    }
  });

  test.each(tricks.map(trick => [trick.title, trick] as const))(
    'no secret is sent or printed: %s',
    async (_, trick) => {
      const { run, seen } = await victim(trick);
      const { out, err } = await run('run', 'x.http');
      expect(out + err + JSON.stringify(seen.map(each => [each.path, each.headers, each.body.toString()]))).not.toMatch(
        /5ecret/,
      );
    },
  );

  test('`# @import` of a file outside the folder needs trust', async () => {
    const { run } = await victim({
      text: '###\n# @import ../a.http\n# @ref a\nGET BASE/',
      files: { '../a.http': '# @name a\nGET BASE/a' },
    });
    const { code, err } = await run('run', 'x.http');
    expect(code).toBe(2);
    expect(err).toMatch(/read +\.\.\/a\.http/);
  });

  test.each(notFlags)('%j is not a flag', async flag => {
    const { run, seen } = await victim({ text: `# @flags ${flag}\nDELETE @shop/users/1` });
    expect(await run('run', 'x.http', '--trust')).toMatchObject({ code: 2 });
    expect(seen).toEqual([]);
  });

  test('no trust allows a file to set --yes, --show-secrets, --location-trusted', async () => {
    for (const attack of attacks.filter(({ line }) => line === undefined)) {
      const { run, seen } = await victim(attack);
      expect(await run('run', 'x.http', '--trust')).toMatchObject({ code: 2 });
      expect(await run('trust', 'x.http')).toMatchObject({ code: 2, out: '' });
      expect(seen).toEqual([]);
    }
  });
});

describe('a file that needs no rights', () => {
  test.each([
    '# @flags -L --timeout 5 --retry 1 -a "status == 200" -i --http1.1\nGET BASE/\nX-A: b',
    '# @flags -B token -K a=b -b c=d\nPOST BASE/\nContent-Type: text/plain\n\n< ./body.txt',
    'POST BASE/\nAuthorization: Basic ada secret\n\n<@ ./body.txt',
    '# @capture a = body\n# @name one\nGET BASE/\n###\nGET BASE/{{a}}/{{one.response.body.*}}/{{$uuid}}/{{$dotenv A}}',
    '# @flags -d @body.txt\nPOST BASE/',
    '# @flags --no-insecure --no-netrc\nGET BASE/',
  ])('does not prompt: %j', async text => {
    const { run } = await victim({ text, files: { 'body.txt': 'text', '.env': 'A=1' } });
    const { code, err } = await run('run', 'x.http');
    expect([code, err]).toEqual([0, '']);
    expect((await run('run', 'x.http', '--manifest')).err).toBe('x.http needs no trust.\n');
  });
});

describe('trust', () => {
  test('is stored by `apiclient trust` for the lines that it prints, and requested again only for new lines', async () => {
    const { run, seen, repo } = await victim({ text: 'GET BASE/\n\n>>! ./a.txt' });
    expect((await run('run', 'x.http')).code).toBe(2);
    expect(await run('trust', 'x.http')).toMatchObject({ code: 0, out: 'x.http may now:\n  write  a.txt\n' });
    expect((await run('run', 'x.http')).code).toBe(0);
    const file = path.join(repo, 'x.http');
    writeFileSync(file, `# a comment\n${readFileSync(file, 'utf8')}`);
    expect((await run('run', 'x.http')).code).toBe(0);
    writeFileSync(file, `${readFileSync(file, 'utf8')}\n>>! ./b.txt`);
    const again = await run('run', 'x.http');
    expect([again.code, again.err]).toEqual([
      2,
      expect.stringContaining('x.http now also wants to:\n  write  b.txt\n'),
    ]);
    expect(again.err).not.toContain('a.txt');
    expect(seen.length).toBe(2);
    expect((await run('trust', '--list')).out).toBe(`${file} (changed since)\n  write a.txt\n`);
    expect((await run('trust', '--remove', 'x.http')).code).toBe(0);
    expect((await run('trust', '--list')).out).toBe('');
    expect((await run('trust', '--remove', 'x.http')).code).toBe(2);
  });

  test.each([
    '$processEnv(SECRET)',
    '$processEnv SECRET x',
    '$processEnv"SECRET"',
    "$processEnv 'SECRET'",
    '$processEnv\tSECRET',
    '% % $processEnv(SECRET)',
    ' %$env.SECRET',
  ])('reads no environment variable with {{%s}}, and shows none', async expression => {
    const { run, seen } = await victim({ text: `GET BASE/?s={{${expression}}}\nX-A: {{${expression}}}` });
    expect((await run('run', 'x.http')).err).toMatch(/read +environment variable SECRET\n/);
    expect(seen).toEqual([]);
    const { code, err, out } = await run('run', 'x.http', '--trust', '-v');
    expect([code, `${out}${err}`]).toEqual([0, expect.not.stringContaining('5ecret-variable')]);
    expect(seen.map(({ headers }) => headers['x-a'])).toEqual([expect.stringContaining('5ecret-variable')]);
  });

  test.each(['Basic', 'Digest'])('lets an encoded %s login come from the environment', async scheme => {
    const { run, seen } = await victim({ text: `GET BASE/\nAuthorization: ${scheme} {{$processEnv SECRET}}` });
    expect((await run('run', 'x.http')).err).toMatch(/read +environment variable SECRET/);
    expect(await run('run', 'x.http', '--trust')).toMatchObject({ code: 0 });
    expect(seen.map(({ headers }) => headers.authorization)).toEqual([`${scheme} 5ecret-variable`]);
  });

  test.each([
    ['a variable', 'GET BASE/\nX-A: {{$processEnv SECRET}}', 'environment variable SECRET'],
    ['a flag', '# @flags -B env:SECRET\nGET BASE/', 'environment variable SECRET'],
    ['a body file', 'POST BASE/\nContent-Type: text/plain\n\n< ../secret/id_rsa', '../secret/id_rsa'],
    ['a name in a body file', 'POST BASE/\n\n<@ ./body.txt', 'environment variable SECRET'],
  ])('to send %s is requested again when the server changes', async (_, text, what) => {
    const { run, seen, repo, url } = await victim({ text, files: { 'body.txt': '{{$processEnv SECRET}}' } });
    expect((await run('trust', 'x.http')).out).toContain(`  send  ${what}  to  ${url}\n  read  ${what}`);
    const file = path.join(repo, 'x.http');
    writeFileSync(file, readFileSync(file, 'utf8').replace(url, `${url}/v2`));
    expect((await run('run', 'x.http')).code).toBe(0);
    writeFileSync(file, readFileSync(file, 'utf8').replace('127.0.0.1', 'localhost'));
    const moved = await run('run', 'x.http');
    const wanted = `x.http now also wants to:\n  send  ${what}  to  ${url.replace('127.0.0.1', 'localhost')}\n`;
    expect([moved.code, moved.err]).toEqual([2, expect.stringContaining(wanted)]);
    expect(seen.length).toBe(1);
  });

  test('to send a secret to a server from the command line applies to every value of it', async () => {
    const { run, seen, repo, url } = await victim({ text: 'GET {{base}}/\nX-A: {{$processEnv SECRET}}' });
    expect((await run('trust', 'x.http', 'base=http://127.0.0.1:1')).out).toContain('to  {{base}}\n');
    expect((await run('run', 'x.http', `base=${url}`)).code).toBe(0);
    expect(seen.length).toBe(1);
    writeFileSync(path.join(repo, 'x.http'), `@base = ${url}\nGET {{base}}/\nX-A: {{$processEnv SECRET}}`);
    expect((await run('run', 'x.http')).err).toContain(`  to  ${url}\n`);
    expect(seen.length).toBe(1);
  });

  test('applies to the real path, not to a copy', async () => {
    const { run, repo } = await victim({ text: 'GET BASE/\n\n>>! ./a.txt' });
    await run('trust', 'x.http');
    symlinkSync('x.http', path.join(repo, 'link.http'));
    writeFileSync(path.join(repo, 'copy.http'), readFileSync(path.join(repo, 'x.http')));
    expect((await run('run', 'link.http')).code).toBe(0);
    expect((await run('run', 'copy.http')).code).toBe(2);
  });

  test('for one run is --trust, which stores nothing', async () => {
    const { run, repo } = await victim({ text: 'GET BASE/\n\n>>! ./a.txt' });
    expect((await run('run', 'x.http', '--trust')).code).toBe(0);
    expect(readFileSync(path.join(repo, 'a.txt'), 'utf8')).toBe('ok');
    expect((await run('run', 'x.http')).code).toBe(2);
  });

  test('is not needed for values and flags of the command line', async () => {
    const { run, seen } = await victim({ text: 'GET BASE/\nAuthorization: Bearer {{token}}' });
    const { code, err } = await run('run', 'x.http', 'token=env:SECRET', '-H', 'X-Env: {{$processEnv SECRET}}', '-k');
    expect([code, err]).toEqual([0, '']);
    expect(seen[0]?.headers).toMatchObject({ authorization: 'Bearer 5ecret-variable', 'x-env': '5ecret-variable' });
  });

  test('in a file cannot make a flag of the command line read a variable', async () => {
    const { run, seen } = await victim({ text: '@a = {{$processEnv SECRET}}\nGET BASE/' });
    const { code, err } = await run('run', 'x.http', '-H', 'X: {{a}}');
    expect([code, seen]).toEqual([2, []]);
    expect(err).toContain('environment variable SECRET');
  });

  test('credentials are not sent along a reroute that no line of the manifest names', async () => {
    const { run, seen } = await victim({
      text: '# @capture next = body\nGET BASE/first\n###\n# @flags --connect-to ::127.0.0.1:PORT\nGET {{next}}/second',
      isEcho: true,
    });
    const { code, err } = await run('run', 'x.http', '--trust', '-B', '5ecret-typed');
    expect(code).toBe(0);
    expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer 5ecret-typed', undefined]);
    expect(err).toMatch(
      /Your credentials were not sent, because this is not approved: send your credentials \(Bearer token\) .*--connect-to/,
    );
  });

  test('a reroute named in the manifest together with a profile gets the credentials of the profile', async () => {
    const { run, seen } = await victim({ text: '# @flags --connect-to ::127.0.0.1:PORT\nGET @plain/' });
    const { out } = await run('run', 'x.http', '--manifest');
    expect(out).toMatch(/send +your profile "plain" \(Bearer token\) +to +http:\/\/plain\.example\n/);
    expect(out).toMatch(
      /send +your profile "plain" \(Bearer token\) +to +http:\/\/plain\.example +\(over --connect-to/,
    );
    expect((await run('run', 'x.http', '--trust')).code).toBe(0);
    expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer 5ecret-token']);
  });

  test('the text that runs is the one from which the manifest was made', async () => {
    const { run, seen, repo } = await victim({
      text: 'POST BASE/\n\n<@ ./body',
      files: { body: '{{$processEnv HOME_OF_TEST}}' },
    });
    await run('trust', 'x.http');
    writeFileSync(path.join(repo, 'body'), '{{$processEnv SECRET}}');
    expect((await run('run', 'x.http')).code).toBe(2);
    expect(seen).toEqual([]);
  });

  test('a body file that changes between the prompt and the request reads nothing new', async () => {
    const { run, seen, repo } = await victim({
      text: 'POST BASE/first\n###\nPOST BASE/second\n\n<@ ./body\n###\nPOST BASE/third\n\n< ./card',
      files: { body: 'free', card: 'free' },
      onFirst: folder => {
        writeFileSync(path.join(folder, 'body'), '{{$processEnv SECRET}}');
        rmSync(path.join(folder, 'card'));
        symlinkSync('../secret/id_rsa', path.join(folder, 'card'));
      },
    });
    const { code, out } = await run('run', 'x.http', '--trust', '--keep-going');
    expect(code).not.toBe(0);
    expect(seen.map(({ path: at }) => at)).toEqual(['/first']);
    expect(out).toContain('The file needs your trust to read card');
    expect(readFileSync(path.join(repo, 'body'), 'utf8')).toContain('SECRET');
  });
});
