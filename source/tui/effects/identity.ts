/** Headers and credentials, changed by the user while the screen is open; and answers to a login. */
import type { IdentityEffect } from '../model/effect.js';
import type { Performers } from './context.js';
import { performTestLogin } from './test-login.js';

export const identityEffects: Performers<IdentityEffect> = {
  /** The next request carries these; endpoints read with the previous credentials are forgotten. */
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
