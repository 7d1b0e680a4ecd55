/** An API key: a named secret, in a header or in the URL. It is independent of the login, and there may be several. */

import { loginWords } from '../../../core/credentials/describe.js';
import { isAuthorization, isSecretName } from '../../../core/credentials/header.js';
import { secretSourceOf } from '../../../core/credentials/sources.js';
import type { HeaderOption, SecretSource } from '../../../core/options.js';
import { isToken } from '../../../core/request/header-option.js';
import { secret } from '../../../core/secret.js';
import type { HeaderRow, IdentityState, KeyPlace } from '../../model/identity.js';
import { headerName } from '../rows.js';
import { type FormField, type FormProblem, type FormValues, fieldValue, sourceText } from './field.js';

type Now = Pick<IdentityState, 'auth' | 'headers'>;

/** ID among the login methods. */
export const apiKeyMethod = 'key';

const place: FormField = {
  id: 'place',
  title: 'Sent in',
  kind: 'choice',
  needed: true,
  choices: [
    { value: 'a header', help: 'rarely recorded in server logs' },
    { value: 'the URL', help: 'as a parameter; often recorded in server logs' },
  ],
};
const inUrl = place.choices?.[1]?.value;

export const keyFields: readonly FormField[] = [
  { id: 'name', title: 'Name', kind: 'text', needed: true, example: 'X-API-Key' },
  { id: 'value', title: 'Key', kind: 'secret', needed: true },
  place,
];

/** True for a header whose value is a key. It is edited in the form, which masks it. */
export const isKeyHeader = (option: HeaderOption | undefined): option is Extract<HeaderOption, { value: unknown }> =>
  option?.kind === 'secret' || (option?.kind === 'set' && isSecretName(option.name));

const headerSource = (option: HeaderOption | undefined): SecretSource | undefined => {
  if (!isKeyHeader(option)) return undefined;
  return option.kind === 'secret' ? option.value : { from: 'text', value: secret(option.value) };
};

/** Name and secret of the key being edited. */
function keyAt({ auth, headers }: Now, changes: KeyPlace | undefined) {
  if (changes === undefined) return undefined;
  if (changes.in === 'url') return auth.apiKeys[changes.at];
  const option = headers[changes.at]?.option;
  const value = headerSource(option);
  return option === undefined || option.kind === 'file' || value === undefined
    ? undefined
    : { name: option.name, value };
}

/** The field values of an existing key. */
export function keyValues(now: Now, changes: KeyPlace): FormValues {
  const key = keyAt(now, changes);
  const at = place.choices?.[changes.in === 'url' ? 1 : 0]?.value ?? '';
  return { name: key?.name ?? '', value: sourceText(key?.value), place: at };
}

/** Explains why the key is invalid. */
export function keyProblem(values: FormValues, now: Now, changes?: KeyPlace): FormProblem | undefined {
  const name = values.name?.trim() ?? '';
  if (name === '') return { field: 'name', problem: 'Name is required.' };
  if (fieldValue(values, place) !== inUrl) {
    if (!isToken(name)) return { field: 'name', problem: 'Header names may contain only letters, digits and -_.' };
    if (isAuthorization(name) && loginWords(now.auth) !== '')
      return {
        field: 'name',
        problem: `${loginWords(now.auth)} already sets this header. Set Auth to none first.`,
      };
  }
  if ((values.value ?? '') === '' && keyAt(now, changes) === undefined)
    return { field: 'value', problem: 'Key is required.' };
  if (/[\0-\x08\n-\x1f\x7f]/.test(values.value ?? ''))
    return { field: 'value', problem: 'The key contains a control character.' };
  return undefined;
}

/** Adds the key to the identity. It replaces the edited key and any key with the same name. */
export function withKey(values: FormValues, now: Now, changes?: KeyPlace): Now {
  const name = values.name?.trim() ?? '';
  const value = values.value ? secretSourceOf(values.value) : (keyAt(now, changes)?.value ?? secretSourceOf(''));
  const url = fieldValue(values, place) === inUrl;
  const { auth, headers } = now;
  const isChanged = (where: KeyPlace['in'], at: number): boolean => changes?.in === where && changes.at === at;
  const otherHeaders = headers.filter(
    ({ option }, at) => !isChanged('header', at) && (url || headerName(option) !== name.toLowerCase()),
  );
  const otherKeys = auth.apiKeys.filter((key, at) => !isChanged('url', at) && (!url || key.name !== name));
  const row: HeaderRow = { option: { kind: 'secret', name, value }, on: true };
  return {
    auth: { ...auth, apiKeys: url ? [...otherKeys, { name, value }] : otherKeys },
    headers: url ? otherHeaders : [...otherHeaders, row],
  };
}
