/** `npm run server [PORT]`: the demo API in the foreground until Ctrl-C, for manual tests and other clients. */
import { isFailure, usageError } from '../core/failure.js';
import { startDemo } from './start.js';

const typed = process.argv[2] ?? '0';
const port = Number(typed);
const demo =
  /^\d{1,5}$/.test(typed) && port <= 65_535
    ? await startDemo({ port })
    : usageError('The port is no whole number from 0 to 65535.', 'Form: npm run server 4000');
if (isFailure(demo)) {
  console.error(`${demo.text} ${demo.hint ?? ''}`);
  process.exitCode = 2;
} else {
  console.log(`REST     ${demo.url}/\nGraphQL  ${demo.graphqlUrl}\nCtrl-C ends it.`);
  process.once('SIGINT', () => void demo.close());
  process.once('SIGTERM', () => void demo.close());
}
