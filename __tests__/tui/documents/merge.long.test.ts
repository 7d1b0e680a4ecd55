/** A file changed by another program: its lines and ours are merged if they do not overlap. */
import { readFileSync, writeFileSync } from 'node:fs';
import { demoForTests, openFile } from '../demo.js';

const demo = demoForTests();

test('w offers a merge and reports the merged lines, and u removes them from the text', async () => {
  const { file, terminal } = await openFile(demo.graphqlUrl, '{\n  books {\n    total\n  }\n}\n');
  writeFileSync(file, '{\n  books {\n    total\n  }\n}\n# theirs\n# too\n');
  terminal.write('2i# mine\r\x1bw');
  await terminal.untilShown('2 lines from the other program into your text');
  terminal.write('\r');
  await terminal.untilShown('Merged 2 lines from the other program');
  await terminal.untilShown('Saved q.graphql.');
  const merged = readFileSync(file, 'utf8');
  expect(merged).toContain('# mine');
  expect(merged).toContain('# theirs\n# too');
  await terminal.untilShown('# theirs');
  terminal.write('u');
  await terminal.untilScreen(screen => !screen.includes('# theirs') && screen.includes('# mine'), 'ours alone');
  expect(readFileSync(file, 'utf8')).toBe(merged);
});

test('if both changed a line, there is only the overwrite prompt', async () => {
  const { file, terminal } = await openFile(demo.graphqlUrl, '{ books { total } }');
  writeFileSync(file, '# theirs');
  terminal.write('2i# mine \x1bw');
  await terminal.untilShown('q.graphql was changed by another program');
  await terminal.untilShown('Save under another name');
  expect(terminal.screen()).not.toContain('Merge');
});
