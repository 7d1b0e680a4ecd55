/** Checks an edit independently of the builder: by its bytes, its tokens, and graphql-js. */
import {
  type DocumentNode,
  type GraphQLSchema,
  NoUnusedFragmentsRule,
  parse,
  specifiedRules,
  validate,
  visit,
} from 'graphql';
import type { Changes } from '../../../../../source/core/graphql/builder/index.js';
import { lately, tokensOf } from './material.js';

const rules = specifiedRules.filter(rule => rule !== NoUnusedFragmentsRule);

const judges = new WeakMap<GraphQLSchema, (text: string) => boolean>();

export function isValid(schema: GraphQLSchema, text: string): boolean {
  const judge = judges.get(schema) ?? lately(each => validated(schema, each), 2000);
  judges.set(schema, judge);
  return judge(text);
}

function validated(schema: GraphQLSchema, text: string): boolean {
  const ast = parsed(text);
  try {
    return ast === undefined || validate(schema, ast, rules).length === 0;
  } catch {
    // graphql-js throws for `@include(if: $variable)` on a subscription's field.
    return false;
  }
}

/** The parsed text, or undefined for a text without tokens. Throws for any other text that does not parse. */
export const parsed = lately((text): DocumentNode | undefined =>
  tokensOf(text).every(token => token.kind === 'Comment') ? undefined : parse(text),
);

/** Tokens at their offsets after the changes, or undefined for those inside a deletion. Throws if one is split. */
function movedTokens(text: string, changes: Changes): readonly ({ raw: string; start: number } | undefined)[] {
  return tokensOf(text).map(({ raw, start }) => {
    let shift = 0;
    for (const change of changes) {
      if (change.to <= start) shift += change.insert.length - (change.to - change.from);
      else if (change.from >= start + raw.length) break;
      else if (change.from <= start && change.to >= start + raw.length) return undefined;
      else throw new Error(`the edit cuts the token ${JSON.stringify(raw)}`);
    }
    return { raw, start: start + shift };
  });
}

export interface TokenDifference {
  readonly added: readonly string[];
  readonly gone: readonly string[];
}

/** The whole tokens that were added and removed. Throws if a token was changed, joined or moved. */
export function tokenDifference(before: string, after: string, changes: Changes): TokenDifference {
  const now = new Map(tokensOf(after).map(token => [token.start, token.raw]));
  const was = tokensOf(before);
  const gone: string[] = [];
  for (const [index, token] of movedTokens(before, changes).entries()) {
    if (token === undefined) {
      gone.push(was[index]?.raw ?? '');
      continue;
    }
    if (now.get(token.start) !== token.raw) {
      throw new Error(`the token ${JSON.stringify(token.raw)} became ${JSON.stringify(now.get(token.start))}`);
    }
    now.delete(token.start);
  }
  return { added: [...now.values()], gone };
}

/** Insertions, of which one may replace a `__typename`. */
export const isPureInsertion = (before: string, changes: Changes): boolean => {
  const gone = changes.flatMap(({ from, to }) => (from === to ? [] : [before.slice(from, to)]));
  return gone.length <= 1 && gone.every(text => text === '__typename');
};

/**
 * Tokens inside the braces of definitions that an edit removes, except those in a range: the tokens removed with a selection.
 */
export function alsoGone(before: string, changes: Changes, leaf: { readonly start: number; readonly end: number }) {
  const bodies = (parsed(before)?.definitions ?? []).flatMap(node =>
    'selectionSet' in node && node.selectionSet?.loc ? [node.selectionSet.loc] : [],
  );
  return tokensOf(before)
    .filter(({ start }) => changes.some(change => start >= change.from && start < change.to))
    .filter(({ start }) => bodies.some(body => start >= body.start && start < body.end))
    .filter(({ start }) => start < leaf.start || start >= leaf.end)
    .map(({ raw }) => raw);
}

/** Deletions, and at most one `__typename` that replaces one. */
export const isPureDeletion = (changes: Changes): boolean => {
  const inserted = changes.filter(change => change.insert !== '');
  return inserted.length <= 1 && inserted.every(change => change.insert === '__typename');
};

export const inOrder = (changes: Changes): boolean =>
  changes.every((change, index) => change.from <= change.to && (changes[index - 1]?.to ?? 0) <= change.from);

/** The number of fields, inline fragments, spreads and operations in a text. */
export const countNodes = lately((text): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {
    Field: 0,
    InlineFragment: 0,
    FragmentSpread: 0,
    OperationDefinition: 0,
    FragmentDefinition: 0,
  };
  const ast = parsed(text);
  if (ast) {
    visit(ast, {
      enter(node) {
        if (node.kind in counts) counts[node.kind] = (counts[node.kind] ?? 0) + 1;
      },
    });
  }
  return counts;
});
