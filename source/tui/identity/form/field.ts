/** Form fields and their values. */

import { sourceWords } from '../../../core/credentials/sources.js';
import type { FlowField } from '../../../core/oauth/flow-fields.js';
import type { SecretSource } from '../../../core/options.js';
import type { LoginFormOverlay } from '../../model/overlays.js';

export type FormField = Pick<FlowField, 'title' | 'kind' | 'needed' | 'example' | 'choices' | 'usual' | 'rare'> & {
  readonly id: string;
};

/** Field values. Existing secrets are not shown, and remain unchanged while their field is empty. */
export type FormValues = LoginFormOverlay['values'];

/** An invalid field, and the reason. */
export interface FormProblem {
  readonly field: string;
  readonly problem: string;
}

/** True for the problem of a form, instead of the result of its fields. */
export const isFormProblem = <Result extends object>(result: Result | FormProblem): result is FormProblem =>
  'problem' in result;

/** The value of a field. A required choice defaults to its first option. */
export const fieldValue = (values: FormValues, { id, kind, needed, choices }: FormField): string =>
  values[id] ?? (kind === 'choice' && needed === true ? (choices?.[0]?.value ?? '') : '');

/** Returns whether a field has a value. */
export const isFilled = (values: FormValues, { id }: FormField): boolean =>
  Object.entries(values).some(([name, text]) => (name === id || name.startsWith(`${id} `)) && text.trim() !== '');

/** ID of one row of a field with several rows, counted from 0. */
export const rowId = (field: string, at: number): string => `${field} ${at}`;

/**
 * Returns the rows of a field. A field of pairs has a row for each pair and an empty one for the next; other fields have one
 * row.
 */
export const rowsOf = (fields: readonly FormField[], values: FormValues): readonly FormField[] =>
  fields.flatMap(field => {
    if (field.kind !== 'pairs') return [field];
    const filled = Object.entries(values).map(([id, text]) => {
      const at = id.startsWith(`${field.id} `) && text.trim() !== '' ? Number(id.slice(field.id.length + 1)) : -1;
      return at + 1;
    });
    return Array.from({ length: Math.max(0, ...filled) + 1 }, (_, at) => ({ ...field, id: rowId(field.id, at) }));
  });

/** The source of a secret, as typed. A literal secret is not shown again. */
export const sourceText = (source: SecretSource | undefined): string =>
  source?.from === 'env' || source?.from === 'file' ? sourceWords(source) : '';
