/** `"values"` of a profile and its environments: the values of `{{name}}`. */
import { isSecretName } from './credentials/header.js';
import { sourceOf } from './http-file/environments.js';

/** A configured value. `env` and `file` specify where to find the value, which is then a text and a secret. */
export type ValueSource =
  | { readonly from: 'json'; readonly json: string; readonly isSecret: boolean }
  | { readonly from: 'env'; readonly name: string }
  | { readonly from: 'file'; readonly path: string };

export type ValueSources = ReadonlyMap<string, ValueSource>;

const form = '"values": {"team": "blue", "page": 20, "token": "env:SHOP_TOKEN"}';

/** Syntax of names, the same as in `.http` files. */
export const valueNameForm = /^[A-Za-z_][\w.-]*$/;

/** Parses the member. @param where its position, for messages */
export function readValueSources(
  found: unknown,
  where: string,
  refuse: (text: string, hint: string) => void,
): ValueSources {
  const values = new Map<string, ValueSource>();
  if (found === undefined) return values;
  if (typeof found !== 'object' || found === null || Array.isArray(found)) {
    refuse(`"values" of ${where} must be an object.`, form);
    return values;
  }
  for (const [name, value] of Object.entries(found)) {
    if (!valueNameForm.test(name)) {
      refuse(`"${name}" in ${where}.values is not a name for a value.`, 'Letters, digits, _ . -, first a letter or _.');
    } else if (typeof value === 'string' && /^(?:env|file):$/.test(value)) {
      refuse(`${where}.values["${name}"] is "${value}" without a name after it.`, form);
    } else if (isInexact(value)) {
      refuse(`${where}.values["${name}"] has a number that JSON readers round.`, 'Write it as a text, in quotes.');
    } else values.set(name, valueSource(name, value));
  }
  return values;
}

function valueSource(name: string, value: unknown): ValueSource {
  const source = typeof value === 'string' ? sourceOf(value, false) : undefined;
  if (source !== undefined && source.from !== 'text') return source;
  return { from: 'json', json: JSON.stringify(source?.text ?? value), isSecret: isSecretName(name) };
}

const isInexact = (value: unknown): boolean =>
  typeof value === 'number'
    ? Number.isInteger(value) && !Number.isSafeInteger(value)
    : typeof value === 'object' && value !== null && Object.values(value).some(isInexact);

/** Returns the values that are not secret, which may be used for another origin. */
export const openValues = (values: ValueSources): ValueSources =>
  new Map([...values].filter(([, source]) => source.from === 'json' && !source.isSecret));

/** Returns true if any of the values is a literal secret. */
export const holdSecret = (values: ValueSources): boolean =>
  [...values.values()].some(source => source.from === 'json' && source.isSecret);
