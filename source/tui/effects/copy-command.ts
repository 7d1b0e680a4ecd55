/** The active operation as a command for a shell. */
import type { GraphqlCommand } from '../../core/command.js';
import { authFlags, keyHeaderFlag } from '../../core/credentials/written-flags.js';
import { type Failure, isFailure } from '../../core/failure.js';
import type { SendOptions } from '../../core/graphql/sending/options.js';
import { withHash, withoutText } from '../../core/graphql/sending/persisted.js';
import { apiclientCommand, curlCommand } from '../../core/request/code/curl.js';
import { fetchCode } from '../../core/request/code/fetch.js';
import { httpEntry } from '../../core/request/code/http.js';
import { joinWords, shellWord } from '../../core/request/shell.js';
import { bullets, isSecret } from '../../core/secret.js';
import { readEndpoint } from '../../io/graphql/endpoint.js';
import { requestOf } from '../../io/graphql/http.js';
import type { Operation } from '../../io/graphql/transport.js';
import type { Effect, RunRequest } from '../model/effect.js';
import type { TransportOptions } from '../model/response.js';
import type { Dispatch, EffectContext } from './context.js';
import { endpointOf, isHome, networkFor } from './endpoint.js';
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
  const { identity, environment } = world;
  const shown = new Map([...(identity.values ?? [])].filter(([, value]) => !isSecret(value)));
  const prepared = prepare(request, world, shown);
  if (isFailure(prepared)) return prepared;
  const { operation } = prepared;
  if (program !== 'apiclient') {
    const endpoint = await endpointOf(request.url, world, identity);
    if (isFailure(endpoint)) return endpoint;
    const sent = request.sends.persisted ? withoutText(withHash(operation)) : operation;
    const spec = requestOf(sent, endpoint, request.ways.get && operation.kind === 'query', world.environment);
    if (isFailure(spec)) return spec;
    return codes[program](spec, { showSecrets: false });
  }
  // Credentials are written as they were given: nothing is read, no token is fetched.
  const keyWords = identity.headers.flatMap(each => (each.kind === 'secret' ? keyHeaderFlag(each) : []));
  const headers = identity.headers.filter(each => each.kind !== 'secret');
  const said = { auth: { apiKeys: [] }, headers, network: networkFor(request.url, world) };
  const endpoint = await readEndpoint(request.url, said, environment);
  if (isFailure(endpoint)) return endpoint;
  // Flags are the same for every request; only the first words differ.
  const flags = apiclientCommand({ method: 'GET', ...endpoint }, { showSecrets: false });
  const target = [
    flags.replace(/^apiclient GET /, 'apiclient graphql '),
    ...authFlags(identity.auth),
    ...keyWords,
  ].join(' ');
  const { picks, name } = picked ?? { picks: undefined, name: operation.operationName };
  const text = picks?.map(pick => ['--pick', shellWord(pick)]) ?? [['--query', shellWord(request.query)]];
  return joinWords([
    [target],
    ...sendWords(request, operation.kind, world),
    ...(request.sends.documentId === undefined ? text : []),
    ...(operation.variables === undefined ? [] : [['--variables', shellWord(operation.variables)]]),
    ...(name === undefined ? [] : [['--operation', shellWord(name)]]),
    ...operation.uploads.map(({ path, file }) => ['--upload', shellWord(`${path}=@${file}`)]),
  ]);
}

type Sending = SendOptions & TransportOptions & Pick<GraphqlCommand, 'subscriptionUrl' | 'connectionParams'>;

/** The flags of how an operation is sent; a missing option does not compile. */
const sendFlags: Readonly<Record<keyof Sending, `--${string}`>> = {
  documentId: '--document-id',
  persisted: '--persisted',
  extensions: '--extensions',
  get: '--get',
  protocol: '--subscription-protocol',
  subscriptionUrl: '--subscription-url',
  connectionParams: '--connection-params',
};

/** The send options as flags, without those that have no effect on this kind of operation. */
function sendWords({ url, sends, ways }: RunRequest, kind: Operation['kind'], world: EffectContext): string[][] {
  const { subscriptionUrl, connectionParams } = world.command;
  const home = { subscriptionUrl, connectionParams: connectionParams === undefined ? undefined : bullets };
  const given: Partial<Sending> = {
    ...sends,
    get: ways.get && kind === 'query',
    ...(kind === 'subscription' && ways.protocol !== 'auto' ? { protocol: ways.protocol } : {}),
    ...(kind === 'subscription' && isHome(url, world) ? home : {}),
  };
  return (Object.keys(sendFlags) as (keyof Sending)[]).flatMap(name => {
    const value = given[name] ?? false;
    if (value === false) return [];
    return [value === true ? [sendFlags[name]] : [sendFlags[name], shellWord(value)]];
  });
}
