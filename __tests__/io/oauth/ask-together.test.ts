/** The file that a run leaves for others waiting for the same token, and its removal. */
import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TokenContext } from '../../../source/io/oauth/context.js';
import { shareRequest } from '../../../source/io/oauth/share-request.js';
import { tokenFile } from '../../../source/io/token-store.js';
import { testEnvironment } from '../../support/environment.js';

test('abandoned refusals are removed, but recent ones and unrelated files are not', async () => {
  const environment = testEnvironment();
  const file = tokenFile(environment);
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const [old, recent, other] = [`${file}.a.refused`, `${file}.b.refused`, `${file}.broken-1`];
  for (const each of [old, recent, other]) writeFileSync(each, '{}');
  for (const each of [old, other]) utimesSync(each, 0, 0);
  const context = { environment, options: { cache: true }, signal: environment.signal } as unknown as TokenContext;
  const found = await shareRequest(context, { name: 'c', look: async () => undefined, ask: async () => 'token' });
  expect([found, existsSync(old), existsSync(recent), existsSync(other)]).toEqual(['token', false, true, true]);
});
