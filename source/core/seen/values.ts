/** Identifiers of objects in earlier responses that a value may refer to. */
import type { Suggestion } from '../graphql/intelligence/suggestion.js';
import { handleOf, identifierOf, type SeenObject, type SeenObjects } from './objects.js';
import { containsKey, type Reference, referenceOf, singularKey } from './reference.js';

/** A value to edit. */
export interface SeenTarget {
  /** Name of the argument, variable, parameter or property. */
  readonly name: string;
  /** Names of its context, the nearest first: the type that a field returns, the segment before a path parameter. */
  readonly within: readonly string[];
  /** True if the value is an identifier regardless of its name, such as an argument of type ID or a path parameter. */
  readonly isIdentifier: boolean;
  /** True if only whole numbers are valid. */
  readonly isInteger?: boolean;
  /** True if the API may identify objects by a name, as in a URL, rather than by a number. */
  readonly takesHandle?: boolean;
  /** True if the value is a segment of a path. Texts that would change the rest of the URL are not offered. */
  readonly isSegment?: boolean;
}

/** An identifier with a description of its object. Untrusted text without control characters. */
export interface SeenValue {
  /** Text without quotes. */
  readonly text: string;
  readonly json: string;
  /** Type and label: `Book "Emma"`. */
  readonly about: string;
}

const maxValues = 50;

/** Keys of members that both contain an account name. */
const equivalentKeys: ReadonlyMap<string, string> = new Map([
  ['login', singularKey('username')],
  [singularKey('username'), 'login'],
]);

/** Returns identifiers for a value: first of objects that its name refers to, then of objects in its context; latest first. */
export function seenValues(seen: SeenObjects, target: SeenTarget): readonly SeenValue[] {
  if (seen.length === 0) return [];
  const reference = referenceOf(target.name);
  const within = target.within.map(singularKey);
  const ranked = seen.flatMap(object => {
    const rank = rankOf(object, reference, within, target);
    const json = rank === undefined ? undefined : memberFor(object, reference, target);
    return rank === undefined || json === undefined ? [] : [{ rank, value: seenValue(object, json) }];
  });
  const values = new Map<string, SeenValue>();
  for (const { value } of ranked.sort((a, b) => a.rank - b.rank))
    if (values.size < maxValues && !values.has(value.text)) values.set(value.text, value);
  return [...values.values()];
}

/**
 * Returns the identifiers for a value as completion suggestions.
 * @param insertionOf returns the text to insert for a value; JSON by default
 */
export const seenSuggestions = (
  seen: SeenObjects,
  target: SeenTarget | undefined,
  insertionOf: (value: SeenValue) => string = ({ json }) => json,
): readonly Suggestion[] =>
  target === undefined
    ? []
    : seenValues(seen, target).map(each => ({ label: each.text, insert: insertionOf(each), detail: each.about }));

function seenValue({ type, label }: SeenObject, json: string): SeenValue {
  const text = json.startsWith('"') ? (JSON.parse(json) as string) : json;
  return { text, json, about: label === '' || label === text ? type : `${type} "${label}"` };
}

/** Returns how well an object matches (lower is better), or undefined if the value cannot refer to it. */
function rankOf(
  { keys, members }: SeenObject,
  { types, member, isIdentifier: namesIdentifier }: Reference,
  within: readonly string[],
  { name, isIdentifier, takesHandle = false }: SeenTarget,
): number | undefined {
  const named = types.findIndex(type => keys.includes(type));
  // Without a member, only the whole name is a type: `assignee`, but not the `date` of `startDate`.
  if (named === 0 || (named > 0 && (member !== undefined || isIdentifier))) return named;
  if (!isIdentifier && !namesIdentifier) return undefined;
  const namesMember = types.length === 0 || members.has(singularKey(name));
  if (!namesMember && (member !== undefined || takesHandle)) return undefined;
  const at = within.findIndex(context => keys.some(key => containsKey(context, key)));
  return at < 0 ? undefined : 100 + at;
}

/** Returns the JSON of the member that a value takes from an object. */
function memberFor(object: SeenObject, reference: Reference, target: SeenTarget): string | undefined {
  const json = namedMember(object, reference, target);
  if (json === undefined || (target.isSegment === true && !isSegment(json))) return undefined;
  return target.isInteger === true && !/^"?-?\d+"?$/.test(json) ? undefined : json;
}

/** Returns whether the JSON of a text or number is one segment of a URL. Dots alone would refer to another folder. */
const isSegment = (json: string): boolean => !/[/\\?#%]|^"\.{1,2}"$/.test(json);

function namedMember(object: SeenObject, { member, isIdentifier }: Reference, target: SeenTarget): string | undefined {
  const { members } = object;
  const named = [singularKey(target.name), member ?? '', equivalentKeys.get(member ?? '') ?? '']
    .map(name => members.get(name))
    .find(json => json !== undefined);
  if (named !== undefined || (member !== undefined && !isIdentifier)) return named;
  const identifier = identifierOf(object);
  const prefersHandle = member === undefined && target.takesHandle === true && identifier?.startsWith('"') === false;
  return (prefersHandle ? handleOf(object) : undefined) ?? identifier;
}
