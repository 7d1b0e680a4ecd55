/** Evaluates the checks and captures of a request on its response. */
import { type Failure, failure, isFailure } from '../../core/failure.js';
import {
  type CheckedExchange,
  evaluateCheck,
  parseCheck,
  parseTarget,
  selectTarget,
} from '../../core/http-file/checks.js';
import type { Entry, LineText } from '../../core/http-file/document.js';
import type { FileCheck } from '../../core/http-file/report/result.js';
import { fill, type Scope, type Value } from '../../core/http-file/variables.js';
import { noValue } from './make-request.js';

/** Sources of the values for names in checks and captures. */
interface Judging {
  readonly scope: Scope;
}

/** @param hide masks secrets that the server echoes */
export function judge(
  { scope }: Judging,
  entry: Entry,
  checks: readonly LineText[],
  exchange: CheckedExchange,
  hide: (text: string) => string,
): readonly FileCheck[] {
  return checks.map(({ text, line }) => {
    const { text: filled, missing } = fill(text, scope, entry.at);
    const check = missing[0] === undefined ? parseCheck(filled) : noValue(missing[0]);
    if (isFailure(check))
      return { ok: false, check: text, expected: 'a check that can be parsed', actual: check.text, line };
    return { ...evaluateCheck(check, exchange, hide), line };
  });
}

/** Captures values for later requests. A missing value is a failure, because it cannot be obtained later. */
export function capture(
  { scope }: Judging,
  entry: Entry,
  exchange: CheckedExchange,
  captured: Map<string, Value>,
): Failure | undefined {
  for (const { name, text, line } of entry.captures) {
    const { text: filled, missing } = fill(text, scope, entry.at);
    const target = missing[0] === undefined ? parseTarget(filled) : noValue(missing[0]);
    if (isFailure(target)) return target;
    const { values, why } = selectTarget(target, exchange);
    const [value] = values;
    if (!value) {
      const hint = `Line ${line}: # @capture ${name} = ${text}${why === undefined ? '' : `; ${why}`}`;
      return failure('protocol', `Nothing to capture for ${name}.`, { hint });
    }
    const isTyped = value.kind === 'json' && value.node.kind !== 'string';
    captured.set(name, { text: value.text, foreign: true, ...(isTyped ? { json: value.text } : {}) });
  }
  return undefined;
}

/** The checks that end a request: the ones in `# @retry … until`, otherwise all checks of the request and its flags; and the rest. */
export function checksOf(
  entry: Entry,
  flags: readonly string[] = [],
): { readonly ends: readonly LineText[]; readonly rest: readonly LineText[] } {
  const until = entry.retry?.until === undefined ? [] : [{ text: entry.retry.until, line: entry.retry.line }];
  const asserts = [...entry.asserts, ...flags.map(text => ({ text, line: entry.line }))];
  return until.length > 0 ? { ends: until, rest: asserts } : { ends: asserts, rest: [] };
}
