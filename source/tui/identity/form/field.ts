/** Fields of the form, and what is in them. */
import type { FlowField } from '../../../core/oauth/flow-fields.js';
import type { LoginFormOverlay } from '../../model/overlays.js';

/** A field of the form. */
export type FormField = Pick<FlowField, 'title' | 'kind' | 'needed' | 'example' | 'choices' | 'usual'> & {
  readonly id: string;
};

/** What is in the fields; secrets that were typed are not shown again, and stay as they are while their field is empty. */
export type FormValues = LoginFormOverlay['values'];

/** A field that cannot be taken as it is, and why. */
export interface FormProblem {
  readonly field: string;
  readonly problem: string;
}

/** What stands in a field: of a choice that must be made, the first while none was. */
export const fieldValue = (values: FormValues, { id, kind, needed, choices }: FormField): string =>
  values[id] ?? (kind === 'choice' && needed === true ? (choices?.[0]?.value ?? '') : '');

/** The id of one of several rows of a field, counted from 0. */
export const rowId = (field: string, at: number): string => `${field} ${at}`;

/** A field has one row, but for pairs: each has one, and there is an empty one for the next. */
export const rowsOf = (fields: readonly FormField[], values: FormValues): readonly FormField[] =>
  fields.flatMap(field => {
    if (field.kind !== 'pairs') return [field];
    const filled = Object.entries(values).map(([id, text]) => {
      const at = id.startsWith(`${field.id} `) && text.trim() !== '' ? Number(id.slice(field.id.length + 1)) : -1;
      return at + 1;
    });
    return Array.from({ length: Math.max(0, ...filled) + 1 }, (_, at) => ({ ...field, id: rowId(field.id, at) }));
  });
