/** A separate script (build/bundle.mjs), because sending an operation needs neither the index nor most of graphql-js. */
export { checkBeforeSending } from './check.js';
export { offerPicks } from './offer-picks.js';
export { pickOperation, printQuery } from './pick.js';
export { printSchemaCommand } from './schema/print.js';
export { runSchemaTask } from './schema/task.js';
