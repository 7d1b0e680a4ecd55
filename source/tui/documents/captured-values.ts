/**
 * Captured values stored in a tab's draft, so that they survive a restart. Values that look like secrets are only held in
 * memory.
 */
import { isSecretName } from '../../core/credentials/header.js';
import type { CapturedValues } from '../../core/http-file/captured-values.js';
import { isSecret } from '../../core/secret.js';
import type { TabTexts } from '../../core/tab-texts.js';
import type { IdentityState } from '../model/identity.js';

/** Maximum length of a stored value in UTF-16 units. */
const maxLength = 100_000;

/** The values in the format of a draft, or undefined if there are none to write. */
export function draftValues(values: CapturedValues): TabTexts['values'] {
  const open = [...values].flatMap(([name, value]): [string, string][] =>
    isSecret(value) || isSecretName(name) || value.length > maxLength ? [] : [[name, value]],
  );
  return open.length === 0 ? undefined : Object.fromEntries(open);
}

/** Adds the values of a draft to an identity. Values captured meanwhile take precedence. */
export const withDraftValues = (identity: IdentityState, values: TabTexts['values'] = {}): IdentityState => ({
  ...identity,
  values: new Map([...Object.entries(values), ...identity.values]),
});

/** Returns whether the values are unchanged since the last write. */
export const sameValues = (values: CapturedValues, before: CapturedValues = new Map()): boolean =>
  values === before || (values.size === 0 && before.size === 0);
