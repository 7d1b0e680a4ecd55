/** The other network flags, each observed by the server that it affects. */

import { chmodSync, existsSync, lstatSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { parse } from '../../../source/command/parse.js';
import { failure, isFailure } from '../../../source/core/failure.js';
import { type Hint, hintText } from '../../../source/core/hint.js';
import { secret } from '../../../source/core/secret.js';
import { send } from '../../../source/io/http/send.js';
import { prepareRequest } from '../../../source/plain/prepare.js';
import { testEnvironment } from '../../support/environment.js';
import { answered, bodyOf, plainNetwork, requestFor } from '../../support/requests.js';
import { type Answering, closeServers, httpServer, rawServer } from '../../support/servers/http-server.js';

afterEach(closeServers);

const ok: Answering = response => response.end('ok');

describe('connecting to the server', () => {
  test('--unix-socket connects to a socket, and Host still comes from the URL', async () => {
    const environment = testEnvironment();
    const hosts: unknown[] = [];
    const server = createServer((request, response) => {
      hosts.push(request.headers.host);
      response.end('from the socket');
    });
    await new Promise<void>(resolve => server.listen(path.join(environment.folder, 'api.sock'), resolve));
    const spec = requestFor('http://api.example/x', { network: { unixSocket: 'api.sock' } });
    const response = answered(await send(spec, environment));
    expect((await bodyOf(response)).toString()).toBe('from the socket');
    expect(hosts).toEqual(['api.example']);
    server.closeAllConnections();
    await new Promise(resolve => server.close(resolve));
    expect(await send(spec, environment)).toMatchObject({ kind: 'network', text: expect.stringContaining('api.sock') });
  });

  test('--resolve matches a name that is not ASCII', async () => {
    const server = await httpServer(ok);
    const resolve = [{ host: 'B\u00fccher.invalid', port: server.port, address: '127.0.0.1' }];
    const spec = requestFor(`http://b\u00fccher.invalid:${server.port}/`, { network: { resolve } });
    expect(answered(await send(spec, testEnvironment())).status).toBe(200);
  });

  test('--resolve assigns an address to a name only for its port', async () => {
    const server = await httpServer(ok);
    const resolve = [{ host: 'api.example.invalid', port: server.port, address: '127.0.0.1' }];
    const spec = requestFor(`http://api.example.invalid:${server.port}/`, { network: { resolve } });
    answered(await send(spec, testEnvironment()));
    expect(server.seen[0]?.headers.host).toBe(`api.example.invalid:${server.port}`);
    const elsewhere = await send(
      requestFor('http://api.example.invalid:1/', { network: { resolve } }),
      testEnvironment(),
    );
    expect(elsewhere).toMatchObject({ kind: 'network' });
  });

  test('-6 does not reach a server that only listens on IPv4, -4 does', async () => {
    const server = await httpServer(ok);
    const url = `http://localhost:${server.port}/`;
    expect(answered(await send(requestFor(url, { network: { family: 4 } }), testEnvironment())).status).toBe(200);
    expect(await send(requestFor(url, { network: { family: 6 } }), testEnvironment())).toMatchObject({
      kind: 'network',
    });
  });

  test('requests with the same options share a connection, which is reopened if the server closed it', async () => {
    let connections = 0;
    const server = await rawServer(socket => {
      connections++;
      let requests = 0;
      socket.on('data', () => {
        // The second request on a connection finds it closed, as when a keep-alive timeout has just expired.
        if (++requests > 1 && connections === 1) socket.resetAndDestroy();
        else socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
      });
    });
    const spec = requestFor(server.url, { method: 'POST', body: 'again' });
    for (let at = 0; at < 3; at++) {
      expect((await bodyOf(answered(await send(spec, testEnvironment())))).toString()).toBe('ok');
    }
    expect(connections).toBe(2);
  });
});

describe('cookies', () => {
  test('-b is merged with the Cookie header of -H', async () => {
    const server = await httpServer(ok);
    const spec = requestFor(server.url, { headers: ['Cookie: a=1'], network: { cookies: ['b=2', 'c=3; d=4'] } });
    const response = answered(await send(spec, testEnvironment()));
    expect(server.seen[0]?.headers.cookie).toBe('a=1; b=2; c=3; d=4');
    expect(JSON.stringify(response.request)).not.toContain('b=2');
  });

  const setting: Answering = (response, seen) => {
    if (seen.path === '/set') {
      response.setHeader('Set-Cookie', [
        'sid=one; Path=/; HttpOnly',
        'kept=two; Max-Age=1000',
        'other=x; Domain=other.example',
      ]);
    }
    response.end();
  };

  test.each(['jar.txt', 'jar.json'])(
    '--cookie-jar %s stores cookies that a server sets, readable only by the owner',
    async name => {
      const server = await httpServer(setting);
      const environment = testEnvironment();
      const network = { cookieJar: name };
      answered(await send(requestFor(`${server.url}/set`, { network }), environment));
      answered(
        await send(requestFor(`${server.url}/use`, { network: { ...network, cookies: ['kept=mine'] } }), environment),
      );
      expect(server.seen[1]?.headers.cookie).toBe('kept=mine; sid=one');
      const file = path.join(environment.folder, name);
      expect(statSync(file).mode & 0o777).toBe(0o600);
      const text = readFileSync(file, 'utf8');
      expect(text.startsWith(name.endsWith('json') ? '{' : '# Netscape HTTP Cookie File')).toBe(true);
      expect(text).not.toContain('other.example');
    },
  );

  test('a jar written by curl is read, and sent only to its own host', async () => {
    const server = await httpServer(ok);
    const environment = testEnvironment();
    const lines = [
      '# Netscape HTTP Cookie File',
      '127.0.0.1\tFALSE\t/\tFALSE\t0\tsid\tfrom curl',
      '#HttpOnly_other.example\tTRUE\t/\tFALSE\t0\tno\tno',
    ];
    writeFileSync(path.join(environment.folder, 'jar'), `${lines.join('\n')}\n`);
    answered(await send(requestFor(server.url, { network: { cookieJar: 'jar' } }), environment));
    expect(server.seen[0]?.headers.cookie).toBe('sid=from curl');
  });

  test('a file of another kind is not a jar: nothing is sent, and the file is unchanged', async () => {
    const server = await httpServer(setting);
    const environment = testEnvironment();
    const file = path.join(environment.folder, 'notes.txt');
    for (const text of ['my notes\nsecond line\n', '# notes\n', 'a\tb\n']) {
      writeFileSync(file, text);
      const refused = await send(requestFor(`${server.url}/set`, { network: { cookieJar: 'notes.txt' } }), environment);
      expect(refused).toMatchObject({ kind: 'file', text: 'notes.txt is not a cookie jar.' });
      expect(readFileSync(file, 'utf8')).toBe(text);
    }
    expect(server.seen).toHaveLength(0);
  });

  test('non-ASCII cookies are sent back byte for byte, and curl can read them', async () => {
    const value = Buffer.from('a=\u00e9\u4e2d').toString('latin1');
    const server = await httpServer(response => response.setHeader('Set-Cookie', value).end());
    const environment = testEnvironment();
    for (const name of ['jar', 'jar.json']) {
      const network = { cookieJar: name };
      answered(await send(requestFor(server.url, { network }), environment));
      answered(await send(requestFor(server.url, { network }), environment));
      expect(server.seen.at(-1)?.headers.cookie).toBe(value);
    }
    expect(readFileSync(path.join(environment.folder, 'jar'), 'utf8')).toContain('\ta\t\u00e9\u4e2d\n');
  });

  test.each(['jar.txt', 'jar.json'])('a cookie that the server deletes is removed from %s', async name => {
    const deletions = [
      'Max-Age=0',
      'Max-Age=-5',
      'Expires=Thu, 01 Jan 1970 00:00:00 GMT',
      'Expires=Sat, 01 Jan 2000 00:00:00 GMT',
    ];
    const server = await httpServer((response, seen) => {
      const cookies = deletions.map((how, at) => `c${at}=x${seen.path === '/out' ? `; ${how}` : ''}`);
      response.setHeader('Set-Cookie', seen.path === '/use' ? [] : cookies).end();
    });
    const environment = testEnvironment();
    const network = { cookieJar: name };
    for (const where of ['/in', '/use', '/out', '/use']) {
      answered(await send(requestFor(server.url + where, { network }), environment));
    }
    expect(server.seen.map(one => one.headers.cookie)).toEqual([
      undefined,
      'c0=x; c1=x; c2=x; c3=x',
      'c0=x; c1=x; c2=x; c3=x',
      undefined,
    ]);
  });

  test('a server cannot inject fields into the jar', async () => {
    const server = await httpServer(response =>
      response.setHeader('Set-Cookie', ['a=1; Path=/\tTRUE\t0\tforged\tvalue', 'b=2']).end(),
    );
    const environment = testEnvironment();
    answered(await send(requestFor(server.url, { network: { cookieJar: 'jar' } }), environment));
    const lines = readFileSync(path.join(environment.folder, 'jar'), 'utf8').split('\n');
    expect(lines.filter(line => line.startsWith('127.'))).toEqual(['127.0.0.1\tFALSE\t/\tFALSE\t0\tb\t2']);
  });

  test('a jar that is a link stays one; a device is written to, never replaced', async () => {
    const server = await httpServer(setting);
    const environment = testEnvironment();
    const at = (name: string) => path.join(environment.folder, name);
    writeFileSync(at('jar'), '');
    symlinkSync('jar', at('link'));
    symlinkSync('/dev/null', at('nothing'));
    for (const name of ['link', 'nothing']) {
      const network = { cookieJar: name };
      const notes: string[] = [];
      const onNote = (text: Hint) => notes.push(hintText(text));
      answered(await send(requestFor(`${server.url}/set`, { network }), environment, { onNote }));
      expect([lstatSync(at(name)).isSymbolicLink(), notes]).toEqual([true, []]);
    }
    expect(readFileSync(at('jar'), 'utf8')).toContain('\tsid\tone');
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
  });

  test('an invalid jar is a failure', async () => {
    const environment = testEnvironment();
    writeFileSync(path.join(environment.folder, 'jar.json'), '{"not": ');
    expect(
      await send(requestFor('http://127.0.0.1:1/', { network: { cookieJar: 'jar.json' } }), environment),
    ).toMatchObject({ kind: 'file' });
  });
});

describe('--netrc', () => {
  const entry = 'machine 127.0.0.1 login me password "s p"\ndefault login any password no\n';
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

  test('fills in missing credentials from ~/.netrc or the file in NETRC', async () => {
    const server = await httpServer(ok);
    const environment = testEnvironment();
    writeFileSync(path.join(environment.home, '.netrc'), entry);
    answered(await send(requestFor(server.url, { network: { netrc: true } }), environment));
    const named = testEnvironment({ NETRC: path.join(environment.home, '.netrc') });
    answered(await send(requestFor(server.url.replace('127.0.0.1', 'localhost'), { network: { netrc: true } }), named));
    expect(server.seen.map(one => one.headers.authorization)).toEqual([basic('me:s p'), basic('any:no')]);
  });

  test('a user without a password gets it from the file; a user missing there is prompted for it', async () => {
    const server = await httpServer(ok);
    const host = server.url.replace('http://', '');
    const environment = testEnvironment();
    const entries = ['other password theirs', 'me password mine', 'me password later'];
    writeFileSync(
      path.join(environment.home, '.netrc'),
      entries.map(each => `machine 127.0.0.1 login ${each}\n`).join(''),
    );
    const run = async (...argv: string[]) => {
      const command = parse(argv);
      if (isFailure(command) || command.kind !== 'request') throw new Error('no request');
      const spec = await prepareRequest(command, environment);
      return isFailure(spec) ? spec : answered(await send(spec, environment)).status;
    };
    await run('GET', `http://me@${host}/`, '--netrc');
    await run('GET', server.url, '-u', 'other', '--netrc');
    expect(server.seen.map(each => each.headers.authorization)).toEqual([basic('me:mine'), basic('other:theirs')]);
    expect(await run('GET', `http://nobody@${host}/`, '--netrc')).toMatchObject({
      kind: 'usage',
      text: expect.stringContaining('Password for nobody'),
    });
    expect(await run('GET', `http://me@${host}/`)).toMatchObject({ kind: 'usage' });
  });

  test('selects the server that a redirect leads to; credentials for the first server are dropped', async () => {
    const second = await httpServer(ok);
    const there = second.url.replace('127.0.0.1', 'localhost');
    const first = await httpServer((response, { path: asked }) =>
      response.writeHead(307, { location: asked === '/' ? '/again' : there }).end(),
    );
    const environment = testEnvironment();
    writeFileSync(path.join(environment.home, '.netrc'), 'machine 127.0.0.1 login a password 1\n');
    const network = { netrc: true, follow: true };
    answered(await send(requestFor(first.url, { network }), environment));
    writeFileSync(path.join(environment.home, '.netrc'), 'machine localhost login b password 2\n');
    answered(await send(requestFor(first.url, { network, headers: ['Authorization: Own x'] }), environment));
    expect(first.seen.map(one => one.headers.authorization)).toEqual([basic('a:1'), basic('a:1'), 'Own x', 'Own x']);
    expect(second.seen.map(one => one.headers.authorization)).toEqual([undefined, basic('b:2')]);
  });

  test('with --digest and without -u, it is used for Digest and never sent as Basic', async () => {
    const server = await httpServer((response, { headers }) =>
      headers.authorization
        ? response.end('in')
        : response.writeHead(401, { 'www-authenticate': 'Digest realm="r", nonce="n", qop="auth"' }).end(),
    );
    const environment = testEnvironment();
    writeFileSync(path.join(environment.home, '.netrc'), entry);
    const command = parse(['GET', server.url, '--digest', '--netrc']);
    if (isFailure(command) || command.kind !== 'request') throw new Error('no request');
    const spec = await prepareRequest(command, environment);
    if (isFailure(spec)) throw new Error(spec.text);
    expect(answered(await send(spec, environment)).status).toBe(200);
    expect(server.seen.map(one => one.headers.authorization)).toEqual([
      undefined,
      expect.stringMatching(/^Digest username="me"/),
    ]);
  });

  test('is off by default, and explicit credentials take precedence', async () => {
    const server = await httpServer(ok);
    const environment = testEnvironment();
    writeFileSync(path.join(environment.home, '.netrc'), entry);
    answered(await send(requestFor(server.url), environment));
    answered(
      await send(requestFor(server.url, { network: { netrc: true }, headers: ['Authorization: Own x'] }), environment),
    );
    answered(
      await send(
        requestFor(server.url, { network: { netrc: true }, credentials: { bearer: secret('tok') } }),
        environment,
      ),
    );
    expect(server.seen.map(one => one.headers.authorization)).toEqual([undefined, 'Own x', 'Bearer tok']);
  });

  test('an unreadable file is a failure', async () => {
    const environment = testEnvironment({ NETRC: '/nowhere/netrc' });
    chmodSync(environment.home, 0o700);
    expect(await send(requestFor('http://127.0.0.1:1/', { network: { netrc: true } }), environment)).toMatchObject({
      kind: 'usage',
    });
  });
});

test('an empty file has a length, but a file that only looks empty has none', async () => {
  const server = await httpServer(ok);
  const environment = testEnvironment();
  writeFileSync(path.join(environment.folder, 'empty'), '');
  const put = async (file: string) => {
    const spec = requestFor(server.url, { method: 'PUT', body: { kind: 'file', path: file } });
    return bodyOf(answered(await send(spec, environment)));
  };
  await put('empty');
  expect(server.seen[0]?.headers['content-length']).toBe('0');
  expect(server.seen[0]?.headers['transfer-encoding']).toBeUndefined();
  if (!existsSync('/proc/self/status')) return;
  await put('/proc/self/status');
  expect(server.seen[1]?.headers['transfer-encoding']).toBe('chunked');
  expect(server.seen[1]?.body.toString()).toMatch(/^Name:/);
});

describe('--retry', () => {
  const failingTwice = (retryAfter: string): Answering => {
    let answers = 0;
    return response => {
      if (++answers < 3) response.writeHead(503, { 'Retry-After': retryAfter }).end('busy');
      else response.end('ok');
    };
  };

  test('retries when the server requests it, with a note', async () => {
    const server = await httpServer(failingTwice('0'));
    const notes: string[] = [];
    const response = answered(
      await send(requestFor(server.url, { network: { retries: 3 } }), testEnvironment(), {
        onNote: note => notes.push(hintText(note)),
      }),
    );
    expect((await bodyOf(response)).toString()).toBe('ok');
    expect(notes).toEqual([
      'The server answered 503. Try 2 of 4 in 0 s.',
      'The server answered 503. Try 3 of 4 in 0 s.',
    ]);
  });

  test.each([
    ['POST', 3, 'text'],
    ['GET', 0, undefined],
  ])('%s with --retry %i is sent once', async (method, retries, body) => {
    const server = await httpServer(failingTwice('0'));
    const notes: string[] = [];
    const response = answered(
      await send(
        requestFor(server.url, { method, network: { retries }, ...(body ? { body } : {}) }),
        testEnvironment(),
        { onNote: note => notes.push(hintText(note)) },
      ),
    );
    expect(response.status).toBe(503);
    expect(server.seen).toHaveLength(1);
    expect(notes).toEqual(retries === 0 ? [] : [expect.stringContaining('--retry-all')]);
  });

  test('a Retry-After of days is not waited for', async () => {
    const server = await httpServer(failingTwice('999999'));
    const notes: string[] = [];
    const response = answered(
      await send(requestFor(server.url, { network: { retries: 3 } }), testEnvironment(), {
        onNote: note => notes.push(hintText(note)),
      }),
    );
    expect(response.status).toBe(503);
    expect(notes).toEqual([expect.stringContaining('too long')]);
  });

  test('Ctrl-C ends the wait', async () => {
    const server = await httpServer(failingTwice('300'));
    const environment = testEnvironment();
    const value = send(requestFor(server.url, { network: { retries: 3 } }), environment, {
      onNote: () => environment.stop.abort(),
    });
    expect(await value).toMatchObject({ kind: 'interrupted' });
  });
});

describe('an expired token', () => {
  const asking: Answering = (response, seen) => {
    if (seen.headers.authorization === 'Bearer new') response.end('in');
    else
      response
        .writeHead(401, { 'WWW-Authenticate': ['Basic realm="x"', 'Bearer realm="y", error="invalid_token"'] })
        .end('out');
  };
  const spec = (url: string, body?: { kind: 'stdin' }) =>
    requestFor(url, { method: 'POST', body: body ?? 'the body', credentials: { accessToken: secret('old') } });

  test('is renewed once, and the request sent again', async () => {
    const server = await httpServer(asking);
    const renew = async () => ({ accessToken: secret('new') });
    const response = answered(await send(spec(server.url), testEnvironment(), { renew }));
    expect((await bodyOf(response)).toString()).toBe('in');
    expect(server.seen.map(one => [one.headers.authorization, `${one.body}`])).toEqual([
      ['Bearer old', 'the body'],
      ['Bearer new', 'the body'],
    ]);
  });

  test('is not renewed a second time, so there is no loop', async () => {
    const server = await httpServer(asking);
    let asked = 0;
    const renew = async () => ({ accessToken: secret(`wrong${++asked}`) });
    expect(answered(await send(spec(server.url), testEnvironment(), { renew })).status).toBe(401);
    expect([asked, server.seen.length]).toEqual([1, 2]);
  });

  test('is not renewed if the body was standard input; the note names the reason', async () => {
    const server = await httpServer(asking);
    const never = async () => {
      throw new Error('asked');
    };
    expect(answered(await send(spec(server.url, { kind: 'stdin' }), testEnvironment(), { renew: never })).status).toBe(
      401,
    );
    const other = await httpServer(response =>
      response.writeHead(401, { 'WWW-Authenticate': 'Bearer error="invalid_request"' }).end(),
    );
    const told: boolean[] = [];
    const renew = async (named: boolean) => void told.push(named);
    expect(answered(await send(spec(other.url), testEnvironment(), { renew })).status).toBe(401);
    expect(answered(await send(spec(server.url), testEnvironment(), { renew })).status).toBe(401);
    expect(told).toEqual([false, true]);
  });

  test('a failed login is the reported failure', async () => {
    const server = await httpServer(asking);
    const renew = async () => failure('login', 'no');
    expect(await send(spec(server.url), testEnvironment(), { renew })).toMatchObject({ kind: 'login' });
  });
});

test('credentials sent over plain http to another machine cause a note, but not to this machine', async () => {
  const server = await httpServer(ok);
  const resolve = [{ host: 'api.example.invalid', port: server.port, address: '127.0.0.1' }];
  const notes: string[] = [];
  const credentials = { basic: { user: 'u', password: secret('p') } };
  const options = { onNote: (note: Hint) => notes.push(hintText(note)) };
  answered(await send(requestFor(server.url, { credentials }), testEnvironment(), options));
  expect(notes).toEqual([]);
  answered(
    await send(
      requestFor(`http://api.example.invalid:${server.port}`, { credentials, network: { resolve } }),
      testEnvironment(),
      options,
    ),
  );
  expect(notes).toEqual([
    `Your credentials are sent to api.example.invalid:${server.port} over plain http: anyone on the network path can read them.`,
  ]);
  expect(plainNetwork.resolve).toEqual([]);
});
