import { appendFileSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { addToHistory, forgetEndpoint, readEndpoints, readHistory, rememberEndpoint } from '../../source/io/history.js';
import { testEnvironment } from '../support/environment.js';

const entry = (query: string) => ({
  at: 5,
  url: 'https://a.example/graphql?token=t0p',
  kind: 'query' as const,
  query,
  variables: '{"password": "s3cret"}',
  outcome: '200',
  took: 3,
});

test('runs are listed newest first, without secrets, and only the owner can read them', async () => {
  const environment = testEnvironment();
  await addToHistory(entry('{ a }'), environment);
  await addToHistory(entry('{ b }'), environment);
  const file = path.join(environment.home, '.local/state/apiclient/history.jsonl');
  appendFileSync(file, 'not an entry\n');
  expect((await readHistory(environment)).map(each => each.query)).toEqual(['{ b }', '{ a }']);
  expect(readFileSync(file, 'utf8')).not.toMatch(/s3cret|t0p/);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a run that has just ended is listed, and two runs are in order', async () => {
  const environment = testEnvironment();
  void addToHistory(entry('{ a }'), environment);
  void addToHistory(entry('{ b }'), environment);
  expect((await readHistory(environment)).map(each => each.query)).toEqual(['{ b }', '{ a }']);
});

test('programs that run at the same time lose no entry', async () => {
  const environment = testEnvironment();
  await Promise.all(Array.from({ length: 10 }, (_, i) => addToHistory(entry(`{ q${i} }`), { ...environment })));
  expect(await readHistory(environment)).toHaveLength(10);
});

test('the endpoint opened last comes first and is listed once', async () => {
  const environment = testEnvironment();
  for (const url of ['https://a.example/', 'https://b.example/', 'https://a.example/']) {
    await rememberEndpoint(url, environment);
  }
  expect(await readEndpoints(environment)).toEqual(['https://a.example/', 'https://b.example/']);
});

test('an endpoint can be removed, and the others stay', async () => {
  const environment = testEnvironment();
  for (const url of ['https://a.example/', 'https://b.example/']) await rememberEndpoint(url, environment);
  await forgetEndpoint('https://b.example/', environment);
  expect(await readEndpoints(environment)).toEqual(['https://a.example/']);
});

test('an unwritable home only prevents the history from being stored', async () => {
  const environment = { ...testEnvironment({ XDG_STATE_HOME: '/dev/null/none' }) };
  await addToHistory(entry('{ a }'), environment);
  await rememberEndpoint('https://a.example/', environment);
  expect(await readHistory(environment)).toEqual([]);
  expect(await readEndpoints(environment)).toEqual([]);
});
