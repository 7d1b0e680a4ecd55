/** `{{name}}` in JSON and in headers: values kept from responses, and those of a profile, by the rules of `.http` files. */
import { isSecretName } from '../credentials/header.js';
import { type Failure, isFailure, usageError } from '../failure.js';
import { jsonTokens } from '../json/tokens.js';
import type { HeaderOption } from '../options.js';
import { readHeaderLine } from '../request/header-option.js';
import { isSecret, reveal, type Secret, secret } from '../secret.js';
import type { World } from './dynamic.js';
import { fill, referencesIn, type Scope, type Value } from './variables.js';

/** JSON text of a value, hidden if it is a secret. */
export type KeptValue = string | Secret;

/** By name. */
export type KeptValues = ReadonlyMap<string, KeptValue>;

/** Neither variables of the process nor files: a text from elsewhere could send them to its author. */
type SafeWorld = Pick<World, 'now' | 'random'>;

/** Enough to tell which names are made when a request is sent. */
const anyWorld: SafeWorld = { now: () => 0, random: length => new Uint8Array(length) };

/** The text of a JSON string, JSON of anything else. */
export const textOf = (json: string): string => (json.startsWith('"') ? (JSON.parse(json) as string) : json);

/** Texts of the secret values, as requests contain them. */
export const secretTexts = (kept: KeptValues): readonly Secret[] =>
  [...kept.values()].flatMap(value => (isSecret(value) ? [secret(textOf(reveal(value)))] : []));

/** The values as the texts of requests take them. @param foreign they came from responses */
export const valueTexts = (kept: KeptValues, foreign = true): ReadonlyMap<string, Value> =>
  new Map(
    [...kept].map(([name, value]): [string, Value] => [
      name,
      { text: textOf(reveal(value)), ...(foreign ? { foreign } : {}), ...(isSecret(value) ? { secret: true } : {}) },
    ]),
  );

const together = new WeakMap<KeptValues, WeakMap<KeptValues, KeptValues>>();

/** All that `{{name}}` stands for: what was kept wins over what the configuration says. The same object for the same two. */
export function allValues({ values, configured }: { values: KeptValues; configured: KeptValues }): KeptValues {
  if (configured.size === 0) return values;
  const known = together.get(values) ?? new WeakMap<KeptValues, KeptValues>();
  together.set(values, known);
  const all = known.get(configured) ?? new Map([...configured, ...values]);
  known.set(configured, all);
  return all;
}

/** A JSON Web Token (RFC 7519). */
const tokenForm = /^eyJ[\w-]+\.[\w-]+\./;

/** A value that is hidden where its name or form speaks of a secret. */
const keptValue = (name: string, { text, json = JSON.stringify(text) }: Value): KeptValue =>
  isSecretName(name) || tokenForm.test(text) ? secret(json) : json;

/** Captured values, kept as those of the screen are. */
export const keptOf = (captured: ReadonlyMap<string, Value>): ReadonlyMap<string, KeptValue> =>
  new Map([...captured].map(([name, value]) => [name, keptValue(name, value)]));

function scopeOf(kept: KeptValues, world: SafeWorld): Scope {
  return {
    given: valueTexts(kept),
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

/** A text with its names filled in; names without a value stay. */
export const fillText = (text: string, kept: KeptValues, world: SafeWorld) => fill(text, scopeOf(kept, world), 0);

/** The names of a text that have no value, each once. */
export function missingNames(text: string, kept: KeptValues): readonly string[] {
  if (!text.includes('{{')) return [];
  return [...new Set(fill(text, scopeOf(kept, anyWorld), 0).missing)];
}

/** The places of `{{name}}` without a value, in the strings of a JSON text (UTF-16 offsets). */
export function missingPlaces(json: string, kept: KeptValues): readonly { name: string; from: number; to: number }[] {
  if (!json.includes('{{')) return [];
  const strings = [...jsonTokens(json)].filter(({ kind }) => kind === 'string');
  return strings.flatMap(token =>
    referencesIn(json.slice(token.from, token.to)).flatMap(({ expression, from, to }) =>
      missingNames(`{{${expression}}}`, kept).length === 0
        ? []
        : [{ name: expression, from: token.from + from, to: token.from + to }],
    ),
  );
}

/** Whether a string is one `{{name}}` and nothing else. */
export const isReference = (text: string): boolean => /^\{\{[^{}]+\}\}$/.test(text);

/** JSON text with the names in its strings filled in: a whole string becomes the value itself. Names without a value stay. */
export function fillJson(json: string, kept: KeptValues, world: SafeWorld): string {
  if (!json.includes('{{')) return json;
  const scope = scopeOf(kept, world);
  let [whole, end] = ['', 0];
  for (const { kind, from, to } of jsonTokens(json)) {
    const token = json.slice(from, to);
    if (kind !== 'string' || !token.includes('{{') || !isJsonString(token)) continue;
    const text = JSON.parse(token) as string;
    const value = isReference(text) ? kept.get(text.slice(2, -2).trim()) : undefined;
    whole += json.slice(end, from) + (value === undefined ? JSON.stringify(fill(text, scope, 0).text) : reveal(value));
    end = to;
  }
  return whole + json.slice(end);
}

function isJsonString(token: string): boolean {
  try {
    return typeof JSON.parse(token) === 'string';
  } catch {
    return false;
  }
}

/** Headers with the names in their values filled in; fails for a name without a value. A header that takes a secret is one. */
export function fillHeaders(
  headers: readonly HeaderOption[],
  kept: KeptValues,
  world: SafeWorld,
): readonly HeaderOption[] | Failure {
  const scope = scopeOf(kept, world);
  const filled: HeaderOption[] = [];
  for (const option of headers) {
    const { text, missing, ...marks } = fill(option.kind === 'set' ? option.value : '', scope, 0);
    const line = option.kind === 'set' && text !== option.value ? readHeaderLine(`${option.name}: ${text}`) : option;
    if (missing[0] !== undefined && option.kind === 'set')
      return usageError(`{{${missing[0]}}} in the header ${option.name} has no value.`, keepHint);
    if (isFailure(line)) return line;
    const isHidden = option.kind === 'set' && marks.secret === true;
    if (isHidden) filled.push({ kind: 'secret', name: option.name, value: { from: 'text', value: secret(text) } });
    else
      filled.push(option.kind === 'set' && option.isBound && line.kind === 'set' ? { ...line, isBound: true } : line);
  }
  return filled;
}

/** The way out of a name without a value. */
const keepHint = 'On the full screen a on a value of the response keeps one; H changes the header.';
