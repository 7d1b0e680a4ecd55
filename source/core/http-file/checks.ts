/** The part of `core/checks` used by request files. */
export { type Check, parseCheck } from '../checks/check.js';
export { type CheckResult, evaluateCheck } from '../checks/evaluate.js';
export { type CheckedExchange, cookiesOf } from '../checks/exchange.js';
export { ofMany, selectTarget } from '../checks/select.js';
export { parseTarget } from '../checks/target.js';
