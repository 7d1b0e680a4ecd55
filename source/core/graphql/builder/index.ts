/**
 * The query builder: pure functions that turn an action on a row of the schema tree into a text edit of the query. Callers
 * store a `QueryDocument` (from `parseQuery(text, previous)` after every change), the active definition
 * (`definitionAt(document, cursor)`) and a `TickMemory` (initially `emptyMemory`), and pass them as `Context`. Apply the
 * `changes` of an `Edit` as one transaction and store its `document`, `memory` and `active`. For a `RejectedEdit`, show its
 * `reason`.
 */

export * from '../../text/changes.js';
export { setAlias } from './alias.js';
export { argumentsToVariables } from './arguments-to-variables.js';
export { addDirective, possibleDirectives, removeDirective } from './directives.js';
export * from './edit-result.js';
export { addSpread, extractFragment, fittingFragments, inlineFragment } from './fragments.js';
export * from './memory.js';
export { deleteDefinition, newOperation, renameDefinition } from './operations/edit.js';
export * from './schema/path.js';
export { type SchemaView, viewOf } from './schema/schema-view.js';
export { fieldAt, nameRule, symbolAt, variableNamed } from './symbols.js';
export * from './text/query-document.js';
export { clear, tickAll } from './tick-all.js';
export * from './toggle.js';
export { addItem, cycleValue, fittingVariables, removeItem, setValue, toLiteral, toVariable } from './values.js';
