/**
 * The query builder: pure decisions that turn an action on a row of the schema tree into a text edit of the query.
 *
 * The reducer keeps a `QueryDocument` (made by `parseQuery(text, previous)` after every change of the text), the index of the
 * active definition (`definitionAt(document, cursor)`) and a `Memory` (start: `emptyMemory`). An action gets them as `Context`
 * and answers with an `Edit` (put `changes` into the editor as one transaction, keep `document`, `memory`, `active`) or a
 * `Refusal` with a reason for the status line.
 */
export { setAlias } from './alias.js';
export { addDirective, possibleDirectives, removeDirective } from './directives.js';
export * from './edit-result.js';
export { addSpread, extractFragment, fittingFragments, inlineFragment } from './fragments.js';
export * from './memory.js';
export { deleteDefinition, newOperation, renameDefinition } from './operations/edit.js';
export * from './schema/path.js';
export { type SchemaView, viewOf } from './schema/schema-view.js';
export * from './text/changes.js';
export * from './text/query-document.js';
export { clear, tickAll } from './tick-all.js';
export * from './toggle.js';
export { addItem, cycleValue, fittingVariables, removeItem, setValue, toLiteral, toVariable } from './values.js';
