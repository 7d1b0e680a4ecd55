/** The schema cache: its content and its age. */
import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { schemaFolder } from '../../../source/io/directories.js';
import { readCachedSchema, writeCachedSchema } from '../../../source/io/graphql/schema-cache.js';
import type { Endpoint } from '../../../source/io/graphql/transport.js';
import { testEnvironment } from '../../support/environment.js';
import { plainNetwork } from '../../support/requests.js';

const endpoint = (url: string): Endpoint => ({
  url,
  credentials: { apiKeys: [] },
  headers: [],
  removed: [],
  network: plainNetwork,
});
const schema = { schema: { types: [] } as never, fetchedAt: 1 };
const daysMs = (days: number): number => days * 24 * 60 * 60 * 1000;

test('a schema not opened for 90 days is removed when another is cached; one that was opened is not', async () => {
  const environment = testEnvironment();
  const start = Date.now();
  const at = (days: number) => ({ ...environment, now: () => start + daysMs(days) });
  const folder = schemaFolder(environment);
  const written = (): readonly string[] => readdirSync(folder).filter(name => name.endsWith('.json.gz'));

  await writeCachedSchema(endpoint('https://old.example/'), schema, at(0));
  await writeCachedSchema(endpoint('https://used.example/'), schema, at(0));
  for (const name of written()) utimesSync(path.join(folder, name), start / 1000, start / 1000);
  writeFileSync(path.join(folder, 'notes.txt'), 'not ours');
  utimesSync(path.join(folder, 'notes.txt'), 0, 0);
  expect(await readCachedSchema(endpoint('https://used.example/'), at(60))).toBeDefined();
  await writeCachedSchema(endpoint('https://new.example/'), schema, at(89));
  expect(written()).toHaveLength(3);

  await writeCachedSchema(endpoint('https://newer.example/'), schema, at(91));
  expect(await readCachedSchema(endpoint('https://old.example/'), at(91))).toBeUndefined();
  expect(await readCachedSchema(endpoint('https://used.example/'), at(91))).toBeDefined();
  expect(readdirSync(folder)).toContain('notes.txt');
});
