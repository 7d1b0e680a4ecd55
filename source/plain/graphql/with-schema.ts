/**
 * All that GraphQL without a screen does with a schema: a script of its own (build/bundle.mjs), because one operation that is
 * only sent needs neither the index nor most of graphql-js, which together are more code than all the rest.
 */
export { checkBeforeSending } from './check.js';
export { offerPicks } from './offer-picks.js';
export { pickOperation, printQuery } from './pick.js';
export { printSchemaCommand } from './schema/print.js';
export { runSchemaTask } from './schema/task.js';
