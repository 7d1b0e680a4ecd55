/** Shell completions for an unfinished pick. */
import { isProblem } from '../../../problem.js';
import type { SchemaField } from '../../schema-types.js';
import { fieldOf, isComposite } from '../schema/lookups.js';
import { type RootKind, rootKinds } from '../schema/path.js';
import type { SchemaView } from '../schema/schema-view.js';
import { parsePick } from './parse.js';

/**
 * Completes the last step of a pick by one level: with the fields of the current type (followed by a dot if they have fields
 * themselves) and its possible types. Returns nothing inside arguments (see `completeArgument`) or after an unknown step. A
 * server's schema may contain arbitrary field names, and a shell inserts completions verbatim, so only valid GraphQL names
 * (section 2.1.9) are offered.
 */
export function completePick(view: SchemaView, typed: string): readonly string[] {
  const at = lastDot(typed);
  if (at === undefined) return [];
  const before = typed.slice(0, at);
  // White space, an alias or `on` before the name.
  const lead = /^\s*(?:[A-Za-z_]\w*\s*:\s*|on\s+)?/.exec(typed.slice(at))?.[0] ?? '';
  const word = typed.slice(at + lead.length);
  if (!/^(?:\w*|\*\*?)$/.test(word)) return [];
  const type = typeAt(view, before);
  if (type === undefined) return [];
  const isType = /^\s*on\s/.test(lead);
  const alone = lead.trim() === '';
  const fields = isType
    ? []
    : (type.fields ?? []).map(field => (isComposite(view.type(field.type.name)) ? `${field.name}.` : field.name));
  const types =
    alone || isType
      ? type.possibleTypes.map(name =>
          isType || fieldOf(view, type.name, name) === undefined ? `${name}.` : `on ${name}.`,
        )
      : [];
  const starts =
    at === 0 && alone
      ? rootKinds.filter(root => root !== 'query' && view.roots[root] !== undefined).map(root => `${root}.`)
      : [];
  const meta = isType || !word.startsWith('_') ? [] : ['__typename'];
  const { mutation, subscription } = view.roots;
  const all = alone && type.name !== mutation && type.name !== subscription ? ['*'] : [];
  return [...fields, ...types, ...starts, ...meta, ...all]
    .filter(name => name.startsWith(word) && isOfferable(name))
    .map(name => before + lead + name);
}

const isOfferable = (word: string): boolean => /^(?:on )?(?:[_A-Za-z]\w*\.?|\*)$/.test(word);

/**
 * Completes inside open parentheses: `books(fi` to `books(first: `, `books(filter: {not: {au` to fields of that input object,
 * and `ticks(unit: S` to enum or Boolean values. For a value, a variable with the argument's name is offered too.
 */
export function completeArgument(view: SchemaView, typed: string, valuesOf?: InputValues): readonly string[] {
  const [open, ...inner] = openBrackets(typed);
  if (open === undefined || typed[open] !== '(') return [];
  const [, before = '', field = ''] = /^([\s\S]*?)(\w+)\s*$/.exec(typed.slice(0, open)) ?? [];
  const dot = lastDot(before);
  if (dot === undefined) return [];
  const owner = fieldOf(view, typeAt(view, before.slice(0, dot))?.name, field);
  const bracket = innermostBracket(view, typed, owner?.args ?? [], [open, ...inner]);
  if (bracket === undefined) return [];
  const match = /^((?:[\s\S]*?[\s,}\]])??)(?:(\w+)\s*:\s*)?(\$?\w*|"[^"\s]*)$/.exec(typed.slice(bracket.from + 1));
  if (match === null) return [];
  const [, lead = '', name, word = ''] = match;
  const start = typed.slice(0, typed.length - word.length);
  if (name === undefined && bracket.itemType === undefined) {
    const given = new Set([...outermost(lead).matchAll(/(\w+)\s*:/g)].map(each => each[1]));
    return bracket.members
      .filter(each => each.name.startsWith(word) && !given.has(each.name) && isOfferable(each.name))
      .map(each => `${start}${each.name}: `);
  }
  const type = bracket.itemType ?? typeOfMember(bracket.members, name);
  const literals = owner && name !== undefined && type !== undefined ? valuesOf?.(owner, name, type) : undefined;
  const variable = name === undefined || type === undefined ? [] : [`$${name}`];
  return [...(literals ?? []), ...valuesOfType(view, type), ...variable]
    .filter(value => value.startsWith(word))
    .map(value => start + value);
}

/** The innermost open bracket of a pick. */
interface OpenBracket {
  readonly from: number;
  /** Names that can follow it. */
  readonly members: Members;
  /** Type of the items if it opens a list. */
  readonly itemType?: string;
}

/** Returns the last of the open brackets, of which the first opens the arguments of a field. */
function innermostBracket(
  view: SchemaView,
  typed: string,
  args: Members,
  [open = 0, ...inner]: readonly number[],
): OpenBracket | undefined {
  let bracket: OpenBracket = { from: open, members: args };
  for (const from of inner) {
    const name = /(\w+)\s*:\s*$/.exec(typed.slice(bracket.from + 1, from))?.[1];
    const type = bracket.itemType ?? typeOfMember(bracket.members, name);
    if (typed[from] === '(' || type === undefined) return undefined;
    const isList = typed[from] === '[';
    bracket = isList ? { from, members: [], itemType: type } : { from, members: view.type(type)?.inputFields ?? [] };
  }
  return bracket;
}

const typeOfMember = (members: Members, name: string | undefined): string | undefined =>
  members.find(each => each.name === name)?.type.name;

/** Returns the enum or Boolean values of a type, or the start of an input object. */
function valuesOfType(view: SchemaView, name: string | undefined): readonly string[] {
  if (name === 'Boolean') return ['true', 'false'];
  const type = view.type(name ?? '');
  const values = (type?.enumValues ?? []).map(each => each.name).filter(isOfferable);
  return type?.inputFields.length ? [...values, '{'] : values;
}

/** Returns all shell completions of a pick. Words end at a colon in shells, so no space follows it. */
export const completeInShell = (view: SchemaView, typed: string): readonly string[] => [
  ...completePick(view, typed),
  ...completeArgument(view, typed).map(each => each.trimEnd()),
];

/** Returns ways to continue a pick after a value inside brackets, or nothing if all brackets are closed. */
export function goingOn(text: string): readonly string[] {
  const open = openBrackets(text).at(-1);
  if (open === undefined) return [];
  const closing = { '(': ')', '[': ']', '{': '}' }[text.charAt(open)] ?? '';
  return [text + closing, `${text},`];
}

/** Returns literals for an argument or input field of a type. */
type InputValues = (field: SchemaField, name: string, type: string) => readonly string[];

/** Arguments of a field, or fields of an input object. */
type Members = readonly { readonly name: string; readonly type: { readonly name: string } }[];

const brackets = /"""[\s\S]*?(?:"""|$)|"(?:\\[\s\S]|[^"\\])*(?:"|\\?$)|[([{]|[)\]}]/g;

/** Returns the offsets of unclosed opening brackets, outermost first. */
function openBrackets(text: string): readonly number[] {
  const open: number[] = [];
  for (const { 0: sign, index } of text.matchAll(brackets)) {
    if (/^[([{]/.test(sign)) open.push(index);
    else if (!sign.startsWith('"')) open.pop();
  }
  return open;
}

/** Removes bracketed and quoted parts from a text. */
function outermost(text: string): string {
  let depth = 0;
  let from = 0;
  let rest = '';
  for (const { 0: sign, index } of text.matchAll(brackets)) {
    if (depth === 0) rest += text.slice(from, index);
    if (/^[([{]/.test(sign)) depth++;
    else if (!sign.startsWith('"')) depth--;
    from = index + sign.length;
  }
  return depth > 0 ? rest : rest + text.slice(from);
}

/** Returns the offset where the last step begins, or undefined inside unclosed arguments. */
function lastDot(text: string): number | undefined {
  let depth = 0;
  let start = 0;
  for (const match of text.matchAll(/"""[\s\S]*?(?:"""|$)|"(?:\\[\s\S]|[^"\\])*(?:"|\\?$)|[([{]|[)\]}]|\.+/g)) {
    const [sign] = match;
    if (/^[([{]/.test(sign)) depth++;
    else if (/^[)\]}]/.test(sign)) depth--;
    else if (sign === '.' && depth === 0) start = match.index + 1;
  }
  return depth === 0 ? start : undefined;
}

/** Returns the type whose fields can follow a path. */
function typeAt(view: SchemaView, before: string) {
  const root = /^\s*(query|mutation|subscription)\s*\.\s*$/.exec(before)?.[1] as RootKind | undefined;
  if (root !== undefined || before.trim() === '') return view.type(view.roots[root ?? 'query'] ?? '');
  const pick = parsePick(before.replace(/\.\s*$/, ''));
  if (isProblem(pick) || pick.root === 'fragment' || pick.depth !== undefined) return undefined;
  let type = view.roots[pick.root];
  for (const step of pick.steps) {
    const typeName = step.kind === 'field' ? fieldOf(view, type, step.name)?.type.name : undefined;
    type = typeName ?? (step.kind !== 'spread' && isComposite(view.type(step.name)) ? step.name : undefined);
  }
  return view.type(type ?? '');
}
