/** A 401 that names where its API tells how to log in (RFC 9728): told to the screen, and looked up when a person says so. */
import { isFailure } from '../../core/failure.js';
import { resourceChallenge } from '../../core/oauth/resource-challenge.js';
import type { ResponseHead } from '../../io/http/exchange.js';
import { fetchResourceMetadata } from '../../io/oauth/resource-metadata.js';
import type { Effect } from '../model/effect.js';
import { screenHint } from '../screen-words.js';
import type { Dispatch, EffectContext } from './context.js';
import { networkFor } from './endpoint.js';
import { screenLogin } from './login.js';

/** For the responses of a run or a load: dispatches `identity/offered`. */
export const tellOffer =
  (requested: string, id: number, dispatch: Dispatch) =>
  ({ headers }: ResponseHead): void => {
    const challenge = resourceChallenge(headers);
    if (challenge) dispatch({ type: 'identity/offered', offered: { ...challenge, requested }, id });
  };

/** Opens the form of a login with what is known; the id of the client is the person's own. */
export async function performLookForLogin(
  { offered }: Extract<Effect, { readonly kind: 'look-for-login' }>,
  world: EffectContext,
  dispatch: Dispatch,
): Promise<void> {
  const { metadataUrl, requested, scope } = offered;
  world.ui ??= screenLogin(world);
  const { environment, ui } = world;
  const found = await fetchResourceMetadata(metadataUrl, requested, networkFor(requested, world), environment, ui);
  if (isFailure(found)) {
    dispatch({
      type: 'app/notice',
      text: screenHint([found.text, found.hint].filter(Boolean).join(' ')),
      tone: 'error',
    });
    return;
  }
  const { issuer, resource, scopes } = found;
  const values = { issuer, scope: scope ?? scopes.join(' '), 'params 0': `resource=${resource}` };
  dispatch({ type: 'login-form/open', way: 'oauth authorization_code', values });
}
