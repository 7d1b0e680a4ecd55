/** Evaluates the checks and captures of a request on its response. */
import path from 'node:path';
import { schemaFile } from '../../core/checks/check.js';
import type { CheckEngines } from '../../core/checks/exchange.js';
import { type Failure, failure, isFailure, usageError } from '../../core/failure.js';
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
import { fileRight } from '../../core/rights/paths.js';
import type { Environment } from '../../environment.js';
import { filePlace } from '../../io/files/real-path.js';
import { readText } from '../../io/sources.js';
import { enginesFor } from '../checks/engines.js';
import { untrusted } from '../trust/rights.js';
import type { LoadedFile } from './loaded-file.js';
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
  for (const { name, text, line, isOptional } of entry.captures) {
    const { text: filled, missing } = fill(text, scope, entry.at);
    const target = missing[0] === undefined ? parseTarget(filled) : noValue(missing[0]);
    if (isFailure(target)) return target;
    const { values, problem } = selectTarget(target, exchange);
    const [value] = values;
    if (!value && isOptional) continue;
    if (!value) {
      const hint = `Line ${line}: # @capture ${name} = ${text}${problem === undefined ? '' : `; ${problem}`}`;
      return failure('protocol', `Nothing to capture for ${name}.`, { hint });
    }
    const isTyped = value.kind === 'json' && value.node.kind !== 'string';
    captured.set(name, { text: value.text, foreign: true, ...(isTyped ? { json: value.text } : {}) });
  }
  return undefined;
}

/** Loads the code and schemas that the checks and captures of a request need. A schema outside the folder of the file needs trust. */
export async function enginesOf(
  {
    environment,
    command,
  }: { readonly environment: Environment; readonly command: { readonly flags: readonly string[] } },
  { file, scope }: { readonly file: LoadedFile; readonly scope: Scope },
  entry: Entry,
  { ends, rest }: ReturnType<typeof checksOf>,
): Promise<CheckEngines | Failure | undefined> {
  const texts = [...ends, ...rest, ...entry.captures].map(({ text }) => fill(text, scope, entry.at));
  return enginesFor(
    texts.map(({ text }) => text),
    async name => {
      if (command.flags.some(flag => flag.startsWith('--assert=') && schemaFile(flag.slice(9)) === name))
        return readText({ from: 'file', path: name }, environment);
      const place = filePlace(file.folder, environment);
      if (texts.some(({ text, foreign }) => foreign && schemaFile(text) === name))
        return usageError(
          `A response determines the schema file: ${name}.`,
          'The file is not read. Write its name in the check.',
        );
      const right = fileRight('read', { actual: name, template: name, base: file.folder }, place);
      if (right && !file.grants(right)) return untrusted(right);
      return readText({ from: 'file', path: path.resolve(file.folder, name) }, environment);
    },
  );
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
