/** `npm run server [PORT]`: the demo API in the foreground until Ctrl-C, for tests by hand and for other clients. */
import { isFailure } from '../core/failure.js';
import { startDemo } from './start.js';

const demo = await startDemo({ port: Number(process.argv[2] ?? 0) });
if (isFailure(demo)) {
  console.error(`${demo.text} ${demo.hint ?? ''}`);
  process.exitCode = 2;
} else {
  console.log(`REST     ${demo.url}/\nGraphQL  ${demo.graphqlUrl}\nCtrl-C ends it.`);
  process.once('SIGINT', () => void demo.close());
  process.once('SIGTERM', () => void demo.close());
}
