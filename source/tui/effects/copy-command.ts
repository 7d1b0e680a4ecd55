import { type Failure, isFailure } from '../../core/failure.js';
import { withHash, withoutText } from '../../core/graphql/sending/persisted.js';
import { fetchCode } from '../../core/request/code/fetch.js';
import { httpEntry } from '../../core/request/code/http.js';
import { apiclientCommand, curlCommand } from '../../core/request/curl.js';
import { joinWords, shellWord } from '../../core/request/shell.js';
import { requestOf } from '../../io/graphql/http.js';
import type { Effect, RunRequest } from '../model/effect.js';
import type { Dispatch, EffectContext } from './context.js';
import { endpointOf } from './endpoint.js';
import { prepare } from './run/prepare.js';

type CopyCommandEffect = Extract<Effect, { kind: 'copy-command' }>;

const codes = { curl: curlCommand, fetch: fetchCode, http: httpEntry };
const names: Readonly<Record<CopyCommandEffect['program'], string>> = {
  curl: 'the curl command',
  fetch: 'the code with fetch',
  http: 'the entry for a .http file',
  apiclient: 'the apiclient command',
};

/** Copies the command to the clipboard with secrets masked. */
export async function performCopyCommand(
  { program, operation, picked }: CopyCommandEffect,
  world: EffectContext,
  dispatch: Dispatch,
): Promise<void> {
  const text = await commandOf(program, operation, picked, world);
  if (isFailure(text)) {
    dispatch({ type: 'app/notice', text: text.text, tone: 'error' });
    return;
  }
  const without = ['its secrets', ...(picked?.left ?? [])];
  dispatch({
    type: 'app/copy',
    text,
    what: `${names[program]}, without ${without.join(' and ')},`,
  });
}

async function commandOf(
  program: CopyCommandEffect['program'],
  request: RunRequest,
  picked: CopyCommandEffect['picked'],
  world: EffectContext,
): Promise<string | Failure> {
  const prepared = prepare(request, world);
  if (isFailure(prepared)) return prepared;
  const endpoint = await endpointOf(request.url, world);
  if (isFailure(endpoint)) return endpoint;
  const { operation } = prepared;
  if (program !== 'apiclient') {
    const sent = request.sends.persisted ? withoutText(withHash(operation)) : operation;
    const spec = requestOf(sent, endpoint, request.ways.get && operation.kind === 'query', world.environment);
    if (isFailure(spec)) return spec;
    return codes[program](spec, { showSecrets: false });
  }
  // The flags for URL and credentials are the same for every request; only the first word differs.
  const { url, headers, removed, credentials, network } = endpoint;
  const flags = apiclientCommand(
    { method: 'GET', url, headers, removed, credentials, network },
    { showSecrets: false },
  ).replace(/^apiclient GET /, 'apiclient graphql ');
  const name = picked === undefined ? operation.operationName : picked.name;
  const { persisted, documentId, extensions } = request.sends;
  const own = [
    ...(documentId === undefined ? [] : [['--document-id', shellWord(documentId)]]),
    ...(persisted ? [['--persisted']] : []),
    ...(extensions === undefined ? [] : [['--extensions', shellWord(extensions)]]),
    ...(documentId !== undefined
      ? []
      : picked === undefined
        ? [['--query', shellWord(request.query)]]
        : picked.picks.map(pick => ['--pick', shellWord(pick)])),
    ...(operation.variables === undefined ? [] : [['--variables', shellWord(operation.variables)]]),
    ...(name === undefined ? [] : [['--operation', shellWord(name)]]),
    ...operation.uploads.map(({ path, file }) => ['--upload', shellWord(`${path}=@${file}`)]),
  ];
  return joinWords([[flags], ...own]);
}
