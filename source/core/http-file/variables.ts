/** `{{name}}`: where a name gets its value from, and texts with their names filled in. */
import { isSecretName } from '../credentials/header.js';
import { encodeQuery } from '../request/url.js';
import { type Grants, type Right, variableRight } from '../rights/right.js';
import type { FileVariable } from './document.js';
import { dynamicValue, variableNamed, type World } from './dynamic.js';

/** The value of a name. */
export interface Value {
  readonly text: string;
  /** It is not shown. */
  readonly secret?: true;
  /** It came from a response, or will come from one. */
  readonly foreign?: true;
  /** Its source, where it is a JSON value other than a string. */
  readonly json?: string;
  /** Rights that reading it needs. */
  readonly needs?: readonly Right[];
  /** It has not been read yet, and its text is its name. */
  readonly isLocked?: true;
}

/** One `{{…}}` of a text. */
interface Reference {
  /** The words between the braces, without blanks around them. */
  readonly expression: string;
  /** In UTF-16 units, within the text. */
  readonly from: number;
  readonly to: number;
}

/** Where names are looked up, the first place first. */
export interface Scope {
  /** Of the command line. */
  readonly given: ReadonlyMap<string, Value>;
  readonly captured: ReadonlyMap<string, Value>;
  readonly file: readonly FileVariable[];
  readonly environment: ReadonlyMap<string, Value>;
  /** Of the profile that the request names. @param at the request's place in its file */
  readonly place?: (at: number) => ReadonlyMap<string, Value> | undefined;
  readonly world: World;
  /** `{{login.response.body.$.token}}` and what will be captured; undefined: no such response, or nothing in it. */
  readonly response: (expression: string) => Value | undefined;
  /** Values of a session, known where nothing else is. */
  readonly kept?: ReadonlyMap<string, Value>;
  /** Values of `@name =` that were made once, with a time or random numbers in them. */
  readonly made: Map<FileVariable, Value>;
  /** A value that needs a right which is not granted is missing. Absent: all are granted. */
  readonly grants?: Grants;
  /** Values that are made or received when a request is sent stay names. */
  readonly asNames?: true;
}

/** Longer texts are not made, in UTF-16 units: a few lines of names within values can stand for billions. */
const maxFilled = 64 * 1024 * 1024;

const maxDepth = 100;

/** The filling in of one text: values of the file within each other, each filled in once. */
interface Filling {
  readonly scope: Scope;
  /** How many requests stand above the text: `@name =` may be set again further down. */
  readonly at: number;
  /** The texts that are being filled in, each within the one before. */
  readonly within: Set<string>;
  readonly done: Map<string, Value | Missing>;
}

type Missing = Pick<Filled, 'missing'>;

/** All `{{…}}` of a text, in order. */
export function referencesIn(text: string): readonly Reference[] {
  return [...text.matchAll(/\{\{([^{}]*)\}\}/g)].map(match => ({
    expression: (match[1] ?? '').trim(),
    from: match.index,
    to: match.index + match[0].length,
  }));
}

/** A text with its names filled in, and the expressions that have no value. */
export interface Filled extends Value {
  readonly missing: readonly string[];
}

/**
 * Fills a text in.
 * @param at how many requests stand above the text: `@name =` may be set again further down
 */
export const fill = (text: string, scope: Scope, at: number): Filled =>
  filled(text, { scope, at, within: new Set(), done: new Map() });

function filled(text: string, filling: Filling): Filled {
  if (!text.includes('{{')) return { text, missing: [] };
  const missing = new Set<string>();
  const needs = new Set<Right>();
  let whole = '';
  let end = 0;
  let [isSecret, foreign] = [false, false];
  for (const { expression, from, to } of referencesIn(text)) {
    const found = lookUp(expression, filling);
    const isTooLong = 'text' in found && whole.length + found.text.length > maxFilled;
    const value = isTooLong ? { missing: [`${expression} (with its value the text is longer than 64 MiB)`] } : found;
    whole += text.slice(end, from) + ('text' in value ? value.text : text.slice(from, to));
    if ('missing' in value) for (const each of value.missing) missing.add(each);
    if ('needs' in value) for (const each of value.needs ?? []) needs.add(each);
    isSecret ||= 'secret' in value;
    foreign ||= 'foreign' in value;
    end = to;
  }
  return {
    text: whole + text.slice(end),
    missing: [...missing],
    ...(isSecret ? { secret: true as const } : {}),
    ...(foreign ? { foreign: true as const } : {}),
    ...(needs.size > 0 ? { needs: [...needs] } : {}),
  };
}

const byName = new WeakMap<readonly FileVariable[], ReadonlyMap<string, readonly FileVariable[]>>();

/** The variables of a file that have the same name, in the order of its lines. */
function variablesByName(file: readonly FileVariable[]): ReadonlyMap<string, readonly FileVariable[]> {
  const known = byName.get(file);
  if (known !== undefined) return known;
  const found = new Map<string, FileVariable[]>();
  for (const each of file) {
    const list = found.get(each.name);
    if (list) list.push(each);
    else found.set(each.name, [each]);
  }
  byName.set(file, found);
  return found;
}

/** A value that may be used, with the rights that it needs. */
function lookUp(typed: string, filling: Filling): Value | Missing {
  const value = valueNamed(typed, filling);
  const { grants } = filling.scope;
  return 'needs' in value && value.needs && grants && !value.needs.every(grants) ? { missing: [typed] } : value;
}

function valueNamed(typed: string, filling: Filling): Value | Missing {
  const { scope, at } = filling;
  const received = (value: Value): Value => (scope.asNames ? { ...value, text: `{{${typed}}}` } : value);
  const given = scope.given.get(typed);
  if (given) return given;
  const captured = scope.captured.get(typed);
  if (captured) return received(captured);
  // REST Client's mark for a value that is percent-encoded.
  if (typed.startsWith('%')) {
    const value = lookUp(typed.slice(1).trim(), filling);
    return 'text' in value ? { ...value, text: encodeQuery(value.text) } : value;
  }
  if (typed.startsWith('$')) {
    const text = dynamicValue(typed.slice(1), scope.world);
    if (text === undefined) return { missing: [typed] };
    const name = variableNamed(typed.slice(1));
    const isDotenv = typed.startsWith('$dotenv');
    const right = isDotenv ? scope.world.dotenvRight : name === undefined ? undefined : variableRight(name);
    const needs = right ? { needs: [right] } : {};
    return received(name !== undefined && isSecretName(name) ? { text, secret: true, ...needs } : { text, ...needs });
  }
  const variables = variablesByName(scope.file).get(typed) ?? [];
  const variable = variables.findLast(each => each.after <= at) ?? variables[0];
  if (variable) return nested(typed, variable.text, filling, variable);
  const value = scope.environment.get(typed);
  if (value?.isLocked) return { ...value, text: `{{${typed}}}` };
  if (value)
    return value.secret
      ? value.needs
        ? received(value)
        : value
      : withNeeds(nested(typed, value.text, filling), value);
  const response = scope.response(typed);
  if (response) return received(response);
  return scope.kept?.get(typed) ?? scope.place?.(at)?.get(typed) ?? { missing: [typed] };
}

/** A value with the rights that its source needs as well. */
const withNeeds = (value: Value | Missing, { needs }: Value): Value | Missing =>
  needs === undefined || 'missing' in value ? value : { ...value, needs: [...(value.needs ?? []), ...needs] };

/** A value that may name others. One with a time or random numbers in it is made once for all requests, as its author means it. */
function nested(name: string, text: string, filling: Filling, variable?: FileVariable): Value | Missing {
  if (!text.includes('{{')) return { text };
  const { made } = filling.scope;
  const kept = (variable && made.get(variable)) ?? filling.done.get(text);
  if (kept) return kept;
  if (filling.within.has(text)) return { missing: [`${name} (its value leads back to itself)`] };
  if (filling.within.size >= maxDepth) return { missing: [`${name} (names within its value are nested too deeply)`] };
  filling.within.add(text);
  const { missing, ...value } = filled(text, filling);
  filling.within.delete(text);
  const result = missing.length > 0 ? { missing } : value;
  if (variable && missing.length === 0 && /\{\{\s*\$/.test(text)) made.set(variable, value);
  // An environment's random numbers are others each time.
  else if (variable || !/\{\{\s*(?:%\s*)?\$/.test(text)) filling.done.set(text, result);
  return result;
}
