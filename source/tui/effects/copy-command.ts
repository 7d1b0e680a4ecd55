/** The active operation, or the request at the cursor, as a shell command. */
import type { SubscriptionOptions } from '../../core/command.js';
import { authFlags, keyHeaderFlag } from '../../core/credentials/written-flags.js';
import { type Failure, failure, isFailure } from '../../core/failure.js';
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
import type { EffectOf, EntryRequest, RunRequest } from '../model/effect.js';
import type { Identity } from '../model/identity.js';
import type { TransportOptions } from '../model/response.js';
import { type Dispatch, type EffectContext, showError } from './context.js';
import { endpointOf, isHome, networkFor } from './endpoint.js';
import { type Prepared, prepare } from './run/prepare.js';
import { shownEntry } from './run/send-entry.js';

const codes = { curl: curlCommand, fetch: fetchCode, http: httpEntry };
type CopyCommandEffect = EffectOf<'copy-command'>;

const names: Readonly<Record<CopyCommandEffect['program'], string>> = {
  curl: 'the curl command',
  fetch: 'the JavaScript code',
  http: 'the .http entry',
  apiclient: 'the apiclient command',
};

/** Copies the command to the clipboard with secrets masked. */
export async function performCopyCommand(
  { program, operation, picked }: CopyCommandEffect,
  context: EffectContext,
  dispatch: Dispatch,
): Promise<void> {
  const text = await commandOf(program, operation, picked, context);
  if (isFailure(text)) return showError(text.text, dispatch);
  const omitted = ['secrets', ...(picked?.left ?? [])];
  dispatch({
    type: 'app/copy',
    text,
    what: `${names[program]} without ${omitted.join(' and ')}`,
  });
}

/** Builds the command for the request of an HTTP document. */
async function entryCode(
  program: CopyCommandEffect['program'],
  request: EntryRequest,
  context: EffectContext,
): Promise<string | Failure> {
  const [first] = request.entries;
  if (first === undefined) return failure('usage', 'No request to copy.');
  // Credentials are written as given: no file is read and no token is fetched.
  const entry = await shownEntry(request, first.at, program === 'apiclient', context);
  if (isFailure(entry)) return entry;
  const { spec, login, shown } = entry;
  const hidden = { showSecrets: false };
  if (program === 'http') return shown(httpEntry(spec, hidden, first.title));
  if (program !== 'apiclient') return shown(codes[program](spec, hidden));
  const loginWords = login ? [...authFlags(login.auth), ...keyWords(login)] : [];
  return shown([apiclientCommand(spec, hidden), ...loginWords].join(' '));
}

const keyWords = ({ headers }: Identity): readonly string[] =>
  headers.flatMap(each => (each.kind === 'secret' ? keyHeaderFlag(each) : []));

const isEntryRequest = (request: RunRequest | EntryRequest): request is EntryRequest => 'entries' in request;

async function commandOf(
  program: CopyCommandEffect['program'],
  request: RunRequest | EntryRequest,
  picked: CopyCommandEffect['picked'],
  context: EffectContext,
): Promise<string | Failure> {
  if (isEntryRequest(request)) return entryCode(program, request, context);
  const shown = new Map([...(context.identity.values ?? [])].filter(([, value]) => !isSecret(value)));
  const prepared = prepare(request, context, shown);
  if (isFailure(prepared)) return prepared;
  const { operation } = prepared;
  return program === 'apiclient'
    ? operationCommand(request, operation, picked, context)
    : operationCode(program, request, operation, context);
}

/** Code that sends an operation. */
async function operationCode(
  program: keyof typeof codes,
  request: RunRequest,
  operation: Operation,
  context: EffectContext,
): Promise<string | Failure> {
  const endpoint = await endpointOf(request.url, context, context.identity);
  if (isFailure(endpoint)) return endpoint;
  const sent = request.sends.persisted ? withoutText(withHash(operation)) : operation;
  const spec = requestOf(sent, endpoint, request.transport.get && operation.kind === 'query', context.environment);
  return isFailure(spec) ? spec : codes[program](spec, { showSecrets: false });
}

/** The `apiclient graphql` command of an operation. */
async function operationCommand(
  request: RunRequest,
  operation: Prepared['operation'],
  picked: CopyCommandEffect['picked'],
  context: EffectContext,
): Promise<string | Failure> {
  const { identity, environment } = context;
  // Credentials are written as given: no file is read and no token is fetched.
  const headers = identity.headers.filter(({ kind }) => kind !== 'secret');
  const credentials = { auth: { apiKeys: [] }, headers, network: networkFor(request.url, context) };
  const endpoint = await readEndpoint(request.url, credentials, environment);
  if (isFailure(endpoint)) return endpoint;
  // All requests share the same flags; only the first words differ.
  const flags = apiclientCommand({ method: 'GET', ...endpoint }, { showSecrets: false });
  const target = [
    flags.replace(/^apiclient GET /, 'apiclient graphql '),
    ...authFlags(identity.auth),
    ...keyWords(identity),
  ].join(' ');
  const { picks, name } = picked ?? { picks: undefined, name: operation.operationName };
  const text = picks?.map(pick => ['--pick', shellWord(pick)]) ?? [['--query', shellWord(request.query)]];
  return joinWords([
    [target],
    ...sendWords(request, operation.kind, context),
    ...(request.sends.documentId === undefined ? text : []),
    ...(operation.variables === undefined ? [] : [['--variables', shellWord(operation.variables)]]),
    ...(name === undefined ? [] : [['--operation', shellWord(name)]]),
    ...operation.uploads.map(({ path, file }) => ['--upload', shellWord(`${path}=@${file}`)]),
  ]);
}

type Sending = SendOptions & TransportOptions & Omit<SubscriptionOptions, 'subscriptionProtocol'>;

/** Flags for sending an operation. A missing option is a compile error. */
const sendFlags: Readonly<Record<keyof Sending, `--${string}`>> = {
  documentId: '--document-id',
  persisted: '--persisted',
  extensions: '--extensions',
  get: '--get',
  protocol: '--subscription-protocol',
  subscriptionUrl: '--subscription-url',
  connectionParams: '--connection-params',
};

/** The send options as flags, without those that do not affect this kind of operation. */
function sendWords(
  { url, sends, transport, connectionParams: typedParams }: RunRequest,
  kind: Operation['kind'],
  context: EffectContext,
): string[][] {
  const isStream = kind === 'subscription';
  const home = isStream && isHome(url, context) ? context.command : undefined;
  const hasParams = (isStream && typedParams !== undefined) || home?.connectionParams !== undefined;
  const given: Partial<Sending> = {
    ...sends,
    get: transport.get && kind === 'query',
    protocol: isStream && transport.protocol !== 'auto' ? transport.protocol : undefined,
    subscriptionUrl: home?.subscriptionUrl,
    connectionParams: hasParams ? bullets : undefined,
  };
  return (Object.keys(sendFlags) as (keyof Sending)[]).flatMap(name => {
    const value = given[name] ?? false;
    if (value === false) return [];
    return [value === true ? [sendFlags[name]] : [sendFlags[name], shellWord(value)]];
  });
}
