/**
 * Fills in `{{name}}` in JSON and headers with values saved from responses and values of a profile, following the rules of
 * `.http` files.
 */
import { isSecretName } from '../credentials/header.js';
import { type Failure, isFailure, usageError } from '../failure.js';
import { parsedJson } from '../json/loose.js';
import { jsonTokens } from '../json/tokens.js';
import { memoizeWeak } from '../memoize-weak.js';
import type { HeaderOption } from '../options.js';
import { readHeaderLine } from '../request/header-option.js';
import { isSecret, reveal, type Secret, secret } from '../secret.js';
import type { World } from './dynamic.js';
import { fill, referencesIn, type Scope, type Value } from './variables.js';

/** JSON text of a value, wrapped if it is a secret. */
export type CapturedValue = string | Secret;

export type CapturedValues = ReadonlyMap<string, CapturedValue>;

/** Excludes environment variables and files, because a third-party document could send them to its author. */
type SafeWorld = Pick<World, 'now' | 'random'>;

/** Placeholder values, sufficient to determine which names are generated when a request is sent. */
const anyWorld: SafeWorld = { now: () => 0, random: length => new Uint8Array(length) };

/** Returns the text of a JSON string, and the JSON of any other value. */
export const textOf = (json: string): string => (json.startsWith('"') ? (JSON.parse(json) as string) : json);

/** Returns the secret values as they appear in requests. */
export const secretTexts = (values: CapturedValues): readonly Secret[] =>
  [...values.values()].flatMap(value => (isSecret(value) ? [secret(textOf(reveal(value)))] : []));

/** Returns the values in the form used in request texts. @param foreign true if they came from responses */
export const valueTexts = (values: CapturedValues, foreign = true): ReadonlyMap<string, Value> =>
  new Map(
    [...values].map(([name, value]): [string, Value] => [
      name,
      {
        text: textOf(reveal(value)),
        foreign: foreign ? true : undefined,
        secret: isSecret(value) ? true : undefined,
      },
    ]),
  );

const together = memoizeWeak((values: CapturedValues) =>
  memoizeWeak((configured: CapturedValues): CapturedValues => new Map([...configured, ...values])),
);

/**
 * Returns all values available to `{{name}}`. Saved values override configured ones. Returns the same object for the same
 * inputs.
 */
export const allValues = ({
  values,
  configured,
}: {
  values: CapturedValues;
  configured: CapturedValues;
}): CapturedValues => (configured.size === 0 ? values : together(values)(configured));

/** Pattern of a JSON Web Token (RFC 7519). */
const tokenForm = /^eyJ[\w-]+\.[\w-]+\./;

/** Wraps a value as a secret if its name or form suggests that it is one. */
const capturedValue = (name: string, { text, json = JSON.stringify(text) }: Value): CapturedValue =>
  isSecretName(name) || tokenForm.test(text) ? secret(json) : json;

/** Converts captured values to the form in which the full screen saves them. */
export const capturedValueOf = (captured: ReadonlyMap<string, Value>): ReadonlyMap<string, CapturedValue> =>
  new Map([...captured].map(([name, value]) => [name, capturedValue(name, value)]));

function scopeOf(values: CapturedValues, world: SafeWorld): Scope {
  return {
    given: valueTexts(values),
    captured: new Map(),
    file: [],
    environment: new Map(),
    world: {
      now: () => world.now(),
      random: length => world.random(length),
      variable: () => undefined,
      dotenv: new Map(),
    },
    response: () => undefined,
    made: new Map(),
  };
}

/** Fills in a text. Names without a value are left unchanged. */
export const fillText = (text: string, values: CapturedValues, world: SafeWorld) =>
  fill(text, scopeOf(values, world), 0);

/** Returns the names in a text that have no value, each once. */
export function missingNames(text: string, values: CapturedValues): readonly string[] {
  if (!text.includes('{{')) return [];
  return [...new Set(fill(text, scopeOf(values, anyWorld), 0).missing)];
}

/** Returns the positions of `{{name}}` placeholders without a value in the strings of a JSON text (UTF-16 offsets). */
export function missingPlaces(
  json: string,
  values: CapturedValues,
): readonly { name: string; from: number; to: number }[] {
  if (!json.includes('{{')) return [];
  const strings = [...jsonTokens(json)].filter(({ kind }) => kind === 'string');
  return strings.flatMap(token =>
    referencesIn(json.slice(token.from, token.to)).flatMap(({ expression, from, to }) =>
      missingNames(`{{${expression}}}`, values).length === 0
        ? []
        : [{ name: expression, from: token.from + from, to: token.from + to }],
    ),
  );
}

/** Returns true if a string consists of a single `{{name}}`. */
export const isReference = (text: string): boolean => /^\{\{[^{}]+\}\}$/.test(text);

/**
 * Fills in the strings of a JSON text. A string that consists of one placeholder becomes the value itself. Names without a
 * value are left unchanged.
 */
export function fillJson(json: string, values: CapturedValues, world: SafeWorld): string {
  if (!json.includes('{{')) return json;
  const scope = scopeOf(values, world);
  let [whole, end] = ['', 0];
  for (const { kind, from, to } of jsonTokens(json)) {
    const token = json.slice(from, to);
    if (kind !== 'string' || !token.includes('{{') || !isJsonString(token)) continue;
    const text = JSON.parse(token) as string;
    const value = isReference(text) ? values.get(text.slice(2, -2).trim()) : undefined;
    whole += json.slice(end, from) + (value === undefined ? JSON.stringify(fill(text, scope, 0).text) : reveal(value));
    end = to;
  }
  return whole + json.slice(end);
}

const isJsonString = (token: string): boolean => typeof parsedJson(token) === 'string';

/** Fills in header values. Fails if a name has no value. A header that contains a secret is a secret itself. */
export function fillHeaders(
  headers: readonly HeaderOption[],
  values: CapturedValues,
  world: SafeWorld,
): readonly HeaderOption[] | Failure {
  const scope = scopeOf(values, world);
  const filled: HeaderOption[] = [];
  for (const option of headers) {
    const line = option.kind === 'set' ? filledHeader(option, scope) : option;
    if (isFailure(line)) return line;
    filled.push(line);
  }
  return filled;
}

function filledHeader(option: HeaderOption & { readonly kind: 'set' }, scope: Scope): HeaderOption | Failure {
  const { name, value, isBound } = option;
  const { text, missing, secret: isHidden } = fill(value, scope, 0);
  if (missing[0] !== undefined) return usageError(`{{${missing[0]}}} in the header ${name} has no value.`, keepHint);
  const line = text === value ? option : readHeaderLine(`${name}: ${text}`);
  if (isFailure(line)) return line;
  if (isHidden) return { kind: 'secret', name, value: { from: 'text', value: secret(text) } };
  return isBound && line.kind === 'set' ? { ...line, isBound } : line;
}

/** Hint for a name without a value. */
const keepHint = 'On the full screen, press a on a value in the response to capture it, or H to change the header.';
