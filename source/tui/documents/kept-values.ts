/** Kept values with the draft of a tab, so that they are there after a restart. What looks like a secret stays in memory. */
import { isSecretName } from '../../core/credentials/header.js';
import type { KeptValues } from '../../core/http-file/kept-values.js';
import { isSecret } from '../../core/secret.js';
import type { TabTexts } from '../../core/tab-texts.js';
import type { IdentityState } from '../model/identity.js';

/** Longer values are not written, in UTF-16 units. */
const maxLength = 100_000;

/** The part of a draft that has them; empty: there is none to write. */
export function draftValues(values: KeptValues): Pick<TabTexts, 'values'> {
  const open = [...values].flatMap(([name, value]): [string, string][] =>
    isSecret(value) || isSecretName(name) || value.length > maxLength ? [] : [[name, value]],
  );
  return open.length === 0 ? {} : { values: Object.fromEntries(open) };
}

/** An identity with the values of a draft; what was kept meanwhile wins. */
export const withDraftValues = (identity: IdentityState, values: TabTexts['values'] = {}): IdentityState => ({
  ...identity,
  values: new Map([...Object.entries(values), ...identity.values]),
});

/** Whether there is nothing to write again. */
export const sameValues = (values: KeptValues, before: KeptValues = new Map()): boolean =>
  values === before || (values.size === 0 && before.size === 0);
