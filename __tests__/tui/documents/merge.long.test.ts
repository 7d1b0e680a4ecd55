/** A file changed by another program: its lines and ours are merged if they do not overlap. */
import { writeFileSync } from 'node:fs';
import { demoForTests, openFile } from '../demo.js';

const demo = demoForTests();

test('if both changed a line, there is only the overwrite prompt', async () => {
  const { file, terminal } = await openFile(demo.graphqlUrl, '{ books { total } }');
  writeFileSync(file, '# theirs');
  terminal.write('2i# mine \x1bw');
  await terminal.untilShown('q.graphql was changed by another program');
  await terminal.untilShown('Save under another name');
  expect(terminal.screen()).not.toContain('Merge');
});
