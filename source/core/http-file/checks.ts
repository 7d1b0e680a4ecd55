/** What a file of requests needs of `core/checks`. */
export { type Check, parseCheck } from '../checks/check.js';
export { type CheckResult, evaluateCheck } from '../checks/evaluate.js';
export { type CheckedExchange, cookiesOf } from '../checks/exchange.js';
export { selectTarget } from '../checks/select.js';
export { parseTarget } from '../checks/target.js';
