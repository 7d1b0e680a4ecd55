/** `# @rows FILE` of a request, and values of a row. */
import path from 'node:path';
import { type Failure, failure } from '../../core/failure.js';
import type { Entry } from '../../core/http-file/document.js';
import { leavesFolder } from '../../core/http-file/entry-body.js';
import type { Row } from '../../core/http-file/rows.js';
import { fill, type Scope, type Value } from '../../core/http-file/variables.js';
import { maskOf } from '../../core/masking/mask.js';
import { fileRight } from '../../core/rights/paths.js';
import { secret } from '../../core/secret.js';
import type { Environment } from '../../environment.js';
import { filePlace } from '../../io/files/real-path.js';
import { untrusted } from '../trust/rights.js';
import type { Run } from './context.js';
import type { LoadedFile } from './loaded-file.js';
import { noValue } from './make-request.js';

/** Returns the absolute path of a request's rows. A row of `--rows` can name a file that needs trust. */
export function fileOfRows(
  { folder, grants }: LoadedFile,
  { rows, at }: Entry,
  scope: Scope,
  environment: Environment,
): string | Failure {
  const filledName = fill(rows?.text ?? '', scope, at);
  const [missing] = filledName.missing;
  if (missing !== undefined) return noValue(missing);
  if (leavesFolder(rows?.text ?? '', filledName))
    return failure('usage', `A response determines the rows file: ${filledName.text}.`, {
      hint: 'The file is not read. Write its name in the # @rows line.',
    });
  const file = { actual: filledName.text, template: filledName.text, base: folder };
  const right = fileRight('read', file, filePlace(folder, environment));
  return right && !grants(right) ? untrusted(right) : path.resolve(folder, filledName.text);
}

/** Returns the values of a run and a row, and a mask that also hides the row's secrets. */
export function withRow(
  run: Run,
  { values }: Row,
  typedValues: ReadonlyMap<string, Value>,
): Pick<Run, 'given' | 'mask' | 'hidden'> {
  const secrets = [...values.values()].flatMap(each => (each.secret && each.text !== '' ? [secret(each.text)] : []));
  const given = new Map([...typedValues, ...values]);
  if (secrets.length === 0) return { given, mask: run.mask, hidden: run.hidden };
  const mask = maskOf(secrets);
  return {
    given,
    mask: text => mask(run.mask(text)),
    hidden: run.command.output.showSecrets ? run.hidden : [...run.hidden, ...secrets],
  };
}
