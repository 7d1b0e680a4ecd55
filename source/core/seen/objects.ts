/** Objects of earlier responses, in memory only. Their identifiers are offered where a value refers to one of them. */
import { isSecretName } from '../credentials/header.js';
import { isObject, type Loose, ownMember } from '../json/loose.js';
import { identifiers, singularKey, singularWords } from './reference.js';

/** An object of a response. All texts are untrusted, but contain no control characters and no placeholders. */
export interface SeenObject {
  /** Name of its type for display: `Book`. */
  readonly type: string;
  /** Keys of its types and of the names it was found under, see `singularKey`. */
  readonly keys: readonly string[];
  /** JSON of its short scalar members by key: `id`, `user nam`. */
  readonly members: ReadonlyMap<string, string>;
  /** Text by which a user recognizes it, or an empty string. */
  readonly label: string;
}

/** Objects from all responses of a tab, latest first. */
export type SeenObjects = readonly SeenObject[];

/** Maximum number of objects of a tab. */
const maxObjects = 1000;
/** Maximum size of the objects of a tab, in UTF-16 units. */
const maxLength = 200_000;
const maxMembers = 12;
const maxValueLength = 100;
const maxLabelLength = 60;
/** Maximum number of values of a response to read. */
const maxValues = 100_000;
/** Maximum length of a response to read, in UTF-16 units. A longer one would delay the screen. */
const maxResponseLength = 1_000_000;

/** Members that identify an object in some APIs and are names in others. */
const handles = ['slug', 'login', 'username', 'handle', 'key', 'code'];
const labels = [
  ...['name', 'title', 'label', 'displayName', 'display_name', 'fullName', 'full_name', 'login', 'username'],
  ...['email', 'summary', 'subject', 'slug', 'description', 'text', 'code'],
];

/** How an API names the objects of its responses. `C` is the context of a value in a response. */
export interface ObjectNames<C> {
  /** Context of a member, or undefined to skip it. */
  below(context: C, key: string, object: Loose): C | undefined;
  /** Names of an object's type, the display name first. */
  namesOf(context: C, object: Loose): readonly string[];
}

/** Returns the value of a JSON text, or undefined if it is invalid or too long. A number with too many digits is a string. */
function valueIn(raw: string): unknown {
  if (raw.length > maxResponseLength) return undefined;
  try {
    return JSON.parse(/\d{16}/.test(raw) ? raw.replace(/([:[,]\s*)(-?\d{16,})(?=\s*[,}\]])/g, '$1"$2"') : raw);
  } catch {
    return undefined;
  }
}

/** Reads the objects of a JSON text in document order, without recursion. */
export function objectsIn<C>(raw: string, context: C, names: ObjectNames<C>): SeenObjects {
  const root = valueIn(raw);
  const objects: SeenObject[] = [];
  const work: Visited<C>[] = [{ value: root, context }];
  for (let count = 0; count < maxValues && objects.length < maxObjects; count++) {
    const next = work.pop();
    if (next === undefined) break;
    const { value } = next;
    const seen = isObject(value) ? seenObject(value, () => names.namesOf(next.context, value)) : undefined;
    if (seen !== undefined) objects.push(seen);
    pushChildren(work, next, names);
  }
  return objects;
}

/** A value of a response, and its context. */
interface Visited<C> {
  readonly value: unknown;
  readonly context: C;
}

/** Adds the items of an array, or the members of an object that may contain objects, last first. */
function pushChildren<C>(work: Visited<C>[], { value, context }: Visited<C>, names: ObjectNames<C>): void {
  // A value may have more children than a function takes arguments.
  if (Array.isArray(value)) {
    for (const item of value.toReversed()) work.push({ value: item, context });
  } else if (isObject(value)) {
    for (const [key, member] of Object.entries(value).reverse()) {
      const isNested = typeof member === 'object' && member !== null;
      const below = isNested ? names.below(context, key, value) : undefined;
      if (below !== undefined) work.push({ value: member, context: below });
    }
  }
}

function seenObject(object: Loose, namesOf: () => readonly string[]): SeenObject | undefined {
  const members = new Map<string, string>();
  for (const [name, value] of Object.entries(object)) {
    const json = members.size < maxMembers || identifiers.includes(name) ? memberJson(name, value) : undefined;
    if (json !== undefined) members.set(singularKey(name), json);
    // Without its identifier, an object cannot be referred to.
    else if (identifiers.includes(name) && /^(?:string|number)$/.test(typeof value)) return undefined;
  }
  if (members.size === 0) return undefined;
  const names = namesOf();
  const [type] = names;
  if (type === undefined) return undefined;
  const keys = [...new Set(names.map(singularKey))].filter(key => key !== '');
  return keys.length === 0 ? undefined : { type: displayName(type), keys, members, label: labelOf(object) };
}

/**
 * Text that is safe to insert: without control and invisible characters, and without `{{`, which would become a placeholder.
 */
const isSafeText = (text: string): boolean => text !== '' && !/[\p{C}\p{Zl}\p{Zp}]|\{\{/u.test(text);

const displayName = (name: string): string => name.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '').slice(0, maxLabelLength);

/** Returns the JSON of a member that may identify its object, or undefined for others, such as URLs, prose and secrets. */
function memberJson(name: string, value: unknown): string | undefined {
  if (isSecretMember(name, value)) return undefined;
  if (typeof value === 'string')
    return value.length <= maxValueLength && isSafeText(value) && !/\s|:\/\//.test(value)
      ? JSON.stringify(value)
      : undefined;
  return Number.isSafeInteger(value) ? String(value) : undefined;
}

/** Returns true for a member whose name or value suggests a credential. A key such as `SHOP-12` is a name. */
function isSecretMember(name: string, value: unknown): boolean {
  if (typeof value === 'string' && /^eyJ[\w-]+\.[\w-]+\./.test(value)) return true;
  if (!isSecretName(name.replace(/author/i, ''))) return false;
  return !(/^key$/i.test(name) && typeof value === 'string' && /^[A-Z][A-Z\d]{0,15}(?:-\d+)?$/.test(value));
}

/** Returns a name or title, which may be in the attributes of a JSON:API object. */
function labelOf(object: Loose): string {
  const attributes = ownMember(object, 'attributes');
  const sources = isObject(attributes) ? [object, attributes] : [object];
  for (const source of sources) {
    const first = labels
      .map(name => ownMember(source, name))
      .find(value => typeof value === 'string' && value.trim() !== '');
    if (typeof first === 'string') return oneLine(first);
    const parts = [
      ['first_name', 'firstName'],
      ['last_name', 'lastName'],
    ].map(names => names.map(name => ownMember(source, name)).find(part => typeof part === 'string'));
    const full = parts.filter(part => part !== undefined).join(' ');
    if (full !== '') return oneLine(full);
  }
  return '';
}

function oneLine(text: string): string {
  const line = text
    .slice(0, 200)
    .replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return line.length <= maxLabelLength ? line : `${line.slice(0, maxLabelLength).trimEnd()}…`;
}

/** Returns the member that identifies an object on its own: `id`, `bookId` of a book, or `slug`. */
export function identifierOf({ keys, members }: SeenObject): string | undefined {
  for (const name of identifiers) {
    const json = members.get(name) ?? keys.map(key => members.get(`${key} ${name}`)).find(value => value !== undefined);
    if (json !== undefined) return json;
  }
  return handleOf({ members });
}

/** Returns the name that identifies an object in a URL, such as its slug, or undefined if it has none. */
export function handleOf({ members }: Pick<SeenObject, 'members'>): string | undefined {
  return [...handles, 'name'].map(name => members.get(singularKey(name))).find(json => json?.startsWith('"'));
}

const sizeOf = ({ type, keys, members, label }: SeenObject): number =>
  [...members].reduce((sum, [name, json]) => sum + name.length + json.length, type.length + label.length) +
  keys.reduce((sum, key) => sum + key.length, 0);

/** Adds the objects of a response. The latest objects are retained, each once with all of its members. */
export function withSeen(before: SeenObjects, added: SeenObjects): SeenObjects {
  const all = new Map<string, SeenObject>();
  let length = 0;
  for (const each of [...added, ...before]) {
    const identity = `${each.keys[0]} ${identifierOf(each) ?? [...each.members].join()}`;
    const known = all.get(identity);
    if (known === undefined) {
      length += sizeOf(each);
      if (all.size >= maxObjects || length > maxLength) break;
      all.set(identity, each);
    } else if (
      each.label !== known.label ||
      each.keys.length > known.keys.length ||
      each.members.size > known.members.size
    )
      all.set(identity, joined(known, each));
  }
  return [...all.values()];
}

/** Joins two appearances of an object. @param latest the appearance whose values override */
const joined = (latest: SeenObject, earlier: SeenObject): SeenObject => ({
  type: latest.type,
  keys: [...new Set([...latest.keys, ...earlier.keys])].slice(0, maxMembers),
  members: new Map([...[...earlier.members].slice(0, maxMembers), ...latest.members]),
  label: latest.label || earlier.label,
});

/** Type for display, from a name such as `line_items`: `line item`. */
export const typeNameOf = (name: string): string => singularWords(name).join(' ');
