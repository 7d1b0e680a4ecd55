/**
 * Failure messages for the screen. Messages from lower layers name flags; the screen replaces them with keys or form fields.
 * Settings that only flags can change are still named as flags.
 */
import { type Failure, isFailure } from '../core/failure.js';
import { fieldTitle } from '../core/oauth/flow-fields.js';

/** Labels of flags in the run menu. */
const inMenu: Readonly<Record<string, string>> = {
  '--subscription-protocol': 'Subscription protocol',
  '--get': 'Use GET for queries',
  '--persisted': 'Persisted queries',
  '--document-id': 'Trusted document ID',
  '--extensions': 'Extensions',
};

/** Labels of flags in the form, except the OAuth flags. */
const inForm: Readonly<Record<string, string>> = { '--aws-sigv4': 'AWS Signature 4' };

/** Members of the value of `--oauth2`, and their form fields. */
const places: readonly (readonly [words: RegExp, fields: string])[] = [
  [
    /^If this client has a secret, put it after the client ID\b.*/,
    'If this client has a secret, fill in "Client secret" (H).',
  ],
  [/^Put the secret after the client ID\b.*/, 'Fill in "Client secret" (H).'],
  [/^Give the token URL after the flow\b.*/, 'Fill in "Token URL" (H).'],
  [/^Put one after the flow\b/, 'Fill in "Token URL"'],
  [/\bthe token URL after the flow\b/, '"Token URL"'],
  [/\bRun the command again\b/, 'Try again'],
  [/\bCtrl-C ends\./, 'Esc cancels.'],
];

/** Flags that log in or send a header. */
const login = /(?:^|[\s(])(?:-[BuKH]|--oauth2|--digest|--bearer|--auth)(?=[\s,.;:)]|$)/;
/** Flags that the panes replace, or that have no equivalent on the screen. */
const needless = /(?:^|\s)(?:-v|--schema|--query|--print-\w+)(?=[\s,.;:]|$)/;
/** Matches a shell command. */
const aCommand = /\bapiclient (?:graphql|auth|profiles).*/;
/** Matches our flags, but not those of other programs (`ls -ld`, `openssl … -in FILE`). */
const aFlag = /(?:^|[\s("])(?:--[a-z]|-[A-Za-z](?=[\s,.;:)]|$))/;
/** Matches a flag with an upper-case placeholder after it, as in hints. */
const flagWithValue = /(--[a-z][a-z0-9-]*)((?: [A-Z][A-Z_]*\b)?)/g;

/** A failure as displayed on the screen. */
export function screenWordsOf(failure: Failure): Failure {
  const { hint, ...rest } = failure;
  const words = hint === undefined ? '' : screenHint(hint);
  return { ...rest, text: fieldNames(failure.text).text, ...(words === '' ? {} : { hint: words }) };
}

/** A hint with keys instead of flags; empty if none of it applies to the screen. */
export function screenHint(hint: string): string {
  const clauses = places
    .reduce((text, [words, fields]) => text.replace(words, fields), hint)
    .replace(/ \(-v [^)]*\)/g, '')
    .split(/(?<=[.;?])\s+/)
    .flatMap(clauseWords);
  const words = clauses.join(' ').replace(/;$/, '.');
  return aFlag.test(words.replace(aCommand, '')) ? `${words} (Pass flags at the next start.)` : words;
}

function clauseWords(clause: string): readonly string[] {
  // Leave shell commands unchanged.
  if (!aFlag.test(clause) || aCommand.test(clause)) return [clause];
  const [, words = '', end = ''] = /^(.*?)([.;?]?)$/s.exec(clause) ?? [];
  const header = words.replace(/-H (["'])(.+?)\1/g, 'the header "$2" (H)').replace(/^the /, 'The ');
  if (header !== words) return [`${header}${end}`];
  if (login.test(words)) {
    const before = words.slice(0, words.search(login));
    const [subject] = /^.*(?=:)/.exec(before) ?? [];
    return [
      subject === undefined
        ? `Press H to change the login or headers${end || '.'}`
        : `${subject}: press H to set them${end || '.'}`,
    ];
  }
  if (needless.test(words)) return [];
  const named = fieldNames(words);
  const keys = named.keys.length === 0 ? '' : ` (${named.keys.join(', ')})`;
  return [`${named.text}${keys}${end}`];
}

/** Replaces flags by names of fields and menu items, and returns the keys that lead to them. */
function fieldNames(text: string): { readonly text: string; readonly keys: readonly string[] } {
  const keys = new Set<string>();
  const named = text.replace(flagWithValue, (all, flag: string) => {
    const field = fieldTitle(flag) ?? inForm[flag];
    const line = inMenu[flag];
    if (field === undefined && line === undefined) return all;
    keys.add(field === undefined ? 'M' : 'H');
    return `"${field ?? line}"`;
  });
  return { text: keys.size === 0 ? text : named.replace(/^(?:Give|Add|Pass)(?= ")/, 'Fill in'), keys: [...keys] };
}

/** An action with its failure messages adapted to the screen. */
export function withScreenWords<A extends object>(action: A): A {
  return 'failure' in action && isFailure(action.failure)
    ? { ...action, failure: screenWordsOf(action.failure) }
    : action;
}

/** Labels and messages that differ between the kinds of documents. */
interface KindWords {
  readonly name: string;
  /** The source of the tree. */
  readonly thing: string;
  /** Refusal of a search if there is nothing in the tree. */
  readonly unsearchable: string;
  /** The tree if there is no such source. */
  readonly bareTree: string;
  readonly panes: Readonly<Record<'schema' | 'query' | 'variables' | 'response', string>>;
  /** Placeholder of the URL prompt. */
  readonly url: string;
  readonly asking: string;
  readonly reading: string;
  readonly file: string;
  readonly fileHint: string;
  /** Label of the file key after a failure, in short and in full. */
  readonly openFile: readonly [short: string, full: string];
  readonly without: string;
  /** Hint for an empty text, after the keys that tick and run. */
  readonly typed: string;
  readonly ticked: string;
  /** File extension of saved texts. */
  readonly ending: string;
  readonly text: string;
}

export const kindWords: Readonly<Record<'graphql' | 'http', KindWords>> = {
  graphql: {
    name: 'GraphQL',
    thing: 'schema',
    unsearchable: 'No schema to search yet.',
    bareTree: 'Schema',
    panes: { schema: 'Schema', query: 'Query', variables: 'Variables', response: 'Response' },
    url: 'URL of a GraphQL endpoint',
    asking: 'Loading the schema from the server…',
    reading: 'Reading the schema…',
    file: 'Schema file',
    fileHint: 'SDL or introspection JSON',
    openFile: ['open an SDL file', 'open an SDL or introspection file'],
    without: 'No schema. Queries are sent without checks.',
    typed: 'query',
    ticked: 'fields',
    ending: '.graphql',
    text: 'query',
  },
  http: {
    name: 'HTTP',
    thing: 'description',
    unsearchable: 'Nothing to search yet.',
    bareTree: 'Requests',
    panes: { schema: 'API', query: 'Request', variables: 'Variables', response: 'Response' },
    url: 'URL of an API or of its OpenAPI description',
    asking: 'Loading the description from the server…',
    reading: 'Reading the description…',
    file: 'Description file',
    fileHint: 'OpenAPI or Swagger, JSON or YAML',
    openFile: ['open a description', 'open a description: OpenAPI or Swagger'],
    without: 'No description. Requests are sent without checks.',
    typed: 'request',
    ticked: 'operations',
    ending: '.http',
    text: 'requests',
  },
};
