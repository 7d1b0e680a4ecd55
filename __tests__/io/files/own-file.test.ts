/** Files that others may have written are not trusted, and ours are not stored where others can take them. */
import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fullRung, rungToText } from '../../../source/core/graphql/introspection/query.js';
import { openDrafts } from '../../../source/io/drafts.js';
import { privateFolder, secretName } from '../../../source/io/files/private-file.js';
import { replaceFile } from '../../../source/io/files/replace-file.js';
import { readCachedSchema, readFact, writeCachedSchema, writeFact } from '../../../source/io/graphql/schema-cache.js';
import type { Endpoint } from '../../../source/io/graphql/transport.js';
import { addToHistory, readEndpoints, readHistory, rememberEndpoint } from '../../../source/io/history.js';
import { testEnvironment } from '../../support/environment.js';
import { plainNetwork } from '../../support/requests.js';

const entry = {
  at: 1,
  url: 'https://a.example/',
  kind: 'query',
  query: '{ a }',
  variables: '',
  outcome: '200',
  took: 1,
} as const;
const endpoint: Endpoint = {
  url: 'https://a.example/graphql',
  credentials: { apiKeys: [] },
  headers: [],
  removed: [],
  network: plainNetwork,
};

/** An environment with one file of each kind in its home, and the same as another user sees it. */
async function home() {
  const ours = testEnvironment();
  const state = path.join(ours.home, '.local/state/apiclient');
  await addToHistory(entry, ours);
  await rememberEndpoint('https://a.example/', ours);
  await writeCachedSchema(endpoint, { schema: { types: [] } as never, fetchedAt: 1 }, ours);
  await writeFact('rung', rungToText(fullRung), endpoint, ours);
  const drafts = await openDrafts(endpoint.url, ours);
  expect(await drafts.save('{ a }', '')).toBeUndefined();
  await drafts.close();
  return { ours, theirs: { ...ours, userId: 12_345 }, state };
}

const believed = async (environment: Awaited<ReturnType<typeof home>>['ours']) => ({
  history: (await readHistory(environment)).length,
  endpoints: (await readEndpoints(environment)).length,
  schema: (await readCachedSchema(endpoint, environment)) !== undefined,
  rung: (await readFact('rung', endpoint, environment)) !== undefined,
});

test('our own file is read', async () => {
  const { ours } = await home();
  expect(await believed(ours)).toEqual({ history: 1, endpoints: 1, schema: true, rung: true });
  expect((await openDrafts(endpoint.url, ours)).restored).toMatchObject({ query: '{ a }' });
});

test("another user's history, schemas, drafts and key are not read", async () => {
  const { ours, theirs, state } = await home();
  expect(await believed(theirs)).toEqual({ history: 0, endpoints: 0, schema: false, rung: false });
  const { restored } = await openDrafts(endpoint.url, theirs);
  expect(restored).toBeUndefined();
  // With a key that another user knows, file names would reveal their endpoints.
  expect(await secretName(ours, 'a')).toBe(await secretName(ours, 'a'));
  expect(await secretName(theirs, 'a')).not.toBe(await secretName(ours, 'a'));
  // A key that others could have written is not used either.
  const before = await secretName(ours, 'a');
  chmodSync(path.join(state, 'install.key'), 0o606);
  expect(await secretName(ours, 'a')).not.toBe(before);
});

test('concurrent first uses of the key all get the same one', async () => {
  for (let start = 0; start < 3; start++) {
    const ours = testEnvironment();
    const names = await Promise.all(Array.from({ length: 8 }, () => secretName(ours, 'a')));
    expect(new Set([...names, await secretName(ours, 'a')]).size).toBe(1);
  }
});

test('a file that others can write is not trusted', async () => {
  const { ours, state } = await home();
  chmodSync(path.join(state, 'history.jsonl'), 0o620);
  chmodSync(path.join(state, 'endpoints.json'), 0o602);
  expect(await believed(ours)).toMatchObject({ history: 0, endpoints: 0 });
});

test('nothing is written to a folder of another user, and data that must not be lost is reported', async () => {
  const { theirs, state } = await home();
  const before = statSync(path.join(state, 'history.jsonl')).size;
  await addToHistory(entry, theirs);
  await rememberEndpoint('https://b.example/', theirs);
  expect(statSync(path.join(state, 'history.jsonl')).size).toBe(before);
  const drafts = await openDrafts(endpoint.url, theirs);
  expect(await drafts.save('{ b }', '')).toMatchObject({ kind: 'file', code: 'EPERM' });
  await drafts.close();
});

test('a private folder is inaccessible to others, and one that cannot be made private is rejected', async () => {
  const environment = testEnvironment();
  const folder = path.join(environment.home, 'folder');
  mkdirSync(folder);
  chmodSync(folder, 0o777);
  await privateFolder(folder, environment);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  await expect(privateFolder(folder, { ...environment, userId: 12_345 })).rejects.toMatchObject({ code: 'EPERM' });
});

test('replacing a file preserves its mode, follows no link, and leaves nothing behind if it fails', async () => {
  const environment = testEnvironment();
  const file = path.join(environment.home, 'file');
  writeFileSync(path.join(environment.home, 'precious'), 'precious');
  symlinkSync('precious', file);
  await replaceFile(file, 'new', 0o640, environment);
  expect([statSync(file).mode & 0o777, statSync(path.join(environment.home, 'precious')).size]).toEqual([0o640, 8]);
  mkdirSync(path.join(environment.home, 'folder'));
  await expect(replaceFile(path.join(environment.home, 'folder'), 'new', 0o600, environment)).rejects.toMatchObject({
    syscall: 'rename',
  });
  expect(readdirSync(environment.home).sort()).toEqual(['file', 'folder', 'precious']);
});
