/** Performs effects using `io`, and dispatches actions in reply. */

import type { Effect } from '../model/effect.js';
import { withScreenWords } from '../screen-words.js';
import { appEffects } from './app.js';
import { connectEffects } from './connect.js';
import { type Dispatch, type EffectContext, type Performer, type Performers, reportBug } from './context.js';
import { documentsEffects } from './documents.js';
import { identityEffects } from './identity.js';
import { queryEffects } from './query.js';
import { responseEffects } from './response.js';

const performers: Performers<Effect> = {
  ...appEffects,
  ...connectEffects,
  ...documentsEffects,
  ...identityEffects,
  ...queryEffects,
  ...responseEffects,
};

/** Starts an effect. Never throws or rejects: errors become actions. */
export function perform(effect: Effect, context: EffectContext, dispatch: Dispatch): void {
  // An effect's kind determines its performer, which the compiler cannot see.
  const performer = performers[effect.kind] as Performer<Effect>;
  try {
    performer(effect, context, action => dispatch(withScreenWords(action)))?.catch(error => reportBug(error, dispatch));
  } catch (error) {
    reportBug(error, dispatch);
  }
}
