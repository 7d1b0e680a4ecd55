/** A tab that sends the requests of a text. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { fileWords } from '../../../source/command/file-words.js';
import { parseHttpFile } from '../../../source/core/http-file/parse.js';
import type { Environment } from '../../../source/environment.js';
import type { ReadRequest } from '../../../source/plain/run/context.js';
import { textRequests } from '../../../source/plain/run/one-request.js';
import type { EffectContext } from '../../../source/tui/effects/context.js';
import { performRunEntry } from '../../../source/tui/effects/run/run-entry.js';
import type { Action } from '../../../source/tui/model/action.js';
import type { EntryRequest } from '../../../source/tui/model/effect.js';
import type { Identity } from '../../../source/tui/model/identity.js';
import { graphqlCommand } from '../../support/servers/graphql.js';

interface TabOptions {
  /** Login of the tab; none by default. */
  readonly login?: Pick<Identity, 'auth' | 'headers'>;
  readonly readWords?: EffectContext['start']['readWords'];
}

/** The context of the effects of a tab. @param read parses the flags of a request */
export function entryContext(
  environment: Environment,
  read: ReadRequest,
  { login, readWords }: TabOptions = {},
): EffectContext {
  const command = { ...graphqlCommand({}), ...login };
  return {
    command,
    environment,
    identity: { auth: command.auth, headers: command.headers },
    endpoints: new WeakMap(),
    tokens: new WeakMap(),
    sessions: new Map(),
    approved: new Map(),
    running: new Map(),
    currentId: new AsyncLocalStorage(),
    start: { readText: textRequests(environment, read, fileWords, []), readWords },
  } as unknown as EffectContext;
}

/** A request to send all entries of a text. */
export const entryRequest = (text: string, more: Partial<EntryRequest> = {}): EntryRequest => ({
  ...{ url: '', text, isAll: false, confirmed: [], variables: '', description: undefined },
  entries: parseHttpFile(text).entries.map(({ name = '', skip }, at) => ({
    ...{ at, title: name, line: '', operation: undefined },
    ...(skip === undefined ? {} : { skip }),
  })),
  ...more,
});

/** Sends a request. Returns all actions. */
export async function sentActions(request: EntryRequest, context: EffectContext): Promise<readonly Action[]> {
  const actions: Action[] = [];
  await performRunEntry({ kind: 'run-http', id: 1, request }, context, action => actions.push(action));
  return actions;
}
