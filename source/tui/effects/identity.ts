/** Headers and credentials, changed by the user while the screen is open; and replies to a login. */
import type { IdentityEffect } from '../model/effect.js';
import type { Performers } from './context.js';
import { performTestLogin } from './test-login.js';

export const identityEffects: Performers<IdentityEffect> = {
  /** Used by the next request; what was read for another identity stays with that one. */
  identify({ identity }, world) {
    world.identity = identity;
  },
  'login-answer': ({ text }, world) => world.login?.answer(text),
  'test-login': performTestLogin,
  'login-cancel': (_, world) => world.login?.cancel(),
};
