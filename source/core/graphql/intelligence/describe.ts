/** Documentation at a cursor in the query. */
import {
  type GraphQLArgument,
  type GraphQLEnumValue,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
} from 'graphql';
import { type CursorContext, cursorContext } from './cursor-context.js';

/** Untrusted text. */
export interface Docs {
  readonly title: string;
  readonly text: string;
}

/** Returns documentation of the field, argument, value, type, directive, fragment or variable at an offset. */
export function describeAt(schema: GraphQLSchema, text: string, offset: number): Docs | undefined {
  const from = offset - (/\w*$/.exec(text.slice(Math.max(0, offset - 200), offset))?.[0].length ?? 0);
  const to = offset + (/^\w*/.exec(text.slice(offset, offset + 200))?.[0].length ?? 0);
  if (from === to) return undefined;
  const context = cursorContext(schema, text, to);
  if (context === undefined) return undefined;
  const word = text.slice(from, to);
  const aliased = context.state.kind === 'Field' ? /^[\s,]*:[\s,]*\w+/.exec(text.slice(to, to + 500))?.[0] : undefined;
  if (aliased !== undefined) return describeAt(schema, text, to + aliased.length);
  return describers[context.state.kind ?? '']?.({ schema, text, word, info: context.info });
}

/** A word of the query, with its context. */
interface WordInQuery {
  readonly schema: GraphQLSchema;
  readonly text: string;
  readonly word: string;
  readonly info: CursorContext['info'];
}

const describeField = ({ info: { fieldDef, parentType } }: WordInQuery): Docs | undefined =>
  fieldDef ? fieldDocs(fieldDef, (parentType as GraphQLNamedType | null | undefined)?.name) : undefined;

/** Documentation of a word by the kind of the parser's state. */
const describers: Readonly<Record<string, (word: WordInQuery) => Docs | undefined>> = {
  Field: describeField,
  AliasedField: describeField,
  Argument: ({ info: { argDef, fieldDef } }) =>
    argDef ? inputDocs(argDef, `${fieldDef?.name ?? ''}(`, ')') : undefined,
  ObjectField: ({ info, word }) => {
    const input = info.objectFieldDefs?.[word];
    return input ? inputDocs(input, '', '') : undefined;
  },
  EnumValue: ({ info: { enumValue, inputType } }) =>
    enumValue ? valueDocs(enumValue, inputType ? getNamedType(inputType).name : '') : undefined,
  NamedType: ({ schema, word }) => {
    const type = schema.getType(word);
    return type && typeDocs(type);
  },
  Directive: ({ schema, word }) => {
    const directive = schema.getDirective(word);
    if (!directive) return undefined;
    const where = `On: ${directive.locations.join(', ')}`;
    return {
      title: `@${directive.name}${inBrackets(directive.args)}`,
      text: prose(directive, [...argumentLines(directive.args), where]),
    };
  },
  Variable: ({ schema, text, word }) => {
    const written = new RegExp(`\\$${word}\\s*:\\s*([\\w[\\]!]+)`).exec(text)?.[1];
    if (written === undefined) return undefined;
    const type = schema.getType(written.replace(/[[\]!]/g, ''));
    return { title: `$${word}: ${written}`, text: type ? typeDocs(type).text : '' };
  },
  FragmentSpread: ({ schema, text, word }) => {
    const on = new RegExp(`\\bfragment\\s+${word}\\s+on\\s+(\\w+)`).exec(text)?.[1];
    if (on === undefined) return undefined;
    return { title: `fragment ${word} on ${on}`, text: schema.getType(on)?.description ?? '' };
  },
};

interface Documented {
  readonly description?: string | null | undefined;
  readonly deprecationReason?: string | null | undefined;
}

/** Returns paragraphs: description, deprecation, lists. */
function prose(of: Documented, more: readonly string[]): string {
  const parts = [
    of.description?.trim() ?? '',
    of.deprecationReason == null ? '' : `Deprecated: ${of.deprecationReason.trim()}`,
    more.join('\n'),
  ].filter(part => part !== '');
  return parts.length === 0 ? 'No description.' : parts.join('\n\n');
}

const inputText = (input: GraphQLArgument | GraphQLInputField): string => `${input.name}: ${String(input.type)}`;

const inBrackets = (args: readonly GraphQLArgument[]): string =>
  args.length === 0 ? '' : `(${args.map(inputText).join(', ')})`;

const firstLine = ({ description }: Documented): string =>
  description ? `: ${description.trim().split('\n')[0]}` : '';

function argumentLines(args: readonly (GraphQLArgument | GraphQLInputField)[]): readonly string[] {
  return args.map(each => {
    const mark = each.deprecationReason == null ? '' : ' (deprecated)';
    return `${inputText(each)}${mark}${firstLine(each)}`;
  });
}

function fieldDocs(field: GraphQLField<unknown, unknown>, parent: string | undefined): Docs {
  const type = getNamedType(field.type);
  const description = type.description ? [`${type.name}: ${type.description.trim()}`] : [];
  return {
    title: `${parent === undefined ? '' : `${parent}.`}${field.name}: ${String(field.type)}`,
    text: prose(field, [
      ...argumentLines(field.args),
      ...(field.args.length > 0 && description.length > 0 ? [''] : []),
      ...description,
    ]),
  };
}

/** Describes an argument or input field and its type. In the title, `before` and `after` surround it. */
export function inputDocs(input: GraphQLArgument | GraphQLInputField, before: string, after: string): Docs {
  return { title: `${before}${inputText(input)}${after}`, text: prose(input, membersOf(getNamedType(input.type))) };
}

/** Describes a type, including the members of enums and input objects. */
export const typeDocs = (type: GraphQLNamedType): Docs => ({ title: type.name, text: prose(type, membersOf(type)) });

export const valueDocs = (value: GraphQLEnumValue, type: string): Docs => ({
  title: `${type}.${value.name}`,
  text: prose(value, []),
});

/** Lists the possible values of enums and the fields of input objects. */
function membersOf(type: GraphQLNamedType): readonly string[] {
  if (isEnumType(type)) {
    return type
      .getValues()
      .map(value => `${value.name}${value.deprecationReason == null ? '' : ' (deprecated)'}${firstLine(value)}`);
  }
  return isInputObjectType(type) ? argumentLines(Object.values(type.getFields())) : [];
}
