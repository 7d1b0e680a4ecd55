/** Flags with a URL also accept `@profile/path`: each profile's credentials are sent to its own origin only. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { buildSchema } from 'graphql';
import { createHandler } from 'graphql-http/lib/use/http';
import { createHandler as createSseHandler } from 'graphql-sse/lib/use/http';
import { parse } from '../../../source/command/parse.js';
import { runProgram, temporaryFolder } from '../../support/program.js';
import { closeServers, serve } from '../../support/servers/graphql.js';

afterEach(closeServers);

function homeWith(config: unknown): string {
  const home = temporaryFolder();
  mkdirSync(path.join(home, '.config/apiclient'), { recursive: true });
  const file = path.join(home, '.config/apiclient/config.json');
  writeFileSync(file, JSON.stringify(config));
  chmodSync(file, 0o600);
  return home;
}

const credentialsOf = ({ headers }: IncomingMessage): string =>
  [headers.authorization, headers.cookie, headers['x-api-key']].filter(Boolean).join(' ');

/** Introspection of a schema, and the credentials in each request. */
async function api(sdl: string) {
  const handler = createHandler({ schema: buildSchema(sdl) });
  const seen: string[] = [];
  const url = await serve((request, response) => {
    seen.push(`${request.url} ${credentialsOf(request)}`.trim());
    return handler(request, response);
  });
  return { url, seen };
}

const before = 'type Query { a: Int gone: Int }';
const now = 'type Query { a: Int }';

describe('both sides of --diff-schema', () => {
  test('profiles, each with its own credentials only; an origin of the configuration with its own', async () => {
    const [old, current, third] = [await api(before), await api(now), await api(before)];
    const home = homeWith({
      profiles: {
        old: { url: old.url, flags: { bearer: 'of-old' } },
        now: { url: current.url, flags: { auth: 'of:now', cookie: 'c=of-now', header: 'X-Api-Key: of-now' } },
      },
      hosts: { [third.url]: { bearer: 'of-third' } },
    });
    const run = (...argv: string[]) => runProgram(['graphql', ...argv], { home });
    const lines = { code: 10, stdout: 'breaking  Query.gone was removed.\n'.replace('  ', '   ') };
    expect(await run('@now/v2', '--diff-schema', '@old/v1')).toMatchObject(lines);
    expect(await run('@now/v2', '--diff-schema', third.url)).toMatchObject(lines);
    expect([...new Set(old.seen)]).toEqual(['/v1 Bearer of-old']);
    expect([...new Set(current.seen)]).toEqual([`/v2 Basic ${btoa('of:now')} c=of-now of-now`]);
    expect([...new Set(third.seen)]).toEqual(['/ Bearer of-third']);
  });

  test('the new side by --schema: a URL, a profile, a file, the cache', async () => {
    const [old, current] = [await api(before), await api(now)];
    const home = homeWith({ profiles: { now: { url: current.url, flags: { bearer: 'of-now' } } } });
    writeFileSync(path.join(home, 'now.graphql'), now);
    const run = (...argv: string[]) => runProgram(['graphql', ...argv], { home, folder: home });
    await run('@now', '--print-schema');
    for (const words of [
      ['--schema', current.url],
      ['--schema', '@now'],
      ['--schema', 'now.graphql'],
      ['@now', '--schema', 'kept'],
    ]) {
      const { code, stdout } = await run(...words, '--diff-schema', old.url);
      expect([words, code, stdout]).toEqual([words, 10, 'breaking   Query.gone was removed.\n']);
    }
    expect([...new Set(old.seen)]).toEqual(['/']);
    expect([...new Set(current.seen)]).toEqual(['/ Bearer of-now', '/']);
  });

  test('introspection without isOneOf is not reported as a change of it', async () => {
    const { url } = await api('type Query { a(x: X): Int } input X @oneOf { y: Int z: Int }');
    const home = temporaryFolder();
    const run = (...argv: string[]) => runProgram(['graphql', ...argv], { home, folder: home });
    const { stdout } = await run(url, '--print-schema=json');
    writeFileSync(path.join(home, 'old.json'), stdout.replaceAll('"isOneOf": true', '"isOneOf": false'));
    expect(await run(url, '--diff-schema', 'old.json')).toMatchObject({
      code: 10,
      stdout: 'breaking   X takes exactly one of its fields now (@oneOf).\n',
    });
    writeFileSync(path.join(home, 'old.json'), stdout.replace(/,?\s*"isOneOf": (?:true|false|null)/g, ''));
    expect(await run(url, '--diff-schema', 'old.json')).toMatchObject({ code: 0, stdout: '' });
  });
});

test('--schema of another server validates an operation, and gets no credentials of it', async () => {
  const [staging, live] = [await api('type Query { b: Int }'), await api('type Query { a: Int }')];
  const refused = await runProgram(['graphql', live.url, '-B', 't', '--schema', staging.url, '--query', '{ a }']);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('Cannot query field "a"');
  expect([...new Set(staging.seen), ...live.seen]).toEqual(['/']);
});

describe('--subscription-url @profile', () => {
  async function stream() {
    const schema = buildSchema('type Query { a: Int } type Subscription { ticks: Int }');
    const field = schema.getSubscriptionType()?.getFields().ticks;
    if (field)
      field.subscribe = async function* ticks() {
        yield { ticks: 1 };
      };
    const handler = createSseHandler({ schema });
    const seen: string[] = [];
    const url = await serve((request, response) => {
      seen.push(`${request.url} ${credentialsOf(request)}`.trim());
      handler(request, response).catch(() => response.destroy());
    });
    return { url, seen };
  }
  const subscribe = ['--query', 'subscription { ticks }', '--subscription-protocol', 'sse'];

  test('uses its credentials, and none of the line', async () => {
    const { url, seen } = await stream();
    const home = homeWith({
      profiles: {
        main: { url: 'http://127.0.0.1:9', flags: { bearer: 'of-main' } },
        b: { url, flags: { bearer: 'of-b' } },
        open: { url },
      },
    });
    const run = (...argv: string[]) => runProgram(['graphql', ...argv], { home });
    const ended = { code: 0, stdout: '{"data":{"ticks":1}}\n' };
    expect(await run('@main', ...subscribe, '--subscription-url', '@b/graphql?x=1')).toMatchObject(ended);
    expect(await run('@main', ...subscribe, '--subscription-url', '@open')).toMatchObject(ended);
    expect(await run('http://127.0.0.1:9', '-B', 't', ...subscribe, '--subscription-url', '@b')).toMatchObject(ended);
    expect(seen).toEqual(['/graphql?x=1 Bearer of-b', '/', '/ Bearer of-b']);
  });

  test('an unknown profile is reported with the known ones', async () => {
    const home = homeWith({ profiles: { b: { url: 'https://b.example' } } });
    const run = await runProgram(['graphql', 'https://a.example', ...subscribe, '--subscription-url', '@c'], { home });
    expect([run.code, run.stdout, run.stderr]).toEqual([2, '', expect.stringContaining('There is no profile c.')]);
    expect(run.stderr).toContain('@b');
  });
});

test.each(['oauth2-auth-url', 'oauth2-issuer', 'oauth2-device-url', 'oauth2-redirect-uri', 'proxy'])(
  '--%s accepts the URL of a profile',
  name => {
    const flow = name === 'oauth2-device-url' ? 'device_code' : 'authorization_code';
    const login = /redirect-uri|proxy/.test(name) ? ['--oauth2-auth-url', 'https://i.example/login'] : [];
    const argv = [
      'GET',
      'a.example',
      '--oauth2',
      `${flow}:https://i.example/token:id`,
      ...login,
      `--${name}`,
      '@idp/x',
    ];
    expect(JSON.stringify(parse(argv, [], () => 'http://127.0.0.1:7/x'))).toContain('"http://127.0.0.1:7/x"');
  },
);
