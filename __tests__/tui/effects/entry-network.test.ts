/** Network flags in the `# @flags` of a request, which replace the network flags of the screen. */
import { parse } from '../../../source/command/parse.js';
import type { RequestCommand } from '../../../source/core/command.js';
import { type Failure, isFailure } from '../../../source/core/failure.js';
import { shownEntry } from '../../../source/tui/effects/run/send-entry.js';
import { testEnvironment } from '../../support/environment.js';
import { graphqlCommand } from '../../support/servers/graphql.js';
import { entryContext, entryRequest } from './entry-context.js';

const url = 'http://127.0.0.1:9/';
const readLine = (argv: readonly string[], under: readonly string[] = []) =>
  parse(argv, ['--http2', ...under], undefined, true) as RequestCommand | Failure;

test.each([
  ['', 'HTTP/2', '2'],
  ['# @flags --http1.1 --no-http2\n', 'HTTP/1.1', '1.1'],
  ['# @flags --no-http2\n', 'the version that the server selects', undefined],
])('on a screen with --http2, %j sends with %s', async (flags, _, version) => {
  const { network } = readLine(['GET', url]) as RequestCommand;
  const command = { ...graphqlCommand({}), url, network };
  const context = { ...entryContext(testEnvironment(), readLine), command };
  const shown = await shownEntry(entryRequest(`${flags}GET ${url}\n`, { url }), 0, false, context);
  if (isFailure(shown)) throw new Error(shown.text);
  expect(shown.spec.network.httpVersion).toBe(version);
});
