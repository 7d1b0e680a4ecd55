/** Creates, renames and deletes operations and fragments. */

import { applyPlan, blockedReason } from '../apply-plan.js';
import { type Context, type EditResult, reject } from '../edit-result.js';
import { isPlainLeaf, needsSelection, placeholderOf, requiredArgs, typenameField } from '../schema/lookups.js';
import { field, path, type RootKind } from '../schema/path.js';
import { viewOf } from '../schema/schema-view.js';
import { fragmentSymbol, operationSymbol } from '../symbols.js';
import { definitionDeletionOf } from '../text/deletion.js';
import { type Draft, insertName, leafDraft, rangeOf } from '../text/insertion.js';
import { activeAfterRemoval, isFragment, isOperation } from '../text/query-document.js';
import { isName, startOf } from '../text/tokens.js';
import { mentionsOf } from '../text/usage.js';
import { fieldHead, operationTypes } from '../tick.js';
import { dropUnused, type NeededVariable, NewNames, variablesFor } from '../variables.js';
import { removeName, startOperation } from './start.js';

/** Appends and activates a new operation. It contains a first field, since an operation cannot be empty. */
export function newOperation(context: Context, root: RootKind, name?: string): EditResult {
  const rejection = blockedReason(context);
  if (rejection) return rejection;
  const { lastValid } = context.document;
  const view = viewOf(context.schema);
  const type = view.roots[root];
  if (type === undefined) return reject(`The schema has no ${root} type.`);
  if (name !== undefined && !isName(name)) return reject(`${name} is not a name.`);
  // A subscription must not select a meta field.
  const fields = root === 'subscription' ? (view.type(type)?.fields ?? []) : [];
  const leaf = fields.find(each => isPlainLeaf(view, each)) ?? fields[0] ?? placeholderOf(view, type);
  const variables: NeededVariable[] = [];
  const args = variablesFor(new NewNames(lastValid), requiredArgs(leaf), leaf.name, variables);
  const inner = needsSelection(view, leaf) ? placeholderOf(view, leaf.type.name).name : undefined;
  const draft: Draft = {
    head: fieldHead(leaf.name, args),
    field: leaf.name,
    body: inner === undefined ? undefined : [leafDraft(inner)],
  };
  const { changes, memory, note } = startOperation(
    lastValid,
    context.memory,
    operationTypes[root],
    variables,
    [draft],
    name,
  );
  const row = path(root, field(leaf.name));
  return applyPlan(context, {
    changes,
    from: path(root),
    path: row,
    active: lastValid.definitions.length,
    added: variables,
    memory,
    placeholders: [...(leaf === typenameField ? [path(root)] : []), ...(inner === '__typename' ? [row] : [])],
    note,
  });
}

/** Renames an operation or a fragment (with all its spreads), or names an anonymous operation. */
export function renameDefinition(context: Context, definition: number, name: string): EditResult {
  const rejection = blockedReason(context);
  if (rejection) return rejection;
  const { lastValid } = context.document;
  const node = lastValid.definitions[definition];
  if (!isOperation(node) && !isFragment(node)) return reject('No such operation.');
  if (!isName(name)) return reject(`${name} is not a name.`);
  const symbol = isFragment(node)
    ? fragmentSymbol(lastValid, node.name.value)
    : operationSymbol(lastValid, node.name?.value ?? '', node.name ? startOf(node.name) : -1);
  const problem = symbol.name === name ? undefined : symbol.problemOf(name);
  if (problem !== undefined) return reject(problem);
  const root = path(isOperation(node) ? node.operation : 'fragment');
  const base = { path: root, active: context.active };
  if (isOperation(node) && node.name === undefined)
    return applyPlan(context, { ...base, changes: insertName(node, name) });
  return applyPlan(context, { ...base, changes: symbol.renameChanges(name) });
}

/** Deletes an operation, or a fragment that is not used. Comments before it are preserved. */
export function deleteDefinition(context: Context, definition: number): EditResult {
  const rejection = blockedReason(context);
  if (rejection) return rejection;
  const { lastValid } = context.document;
  const node = lastValid.definitions[definition];
  if (node === undefined) return reject('No such operation.');
  const used =
    isFragment(node) &&
    lastValid.definitions.some(
      other => other !== node && mentionsOf(lastValid, other).spreads.some(at => at.name === node.name.value),
    );
  if (used) return reject('The fragment is in use.');
  const range = rangeOf(node);
  const root = path(isOperation(node) ? node.operation : 'fragment');
  return applyPlan(context, {
    changes: [
      { ...definitionDeletionOf(lastValid.text, range), insert: '' },
      ...(isOperation(node) ? removeName(lastValid, context.memory, node) : []),
    ],
    path: root,
    active: activeAfterRemoval(context.active, definition),
    removed: dropUnused(lastValid, [range]).names,
  });
}
