/** Helpers for OAuth tests. */

import { defaultNetwork } from '../../source/command/parse.js';
import { hintText } from '../../source/core/hint.js';
import type { OAuth2Options } from '../../source/core/options.js';
import type { LoginPrompt, LoginUi } from '../../source/io/oauth/login/login-ui.js';

export const network = defaultNetwork;

export const oauthOptions = (
  given: Pick<OAuth2Options, 'flow' | 'clientId'> & Partial<OAuth2Options>,
): OAuth2Options => ({
  params: [],
  port: 0,
  pkce: true,
  browser: true,
  cache: true,
  ...given,
});

export interface TestUi extends LoginUi {
  readonly notes: string[];
  readonly warnings: string[];
  readonly prompts: LoginPrompt[];
}

/** A screen whose output only the test reads. */
export function quietUi(more: Partial<LoginUi> = {}): TestUi {
  const notes: string[] = [];
  const warnings: string[] = [];
  const prompts: LoginPrompt[] = [];
  return {
    notes,
    warnings,
    prompts,
    note: text => void notes.push(hintText(text)),
    warn: text => void warnings.push(hintText(text)),
    show: prompt => void prompts.push(prompt),
    attended: false,
    ...more,
  };
}
