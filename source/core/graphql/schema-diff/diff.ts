/** Compares two schemas: graphql-js finds the breaking and dangerous changes, and this module adds other relevant ones. */

import {
  findBreakingChanges,
  findDangerousChanges,
  type GraphQLSchema,
  specifiedDirectives,
  specifiedScalarTypes,
} from 'graphql';
import { listIn, member } from '../../json/loose.js';
import { isRequired } from '../builder/schema/lookups.js';
import { rootKinds } from '../builder/schema/path.js';
import { type SchemaView, viewAsBuilt } from '../builder/schema/schema-view.js';
import { withLiterals } from '../default-literals.js';
import type { RawSchema, SchemaDirective, SchemaInput, SchemaType } from '../schema-types.js';
import { type Severity, worstFirst } from './severity.js';
import { type ChangeSubject, nameOfSubject, subjectOf } from './subject.js';

export interface SchemaChange {
  readonly severity: Severity;
  /** Change type from graphql-js (`FIELD_REMOVED`) or one added here (`FIELD_ADDED`, `DEPRECATED`, …). */
  readonly type: string;
  /** Untrusted text. */
  readonly text: string;
  /**
   * The changed element: `User`, `User.posts`, `User.posts(first:)`, `@include`. Absent if it cannot be derived from the
   * graphql-js message.
   */
  readonly name?: string;
  /** The same element in parts, for lookups. */
  readonly subject?: ChangeSubject;
}

/** Returns true if the introspection requested `isOneOf`. Many tools do not request it. */
export function tellsOneOf(raw: RawSchema): boolean {
  const inputs = listIn(raw, 'types').filter(type => member(type, 'kind') === 'INPUT_OBJECT');
  return inputs.length === 0 || inputs.some(type => member(type, 'isOneOf') !== undefined);
}

/**
 * Returns all changes, worst first. Throws if graphql-js cannot compare the schemas.
 * @param oneOf false if one side does not report which input objects are `@oneOf`
 */
export function diffSchemas(
  before: GraphQLSchema,
  after: GraphQLSchema,
  { oneOf = true }: { readonly oneOf?: boolean } = {},
): readonly SchemaChange[] {
  const changesOf = (severity: 'breaking' | 'dangerous', list: readonly { type: string; description: string }[]) =>
    list.map(({ type, description }) =>
      changeOf(severity, type, withLiterals(description), subjectOf(type, description)),
    );
  const theirs = [
    ...changesOf('breaking', findBreakingChanges(before, after)),
    ...changesOf('dangerous', findDangerousChanges(before, after)),
  ];
  const ours = new Comparison(theirs, oneOf).compare(viewAsBuilt(before), viewAsBuilt(after));
  const itself = changeOf('safe', 'DESCRIPTION_CHANGED', `The schema ${describedOtherwise}`, undefined);
  const described = (before.description || '') === (after.description || '') ? [] : [itself];
  const changes = [...theirs, ...ours, ...described].filter(({ subject: [owner = ''] = [] }) => !builtIn.has(owner));
  return worstFirst(changes);
}

const changeOf = (
  severity: Severity,
  type: string,
  text: string,
  subject: ChangeSubject | undefined,
): SchemaChange => ({
  severity,
  type,
  text,
  name: subject && nameOfSubject(subject),
  subject,
});

/** A field, argument or enum value. */
type Member = Pick<SchemaInput, 'description' | 'deprecated' | 'defaultValue'> & {
  readonly type?: { readonly text: string; readonly required: boolean };
  readonly subject: ChangeSubject;
  /** Change type for a new member. Absent if graphql-js reports the addition. */
  readonly added?: 'FIELD_ADDED' | 'DIRECTIVE_ARG_ADDED';
};

/** Finds changes that graphql-js does not report. */
class Comparison {
  readonly #changes: SchemaChange[] = [];
  /** Elements whose type or default change graphql-js has reported. */
  readonly #changedTypes: ReadonlySet<string>;
  readonly #oneOf: boolean;

  constructor(theirs: readonly SchemaChange[], oneOf: boolean) {
    this.#oneOf = oneOf;
    this.#changedTypes = new Set(
      theirs.flatMap(({ type, name }) => (/_CHANGED_KIND$/.test(type) && name ? [name] : [])),
    );
  }

  compare(old: SchemaView, now: SchemaView): readonly SchemaChange[] {
    this.#roots(old, now);
    const typeNames = new Set(old.typeNames);
    for (const name of now.typeNames) {
      const type = now.type(name);
      if (type === undefined) continue;
      const earlier = typeNames.has(name) ? old.type(name) : undefined;
      if (earlier === undefined) this.#added('TYPE_ADDED', name);
      if (earlier?.kind === type.kind) this.#types(earlier, type);
    }
    const directives = new Map(old.directives.map(each => [each.name, each]));
    for (const directive of now.directives) {
      const earlier = directives.get(directive.name);
      if (earlier === undefined) this.#added('DIRECTIVE_ADDED', `@${directive.name}`);
      else this.#directives(earlier, directive);
    }
    return this.#changes;
  }

  #added(type: string, name: string): void {
    this.#add('safe', type, [name], 'was added.');
  }

  #add(severity: Severity, type: string, subject: ChangeSubject, words: string): void {
    this.#changes.push(changeOf(severity, type, `${nameOfSubject(subject)} ${words}`, subject));
  }

  /** Reports a type that still exists but is no longer a root type. */
  #roots(old: SchemaView, now: SchemaView): void {
    for (const root of rootKinds) {
      const [before, after] = [old.roots[root], now.roots[root]];
      if (before === undefined || before === after || now.type(before) === undefined) continue;
      const words =
        after === undefined ? `is no longer the ${root} type.` : `is now ${after} instead of the ${root} type.`;
      this.#add('breaking', 'ROOT_CHANGED', [before], words);
    }
  }

  #types(old: SchemaType, now: SchemaType): void {
    if (old.description !== now.description) this.#add('safe', 'DESCRIPTION_CHANGED', [now.name], describedOtherwise);
    this.#format(old, now);
    if (this.#oneOf && old.oneOf !== now.oneOf) {
      // Existing clients may set two fields or set one to null.
      if (now.oneOf) this.#add('breaking', 'ONE_OF_ADDED', [now.name], 'takes exactly one of its fields now (@oneOf).');
      else this.#add('safe', 'ONE_OF_REMOVED', [now.name], 'is no longer @oneOf: its fields can be combined.');
    }
    this.#members(membersOf(old), membersOf(now));
  }

  /**
   * Compares `@specifiedBy`. A different URL means a different format of the values, while a new URL only documents the
   * existing format.
   */
  #format({ specifiedByUrl: before }: SchemaType, { name, specifiedByUrl: after }: SchemaType): void {
    if (before === after) return;
    const add = (severity: Severity, words: string): void => this.#add(severity, 'SPECIFIED_BY_CHANGED', [name], words);
    if (before === undefined) add('safe', `is specified by ${after} now.`);
    else if (after === undefined) add('safe', `is no longer specified by ${before}.`);
    else add('dangerous', `is specified by ${after} now, not by ${before}.`);
  }

  #directives(old: SchemaDirective, now: SchemaDirective): void {
    const subject = [`@${now.name}`];
    if (old.description !== now.description) this.#add('safe', 'DESCRIPTION_CHANGED', subject, describedOtherwise);
    if (now.repeatable && !old.repeatable) this.#add('safe', 'DIRECTIVE_REPEATABLE', subject, 'may be repeated now.');
    for (const location of now.locations) {
      if (!old.locations.includes(location))
        this.#add('safe', 'DIRECTIVE_LOCATION_ADDED', subject, `is now allowed on ${location}.`);
    }
    const args = (directive: SchemaDirective): readonly Member[] =>
      directive.args.map(arg => ({
        ...arg,
        subject: [`@${directive.name}`, arg.name],
        added: isRequired(arg) ? undefined : 'DIRECTIVE_ARG_ADDED',
      }));
    this.#members(args(old), args(now));
  }

  #members(old: readonly Member[], now: readonly Member[]): void {
    const earlier = new Map(old.map(member => [nameOfSubject(member.subject), member]));
    for (const member of now) {
      const before = earlier.get(nameOfSubject(member.subject));
      if (before !== undefined) this.#member(before, member);
      else if (member.added !== undefined) this.#add('safe', member.added, member.subject, 'was added.');
    }
  }

  #member(old: Member, now: Member): void {
    const { subject } = now;
    if (old.type?.text !== now.type?.text && !this.#changedTypes.has(nameOfSubject(subject))) {
      // graphql-js ignores directive arguments. Other unreported changes are not breaking.
      const breaks = subject[0]?.startsWith('@') && `${now.type?.text}!` !== old.type?.text;
      const words = `changed type from ${old.type?.text} to ${now.type?.text}.`;
      this.#add(breaks ? 'breaking' : 'safe', 'TYPE_CHANGED', subject, words);
    }
    this.#default(old, now);
    this.#deprecation(old, now);
    if (old.description !== now.description) this.#add('safe', 'DESCRIPTION_CHANGED', subject, describedOtherwise);
  }

  #default(old: Member, { subject, type, defaultValue }: Member): void {
    // graphql-js reports this for field arguments unless there was no default before.
    if (old.defaultValue === defaultValue || (subject.length !== 2 && old.defaultValue !== undefined)) return;
    const breaks = defaultValue === undefined && type?.required === true && old.type?.required === true;
    const words = `changed default from ${old.defaultValue ?? 'none'} to ${defaultValue ?? 'none'}.`;
    this.#add(breaks ? 'breaking' : 'dangerous', 'DEFAULT_CHANGED', subject, words);
  }

  #deprecation({ deprecated: before }: Member, { subject, deprecated: after }: Member): void {
    if (before === after) return;
    const why = after === '' ? '.' : `: ${after}`;
    if (after === undefined) this.#add('safe', 'UNDEPRECATED', subject, 'is no longer deprecated.');
    else if (before === undefined) this.#add('safe', 'DEPRECATED', subject, `is deprecated now${why}`);
    else this.#add('safe', 'DEPRECATION_REASON_CHANGED', subject, `is deprecated for another reason${why}`);
  }
}

/**
 * Scalars and directives of the GraphQL specification. Servers list and describe them differently, and SDL omits them, so that
 * differences between them are no changes of the schema.
 */
const builtIn: ReadonlySet<string> = new Set([
  ...specifiedScalarTypes.map(each => each.name),
  ...specifiedDirectives.map(each => `@${each.name}`),
]);
const describedOtherwise = 'is described otherwise.';

function membersOf(type: SchemaType): readonly Member[] {
  const { name } = type;
  return [
    ...type.fields.flatMap((field): readonly Member[] => [
      { ...field, subject: [name, field.name], added: 'FIELD_ADDED' },
      ...field.args.map(arg => ({ ...arg, subject: [name, field.name, arg.name] })),
    ]),
    ...type.inputFields.map(field => ({ ...field, subject: [name, field.name] })),
    ...type.enumValues.map(value => ({ ...value, subject: [name, value.name] })),
  ];
}
