/** The active operation as a command for a shell. */
import { type Failure, isFailure } from '../../core/failure.js';
import { apiclientCommand, curlCommand } from '../../core/request/curl.js';
import { joinWords, shellWord } from '../../core/request/shell.js';
import { requestOf } from '../../io/graphql/http.js';
import type { RunRequest } from '../model/effect.js';
import { endpointOf } from './endpoint.js';
import { prepare } from './run/prepare.js';
import type { Dispatch, World } from './world.js';

/** Asks for the command to be put on the clipboard; its secrets are bullets. */
export async function performCopyCommand(
  program: 'curl' | 'apiclient',
  request: RunRequest,
  world: World,
  dispatch: Dispatch,
): Promise<void> {
  const text = await commandOf(program, request, world);
  if (isFailure(text)) dispatch({ type: 'app/notice', text: text.text, tone: 'error' });
  else dispatch({ type: 'app/copy', text, what: `the ${program} command, without its secrets,` });
}

async function commandOf(program: 'curl' | 'apiclient', request: RunRequest, world: World): Promise<string | Failure> {
  const prepared = prepare(request, world);
  if (isFailure(prepared)) return prepared;
  const endpoint = await endpointOf(request.url, world);
  if (isFailure(endpoint)) return endpoint;
  const { operation } = prepared;
  if (program === 'curl') {
    const spec = requestOf(operation, endpoint, world.command.get && operation.kind === 'query', world.environment);
    return isFailure(spec) ? spec : curlCommand(spec, { showSecrets: false });
  }
  // The flags for URL and credentials are the same for every request; only the first word differs.
  const { url, headers, removed, credentials, network } = endpoint;
  const flags = apiclientCommand(
    { method: 'GET', url, headers, removed, credentials, network },
    { showSecrets: false },
  ).replace(/^apiclient GET /, 'apiclient graphql ');
  const own = [
    ['--query', shellWord(request.query)],
    ...(operation.variables === undefined ? [] : [['--variables', shellWord(operation.variables)]]),
    ...(operation.operationName === undefined ? [] : [['--operation', shellWord(operation.operationName)]]),
  ];
  return joinWords([[flags], ...own]);
}
