/** Accessors for parts that exports of several tools have in common. */
import { listIn, member, textIn } from '../openapi/document/node.js';
import type { ImportedPair, ImportedVariable } from './collection.js';
import { betweenPlaceholders } from './placeholders.js';

/** A pair that is switched off. */
export type DisabledPair = ImportedPair & { readonly kind: string };

/** Returns the text of a value, which may be a number or an object. */
export const plainText = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);

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

/** Adds the scheme http, which other tools assume. A variable may contain the scheme. */
export const withHttp = (url: string): string =>
  url === '' || /^(?:[a-z][a-z0-9+.-]*:\/\/|\{\{)/i.test(url) ? url : `http://${url}`;

/** Appends parameters to the query of a URL, percent-encoded unless they already are. */
export const withParameters = (url: string, pairs: readonly ImportedPair[]): string =>
  pairs.length === 0
    ? url
    : withQuery(url, pairs.map(({ name, value }) => `${queryText(name)}=${queryText(value)}`).join('&'));

/** Appends a text to the query of a URL. */
export function withQuery(url: string, query: string): string {
  const [, before = url, fragment = ''] = /^([^#]*)(#.*)?$/s.exec(url) ?? [];
  const mark = !before.includes('?') ? '?' : /[?&]$/.test(before) ? '' : '&';
  return `${before}${mark}${query}${fragment}`;
}

const queryText = (text: string): string =>
  betweenPlaceholders(text, literal => encodeURIComponent(decoded(literal))).replaceAll('{{', '{{%');

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Replaces `:name` segments of a path. */
export const withPathParameters = (url: string, pairs: readonly ImportedPair[]): string =>
  pairs.reduce(
    (whole, { name, value }) =>
      value === '' ? whole : whole.replace(/\/:([^/?#:.{}]+)/g, (all, each) => (each === name ? `/${value}` : all)),
    url,
  );

/** Flattens nested values: `{"user": {"name": "ada"}}` is `user.name`. Values without a name cannot be used. */
export const variablesOf = (node: unknown, before = ''): readonly ImportedVariable[] =>
  (typeof node === 'object' && node !== null && !Array.isArray(node) ? Object.entries(node) : [])
    .filter(([name]) => name !== '')
    .flatMap(([name, value]) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? variablesOf(value, `${before}${name}.`)
        : [{ name: before + name, value: plainText(value) }],
    );

/** Sorts by a number such as `seq`, and preserves the order of equal ones. */
export const bySequence = <Node>(nodes: readonly Node[], numberOf: (node: Node) => unknown): readonly Node[] =>
  nodes
    .map((node, at) => ({ node, at, number: Number(numberOf(node) ?? Number.POSITIVE_INFINITY) }))
    .sort((a, b) => (a.number === b.number ? a.at - b.at : a.number < b.number ? -1 : 1))
    .map(({ node }) => node);

export { listIn, member, textIn };
