/**
 * What changed between two schemas: what breaks clients and what may surprise them by graphql-js's own finders, and all else that
 * a reader should know.
 */
import { findBreakingChanges, findDangerousChanges, type GraphQLSchema } from 'graphql';
import { viewOf } from '../builder/schema/schema-view.js';
import type { SchemaField, SchemaInput, SchemaType } from '../schema-types.js';

/** One change. */
export interface SchemaChange {
  readonly severity: 'breaking' | 'dangerous' | 'safe';
  /** As graphql-js calls it (`FIELD_REMOVED`), or one of ours (`FIELD_ADDED`, `DEPRECATED` …). */
  readonly type: string;
  /** Foreign text. */
  readonly text: string;
  /** What it is about: `User`, `User.posts`, `@include`; absent where graphql-js does not say. */
  readonly name?: string;
}

/** All changes, the worst first. A schema that graphql-js cannot compare throws. */
export function diffSchemas(before: GraphQLSchema, after: GraphQLSchema): readonly SchemaChange[] {
  const found = (severity: 'breaking' | 'dangerous', list: readonly { type: string; description: string }[]) =>
    list.map(({ type, description }): SchemaChange => ({ severity, type, text: description, ...named(description) }));
  return [
    ...found('breaking', findBreakingChanges(before, after)),
    ...found('dangerous', findDangerousChanges(before, after)),
    ...safeChanges(before, after),
  ];
}

/** The name that a sentence of graphql-js is about. */
function named(text: string): { readonly name?: string } {
  const [, member, holder] =
    /^(\w+) was (?:added to|removed from) (?:enum|union|interface) type (\w+)/.exec(text) ?? [];
  if (member !== undefined) return { name: `${holder}.${member}` };
  const found =
    /(?:^|\s)(@?[A-Za-z_]\w*\.[A-Za-z_]\w*)/.exec(text) ?? /^(?:Standard scalar )?(@?[A-Za-z_]\w*) /.exec(text);
  return found?.[1] === undefined ? {} : { name: found[1] };
}

function safeChanges(before: GraphQLSchema, after: GraphQLSchema): readonly SchemaChange[] {
  const [old, now] = [viewOf(before), viewOf(after)];
  const changes: SchemaChange[] = [];
  const add = (type: string, name: string, text: string): void => {
    changes.push({ severity: 'safe', type, text, name });
  };
  const known = new Set(old.typeNames);
  for (const name of now.typeNames) {
    const type = now.type(name);
    if (type === undefined) continue;
    const earlier = known.has(name) ? old.type(name) : undefined;
    if (earlier === undefined) add('TYPE_ADDED', name, `${name} was added.`);
    else if (earlier.kind === type.kind) compareTypes(earlier, type, add);
  }
  const directives = new Set(old.directives.map(each => each.name));
  for (const { name } of now.directives) {
    if (!directives.has(name)) add('DIRECTIVE_ADDED', `@${name}`, `@${name} was added.`);
  }
  return changes;
}

type Add = (type: string, name: string, text: string) => void;
type Member = Pick<SchemaField | SchemaInput, 'name'> & {
  readonly description?: string;
  readonly deprecated?: string;
  readonly type?: { readonly text: string; readonly name: string };
};

function compareTypes(old: SchemaType, now: SchemaType, add: Add): void {
  const { name } = now;
  if (old.description !== now.description) add('DESCRIPTION_CHANGED', name, `${name} is described otherwise.`);
  const members = (type: SchemaType): readonly Member[] => [...type.fields, ...type.inputFields, ...type.enumValues];
  const earlier = new Map(members(old).map(member => [member.name, member]));
  for (const member of members(now)) {
    const full = `${name}.${member.name}`;
    const before = earlier.get(member.name);
    // What is added to an input or an enum is breaking or dangerous, and told there.
    if (before === undefined) {
      if (now.fields.length > 0) add('FIELD_ADDED', full, `${full} was added.`);
      continue;
    }
    const isStricter = before.type?.name === member.type?.name && before.type?.text !== member.type?.text;
    if (isStricter && (now.fields.length > 0 ? isNarrower(before, member) : isNarrower(member, before))) {
      add('TYPE_CHANGED', full, `${full} changed type from ${before.type?.text} to ${member.type?.text}.`);
    }
    if (before.deprecated === undefined && member.deprecated !== undefined) {
      const why = member.deprecated === '' ? '.' : `: ${member.deprecated}`;
      add('DEPRECATED', full, `${full} is deprecated now${why}`);
    }
    if (before.deprecated !== undefined && member.deprecated === undefined) {
      add('UNDEPRECATED', full, `${full} is no longer deprecated.`);
    }
    if (before.description !== member.description) add('DESCRIPTION_CHANGED', full, `${full} is described otherwise.`);
  }
}

/** True if the later type only adds marks that say that nothing is null. */
const isNarrower = (before: Member, after: Member): boolean =>
  before.type?.text.replaceAll('!', '') === after.type?.text.replaceAll('!', '') &&
  (after.type?.text.length ?? 0) > (before.type?.text.length ?? 0);

const words = { breaking: 'breaking', dangerous: 'dangerous', safe: 'other' } as const;

/** `2 breaking, 1 dangerous, 5 other changes`; without changes an empty text. */
export function countText(changes: readonly SchemaChange[]): string {
  const counts = (['breaking', 'dangerous', 'safe'] as const).flatMap(severity => {
    const count = changes.filter(change => change.severity === severity).length;
    return count === 0 ? [] : [`${count} ${words[severity]}`];
  });
  return counts.length === 0 ? '' : `${counts.join(', ')} ${changes.length === 1 ? 'change' : 'changes'}`;
}
