/** Decodes untrusted introspection JSON. Members that are missing, mistyped, nameless or truncated are skipped and reported. */
import { type Loose, listIn, member, textIn, textsIn } from '../json/loose.js';
import type {
  SchemaDirective,
  SchemaEnumValue,
  SchemaField,
  SchemaInput,
  SchemaType,
  TypeKind,
  TypeRef,
} from './schema-types.js';

export type ReportProblem = (problem: string) => void;

const kinds: ReadonlySet<unknown> = new Set(['SCALAR', 'OBJECT', 'INTERFACE', 'UNION', 'ENUM', 'INPUT_OBJECT']);

/** Maximum nesting of wrappers. Deeper types are treated as truncated; real schemas have a few levels. */
const maxWrappers = 60;

/** Decodes a `__Type`. Never fails: problems are passed to `note`, and an unknown kind becomes `UNKNOWN`. */
export function decodeType(raw: Loose, name: string, note: ReportProblem): SchemaType {
  const kind = member(raw, 'kind');
  if (!kinds.has(kind)) note(`Type ${name} is of no known kind.`);
  const typeKind = (kinds.has(kind) ? kind : 'UNKNOWN') as TypeKind;
  const isOutput = typeKind === 'OBJECT' || typeKind === 'INTERFACE';
  const fields = isOutput ? named(member(raw, 'fields'), `Type ${name}`, 'field', note) : [];
  const inputs = typeKind === 'INPUT_OBJECT' ? named(member(raw, 'inputFields'), `Input ${name}`, 'field', note) : [];
  const values = typeKind === 'ENUM' ? named(member(raw, 'enumValues'), `Enum ${name}`, 'value', note) : [];
  return {
    name,
    kind: typeKind,
    ...described(raw, `Type ${name}`, note),
    specifiedByUrl: textIn(raw, 'specifiedByURL') ?? textIn(raw, 'specifiedByUrl'),
    oneOf: member(raw, 'isOneOf') === true,
    fields: fields.map(field => decodeField(field, name, note)),
    inputFields: inputs.map(field => decodeInput(field, `${name}.${String(field.name)}`, note)),
    enumValues: values.map(value => decodeEnumValue(value, name, note)),
    interfaces: isOutput ? typeNames(raw, 'interfaces') : [],
    possibleTypes: typeKind === 'UNION' || typeKind === 'INTERFACE' ? typeNames(raw, 'possibleTypes') : [],
  };
}

function decodeField(raw: Loose, parent: string, note: ReportProblem): SchemaField {
  const name = raw.name as string;
  const where = `${parent}.${name}`;
  const args = member(raw, 'args');
  if (!Array.isArray(args)) note(`Field ${where} has no list of arguments.`);
  return {
    name,
    ...described(raw, where, note),
    args: named(args ?? [], where, 'argument', note).map(arg =>
      decodeInput(arg, `${where}(${String(arg.name)}:)`, note),
    ),
    type: decodeRef(member(raw, 'type'), where, note),
    ...deprecation(raw),
  };
}

function decodeInput(raw: Loose, where: string, note: ReportProblem): SchemaInput {
  return {
    name: raw.name as string,
    ...described(raw, where, note),
    type: decodeRef(member(raw, 'type'), where, note),
    defaultValue: textIn(raw, 'defaultValue'),
    ...deprecation(raw),
  };
}

const decodeEnumValue = (raw: Loose, parent: string, note: ReportProblem): SchemaEnumValue => ({
  name: raw.name as string,
  ...described(raw, `${parent}.${String(raw.name)}`, note),
  ...deprecation(raw),
});

/** Decodes a `__Directive` with a valid `name`. All other members may be missing. */
export function decodeDirective(raw: Loose, note: ReportProblem): SchemaDirective {
  const name = raw.name as string;
  return {
    name,
    ...described(raw, `@${name}`, note),
    locations: textsIn(raw, 'locations'),
    args: named(member(raw, 'args') ?? [], `@${name}`, 'argument', note).map(arg =>
      decodeInput(arg, `@${name}(${String(arg.name)}:)`, note),
    ),
    repeatable: member(raw, 'isRepeatable') === true,
  };
}

/** Returns the entries that are objects with a name. The last of several duplicates wins, as in graphql-js. */
export function named(list: unknown, where: string, what: string, note: ReportProblem): Loose[] {
  if (!Array.isArray(list)) {
    note(`${where} has no list of ${what}s.`);
    return [];
  }
  const entries = new Map<string, Loose>();
  for (const entry of list) {
    const name = nameIn(entry);
    if (name === undefined) {
      note(`${where} has a ${what} without a name.`);
      continue;
    }
    if (entries.has(name)) note(`${where} has two ${what}s named ${name}.`);
    entries.set(name, entry as Loose);
  }
  return [...entries.values()];
}

function described(raw: Loose, where: string, note: ReportProblem): { description?: string } {
  const text = member(raw, 'description');
  if (typeof text === 'string') return text === '' ? {} : { description: text };
  if (text !== null && text !== undefined) note(`The description of ${where} is not text.`);
  return {};
}

/** Returns the reason, which may be empty. Servers may omit it, or send an empty one for elements that are not deprecated. */
function deprecation(raw: Loose): { deprecated?: string } {
  const reason = textIn(raw, 'deprecationReason');
  const isDeprecated = member(raw, 'isDeprecated') ?? reason;
  return { deprecated: isDeprecated ? (reason ?? '') : undefined };
}

/** Returns the name of an element, if it has one. */
export const nameIn = (node: unknown): string | undefined => textIn(node, 'name') || undefined;

const typeNames = (raw: Loose, key: string): readonly string[] =>
  listIn(raw, key).flatMap(entry => nameIn(entry) ?? []);

function decodeRef(raw: unknown, where: string, note: ReportProblem): TypeRef {
  let marks = '';
  let at = raw;
  for (let kind = member(at, 'kind'); marks.length < maxWrappers; kind = member(at, 'kind')) {
    if (kind !== 'LIST' && kind !== 'NON_NULL') break;
    const mark = kind === 'LIST' ? 'L' : '!';
    if (mark === '!' && marks.endsWith('!')) note(`The type of ${where} is non-null twice.`);
    else marks += mark;
    at = member(at, 'ofType');
  }
  const name = nameIn(at);
  if (name === undefined) note(`The type of ${where} is cut off.`);
  return { text: wrap(name ?? '?', marks), name: name ?? '', required: marks.startsWith('!'), marks };
}

/** Formats a wrapped type: `wrap('User', '!L!')` is `[User!]!`. */
function wrap(name: string, marks: string): string {
  let text = name;
  for (let i = marks.length - 1; i >= 0; i--) text = marks[i] === 'L' ? `[${text}]` : `${text}!`;
  return text;
}
