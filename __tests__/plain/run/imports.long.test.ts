/** Large files imported by another `.http` file. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseHttpFile } from '../../../source/core/http-file/parse.js';
import { withImports } from '../../../source/plain/run/imports.js';
import { testEnvironment } from '../../support/servers/graphql.js';

test('an imported file may contain more requests than a call has arguments', async () => {
  const environment = testEnvironment();
  writeFileSync(path.join(environment.folder, 'other.http'), '###\nGET a\n'.repeat(126_000));
  const { http } = await withImports(parseHttpFile('# @import ./other.http'), environment.folder, environment);
  expect([http.entries.length, http.entries.at(-1)?.at]).toEqual([126_000, 125_999]);
});
