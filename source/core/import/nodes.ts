/** Accessors for parts that exports of several tools have in common. */
import { entriesIn, isObject, listIn, member, textIn } from '../json/loose.js';
import { jsonTokens } from '../json/tokens.js';
import { percentDecoded, withQuery } from '../request/url.js';
import type { ImportedBody, ImportedPair, ImportedVariable } from './collection.js';
import { betweenPlaceholders } from './placeholders.js';

/** A pair that is switched off. */
export type DisabledPair = ImportedPair & { readonly kind: string };

/** Returns the text of a value, which may be a number or an object. */
export function plainText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : JSON.stringify(value);
}

/** Returns a description, which may be an object with the text in `content`. */
export const descriptionIn = (node: unknown, key: string): string | undefined =>
  textIn(node, key) ?? textIn(member(node, key), 'content');

/** Applies a function to all texts in a node. */
export function withTexts(node: unknown, change: (text: string) => string): unknown {
  if (typeof node === 'string') return change(node);
  if (Array.isArray(node)) return node.map(each => withTexts(each, change));
  if (!isObject(node)) return node;
  return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, withTexts(value, change)]));
}

const isDisabled = (node: unknown): boolean => member(node, 'disabled') === true || member(node, 'enabled') === false;

/** Returns a list of pairs, whose names are in `key` or `name`. Disabled ones go into a separate list. */
export function pairsIn(list: unknown, kind: string, disabled: DisabledPair[]): readonly ImportedPair[] {
  return (Array.isArray(list) ? list : []).flatMap(each => {
    const name = textIn(each, 'key') ?? textIn(each, 'name') ?? '';
    const value = plainText(member(each, 'value'));
    if (!isDisabled(each)) return name === '' && value === '' ? [] : [{ name, value }];
    disabled.push({ kind, name, value });
    return [];
  });
}

/** Returns headers after those that a folder adds, unless they have the same name. */
export function withOuterHeaders(
  headers: readonly ImportedPair[],
  outer: readonly ImportedPair[],
): readonly ImportedPair[] {
  const names = new Set(headers.map(({ name }) => name.toLowerCase()));
  return [...outer.filter(({ name }) => !names.has(name.toLowerCase())), ...headers];
}

/** Reads the body of a GraphQL request. */
export const graphqlBody = (node: unknown): ImportedBody & { readonly kind: 'graphql' } => ({
  kind: 'graphql',
  query: textIn(node, 'query') ?? '',
  variables: plainText(member(node, 'variables')),
  operationName: textIn(node, 'operationName'),
});

/** Adds the scheme http, which other tools assume. A variable may contain the scheme. */
export const withHttp = (url: string): string =>
  url === '' || /^(?:[a-z][a-z0-9+.-]*:\/\/|\{\{)/i.test(url) ? url : `http://${url}`;

/** Appends parameters to the query of a URL, percent-encoded unless they already are. */
export const withParameters = (url: string, pairs: readonly ImportedPair[]): string =>
  withQuery(url, pairs.map(({ name, value }) => `${queryText(name)}=${queryText(value)}`).join('&'));

const queryText = (text: string): string =>
  betweenPlaceholders(text, literal => encodeURIComponent(percentDecoded(literal))).replaceAll('{{', '{{%');

/** Replaces `:name` segments of a path. */
export const withPathParameters = (url: string, pairs: readonly ImportedPair[]): string =>
  pairs.reduce(
    (whole, { name, value }) =>
      value === '' ? whole : whole.replace(/\/:([^/?#:.{}]+)/g, (all, each) => (each === name ? `/${value}` : all)),
    url,
  );

/** Flattens nested values: `{"user": {"name": "ada"}}` is `user.name`. Values without a name cannot be used. */
export const variablesOf = (node: unknown, before = ''): readonly ImportedVariable[] =>
  entriesIn(node)
    .filter(([name]) => name !== '')
    .flatMap(([name, value]) =>
      isObject(value) ? variablesOf(value, `${before}${name}.`) : [{ name: before + name, value: plainText(value) }],
    );

/** Removes comments from a JSON text, with lines that contain nothing else. Bruno and Postman do not send them. */
export function withoutJsonComments(text: string): string {
  let [whole, end] = ['', 0];
  for (const { kind, from, to } of jsonTokens(text)) {
    if (kind !== 'comment') continue;
    const line = text.lastIndexOf('\n', from - 1);
    const isAlone =
      line >= end - 1 && text.slice(line + 1, from).trim() === '' && /^\r?\n|^$/.test(text.slice(to, to + 2));
    whole += text.slice(end, isAlone ? Math.max(line, end) : from);
    end = to;
  }
  return whole + text.slice(end);
}

/** Sorts by a number such as `seq`, with nodes that have none at the end. Preserves the order of equal ones. */
export function bySequence<Node>(nodes: readonly Node[], numberOf: (node: Node) => unknown): readonly Node[] {
  const positionOf = (node: Node): number => {
    const number = Number(numberOf(node) ?? Number.NaN);
    return Number.isNaN(number) ? Number.MAX_VALUE : number;
  };
  return nodes.toSorted((a, b) => positionOf(a) - positionOf(b));
}

export { listIn, member, textIn };
