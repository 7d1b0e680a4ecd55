/** A login on the terminal itself, before the screen opens or while it is lent: lines on standard error. */
import { safeLine } from '../../core/response/safe-text.js';
import type { Environment } from '../../environment.js';
import type { LoginUi } from '../../io/oauth/login-ui.js';

export function lineLogin(environment: Environment): LoginUi {
  const line = (text: string): void => {
    environment.stderr.write(`${safeLine(text)}\n`);
  };
  return {
    attended: true,
    note: line,
    show(prompt) {
      if (prompt.kind === 'page') {
        line(prompt.opened ? 'Log in in the browser that was opened, or open:' : 'To log in, open:');
        line(`  ${prompt.url}`);
        if (prompt.forward !== undefined) line(`The browser runs on another machine? There, first: ${prompt.forward}`);
        return;
      }
      line(`To log in, open ${prompt.completeUrl ?? prompt.url} and enter the code ${prompt.userCode}`);
    },
  };
}
