/** Looks up the values of `{{name}}` placeholders and fills in texts. */

import { addTo } from '../add-to.js';
import { isSecretName } from '../credentials/header.js';
import { childOf, jsonTree } from '../json/tree.js';
import { memoizeWeak } from '../memoize-weak.js';
import { isProblem } from '../problem.js';
import { encodeQuery } from '../request/url.js';
import { type Grants, type Right, variableRight } from '../rights/right.js';
import type { FileVariable, Loop } from './document.js';
import { dynamicValue, promptIn, variableNamed, type World } from './dynamic.js';

export interface Value {
  readonly text: string;
  /** True if the value must not be shown. */
  readonly secret?: true;
  /** True if the value came or will come from a response. */
  readonly foreign?: true;
  /** JSON source if the value is not a string. */
  readonly json?: string;
  /** Rights needed to read the value. */
  readonly needs?: readonly Right[];
  /** True if the value has not been read yet. `text` is then its name. */
  readonly isLocked?: true;
}

/** A `{{…}}` placeholder in a text. */
interface Reference {
  /** Expression between the braces, without surrounding blanks. */
  readonly expression: string;
  /** Offset in the text in UTF-16 units. */
  readonly from: number;
  readonly to: number;
}

/** Sources of values, in order of precedence. */
export interface Scope {
  /** Values from the command line. The user relies on them, so nothing in a file overrides them. */
  readonly given: ReadonlyMap<string, Value>;
  /** Values of one repetition of `# @loop`: `$index` and the item. */
  readonly loop?: ReadonlyMap<string, Value>;
  readonly captured: ReadonlyMap<string, Value>;
  readonly file: readonly FileVariable[];
  readonly environment: ReadonlyMap<string, Value>;
  /** Returns the values of the profile that the request uses. @param at index of the request in its file */
  readonly place?: (at: number) => ReadonlyMap<string, Value> | undefined;
  readonly world: World;
  /**
   * Resolves `{{login.response.body.$.token}}` and values to be captured. Returns undefined if there is no such response or it
   * does not contain the value.
   */
  readonly response: (expression: string) => Value | undefined;
  /** Values of a session, used if no other source has the name. */
  readonly kept?: ReadonlyMap<string, Value>;
  /** Values of `@name =` that contain a time or random numbers and are therefore generated only once. */
  readonly made: Map<FileVariable, Value>;
  /** Granted rights. A value that requires a right that is not granted counts as missing. If absent, all rights are granted. */
  readonly grants?: Grants;
  /** True to leave placeholders unchanged if their values are generated or received when a request is sent. */
  readonly asNames?: true;
}

/** Maximum length of a filled-in text, in UTF-16 units. A few lines of nested names can expand to billions. */
const maxFilled = 64 * 1024 * 1024;

const maxDepth = 100;

/** State of filling in one text. Values of the file may be nested, and each is filled in once. */
interface Filling {
  readonly scope: Scope;
  /** Number of requests before the text, because `@name =` may be set again further down. */
  readonly at: number;
  /** Line of the variable whose value is being filled in; absent in the text of a request. */
  readonly line?: number;
  /** Texts that are currently being filled in, each nested in the previous one. */
  readonly within: Set<string>;
  readonly done: Map<string, Value | Missing>;
}

type Missing = Pick<Filled, 'missing'>;

const isMissing = (value: Value | Missing): value is Missing => 'missing' in value;

/** Returns all `{{…}}` placeholders of a text in order. */
export function referencesIn(text: string): readonly Reference[] {
  return [...text.matchAll(/\{\{([^{}]*)\}\}/g)].map(match => ({
    expression: (match[1] ?? '').trim(),
    from: match.index,
    to: match.index + match[0].length,
  }));
}

/** A filled-in text, and the expressions that have no value. */
export interface Filled extends Value {
  readonly missing: readonly string[];
}

/**
 * Fills in a text.
 * @param at number of requests before the text, because `@name =` may be set again further down
 */
export const fill = (text: string, scope: Scope, at: number): Filled =>
  filled(text, { scope, at, within: new Set(), done: new Map() });

function filled(text: string, filling: Filling): Filled {
  const literal = (part: string): string => (filling.scope.asNames ? part : unescaped(part));
  if (!text.includes('{{')) return { text: literal(text), missing: [] };
  const missing = new Set<string>();
  const needs = new Set<Right>();
  let whole = '';
  let end = 0;
  let [isSecret, foreign]: [isSecret: true | undefined, foreign: true | undefined] = [undefined, undefined];
  for (const { expression, from, to } of referencesIn(text)) {
    const found = lookUp(expression, filling);
    const isTooLong = !isMissing(found) && whole.length + found.text.length > maxFilled;
    const value = isTooLong ? { missing: [`${expression} (with its value the text exceeds 64 MiB)`] } : found;
    whole += literal(text.slice(end, from));
    end = to;
    if (isMissing(value)) {
      whole += text.slice(from, to);
      for (const each of value.missing) missing.add(each);
      continue;
    }
    whole += value.text;
    for (const each of value.needs ?? []) needs.add(each);
    isSecret ||= value.secret;
    foreign ||= value.foreign;
  }
  return {
    text: whole + literal(text.slice(end)),
    missing: [...missing],
    secret: isSecret,
    foreign,
    needs: needs.size > 0 ? [...needs] : undefined,
  };
}

/** Returns the list of `# @loop for NAME of LIST`, in which names are filled in: JSON, or the name of a value in braces. */
export const loopSource = ({ text }: Loop): string => (/^\s*\[|\{\{/.test(text) ? text : `{{${text}}}`);

/** Replaces `\{\{name\}\}`, which httpyac documents for braces that are not a placeholder, with `{{name}}`. */
export const unescaped = (text: string): string =>
  text.includes('\\{\\{') ? text.replace(/\\\{\\\{([^{}\\]+)\\\}\\\}/g, '{{$1}}') : text;

/** Groups the variables of a file by name, in line order. */
const variablesByName = memoizeWeak((file: readonly FileVariable[]): ReadonlyMap<string, readonly FileVariable[]> => {
  const variables = new Map<string, FileVariable[]>();
  for (const each of file) addTo(variables, each.name, each);
  return variables;
});

/** Returns a value that may be used, with the rights it requires. */
function lookUp(typed: string, filling: Filling): Value | Missing {
  const value = valueNamed(typed, filling);
  const { grants } = filling.scope;
  const isRefused = !isMissing(value) && value.needs && grants && !value.needs.every(grants);
  return isRefused ? { missing: [typed] } : value;
}

/** A constant of JavaScript. */
const literal = /^(?:true|false|null|-?\d+(?:\.\d+)?|"[^"\\]*"|'[^'\\]*')$/;

function valueNamed(typed: string, filling: Filling): Value | Missing {
  for (const source of sources) {
    const value = source(typed, filling);
    if (value) return value;
  }
  const isWithinItself = filling.within.has(variableAt(typed, filling)?.text ?? '');
  return { missing: [isWithinItself ? `${typed} (its value refers back to itself)` : typed] };
}

/** Sources of a value, in order of precedence. Each returns undefined if it has no value. */
const sources: readonly ((typed: string, filling: Filling) => Value | Missing | undefined)[] = [
  (typed, { scope: { given, loop } }) => given.get(typed) ?? given.get(promptIn(typed)?.name ?? '') ?? loop?.get(typed),
  (typed, { scope }) => received(scope.captured.get(typed), typed, scope),
  encodedValue,
  generatedValue,
  valueInFile,
  valueInEnvironment,
  (typed, { scope }) => received(scope.response(typed), typed, scope),
  (typed, { scope, at }) => scope.kept?.get(typed) ?? scope.place?.(at)?.get(typed),
  dotenvValue,
  memberOf,
  typed => (literal.test(typed) ? { text: typed.replace(/^(["'])(.*)\1$/, '$2') } : undefined),
];

/** Returns a value that depends on the sending of a request, or its name if it is not filled in. */
const received = <V extends Value | undefined>(value: V, typed: string, { asNames }: Scope): V =>
  value && asNames ? { ...value, text: `{{${typed}}}` } : value;

/** REST Client's prefix for a percent-encoded value. */
function encodedValue(typed: string, filling: Filling): Value | Missing | undefined {
  if (!typed.startsWith('%')) return undefined;
  const value = lookUp(typed.slice(1).trim(), filling);
  return isMissing(value) ? value : { ...value, text: encodeQuery(value.text) };
}

/** A generated value, the value of a variable, or httpyac's `$global.name`, which is captured. */
function generatedValue(typed: string, { scope }: Filling): Value | Missing | undefined {
  if (!typed.startsWith('$')) return undefined;
  const text = dynamicValue(typed.slice(1), scope.world);
  if (text === undefined) return received(scope.response(typed), typed, scope) ?? { missing: [typed] };
  const name = variableNamed(typed.slice(1));
  const nameRight = name === undefined ? undefined : variableRight(name);
  const right = typed.startsWith('$dotenv') ? scope.world.dotenvRight : nameRight;
  const isHidden = name !== undefined && isSecretName(name);
  return received({ text, secret: isHidden ? true : undefined, needs: right && [right] }, typed, scope);
}

/** Returns the variable of the file whose value applies at the text that is filled in. */
function variableAt(name: string, { scope, at, line = Number.POSITIVE_INFINITY }: Filling): FileVariable | undefined {
  const variables = variablesByName(scope.file).get(name) ?? [];
  return variables.findLast(each => each.after <= at && each.line < line) ?? variables[0];
}

function valueInFile(typed: string, filling: Filling): Value | Missing | undefined {
  const variable = variableAt(typed, filling);
  // In `@name = {{name}}`, the braces mean the value of an environment or another source below.
  if (!variable || filling.within.has(variable.text)) return undefined;
  // As in httpyac, `=` fixes a value where it is set, if the names in it have values there.
  const where = variable.lazy ? filling : { ...filling, at: variable.after, line: variable.line };
  return nested(typed, variable.text, where, variable);
}

function valueInEnvironment(typed: string, filling: Filling): Value | Missing | undefined {
  const { scope } = filling;
  const value = scope.environment.get(typed);
  if (value?.isLocked) return { ...value, text: `{{${typed}}}` };
  if (value?.secret) return value.needs ? received(value, typed, scope) : value;
  return value && withNeeds(nested(typed, value.text, filling), value);
}

/** httpyac, kulala and rest.nvim read `.env` without `$dotenv`. */
function dotenvValue(typed: string, { scope: { world } }: Filling): Value | undefined {
  const text = world.dotenv.get(typed);
  const { dotenvRight } = world;
  return text === undefined
    ? undefined
    : { text, secret: isSecretName(typed) ? true : undefined, needs: dotenvRight && [dotenvRight] };
}

/** Returns a member of a value that is JSON: `item.name`, `list[0].id` (httpyac). */
function memberOf(typed: string, filling: Filling): Value | undefined {
  const [, name, path = ''] =
    /^([A-Za-z_][\w-]*)((?:\.[A-Za-z_][\w-]*|\[(?:\d+|"[^"]*"|'[^']*')\])+)$/.exec(typed) ?? [];
  const value = name === undefined ? undefined : lookUp(name, filling);
  if (value === undefined || isMissing(value)) return undefined;
  const { json, ...marks } = value;
  if (value.text === `{{${name}}}`) return { ...marks, text: `{{${typed}}}` };
  if (!/^\s*[[{]/.test(value.text)) return undefined;
  const tree = jsonTree(value.text, { relaxed: false });
  let node = isProblem(tree) ? undefined : tree.root;
  for (const [, plain, index, double, single] of path.matchAll(/\.([\w-]+)|\[(\d+)\]|\["([^"]*)"\]|\['([^']*)'\]/g))
    node = childOf(node, index === undefined ? (plain ?? double ?? single ?? '') : Number(index));
  if (node === undefined) return undefined;
  return { ...marks, text: node.kind === 'string' ? node.value : value.text.slice(node.from, node.to) };
}

/** Adds the rights that the value's source requires. */
const withNeeds = (value: Value | Missing, { needs }: Value): Value | Missing =>
  needs === undefined || isMissing(value) ? value : { ...value, needs: [...(value.needs ?? []), ...needs] };

/**
 * Resolves a value that may contain other names. A value with a time or random numbers is generated once for all requests, as
 * its author would expect.
 */
function nested(name: string, text: string, filling: Filling, variable?: FileVariable): Value | Missing {
  if (!text.includes('{{')) return { text };
  const { made } = filling.scope;
  const key = variable ? `${variable.line} ${text}` : text;
  const kept = (variable && made.get(variable)) ?? filling.done.get(key);
  if (kept) return kept;
  if (filling.within.has(text)) return { missing: [`${name} (its value refers back to itself)`] };
  if (filling.within.size >= maxDepth) return { missing: [`${name} (names within its value are nested too deeply)`] };
  filling.within.add(text);
  const { missing, ...value } = filled(text, filling);
  filling.within.delete(text);
  const result = missing.length > 0 ? { missing } : value;
  if (variable && missing.length === 0 && /\{\{\s*\$/.test(text)) made.set(variable, value);
  // The random numbers of an environment are different each time.
  else if (variable || !/\{\{\s*(?:%\s*)?\$/.test(text)) filling.done.set(key, result);
  return result;
}
