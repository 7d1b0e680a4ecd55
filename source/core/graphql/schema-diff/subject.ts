/** The element a change is about, which graphql-js gives in its messages only. */

/**
 * Parts of its name: `['User']`, `['User', 'posts']`, `['User', 'posts', 'first']`, `['@include', 'if']`; union members and
 * interfaces as in the tree: `['Result', '| User']`, `['User', 'implements Node']`.
 */
export type ChangeSubject = readonly string[];

/** `User.posts(first:)`; for a union member or an interface, the name of the type it belongs to. */
export function nameOfSubject([owner = '', member, argument]: ChangeSubject): string {
  if (member === undefined || member.includes(' ')) return owner;
  if (owner.startsWith('@')) return `${owner}(${member}:)`;
  return argument === undefined ? `${owner}.${member}` : `${owner}.${member}(${argument}:)`;
}

/** Messages of graphql-js 16 by kinds of change; groups are the parts in order. */
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

/** The subject of a change by graphql-js; undefined for an unknown message. */
export function subjectOf(type: string, text: string): ChangeSubject | undefined {
  for (const [types, sentence, subject] of sentences) {
    if (!types.test(type)) continue;
    const parts = sentence.exec(text)?.slice(1);
    if (parts !== undefined) return subject(...parts);
  }
  return undefined;
}
