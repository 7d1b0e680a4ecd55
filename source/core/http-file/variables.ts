/** `{{name}}`: where a name gets its value from, and texts with their names filled in. */
import { isSecretName } from '../credentials/header.js';
import type { FileVariable } from './document.js';
import { dynamicValue, variableNamed, type World } from './dynamic.js';

/** The value of a name. */
export interface Value {
  readonly text: string;
  /** It is not shown. */
  readonly secret?: true;
  /** It came from a response, or will come from one. */
  readonly foreign?: true;
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
  readonly world: World;
  /** `{{login.response.body.$.token}}` and what will be captured; undefined: no such response, or nothing in it. */
  readonly response: (expression: string) => Value | undefined;
  /** Values of `@name =` that were made once, with a time or random numbers in them. */
  readonly made: Map<FileVariable, Value>;
}

/** Deeper nesting of names within values is a circle. */
const maxDepth = 20;

/** All `{{…}}` of a text, in order. */
export function referencesIn(text: string): readonly Reference[] {
  return [...text.matchAll(/\{\{([^{}]*)\}\}/g)].map(found => ({
    expression: (found[1] ?? '').trim(),
    from: found.index,
    to: found.index + found[0].length,
  }));
}

/** A text with its names filled in, and the expressions that have no value. */
interface Filled extends Value {
  readonly missing: readonly string[];
}

/**
 * Fills a text in.
 * @param at how many requests stand above the text: `@name =` may be set again further down
 */
export function fill(text: string, scope: Scope, at: number, depth = 0): Filled {
  const missing: string[] = [];
  let whole = '';
  let end = 0;
  let [isSecret, foreign] = [false, false];
  for (const { expression, from, to } of referencesIn(text)) {
    const value = lookUp(expression, scope, at, depth);
    whole += text.slice(end, from) + ('text' in value ? value.text : text.slice(from, to));
    if ('missing' in value) missing.push(...value.missing);
    isSecret ||= 'secret' in value;
    foreign ||= 'foreign' in value;
    end = to;
  }
  return {
    text: whole + text.slice(end),
    missing,
    ...(isSecret ? { secret: true as const } : {}),
    ...(foreign ? { foreign: true as const } : {}),
  };
}

function lookUp(typed: string, scope: Scope, at: number, depth: number): Value | Pick<Filled, 'missing'> {
  const known = scope.given.get(typed) ?? scope.captured.get(typed);
  if (known) return known;
  // REST Client's mark for a value that is percent-encoded.
  if (typed.startsWith('%')) {
    const value = lookUp(typed.slice(1).trim(), scope, at, depth);
    return 'text' in value ? { ...value, text: encodeURIComponent(value.text) } : value;
  }
  if (typed.startsWith('$')) {
    const text = dynamicValue(typed.slice(1), scope.world);
    if (text === undefined) return { missing: [typed] };
    const name = variableNamed(typed.slice(1));
    return name !== undefined && isSecretName(name) ? { text, secret: true } : { text };
  }
  const variable =
    scope.file.findLast(each => each.name === typed && each.after <= at) ??
    scope.file.find(each => each.name === typed);
  const own = variable ? nested(variable.text, variable, scope, at, depth) : undefined;
  if (own) return own;
  const value = scope.environment.get(typed);
  if (value) {
    const inner = value.secret ? value : nested(value.text, undefined, scope, at, depth);
    return inner;
  }
  return scope.response(typed) ?? { missing: [typed] };
}

function nested(
  text: string,
  variable: FileVariable | undefined,
  scope: Scope,
  at: number,
  depth: number,
): Value | Pick<Filled, 'missing'> {
  if (!text.includes('{{')) return { text };
  const kept = variable && scope.made.get(variable);
  if (kept) return kept;
  if (depth >= maxDepth) return { missing: [`${variable?.name ?? text} (its value leads back to itself)`] };
  const { missing, ...value } = fill(text, scope, at, depth + 1);
  if (missing.length > 0) return { missing };
  // One id for all requests of the file, as its author means it.
  if (variable && /\{\{\s*\$/.test(text)) scope.made.set(variable, value);
  return value;
}
