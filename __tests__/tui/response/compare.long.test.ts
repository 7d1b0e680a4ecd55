/** `=` in the response: differences from an earlier response, marked in its tree. */
import { demoForTests, openScreen } from '../demo.js';

const demo = demoForTests();

test('in the terminal: two pages of the demo are compared', async () => {
  const terminal = await openScreen(demo.graphqlUrl);
  terminal.write('2iquery Page { book(id: 1) { id title } }\u001b\u0012');
  await terminal.untilShown('"title"');
  terminal.write('\u0014');
  await terminal.untilShown('No response yet');
  terminal.write('2iquery Other { book(id: 2) { id title } }\u001b\u0012');
  await terminal.untilShown('"title"');
  terminal.write('4=');
  await terminal.untilShown('Compare with');
  terminal.write('\r');
  await terminal.untilShown('was "Pride and Prejudice"');
  await terminal.untilShown('2 differences from Page');
});
