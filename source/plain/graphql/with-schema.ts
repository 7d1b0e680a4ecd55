/**
 * Everything GraphQL without a screen does with a schema, as a script of its own (build/bundle.mjs): merely sending an
 * operation needs neither the index nor most of graphql-js, which outweigh all other code.
 */
export { checkBeforeSending } from './check.js';
export { offerPicks } from './offer-picks.js';
export { pickOperation, printQuery } from './pick.js';
export { printSchemaCommand } from './schema/print.js';
export { runSchemaTask } from './schema/task.js';
