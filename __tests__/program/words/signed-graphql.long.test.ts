/** Introspection, operations and subscriptions at a server that requires Digest or an AWS signature. */
import { isFailure } from '../../../source/core/failure.js';
import { type Demo, startDemo } from '../../../source/demo/start.js';
import { runProgram } from '../../support/program.js';
import {
  type AtGate,
  byDigest,
  bySignature,
  type DigestWays,
  type Gate,
  type Judgement,
  startGate,
} from '../../support/servers/gate.js';

let demo: Demo;
beforeAll(async () => {
  const started = await startDemo({ port: 0 });
  if (isFailure(started)) throw new Error(started.text);
  demo = started;
});
afterAll(() => demo.close());

const gates: Gate[] = [];
afterEach(() => Promise.all(gates.splice(0).map(gate => gate.close())));

async function behind(judge: (request: AtGate) => Judgement): Promise<Gate> {
  const gate = await startGate(demo.url, judge);
  gates.push(gate);
  return gate;
}

const variables = { P: 'pw', K: 's3cret' };
const ada = ['--digest', '-u', 'ada:env:P'];
const aws = ['--aws-sigv4', 'aws:amz:eu-west-1:appsync', '-u', 'AKID:env:K'];
const run = (gate: Gate, login: readonly string[], ...words: readonly string[]) =>
  runProgram(['graphql', `${gate.url}/graphql`, ...login, ...words], { variables });
const ticks = ['--query', 'subscription { ticks(count: 2, every: 1) { number } }'];

test('a schema is read and an operation built from it with one challenge; the nonce is counted', async () => {
  const gate = await behind(byDigest());
  const schema = await run(gate, ada, '--print-schema');
  expect(schema).toMatchObject({ code: 0, stdout: expect.stringContaining('type Query {') });
  expect(gate.seen.splice(0)).toEqual(['401 POST nothing', 'ok POST Digest 1']);
  const picked = await run(gate, ada, '--pick', 'authors.name', '--refresh-schema');
  expect(picked).toMatchObject({ code: 0, stdout: expect.stringContaining('"authors"') });
  expect(gate.seen).toEqual(['401 POST nothing', 'ok POST Digest 1', 'ok POST Digest 2']);
});

test.each<readonly [string, DigestWays, readonly string[]]>([
  ['with auth-int, over the body', { qop: 'auth-int' }, ['ok POST Digest 1', 'ok POST Digest 2']],
  ['with SHA-256-sess', { algorithm: 'SHA-256-sess' }, ['ok POST Digest 1', 'ok POST Digest 2']],
  ['with a nonce for each request', { next: true }, ['ok POST Digest 1', 'ok POST Digest 1']],
  ['with nonces that go stale', { uses: 1 }, ['ok POST Digest 1', '401 POST Digest 2', 'ok POST Digest 1']],
])('%s', async (_, ways, seen) => {
  const gate = await behind(byDigest(ways));
  const picked = await run(gate, ada, '--pick', 'authors.name', '--refresh-schema');
  expect(picked).toMatchObject({ code: 0, stdout: expect.stringContaining('"authors"'), stderr: '' });
  expect(gate.seen).toEqual(['401 POST nothing', ...seen]);
});

test.each<readonly [string, DigestWays]>([
  ['auth', {}],
  ['auth-int', { qop: 'auth-int' }],
  ['a nonce for each request', { next: true }],
])('a subscription: its WebSocket is opened with Digest (%s)', async (_, ways) => {
  const gate = await behind(byDigest(ways));
  const ended = await run(gate, ada, '--subscription-protocol', 'graphql-transport-ws', ...ticks);
  expect(ended.code).toBe(0);
  expect(ended.stdout.trim().split('\n')).toHaveLength(2);
  expect(gate.seen).toEqual(['401 upgrade nothing', 'ok upgrade Digest 1']);
});

test('a wrong password is reported as such, for operations and for WebSockets', async () => {
  const gate = await behind(byDigest());
  const wrong = ['--digest', '-u', 'ada:wrong'];
  expect(await run(gate, wrong, '--query', '{ authors { name } }', '--no-validate', '--check-status')).toMatchObject({
    code: 4,
  });
  expect(await run(gate, wrong, ...ticks, '--subscription-protocol', 'graphql-transport-ws')).toMatchObject({
    code: 7,
    stderr: expect.stringContaining('401'),
  });
  expect(gate.seen.every(line => line.startsWith('401'))).toBe(true);
});

test('the server’s proof is verified (RFC 7616 3.5), for requests and for WebSockets', async () => {
  const words = 'did not prove that it knows the password';
  const [right, wrong] = [await behind(byDigest({ rspauth: 'right' })), await behind(byDigest({ rspauth: 'wrong' }))];
  const query = ['--query', '{ authors { name } }', '--no-validate'];
  expect(await run(right, ada, ...query)).toMatchObject({ code: 0, stderr: '' });
  expect(await run(wrong, ada, ...query)).toMatchObject({ code: 0, stderr: expect.stringContaining(words) });
  const socket = ['--subscription-protocol', 'graphql-transport-ws', ...ticks];
  expect((await run(right, ada, ...socket)).stderr).not.toContain(words);
  expect((await run(wrong, ada, ...socket)).stderr).toContain(words);
  const get = (gate: Gate) => runProgram(['GET', `${gate.url}/books`, ...ada], { variables });
  expect((await get(right)).stderr).toBe('');
  expect((await get(wrong)).stderr).toContain(words);
});

test('AppSync’s own subscription protocol is named', async () => {
  const gate = await behind(bySignature('s3cret', 'eu-west-1', 'appsync'));
  const { port } = new URL(gate.url);
  const url = 'http://abc.appsync-api.eu-west-1.amazonaws.com/graphql';
  const led = ['--connect-to', `::127.0.0.1:${port}`, '--subscription-protocol', 'graphql-transport-ws'];
  const ended = await runProgram(['graphql', url, ...aws, ...led, ...ticks], { variables });
  expect(ended.code).not.toBe(0);
  expect(ended.stderr).toContain('AppSync has its own WebSocket protocol for subscriptions');
});

test('introspection, operations and the upgrade have the AWS signature', async () => {
  const gate = await behind(bySignature('s3cret', 'eu-west-1', 'appsync'));
  const picked = await run(gate, aws, '--pick', 'authors.name', '--refresh-schema');
  expect(picked).toMatchObject({ code: 0, stdout: expect.stringContaining('"authors"'), stderr: '' });
  const ended = await run(gate, aws, '--subscription-protocol', 'graphql-transport-ws', ...ticks);
  expect([ended.code, ended.stdout.trim().split('\n').length]).toEqual([0, 2]);
  expect(gate.seen).toEqual([...Array(2).fill('ok POST AWS4-HMAC-SHA256'), 'ok upgrade AWS4-HMAC-SHA256']);
  const other = await run(gate, ['--aws-sigv4', 'aws:amz:us-east-1:appsync', '-u', 'AKID:env:K'], ...ticks);
  expect(other).toMatchObject({ code: 7, stdout: '' });
});
