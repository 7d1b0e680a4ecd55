/** Finds the element that a change concerns, which graphql-js reports only as part of its message. */

/**
 * Parts of an element's name: `['User']`, `['User', 'posts']`, `['User', 'posts', 'first']`, `['@include', 'if']`. Union
 * members and interfaces are written as in the tree: `['Result', '| User']`, `['User', 'implements Node']`.
 */
export type ChangeSubject = readonly string[];

/** Returns `User.posts(first:)`, or for a union member or interface, the name of the type that lists it. */
export function nameOfSubject([owner = '', member, argument]: ChangeSubject): string {
  if (member === undefined || member.includes(' ')) return owner;
  if (owner.startsWith('@')) return `${owner}(${member}:)`;
  return argument === undefined ? `${owner}.${member}` : `${owner}.${member}(${argument}:)`;
}

/** Messages of graphql-js 16 by change type. Capture groups are the name parts in order. */
const sentences: readonly (readonly [
  types: RegExp,
  sentence: RegExp,
  subject: (...parts: string[]) => ChangeSubject,
])[] = [
  [/^DIRECTIVE_REMOVED$/, /^(\w+) was/, name => [`@${name}`]],
  [/^REQUIRED_DIRECTIVE_ARG_ADDED$/, /^A required arg (\w+) on directive (\w+)/, (arg, name) => [`@${name}`, arg]],
  [/^DIRECTIVE_ARG_REMOVED$/, /^(\w+) was removed from (\w+)/, (arg, name) => [`@${name}`, arg]],
  [/^DIRECTIVE_(?:REPEATABLE|LOCATION)_REMOVED$/, / was removed from (\w+)/, name => [`@${name}`]],
  [/_UNION$/, /^(\w+) was \w+ \w+ union type (\w+)/, (member, name) => [name, `| ${member}`]],
  [/_ENUM$/, /^(\w+) was \w+ \w+ enum type (\w+)/, (value, name) => [name, value]],
  [/^IMPLEMENTED_INTERFACE_ADDED$/, /^(\w+) added .* by (\w+)/, (parent, name) => [name, `implements ${parent}`]],
  [/^IMPLEMENTED_INTERFACE_REMOVED$/, /^(\w+) .* (\w+)\.$/, (name, parent) => [name, `implements ${parent}`]],
  [/_INPUT_FIELD_ADDED$/, /^An? \w+ field (\w+) on input type (\w+)/, (field, name) => [name, field]],
  [/_ARG_ADDED$/, /^An? \w+ arg (\w+) on (\w+)\.(\w+)/, (arg, name, field) => [name, field, arg]],
  [/^ARG_/, /^(\w+)\.(\w+) arg (\w+)/, (name, field, arg) => [name, field, arg]],
  [/^FIELD_/, /^(\w+)\.(\w+)/, (name, field) => [name, field]],
  [/^TYPE_/, /^(?:Standard scalar )?(\w+)/, name => [name]],
];

/** Returns the subject of a change reported by graphql-js, or undefined for an unknown message. */
export function subjectOf(type: string, text: string): ChangeSubject | undefined {
  for (const [types, sentence, subject] of sentences) {
    if (!types.test(type)) continue;
    const parts = sentence.exec(text)?.slice(1);
    if (parts !== undefined) return subject(...parts);
  }
  return undefined;
}
