/** Headers and credentials, changed by the user while the screen is open; and replies to a login. */
import type { IdentityEffect } from '../model/effect.js';
import type { Performers } from './context.js';
import { performTestLogin } from './test-login.js';

export const identityEffects: Performers<IdentityEffect> = {
  /** Used by the next request; endpoints read with the previous credentials are forgotten. */
  identify({ identity, switched }, world) {
    world.identity = identity;
    if (switched === true) return;
    world.endpoints.clear();
    world.tokens.clear();
  },
  'login-answer': ({ text }, world) => world.login?.answer(text),
  'test-login': performTestLogin,
  'login-cancel': (_, world) => world.login?.cancel(),
};
