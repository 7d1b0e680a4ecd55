/** Changes to headers and credentials while the screen is open, and replies to a login. */
import { type Failure, failureLine, isFailure } from '../../core/failure.js';
import { readEndpoint } from '../../io/graphql/endpoint.js';
import { operationTransport } from '../../io/graphql/operation.js';
import { runLogged } from '../../io/graphql/run-logged.js';
import type { EffectOf, IdentityEffect } from '../model/effect.js';
import { screenWordsOf } from '../screen-words.js';
import type { Dispatch, EffectContext, Performers } from './context.js';
import { networkFor } from './endpoint.js';
import { loginUi } from './login.js';
import { performLookForLogin } from './look-for-login.js';
import { sessionEffects } from './session.js';

/** A query that every server supports and that changes nothing. */
const operation = { kind: 'query', query: '{ __typename }', uploads: [], incremental: false } as const;

/** Dispatches `login-form/tested` with the server's response. */
async function performTestLogin(
  { url, identity, of }: EffectOf<'test-login'>,
  world: EffectContext,
  dispatch: Dispatch,
): Promise<void> {
  const report = (text: string, ok: boolean): void => dispatch({ type: 'login-form/tested', text, ok, of });
  const { environment } = world;
  const credentials = { ...identity, network: networkFor(url, world) };
  const endpoint = await readEndpoint(url, credentials, environment, { ui: loginUi(world), ask: false });
  const fail = (reason: Failure): void => report(failureLine(screenWordsOf(reason)), false);
  if (isFailure(endpoint)) return fail(endpoint);
  const context = { environment, signal: environment.signal, note: () => {}, log: world.log };
  let status = 0;
  for await (const event of runLogged(operationTransport(), operation, endpoint, context)) {
    if (event.kind === 'head') status = event.response.status;
    if (event.kind === 'failed') return fail(event.failure);
    if (event.kind !== 'result') continue;
    const { errors } = event.summary;
    const words =
      Array.isArray(errors) && errors[0]?.message !== undefined
        ? `: ${String(errors[0].message).replace(/\.$/, '')}`
        : '';
    return report(
      `${status}: the server ${errors === undefined ? 'accepts the login' : `responds with errors${words}`}.`,
      errors === undefined,
    );
  }
}

export const identityEffects: Performers<IdentityEffect> = {
  ...sessionEffects,
  /** Sets the identity of the next request. Cached data of the previous identity stays with that identity. */
  identify({ identity }, world) {
    world.identity = identity;
  },
  'login-answer': ({ text }, world) => world.login?.answer(text),
  'test-login': performTestLogin,
  'look-for-login': performLookForLogin,
  'login-cancel': (_, world) => world.login?.cancel(),
};
