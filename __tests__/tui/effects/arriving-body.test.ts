/** A body of events or lines is shown while it arrives. */
import { configured } from '../../../source/command/configured.js';
import type { RequestCommand } from '../../../source/core/command.js';
import { readConfig } from '../../../source/core/config.js';
import type { Failure } from '../../../source/core/failure.js';
import { performRunEntry } from '../../../source/tui/effects/run/run-entry.js';
import type { ResultAction } from '../../../source/tui/model/response-action.js';
import { testEnvironment } from '../../support/environment.js';
import { closeServers, httpServer } from '../../support/servers/http-server.js';
import { entryContext, entryRequest } from './entry-context.js';

afterEach(closeServers);

const read = (argv: readonly string[], under: readonly string[]) =>
  configured(argv, () => readConfig('{}', 'c.json'), 'c.json', under) as RequestCommand | Failure;

/** Results of a GET. The server sends its second piece, or breaks the connection, after the first one is shown. */
async function results(type: string, last: string | undefined) {
  let proceed = (): void => {};
  const { url } = await httpServer(response => {
    response.writeHead(200, { 'Content-Type': type }).write('data: one\n\n');
    proceed = () => (last === undefined ? response.destroy() : response.end(last));
  });
  const results: Pick<ResultAction, 'raw' | 'partial'>[] = [];
  const failures: string[] = [];
  await performRunEntry(
    { kind: 'run-http', id: 1, request: entryRequest(`GET ${url}/`) },
    entryContext(testEnvironment(), read),
    action => {
      if (action.type === 'response/failed') failures.push(action.raw);
      if (action.type !== 'response/result') return;
      results.push({ raw: action.raw, partial: action.partial });
      proceed();
    },
  );
  return { results, failures };
}

test.each(['text/event-stream', 'application/x-ndjson', 'text/plain'])('%s is shown before its end', async type => {
  expect((await results(type, 'data: two\n\n')).results).toEqual([
    { raw: 'data: one\n\n', partial: true },
    { raw: 'data: one\n\ndata: two\n\n', partial: false },
  ]);
});

test('after a broken connection, the text received so far remains', async () => {
  expect((await results('text/event-stream', undefined)).failures).toEqual(['data: one\n\n']);
});
