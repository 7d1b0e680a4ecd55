/** Fields of the form, and what is in them. */
import type { FlowField } from '../../../core/oauth/flow-fields.js';
import type { LoginFormOverlay } from '../../model/overlays.js';

/** A field of the form. */
export type FormField = Pick<FlowField, 'title' | 'kind' | 'needed' | 'example' | 'choices'> & { readonly id: string };

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
