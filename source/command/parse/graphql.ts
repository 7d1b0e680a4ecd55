/** Flags and items of `apiclient graphql` -> the GraphQL part of `GraphqlCommand`. */

import type { OperationOptions, SchemaOptions, SubscriptionOptions } from '../../core/command.js';
import { type Failure, usageError } from '../../core/failure.js';
import type { AgainOptions, SendOptions } from '../../core/graphql/sending/options.js';
import type { SubscriptionProtocol } from '../../core/graphql/stream/protocols.js';
import { parsesAsJson } from '../../core/json/loose.js';
import type { ItemOption, TextSource } from '../../core/options.js';
import { isAnyItem, readItem } from '../items.js';
import type { FlagTokens } from '../tokens.js';
import type { UsageErrors } from '../usage-errors.js';
import { absoluteUrl, seconds, textSource, wholeNumber } from '../values.js';
import { parseSchemaTask, schemaPlace } from './schema-task.js';

/** The GraphQL part of a command. */
export type GraphqlOptions = OperationOptions & SchemaOptions & SubscriptionOptions;

/** `words` are the words after the URL: variables, one per item. */
export function parseGraphql(given: FlagTokens, words: readonly string[], errors: UsageErrors): GraphqlOptions {
  const [query, variables, operation, schema] = [
    given.last('query'),
    given.last('variables'),
    given.last('operation'),
    given.last('schema'),
  ];
  const subscriptionUrl = given.last('subscription-url');
  const connectionParams = objectOf('connection-params', '{"token":"…"}', given, errors);
  const extensions = objectOf('extensions', '{"tracing": true}', given, errors);
  const schemaFormat = given.last('print-schema') === 'json' ? 'json' : 'sdl';
  const uploads = given.all('upload').map(text => parseUpload(text, errors));

  refuseRepetitions(given, errors);
  const schemaTask = parseSchemaTask(given, errors);
  refuseIdleFlags(given, errors);
  if (schema !== undefined) schemaPlace(schema, '--schema', errors);
  if (operation === '') errors.add('--operation needs a name.', 'Remove the flag if the operation has no name.');
  if (subscriptionUrl !== undefined)
    absoluteUrl(subscriptionUrl, '--subscription-url', ['http', 'https', 'ws', 'wss'], errors);
  const sends = parseSends(given, extensions, errors);
  const items = words.map(word => parseVariable(word, given, errors));
  const twice = repeated(items);
  if (twice !== undefined)
    errors.add(
      `The variable ${twice} is given twice.`,
      'Write a list as name:=[…], or item by item: name[]=… name[]=…',
    );
  return {
    query: query === undefined ? undefined : textSource(query, '--query', errors),
    variables: variables === undefined ? undefined : textSource(variables, '--variables', errors),
    items,
    operation,
    picks: given.all('pick'),
    printQuery: given.on('print-query'),
    schema,
    printSchema: given.has('print-schema') ? schemaFormat : undefined,
    schemaTask,
    refreshSchema: given.on('refresh-schema'),
    validate: !given.on('no-validate'),
    get: given.on('get'),
    sends,
    again: parseAgain(given, errors),
    incremental: given.on('incremental'),
    uploads,
    subscriptionUrl,
    subscriptionProtocol: (given.last('subscription-protocol') as SubscriptionProtocol | undefined) ?? 'auto',
    connectionParams: connectionParams?.from === 'text' ? connectionParams.text : undefined,
    objects: inFiles({ extensions, connectionParams }),
  };
}

function refuseRepetitions(given: FlagTokens, errors: UsageErrors): void {
  if (given.all('query').length > 1)
    errors.add('--query is given twice.', 'A document can contain several operations. --operation NAME selects one.');
  if (given.all('variables').length > 1)
    errors.add('--variables is given twice.', 'Merge them into one JSON object, or use items: name=text name:=json');
}

/** Rejects flags of an operation if none is sent, and flags that exclude each other. */
function refuseIdleFlags(given: FlagTokens, errors: UsageErrors): void {
  const hasPicks = given.has('pick');
  const hasUploads = given.has('upload');
  if (given.on('print-query') && !hasPicks)
    errors.add('--print-query needs --pick.', "Usage: apiclient graphql URL --pick 'books.nodes.title' --print-query");
  if (!given.has('query') && !hasPicks && !given.has('document-id')) {
    const usage = 'Usage: apiclient graphql URL --query @FILE';
    if (hasUploads) errors.add('--upload needs an operation to send.', `${usage} --upload variables.NAME=@FILE`);
    if (given.on('get')) errors.add('--get needs an operation to send.', `${usage} --get`);
  }
  if (given.on('get') && hasUploads) errors.add('--get cannot send files.', 'Remove --get.');
}

function parseAgain(given: FlagTokens, errors: UsageErrors): AgainOptions {
  const [pages, every] = [given.last('max-pages'), given.last('every')];
  const paginate = given.on('paginate');
  const hasOperation = given.has('query') || given.has('pick') || given.has('document-id');
  for (const [flag, usage, isGiven] of [
    ['--paginate', '--paginate', paginate],
    ['--every', '--every SECONDS', every !== undefined],
  ] as const) {
    if (!isGiven) continue;
    if (!hasOperation)
      errors.add(`${flag} needs an operation to send.`, `Usage: apiclient graphql URL --query @FILE ${usage}`);
    if (given.on('incremental')) errors.add(`${flag} and --incremental cannot be combined.`, 'Remove one of them.');
  }
  return {
    paginate,
    maxPages: pages === undefined ? undefined : wholeNumber(pages, '--max-pages', 1_000_000, errors, 1),
    everyMs: every === undefined ? undefined : seconds(every, '--every', errors),
  };
}

function parseSends(given: FlagTokens, extensions: TextSource | undefined, errors: UsageErrors): SendOptions {
  const documentId = given.last('document-id');
  const persisted = given.on('persisted');
  if (documentId !== undefined && /^\s*$/.test(documentId))
    errors.add('--document-id needs an ID.', 'Usage: apiclient graphql URL --document-id ID id=1');
  if (documentId !== undefined && (given.has('query') || given.has('pick')))
    errors.add(
      '--document-id cannot be combined with another operation.',
      'Remove --query and --pick, or --document-id.',
    );
  if (documentId !== undefined && persisted)
    errors.add(
      '--document-id and --persisted cannot be combined.',
      'Use --document-id for a trusted document, and --persisted to send a hash.',
    );
  return { persisted, documentId, extensions: extensions?.from === 'text' ? extensions.text : undefined };
}

/** A JSON object: inline, which is validated now, or a file. */
function objectOf(
  name: 'connection-params' | 'extensions',
  form: string,
  given: FlagTokens,
  errors: UsageErrors,
): TextSource | undefined {
  const text = given.last(name);
  if (text === undefined) return undefined;
  const source = textSource(text, `--${name}`, errors);
  if (source.from === 'text' && !(parsesAsJson(text) && /^\s*\{/.test(text)))
    errors.add(`--${name} is not a JSON object.`, `Usage: --${name} '${form}', or @FILE`);
  return source;
}

function inFiles(
  named: Readonly<Record<'extensions' | 'connectionParams', TextSource | undefined>>,
): GraphqlOptions['objects'] {
  const files = Object.entries(named).filter(([, source]) => source !== undefined && source.from !== 'text');
  return files.length === 0 ? undefined : Object.fromEntries(files);
}

/** Returns the name of a variable that is set twice. Items that append to a list may repeat. */
function repeated(items: OperationOptions['items']): string | undefined {
  const seen = new Set<string>();
  return items.find(({ path }) => {
    const key = JSON.stringify(path);
    return !path.some(step => step.kind === 'append') && seen.size === seen.add(key).size;
  })?.name;
}

function variableAdvice(word: string, given: FlagTokens): Failure | undefined {
  if (/^\s*(?:\{|(?:query|mutation|subscription|fragment)\b[^=]*\{)/.test(word))
    return usageError(
      `"${word.slice(0, 40)}" is an operation, not a variable.`,
      "Usage: apiclient graphql URL --query '{ … }'",
    );
  if (given.has('print-schema') && (word === 'json' || word === 'sdl'))
    return usageError(`--print-schema and its value "${word}" must be joined with =.`, `Usage: --print-schema=${word}`);
  if (/^[\w.-]+$/.test(word))
    return usageError(
      `"${word.slice(0, 40)}" after the URL is not a variable.`,
      'Usage: name=text or name:=json. Pass the operation with --query.',
    );
  return undefined;
}

function parseVariable(word: string, given: FlagTokens, errors: UsageErrors): ItemOption {
  const advice = variableAdvice(word, given);
  if (advice) errors.unwrap(advice, undefined);
  const item = errors.unwrap(readItem(word), isAnyItem);
  if (item.kind === 'field') {
    const { kind: _, ...option } = item;
    return option;
  }
  errors.add(
    `${item.name}== is not a variable.`,
    `For a variable, use ${item.name}=text. For the query of the URL, put it in the URL.`,
  );
  return { name: item.name, path: [{ kind: 'key', key: item.name }], as: 'text', source: item.source };
}

function parseUpload(text: string, errors: UsageErrors): { readonly path: string; readonly file: string } {
  const [, position = '', file = ''] = /^(variables(?:\.[^.=]+)+)=@(.+)$/s.exec(text) ?? [];
  if (position === '')
    errors.add(
      '--upload needs the path of a variable and a file.',
      'Usage: --upload variables.file=@PATH, or variables.files.0=@PATH for a list',
    );
  return { path: position, file };
}
