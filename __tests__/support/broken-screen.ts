/**
 * The full screen with a simulated bug: after an x, it throws (`throw`) or rejects (`reject`) an error that is never caught.
 */
import { processEnvironment } from '../../source/platform/process-environment.js';
import { runScreen } from '../../source/tui/run.js';
import { graphqlCommand } from './servers/graphql.js';

process.once('uncaughtException', error => {
  process.stderr.write(`told: ${error.message}\n`);
  process.exit(1);
});
const [how, url] = process.argv.slice(2);
process.stdin.on('data', (typed: Buffer) => {
  if (!typed.includes('x')) return;
  if (how === 'reject') void Promise.reject(new Error('boom'));
  else throw new Error('boom');
});
void runScreen(graphqlCommand({ url: url ?? '' }), processEnvironment(new AbortController().signal), {
  kind: 'graphql',
  readCurl: async () => '',
  readWords: () => ({ auth: { apiKeys: [] }, headers: [] }),
  readText: {
    request: () => Promise.reject(new Error('There are no requests here.')),
    rights: () => Promise.resolve([]),
    graph: () => Promise.reject(new Error('There are no requests here.')),
  },
});
