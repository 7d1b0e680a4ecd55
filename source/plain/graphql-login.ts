/** A login asked for on standard error, for commands that run without a screen. */
import type { OutputOptions } from '../core/command.js';
import type { Environment } from '../environment.js';
import type { LoginUi } from '../io/oauth/login-ui.js';
import { note } from './graphql-words.js';

export function plainLoginUi(environment: Environment, output: Pick<OutputOptions, 'silent'>): LoginUi {
  return {
    note(text) {
      if (!output.silent) note(environment, text);
    },
    show(prompt) {
      if (prompt.kind === 'page') note(environment, `Log in here: ${prompt.url}`);
      else note(environment, `Open ${prompt.completeUrl ?? prompt.url} and enter the code ${prompt.userCode}`);
    },
    attended: environment.stderr.isTTY === true,
  };
}
