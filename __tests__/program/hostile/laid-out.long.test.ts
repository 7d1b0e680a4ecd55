/** Text formatted from a hostile schema cannot control the terminal, whether it is printed to a pipe or a file. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildSchema } from 'graphql';
import { needsSafeText } from '../../../source/core/response/safe-text.js';
import { runProgram, temporaryFolder } from '../../support/program.js';

const harm = 'a\u001b[2J\u009b2J\u202eb\u0007\u007f';
const int = { kind: 'SCALAR', name: 'Int' };
const field = (name: string, description: string) => ({
  name,
  description,
  args: [],
  type: int,
  isDeprecated: true,
  deprecationReason: harm,
});
const schemaOf = (fields: readonly object[]) => ({
  data: {
    __schema: {
      queryType: { name: 'Query' },
      types: [{ kind: 'OBJECT', name: 'Query', description: harm, fields }, int],
      directives: [],
    },
  },
});

function folderOf(): string {
  const folder = temporaryFolder();
  const good = field('weight', `${harm}\tof it\n${harm}`);
  writeFileSync(path.join(folder, 'good.json'), JSON.stringify(schemaOf([good])));
  writeFileSync(path.join(folder, 'old.json'), JSON.stringify(schemaOf([good, field('gone', harm)])));
  writeFileSync(path.join(folder, 'bad.json'), JSON.stringify(schemaOf([field(`weight${harm}\n\tforged`, harm)])));
  mkdirSync(path.join(folder, 'documents'));
  writeFileSync(path.join(folder, 'documents', 'a.graphql'), `{ weight(x: "${harm}") none }`);
  return folder;
}

test.each([
  ['good', '--find', 'weight'],
  ['good', '--find', 'weight', '--format', 'json'],
  ['bad', '--find', 'weight'],
  ['bad', '--find', 'weight', '--format', 'json'],
  ['good', '--describe', 'Query'],
  ['good', '--describe', 'Query.weight'],
  ['good', '--describe', 'Query', '--format', 'json'],
  ['bad', '--describe', 'Query'],
  ['good', '--print-schema'],
  ['good', '--print-schema=json'],
  ['bad', '--print-schema=json'],
  ['good', '--diff-schema', 'old.json'],
  ['good', '--validate', 'documents'],
  ['good', '--validate', 'documents', '--report', 'junit'],
  ['good', '--validate', 'documents', '--report', 'tap'],
  ['bad', '--pick', '*', '--print-query'],
])('%s.json %s %s %s %s', async (schema, ...flags) => {
  const folder = folderOf();
  const argv = ['graphql', '--schema', `${schema}.json`, ...flags];
  const piped = await runProgram(argv, { folder });
  expect(piped.stdout + piped.stderr).not.toBe('');
  for (const text of [piped.stdout, piped.stderr]) expect([text, needsSafeText(text)]).toEqual([text, false]);
  if (piped.stdout === '') return;
  await runProgram([...argv, '-o', 'out'], { folder });
  expect(readFileSync(path.join(folder, 'out'), 'utf8')).toBe(piped.stdout);
});

test('no description can create a row or a column, and invalid names are not found', async () => {
  const folder = folderOf();
  const good = await runProgram(['graphql', '--schema', 'good.json', '--find', 'weight'], { folder });
  expect(
    good.stdout
      .trimEnd()
      .split('\n')
      .map(row => row.split('\t').length),
  ).toEqual([3]);
  const bad = await runProgram(['graphql', '--schema', 'bad.json', '--find', 'weight'], { folder });
  expect(bad).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('No match in the schema') });
});

test('a printed schema has the same meaning as before', async () => {
  const folder = folderOf();
  const printed = await runProgram(['graphql', '--schema', 'good.json', '--print-schema'], { folder });
  const schema = buildSchema(printed.stdout);
  expect(schema.getQueryType()?.description).toBe(harm);
  expect(schema.getQueryType()?.getFields().weight?.deprecationReason).toBe(harm);
  const json = await runProgram(['graphql', '--schema', 'good.json', '--print-schema=json'], { folder });
  expect(JSON.parse(json.stdout).__schema.types[0].description).toBe(harm);
});
