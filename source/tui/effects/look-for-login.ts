/** A login advertised by a 401 response (RFC 9728). The screen offers it, and its metadata is fetched when the user accepts. */
import { failureLine, isFailure } from '../../core/failure.js';
import { resourceChallenge } from '../../core/oauth/protected-resource.js';
import type { ResponseHead } from '../../io/http/exchange.js';
import { fetchResourceMetadata } from '../../io/oauth/resource-metadata.js';
import type { EffectOf } from '../model/effect.js';
import { screenWordsOf } from '../screen-words.js';
import { type Dispatch, type EffectContext, showError } from './context.js';
import { networkFor } from './endpoint.js';
import { loginUi } from './login.js';

/** Handles a refused response of a run or load by dispatching `identity/offered`. */
export const offerLogin =
  (requested: string, id: number, dispatch: Dispatch) =>
  ({ headers }: ResponseHead): void => {
    const challenge = resourceChallenge(headers);
    if (challenge) dispatch({ type: 'identity/offered', offered: { ...challenge, requested }, id });
  };

/** Dispatches `identity/found` with the fields of the login form. The user adds the client ID. */
export async function performLookForLogin(
  { offered, tab }: EffectOf<'look-for-login'>,
  context: EffectContext,
  dispatch: Dispatch,
): Promise<void> {
  const { metadataUrl, requested, scope } = offered;
  const network = networkFor(requested, context);
  const metadata = await fetchResourceMetadata(metadataUrl, requested, network, context.environment, loginUi(context));
  if (isFailure(metadata)) return showError(failureLine(screenWordsOf(metadata)), dispatch);
  const { issuer, resource, scopes } = metadata;
  const values = { issuer, scope: scope ?? scopes.join(' '), 'params 0': `resource=${resource}` };
  dispatch({ type: 'identity/found', tab, offered, values });
}
