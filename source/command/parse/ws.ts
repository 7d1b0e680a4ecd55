/** `apiclient ws URL [--subprotocol NAME] [--max-events N]`. */
import type { WsCommand } from '../../core/command.js';
import { isToken } from '../../core/request/header-option.js';
import { conflictingStdinUsers } from '../../core/request/standard-input.js';
import type { TypedUrl } from '../../core/request/typed-url.js';
import type { FlagTokens } from '../tokens.js';
import type { UsageErrors } from '../usage-errors.js';
import { parseAuth, parseHeaders } from './auth.js';
import { parseNetwork } from './network.js';
import { parseOutput } from './output.js';
import { parseSession } from './sessions.js';

const usage = 'Usage: apiclient ws wss://api.example.com/chat';

/** @param readUrl reads the URL or the profile */
export function parseWs(given: FlagTokens, readUrl: (word: string) => TypedUrl, errors: UsageErrors): WsCommand {
  const [, typed, stray] = given.words;
  if (typed === undefined) errors.add('No URL after ws.', usage);
  if (stray !== undefined)
    errors.add('ws takes only a URL.', `Messages are lines of standard input: echo TEXT | apiclient ws URL`);
  const target = readUrl(typed === undefined ? 'https://x' : typed.trim().replace(/^ws(?=s?:\/\/)/i, 'http'));
  const headers = parseHeaders(given, errors);
  const auth = parseAuth(given, target, headers, errors);
  const network = parseNetwork(given, errors, target);
  const output = parseOutput(given, errors);
  errors.unwrap(
    conflictingStdinUsers({ auth, headers, network, texts: [['the messages', { from: 'stdin' }]] }),
    undefined,
  );
  const subprotocols = given.all('subprotocol');
  if (!subprotocols.every(isToken))
    errors.add('--subprotocol needs a name without spaces and commas.', 'Usage: --subprotocol mqtt --subprotocol wamp');
  if (new Set(subprotocols).size < subprotocols.length)
    errors.add('--subprotocol has the same name twice.', 'Remove one of them.');
  const session = parseSession(given, errors);
  return { kind: 'ws', url: target.url, auth, headers, network, output, subprotocols, session };
}
