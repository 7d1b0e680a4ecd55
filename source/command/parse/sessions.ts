/** `--session NAME`, and `apiclient sessions …`. */
import type { SessionOption, SessionsCommand } from '../../core/command.js';
import { isFailure } from '../../core/failure.js';
import { nearest } from '../../core/near-miss.js';
import { readTypedUrl } from '../../core/request/typed-url.js';
import { isSessionName } from '../../core/session/words.js';
import type { FlagTokens } from '../tokens.js';
import type { UsageErrors } from '../usage-errors.js';
import { unexpected } from '../values.js';

const nameForm = 'A name consists of letters, digits, dots, dashes and underscores, and begins with a letter or digit.';

/** `--session`, `--session-read-only`. */
export function parseSession(given: FlagTokens, errors: UsageErrors): SessionOption | undefined {
  const [written, read] = [given.last('session'), given.last('session-read-only')];
  if (written !== undefined && read !== undefined)
    errors.add('--session and --session-read-only cannot be combined.', 'Keep one of them.');
  const name = written ?? read;
  if (name === undefined) return undefined;
  if (!isSessionName(name)) errors.add('A session needs a name.', nameForm);
  if (given.has('diff'))
    errors.add(
      '--diff and --session cannot be combined, because a session belongs to one origin.',
      'Remove one of them.',
    );
  if (given.has('cookie-jar'))
    errors.add(
      '--cookie-jar and --session cannot be combined, because a session stores cookies itself.',
      'Remove --cookie-jar or --session.',
    );
  if (given.on('location-trusted'))
    errors.add(
      '--location-trusted and --session cannot be combined, because a session belongs to one origin.',
      'Use -L.',
    );
  return { name, isReadOnly: read !== undefined };
}

const actions = ['show', 'remove'] as const;
const form = 'Usage: apiclient sessions, apiclient sessions show NAME, apiclient sessions remove NAME [URL]';

/** `apiclient sessions [show NAME | remove NAME [URL]]`. */
export function parseSessions(given: FlagTokens, errors: UsageErrors): SessionsCommand {
  const [, word, name = '', url, ...more] = given.words;
  if (word === undefined) return { kind: 'sessions', action: 'list' };
  const action = actions.find(each => each === word);
  if (!action) {
    const near = nearest(word, actions);
    errors.add('Unknown sessions action.', near ? `Did you mean apiclient sessions ${near}?` : form);
  } else if (!isSessionName(name)) errors.add(`sessions ${action} needs a session name.`, form);
  const extra = action === 'show' ? url : more[0];
  if (extra !== undefined) errors.add(unexpected(extra), form);
  const target = url === undefined ? undefined : errors.unwrap(readTypedUrl(url), { url: 'https://x' });
  const origin = target && !isFailure(target) ? new URL(target.url).origin : undefined;
  return { kind: 'sessions', action: action ?? 'list', name, origin };
}
