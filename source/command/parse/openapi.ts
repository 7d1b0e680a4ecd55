/** `apiclient openapi URL|FILE|@profile [item…] [flags]` -> `OpenapiCommand`. */
import type { OpenapiCommand } from '../../core/command.js';
import type { OpenapiTask } from '../../core/openapi/options.js';
import type { TextSource } from '../../core/options.js';
import { namesProfile } from '../../core/profiles.js';
import { shellWord } from '../../core/request/shell.js';
import { conflictingStdinUsers } from '../../core/request/standard-input.js';
import type { TypedUrl } from '../../core/request/typed-url.js';
import { usualMethods } from '../first-word.js';
import type { FlagTokens } from '../tokens.js';
import type { UsageErrors } from '../usage-errors.js';
import { parseAuth, parseHeaders } from './auth.js';
import { parseItems } from './body.js';
import { parseNetwork } from './network.js';
import { parseOutput, parseScreen } from './output.js';
import { parseSchemaTask } from './schema-task.js';
import { parseSession } from './sessions.js';

const form = "Usage: apiclient openapi URL --find WORDS, --describe NAME, --call 'GET /pets/{petId}' petId=1";

/**
 * Returns true if the word is a file rather than a host: it begins like a path, or has the extension of a description and no
 * host in front.
 */
export function namesFile(word: string, extension = /\.(?:json|ya?ml)$/i): boolean {
  if (word === '-' || /^(?:\.{0,2}\/|~\/)/.test(word)) return true;
  if (/^[a-z][a-z0-9+.-]*:\/\/|^:|^@/i.test(word)) return false;
  const [first = ''] = word.split('/', 1);
  return extension.test(word) && (first === word || !first.includes('.')) && !/^localhost(?::|$)/i.test(first);
}

/** @param readUrl reads the URL or the profile */
export function parseOpenapi(
  given: FlagTokens,
  readUrl: (word: string) => TypedUrl,
  errors: UsageErrors,
): OpenapiCommand {
  const [, typed, ...words] = given.words;
  const { target, schema } = parseDescription(given, typed, readUrl, errors);
  const headers = parseHeaders(given, errors);
  const auth = parseAuth(given, target ?? {}, headers, errors);
  const network = parseNetwork(given, errors, target);
  const output = parseOutput(given, errors);
  const task = parseTask(given, words, errors);
  const texts = [
    ['-w', output.writeOut] as const,
    ...(schema === '-' ? [['the description', { from: 'stdin' }] as const] : []),
    ...textsOf(task),
  ];
  errors.unwrap(conflictingStdinUsers({ auth, headers, network, texts }), undefined);
  const session = parseSession(given, errors);
  const isUsed = task.kind === 'call' || task.kind === 'overview' || task.kind === 'open';
  if (session && (!isUsed || !target))
    errors.add(
      `--session requires ${target ? 'an operation to call' : 'a URL'}.`,
      "Usage: apiclient openapi URL --call 'GET /pets' --session NAME",
    );
  const isPrinted = task.kind === 'call' && task.printed;
  return {
    kind: 'openapi',
    url: target?.url,
    schema,
    task,
    session,
    screen: parseScreen(given, errors),
    refreshSchema: given.on('refresh-schema'),
    validate: !given.on('no-validate'),
    auth,
    headers,
    network,
    output: isPrinted ? { ...output, curl: true, code: 'http' } : output,
    yes: given.on('yes') || undefined,
  };
}

/** The API of a command, and the description that is given instead of the one that the API publishes. */
function parseDescription(
  given: FlagTokens,
  typed: string | undefined,
  readUrl: (word: string) => TypedUrl,
  errors: UsageErrors,
): { readonly target: TypedUrl | undefined; readonly schema: string | undefined } {
  if (typed !== undefined && usualMethods.includes(typed))
    errors.add('apiclient openapi does not take a method.', form);
  const isFile = typed !== undefined && !namesProfile(typed) && namesFile(typed);
  const target = typed === undefined || isFile ? undefined : readUrl(typed);
  const flag = given.last('schema');
  if (typed === undefined && flag === undefined) errors.add('openapi needs a URL or a file.', form);
  if (isFile && flag !== undefined)
    errors.add(
      'Two descriptions given.',
      'Pass the URL of the API before --schema: apiclient openapi URL --schema FILE',
    );
  if (flag === '') errors.add('--schema needs a file or a URL.', 'Usage: --schema openapi.yaml');
  return { target, schema: isFile ? typed : flag };
}

/** The texts of a task that may come from standard input. */
function textsOf(task: OpenapiTask): readonly (readonly [name: string, source: TextSource])[] {
  if (task.kind === 'call') return [...task.items, ...task.query].map(({ name, source }) => [name, source]);
  return task.kind === 'validate' && task.patterns.includes('@-') ? [['--validate', { from: 'stdin' }]] : [];
}

/** Reports `--call GET /pets`, of which the path is a separate word. */
function isUnquoted(call: string, [path]: readonly string[], errors: UsageErrors): boolean {
  const isMethod = usualMethods.includes(call.toUpperCase());
  if (!isMethod || path?.startsWith('/') !== true) return false;
  const hint = `Put it in quotes: --call ${shellWord(`${call} ${path}`)}`;
  errors.add('--call takes one operation, but the path is a separate word.', hint);
  return true;
}

function parseTask(given: FlagTokens, words: readonly string[], errors: UsageErrors): OpenapiTask {
  const task = parseSchemaTask(given, errors, 'openapi');
  const call = given.last('call');
  if (given.last('print-schema') === 'sdl')
    errors.add(
      'An OpenAPI description cannot be printed as SDL.',
      'Use --print-schema to print it as one JSON document.',
    );
  if (given.on('print-request') && call === undefined) errors.add('--print-request needs --call.', form);
  const example = given.last('example');
  if (example !== undefined && call === undefined) errors.add('--example needs --call.', form);
  if (example?.trim() === '') errors.add('--example needs the name of an example.', 'Run --describe to list them.');
  if (call === undefined) {
    const [word] = words;
    if (word !== undefined) errors.add(`"${word.slice(0, 40)}" needs --call before it.`, form);
    if (task) return task;
    if (given.has('print-schema')) return { kind: 'print' };
    return { kind: 'overview', json: given.last('format') === 'json' };
  }
  if (call.trim() === '') errors.add('--call needs an operation.', form);
  const { fields: items, query } = parseItems(isUnquoted(call, words, errors) ? [] : words, errors);
  return { kind: 'call', operation: call, items, query, example, printed: given.on('print-request') };
}
