/**
 * Failure messages for the screen. Messages from lower layers name flags; the screen replaces them with keys or form fields.
 * Settings that only flags can change are still named as flags. Steps that need other words are data (`core/hint.ts`).
 */
import { type Failure, isFailure } from '../core/failure.js';
import type { Hint, Step } from '../core/hint.js';
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

/** Matches a flag. */
const aFlag = /(?:^|[\s("])(?:--[a-z]|-[A-Za-z](?=[\s,.;:)]|$))/;
/** Matches a flag with an upper-case placeholder after it, as in hints. */
const flagWithValue = /(--[a-z][a-z0-9-]*)((?: [A-Z][A-Z_]*\b)?)/g;

/** A failure as displayed on the screen. */
export function screenWordsOf(failure: Failure): Failure {
  const { hint, ...rest } = failure;
  const words = hint === undefined ? '' : screenHint(hint);
  return { ...rest, text: fieldNames(failure.text).text, hint: words || undefined };
}

/** A hint with keys instead of flags; empty if none of it applies to the screen. */
export function screenHint(value: Hint): string {
  const keys = new Set<string>();
  let text = '';
  let hasFlag = false;
  for (const part of typeof value === 'string' ? [value] : value.parts) {
    if (typeof part === 'string') {
      const words = clausesOf(part)
        .map(clause => clauseWords(clause, keys))
        .join('');
      hasFlag ||= aFlag.test(words);
      text += words;
    } else {
      text += stepWords(part);
      if (part.action === 'field' || part.action === 'fill-in') keys.add('H');
    }
  }
  const words = `${text}${keyList(keys)}`.trim();
  return hasFlag ? `${words} (Pass flags at the next start.)` : words;
}

/** Words for the screen of a step that differs from the command line. */
function stepWords({ action, words, object = '' }: Step): string {
  switch (action) {
    case 'change-login':
      return 'Press H to change the login or headers.';
    case 'set-login':
      return 'press H to set them.';
    case 'header':
      return `the header "${object}" (H)`;
    case 'field':
      return `"${object}"`;
    case 'fill-in':
      return `${/^[A-Z]/.test(words) ? 'Fill in' : 'fill in'} "${object}"`;
    case 'try-again':
      return 'Try again';
    case 'cancel':
      return 'Esc cancels';
    case 'run':
      return words;
    case 'flags-only':
      return '';
  }
}

/** The parts of a text that end with a full stop, semicolon or question mark, including the spaces between them. */
const clausesOf = (text: string): readonly string[] => text.split(/(?<=[.;?])(?=\s)/);

/** A clause with names of fields and menu items instead of flags. Their keys, and those given, follow at its end. */
function clauseWords(clause: string, keys: Set<string>): string {
  const [, space = '', words = '', end = ''] = /^(\s*)(.*?)([.;?]?)$/s.exec(clause) ?? [];
  const named = fieldNames(words);
  for (const key of named.keys) keys.add(key);
  if (end === '') return `${space}${named.text}`;
  const list = keyList(keys);
  keys.clear();
  return `${space}${named.text}${list}${end}`;
}

const keyList = (keys: ReadonlySet<string>): string => (keys.size === 0 ? '' : ` (${[...keys].join(', ')})`);

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
  readonly sourceName: string;
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
    sourceName: 'schema',
    unsearchable: 'No schema to search yet.',
    bareTree: 'Schema',
    panes: { schema: 'Schema', query: 'Query', variables: 'Variables', response: 'Response' },
    url: 'URL of a GraphQL endpoint or REST API',
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
    sourceName: 'description',
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
