/** Decodes untrusted introspection JSON. Members that are missing, mistyped, nameless or truncated are skipped and reported. */
import { isObject, type Loose, ownMember } from '../json/loose.js';
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

export { isObject, type Loose, ownMember as own } from '../json/loose.js';

const kinds: ReadonlySet<unknown> = new Set(['SCALAR', 'OBJECT', 'INTERFACE', 'UNION', 'ENUM', 'INPUT_OBJECT']);

/** Maximum nesting of wrappers. Deeper types are treated as truncated; real schemas have a few levels. */
const maxWrappers = 60;

/** Decodes a `__Type`. Never fails: problems are passed to `note`, and an unknown kind becomes `UNKNOWN`. */
export function decodeType(raw: Loose, name: string, note: ReportProblem): SchemaType {
  const kind = ownMember(raw, 'kind');
  if (!kinds.has(kind)) note(`Type ${name} is of no known kind.`);
  const url = ownMember(raw, 'specifiedByURL') ?? ownMember(raw, 'specifiedByUrl');
  const typeKind = (kinds.has(kind) ? kind : 'UNKNOWN') as TypeKind;
  const isOutput = typeKind === 'OBJECT' || typeKind === 'INTERFACE';
  const fields = isOutput ? named(ownMember(raw, 'fields'), `Type ${name}`, 'field', note) : [];
  const inputs =
    typeKind === 'INPUT_OBJECT' ? named(ownMember(raw, 'inputFields'), `Input ${name}`, 'field', note) : [];
  const values = typeKind === 'ENUM' ? named(ownMember(raw, 'enumValues'), `Enum ${name}`, 'value', note) : [];
  return {
    name,
    kind: typeKind,
    ...described(raw, `Type ${name}`, note),
    specifiedByUrl: typeof url === 'string' ? url : undefined,
    oneOf: ownMember(raw, 'isOneOf') === true,
    fields: fields.map(field => decodeField(field, name, note)),
    inputFields: inputs.map(field => decodeInput(field, `${name}.${String(field.name)}`, note)),
    enumValues: values.map(value => decodeEnumValue(value, name, note)),
    interfaces: isOutput ? typeNames(ownMember(raw, 'interfaces')) : [],
    possibleTypes: typeKind === 'UNION' || typeKind === 'INTERFACE' ? typeNames(ownMember(raw, 'possibleTypes')) : [],
  };
}

function decodeField(raw: Loose, parent: string, note: ReportProblem): SchemaField {
  const name = raw.name as string;
  const where = `${parent}.${name}`;
  const args = ownMember(raw, 'args');
  if (!Array.isArray(args)) note(`Field ${where} has no list of arguments.`);
  return {
    name,
    ...described(raw, where, note),
    args: named(args ?? [], where, 'argument', note).map(arg =>
      decodeInput(arg, `${where}(${String(arg.name)}:)`, note),
    ),
    type: decodeRef(ownMember(raw, 'type'), where, note),
    ...deprecation(raw),
  };
}

function decodeInput(raw: Loose, where: string, note: ReportProblem): SchemaInput {
  const value = ownMember(raw, 'defaultValue');
  return {
    name: raw.name as string,
    ...described(raw, where, note),
    type: decodeRef(ownMember(raw, 'type'), where, note),
    defaultValue: typeof value === 'string' ? value : undefined,
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
  const locations = ownMember(raw, 'locations');
  return {
    name,
    ...described(raw, `@${name}`, note),
    locations: Array.isArray(locations) ? locations.filter(location => typeof location === 'string') : [],
    args: named(ownMember(raw, 'args') ?? [], `@${name}`, 'argument', note).map(arg =>
      decodeInput(arg, `@${name}(${String(arg.name)}:)`, note),
    ),
    repeatable: ownMember(raw, 'isRepeatable') === true,
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
    const name = isObject(entry) ? ownMember(entry, 'name') : undefined;
    if (typeof name !== 'string' || name === '') {
      note(`${where} has a ${what} without a name.`);
      continue;
    }
    if (entries.has(name)) note(`${where} has two ${what}s named ${name}.`);
    entries.set(name, entry as Loose);
  }
  return [...entries.values()];
}

function described(raw: Loose, where: string, note: ReportProblem): { description?: string } {
  const text = ownMember(raw, 'description');
  if (typeof text === 'string') return text === '' ? {} : { description: text };
  if (text !== null && text !== undefined) note(`The description of ${where} is not text.`);
  return {};
}

function deprecation(raw: Loose): { deprecated?: string } {
  const reason = ownMember(raw, 'deprecationReason');
  if (typeof reason === 'string') return { deprecated: reason };
  return ownMember(raw, 'isDeprecated') === true ? { deprecated: '' } : {};
}

const typeNames = (list: unknown): string[] =>
  Array.isArray(list)
    ? list.flatMap(entry => {
        const name = isObject(entry) ? ownMember(entry, 'name') : undefined;
        return typeof name === 'string' && name !== '' ? [name] : [];
      })
    : [];

function decodeRef(raw: unknown, where: string, note: ReportProblem): TypeRef {
  let marks = '';
  let at = raw;
  while (
    isObject(at) &&
    (ownMember(at, 'kind') === 'LIST' || ownMember(at, 'kind') === 'NON_NULL') &&
    marks.length < maxWrappers
  ) {
    const mark = ownMember(at, 'kind') === 'LIST' ? 'L' : '!';
    if (mark === '!' && marks.endsWith('!')) note(`The type of ${where} is non-null twice.`);
    else marks += mark;
    at = ownMember(at, 'ofType');
  }
  const name = isObject(at) ? ownMember(at, 'name') : undefined;
  const known = typeof name === 'string' && name !== '' ? name : '';
  if (known === '') note(`The type of ${where} is cut off.`);
  return { text: wrap(known === '' ? '?' : known, marks), name: known, required: marks.startsWith('!'), marks };
}

/** Formats a wrapped type: `wrap('User', '!L!')` is `[User!]!`. */
function wrap(name: string, marks: string): string {
  let text = name;
  for (let i = marks.length - 1; i >= 0; i--) text = marks[i] === 'L' ? `[${text}]` : `${text}!`;
  return text;
}
