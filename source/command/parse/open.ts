/** `apiclient open [FILE.http|FOLDER|URL|@profile] [flags]` -> `OpenapiCommand` that opens the full screen. */
import type { OpenapiCommand } from '../../core/command.js';
import { namesProfile } from '../../core/profiles.js';
import { conflictingStdinUsers } from '../../core/request/standard-input.js';
import { isWebSocketUrl, type TypedUrl } from '../../core/request/typed-url.js';
import type { FlagTokens } from '../tokens.js';
import type { UsageErrors } from '../usage-errors.js';
import { unexpected } from '../values.js';
import { parseAuth, parseHeaders } from './auth.js';
import { parseNetwork } from './network.js';
import { namesFile } from './openapi.js';
import { parseOutput, parseScreen } from './output.js';
import { parseSession } from './sessions.js';

const form = 'Usage: apiclient open requests.http, or apiclient open https://api.example.com';

/** Whether the word is an `.http` file rather than a host: a path, or a name with a matching extension. */
const namesRequests = (word: string): boolean =>
  /\.(?:http|rest)$/i.test(word) && !/^[a-z][a-z0-9+.-]*:\/\/|^:/i.test(word);

/** What `open` opens. A name without a scheme may be a host or a folder. */
interface Opened {
  readonly target?: TypedUrl;
  readonly description?: string;
  readonly file?: string;
  readonly maybeFolder?: string;
}

function parseOpened(word: string, readUrl: (word: string) => TypedUrl): Opened {
  // The screen opens a WebSocket like a file with one request.
  if (isWebSocketUrl(word)) {
    readUrl(word.replace(/^ws/i, 'http'));
    return { file: word };
  }
  if (namesProfile(word)) return { target: readUrl(word) };
  if (namesRequests(word)) return { file: word };
  if (namesFile(word)) return { description: word, maybeFolder: word };
  const isUrl = /^[a-z][a-z0-9+.-]*:\/\/|^:/i.test(word);
  return { target: readUrl(word), maybeFolder: isUrl ? undefined : word };
}

/** @param readUrl reads the URL or the profile */
export function parseOpen(given: FlagTokens, readUrl: (word: string) => TypedUrl, errors: UsageErrors): OpenapiCommand {
  const [, typed, extra] = given.words;
  if (extra !== undefined) errors.add(unexpected(extra), form);
  if (typed === '-') errors.add('The full screen needs standard input for the keyboard.', form);
  const { target, description, file, maybeFolder } = typed === undefined ? {} : parseOpened(typed, readUrl);
  const schema = description ?? given.last('schema');
  if (schema === '') errors.add('--schema needs a file or a URL.', 'Usage: --schema openapi.yaml');
  const headers = parseHeaders(given, errors);
  const auth = parseAuth(given, target ?? {}, headers, errors);
  const network = parseNetwork(given, errors, target);
  errors.unwrap(conflictingStdinUsers({ auth, headers, network, texts: [] }), undefined);
  const session = parseSession(given, errors);
  if (session && !target)
    errors.add('--session requires a URL.', 'Usage: apiclient open https://api.example.com --session NAME');
  return {
    kind: 'openapi',
    url: target?.url,
    schema,
    session,
    task: { kind: 'open', file, maybeFolder },
    screen: parseScreen(given, errors),
    refreshSchema: given.on('refresh-schema'),
    validate: true,
    auth,
    headers,
    network,
    output: parseOutput(given, errors),
    yes: given.on('yes') || undefined,
  };
}
