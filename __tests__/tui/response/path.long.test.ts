/** `f` in a body: a JSONPath that applies while typing and stays for later runs. */
import { demoForTests, openScreen } from '../demo.js';

const demo = demoForTests();

test('in the terminal: a path selects the titles of the demo', async () => {
  const terminal = await openScreen(demo.graphqlUrl);
  terminal.write('2i{ books(first: 3) { nodes { title } } }\u001b\u0012');
  await terminal.untilShown('"title"');
  terminal.write('4f\u001ba$..title');
  await terminal.untilShown('3 values');
  terminal.write('\r');
  await terminal.untilShown('$..title 3 values');
});
