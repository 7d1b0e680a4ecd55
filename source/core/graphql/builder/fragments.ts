/** The `f` action, which extracts a selection set into a fragment or inlines a spread. */
import { Kind } from 'graphql';
import { afterLast } from '../../text/runs.js';
import { applyPlan, blockedReason } from './apply-plan.js';
import { type Context, type EditResult, reject } from './edit-result.js';
import { overlap } from './schema/lookups.js';
import { child, type Path, parentOf, spread } from './schema/path.js';
import { viewOf } from './schema/schema-view.js';
import { definitionDeletionOf } from './text/deletion.js';
import { appendDefinition, rangeOf } from './text/insertion.js';
import { countStep, levelAt, resolveRow } from './text/resolve.js';
import { endOf, freeName, indentOf, lineEndNear, startOf } from './text/tokens.js';
import { usesOfFragment } from './text/usage.js';
import { tickSelection } from './tick.js';

/** Returns the fragments that can be spread below a row. */
export function fittingFragments(context: Context, path: Path): readonly string[] {
  const { lastValid } = context.document;
  const view = viewOf(context.schema);
  const { type } = resolveRow(context, path);
  if (type === undefined) return [];
  return [...lastValid.fragments.values()]
    .filter(fragment => overlap(view, type, fragment.typeCondition.name.value))
    .map(fragment => fragment.name.value);
}

/** Spreads a fragment. Every operation that reaches it gets the variables it needs. */
export function addSpread(context: Context, path: Path, fragment: string): EditResult {
  const { inside } = resolveRow(context, path);
  return tickSelection(context, child(path, spread(fragment, countStep(inside?.set, spread(fragment)))));
}

/** Moves the selection set of a row into a new fragment and replaces it with a spread. */
export function extractFragment(context: Context, path: Path): EditResult {
  const rejection = blockedReason(context);
  if (rejection) return rejection;
  const { lastValid } = context.document;
  const { text } = lastValid;
  const { levels, inside, type } = resolveRow(context, path);
  const set = inside?.set;
  if (set === undefined || type === undefined || levels.at(-1)?.node?.kind === Kind.FRAGMENT_SPREAD) {
    return reject('Only a ticked object can become a fragment.');
  }
  const name = freeName(`${type}Parts`, lastValid.fragments);
  const body = shifted(text.slice(startOf(set), endOf(set)), indentOf(text, startOf(inside?.holder ?? set)), '');
  const inner = { from: startOf(set) + 1, to: endOf(set) - 1 };
  return applyPlan(context, {
    changes: [
      { ...inner, insert: spreadIn(text, inner, name) },
      ...appendDefinition(text, `fragment ${name} on ${type} ${body}`),
    ],
    from: path,
    path: child(path, spread(name)),
    active: context.active,
  });
}

/** Returns the spread, with the white space that surrounded the selections. */
function spreadIn(text: string, inner: { readonly from: number; readonly to: number }, name: string): string {
  const old = text.slice(inner.from, inner.to);
  const lead = /^\s*/.exec(old)?.[0] ?? '';
  const tail = old.slice(old.trimEnd().length);
  return `${lead}...${name}${tail}`;
}

/** Reindents lines unless the text has block strings, where indentation is significant. */
function shifted(text: string, from: string, to: string): string {
  if (text.includes('"""')) return text;
  return text.replace(/(\r\n|\n|\r)([ \t]*)/g, (_, end: string, indent: string) =>
    indent.startsWith(from) ? end + to + indent.slice(from.length) : end + indent,
  );
}

/** Replaces a spread with the fragment's selections. The fragment definition is removed along with its last use. */
export function inlineFragment(context: Context, path: Path): EditResult {
  const rejection = blockedReason(context);
  if (rejection) return rejection;
  const { lastValid } = context.document;
  const { text } = lastValid;
  const { node, parentType } = levelAt(context, path) ?? {};
  if (node?.kind !== Kind.FRAGMENT_SPREAD) return reject('Only a fragment spread can be inlined.');
  const fragment = lastValid.fragments.get(node.name.value);
  if (fragment === undefined) return reject(`The fragment ${node.name.value} has no definition in this text.`);
  if ((fragment.directives?.length ?? 0) > 0) return reject('The fragment has its own directives.');
  const set = fragment.selectionSet;
  const condition = fragment.typeCondition.name.value;
  const plain = condition === parentType && (node.directives?.length ?? 0) === 0;
  const indent = indentOf(text, startOf(node));
  const first = node.directives?.[0];
  const directives = first ? ` ${text.slice(startOf(first), endOf(node))}` : '';
  const insert = plain
    ? plainBody(text, { from: startOf(set) + 1, to: endOf(set) - 1 }, indent)
    : `... on ${condition}${directives} ${shifted(text.slice(startOf(set), endOf(set)), '', indent)}`;
  const changes = [{ ...rangeOf(node), insert }];
  let { active } = context;
  if (usesOfFragment(lastValid, fragment.name.value) === 1) {
    changes.push({ ...definitionDeletionOf(text, rangeOf(fragment)), insert: '' });
    if (active !== undefined && active > lastValid.definitions.indexOf(fragment)) active--;
  }
  return applyPlan(context, { changes, from: path, path: parentOf(path), active });
}

/** Returns the fragment's selections, indented like the spread. */
function plainBody(text: string, inner: { readonly from: number; readonly to: number }, own: string): string {
  const raw = text.slice(inner.from, inner.to);
  const body = raw.trim();
  const line = /[\r\n]([ \t]*)\S/.exec(raw);
  const from = line?.[1] ?? '';
  const moved = shifted(body, from, own);
  const lastLine = afterLast(moved, /[\r\n]/);
  return lastLine.includes('#') ? moved + lineEndNear(text, inner.from) + own : moved;
}
