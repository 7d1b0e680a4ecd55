/** Completion in a query. */

import {
  DirectiveLocation,
  doTypesOverlap,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isInputObjectType,
  isInputType,
  isRequiredArgument,
  isRequiredInputField,
  isUnionType,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
} from 'graphql';
import type { State } from 'graphql-language-service';
import { graphqlTarget, type InputPosition } from '../../seen/graphql.js';
import type { SeenObjects } from '../../seen/objects.js';
import { seenSuggestions } from '../../seen/values.js';
import { rootKinds } from '../builder/schema/path.js';
import { described, viewOf } from '../builder/schema/schema-view.js';
import { type CursorContext, cursorContext } from './cursor-context.js';
import { typeOf, values, variables } from './query-values.js';
import type { Suggestion, SuggestionKind, Suggestions } from './suggestion.js';

/** Returns suggestions for the word at an offset of possibly invalid text, or undefined if there are none. */
export function completeQuery(
  schema: GraphQLSchema,
  text: string,
  offset: number,
  seen: SeenObjects = [],
): Suggestions | undefined {
  const known = seen.length === 0 ? undefined : seenAt(schema, text, offset, seen);
  if (known?.isQuoted) return known.suggestions;
  const word = /\w*$/.exec(text.slice(Math.max(0, offset - 200), offset))?.[0] ?? '';
  const from = offset - word.length;
  // A number is not a name.
  if (/^\d/.test(word)) return undefined;
  const context = cursorContext(schema, text, from);
  if (context === undefined) return undefined;
  const items = itemsAt(schema, text, from, context);
  const seenItems = known?.suggestions.items ?? [];
  const all = items && { ...items, items: [...seenItems, ...items.items] };
  return all === undefined || all.items.length === 0 ? undefined : { ...all, from };
}

/** Returns the objects of earlier responses for the value at an offset, which may be inside an open string. */
function seenAt(schema: GraphQLSchema, text: string, offset: number, seen: SeenObjects) {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  const word = /[:[,]\s*("[^"\\]*|\w*)$/.exec(line)?.[1];
  if (word === undefined) return undefined;
  const context = cursorContext(schema, text, offset - word.length);
  const input = context && inputAt(schema, context);
  if (input === undefined) return undefined;
  const items = seenSuggestions(seen, graphqlTarget(input), ({ text: id }) =>
    input.type === 'Int' ? id : JSON.stringify(id),
  );
  const bounds = { before: /^"[^"\n]*$/, after: /^[\w=+/.:-]*"?/ };
  const suggestions: Suggestions = { kind: 'value', from: offset - word.length, items, bounds };
  return items.length === 0 ? undefined : { suggestions, isQuoted: word.startsWith('"') };
}

/** Returns the argument or input field whose value is at the cursor. */
function inputAt(schema: GraphQLSchema, { state, info }: CursorContext): InputPosition | undefined {
  let at: State | null | undefined = state;
  while (at && at.kind !== 'Argument' && at.kind !== 'ObjectField') at = at.prevState;
  const isValue =
    state.kind === 'ListValue' || ((state.kind === at?.kind || state.kind === 'Invalid') && at?.step !== 0);
  if (!at?.name || !info.inputType || !isValue) return undefined;
  const { fieldDef } = info;
  return {
    name: at.name,
    type: getNamedType(info.inputType).name,
    field: fieldDef ? { name: fieldDef.name, type: getNamedType(fieldDef.type).name } : undefined,
    inputType: at.kind === 'ObjectField' ? objectTypeOf(schema, info.objectFieldDefs)?.name : undefined,
    isQuery: !isBelow(at, 'Mutation') && !isBelow(at, 'Subscription'),
  };
}

interface CompletionMatch {
  readonly kind: SuggestionKind;
  readonly items: readonly Suggestion[];
}

function itemsAt(
  schema: GraphQLSchema,
  text: string,
  from: number,
  { state, info }: CursorContext,
): CompletionMatch | undefined {
  const { kind, step, prevState } = state;
  const fieldsHere = (): CompletionMatch => ({
    kind: 'field',
    items: fields(schema, info.parentType, text.slice(from)),
  });
  const valuesHere = (): CompletionMatch => ({ kind: 'value', items: values(schema, text, from, info.inputType) });
  switch (kind as string) {
    case 'Document':
      return { kind: 'keyword', items: keywords(schema) };
    case 'SelectionSet':
    case 'Field':
    case 'AliasedField':
      return text[from - 1] === '@' ? undefined : fieldsHere();
    case 'Arguments':
      return { kind: 'argument', items: inputs(info.argDefs, text, from) };
    case 'Argument':
      return step === 0 ? { kind: 'argument', items: inputs(info.argDefs, text, from) } : valuesHere();
    case 'ObjectValue':
      return { kind: 'argument', items: objectInputs(schema, info, text, from) };
    case 'ObjectField':
      return step === 0 ? { kind: 'argument', items: objectInputs(schema, info, text, from) } : valuesHere();
    case 'DefaultValue':
      return { kind: 'value', items: defaultValues(schema, text, from) };
    case 'EnumValue':
    case 'ListValue':
      return valuesHere();
    case 'Variable':
      // In a definition, the user makes up the name.
      if (prevState?.kind === 'VariableDefinition') return undefined;
      return { kind: 'variable', items: variables(schema, text, from, info.inputType) };
    case 'TypeCondition':
      return { kind: 'type', items: conditions(schema, info.parentType, prevState) };
    case 'FragmentSpread':
      // The name is followed by a selection or a directive.
      return step === 1 ? { kind: 'fragment', items: spreads(schema, text, info.parentType) } : fieldsHere();
    case 'InlineFragment':
      return { kind: 'fragment', items: spreads(schema, text, info.parentType) };
    case 'VariableDefinition':
      return step === 2 ? { kind: 'type', items: inputTypes(schema) } : undefined;
    case 'Directive':
      if (text[from - 1] === '@') return { kind: 'directive', items: directives(schema, prevState) };
      return isBelow(state, 'SelectionSet') ? fieldsHere() : undefined;
    case 'ListType':
    case 'NamedType':
    case 'NonNullType':
    case 'Type':
      return typesHere(schema, text.slice(0, from), { state, info });
    default:
      return undefined;
  }
}

function defaultValues(schema: GraphQLSchema, text: string, from: number): readonly Suggestion[] {
  const written = /:\s*([\w[\]!]+)\s*=\s*$/.exec(text.slice(Math.max(0, from - 200), from))?.[1];
  return values(schema, '', 0, written === undefined ? undefined : typeOf(schema, written));
}

function typesHere(schema: GraphQLSchema, before: string, { state, info }: CursorContext): CompletionMatch | undefined {
  if (isBelow(state, 'TypeCondition')) return { kind: 'type', items: conditions(schema, info.parentType, state) };
  if (!isBelow(state, 'VariableDefinition') || !/[:[]\s*$/.test(before)) return undefined;
  return { kind: 'type', items: inputTypes(schema) };
}

function isBelow(state: State, kind: string): boolean {
  for (let at = state.prevState; at; at = at.prevState) if (at.kind === kind) return true;
  return false;
}

function keywords(schema: GraphQLSchema): readonly Suggestion[] {
  const { roots } = viewOf(schema);
  return [
    ...rootKinds
      .filter(kind => roots[kind] !== undefined)
      .map(kind => ({ label: kind, insert: `${kind} `, detail: roots[kind] })),
    { label: 'fragment', insert: 'fragment ' },
  ];
}

/**
 * Suggests fields. For an object type, inserts braces, with the cursor inside them or inside the parentheses for required
 * arguments. @param rest text from the word onwards
 */
function fields(schema: GraphQLSchema, parent: unknown, rest: string): readonly Suggestion[] {
  const type = parent as GraphQLNamedType | null | undefined;
  if (!type || !isCompositeType(type)) return [];
  const fields: readonly GraphQLField<unknown, unknown>[] = isUnionType(type) ? [] : Object.values(type.getFields());
  const meta = type === schema.getQueryType() ? [SchemaMetaFieldDef, TypeMetaFieldDef] : [];
  return [...fields, TypeNameMetaFieldDef, ...meta].map(field => ({
    label: field.name,
    ...insertedField(field, rest),
    detail: String(field.type),
    ...described(field),
  }));
}

function insertedField(
  { name, type, args }: GraphQLField<unknown, unknown>,
  rest: string,
): Pick<Suggestion, 'insert' | 'back'> {
  // An alias, or a field that already has braces.
  if (!isCompositeType(getNamedType(type)) || /^\w*\s*[({:@]/.test(rest)) return { insert: name };
  if (args.some(isRequiredArgument)) return { insert: `${name}() {  }`, back: ') {  }'.length };
  return { insert: `${name} {  }`, back: ' }'.length };
}

/** Suggests arguments or input fields that are not given yet, required ones first. */
function inputs(
  definitions: readonly (GraphQLArgument | GraphQLInputField)[] | null | undefined,
  text: string,
  from: number,
): readonly Suggestion[] {
  const used = namesBefore(text, from);
  const left = (definitions ?? []).filter(each => !used.has(each.name));
  const required = (each: GraphQLArgument | GraphQLInputField): boolean =>
    isRequiredArgument(each as GraphQLArgument) || isRequiredInputField(each as GraphQLInputField);
  const after = /^\w*\s*:/.test(text.slice(from, from + 200));
  return [...left.filter(required), ...left.filter(each => !required(each))].map(each => ({
    label: each.name,
    insert: after ? each.name : `${each.name}: `,
    detail: String(each.type),
    ...described(each),
  }));
}

/** Returns the input object with these fields. */
const objectTypeOf = (schema: GraphQLSchema, fields: CursorContext['info']['objectFieldDefs']) =>
  Object.values(schema.getTypeMap())
    .filter(isInputObjectType)
    .find(type => type.getFields() === fields);

/** Suggests fields of an input object, or none if a `@oneOf` object already has one before or after the cursor. */
function objectInputs(
  schema: GraphQLSchema,
  { objectFieldDefs }: CursorContext['info'],
  text: string,
  from: number,
): readonly Suggestion[] {
  const isOneOf = objectTypeOf(schema, objectFieldDefs)?.isOneOf === true;
  const isSet = isOneOf && (namesBefore(text, from).size > 0 || /^\w*[\s,]+\w+\s*:/.test(text.slice(from, from + 200)));
  return isSet ? [] : inputs(Object.values(objectFieldDefs ?? {}), text, from);
}

/** Returns names followed by a colon between the nearest open bracket and an offset. */
function namesBefore(text: string, from: number): ReadonlySet<string> {
  const names = new Set<string>();
  let depth = 0;
  for (let at = from - 1; at >= 0 && from - at < 5000; at--) {
    const character = text[at] ?? '';
    if (')]}'.includes(character)) depth += 1;
    else if ('([{'.includes(character)) {
      if (depth === 0) break;
      depth -= 1;
    }
    const isName = character === ':' && depth === 0;
    const name = isName ? /(\w+)\s*$/.exec(text.slice(Math.max(0, at - 200), at))?.[1] : undefined;
    if (name !== undefined) names.add(name);
  }
  return names;
}

/** Returns true between the name of a fragment and its selections. */
const isInFragmentHead = (state: State | null | undefined): boolean =>
  state?.kind === 'FragmentDefinition' ||
  (state != null && isBelow(state, 'FragmentDefinition') && !isBelow(state, 'SelectionSet'));

/** Suggests the types possible after `on`. */
function conditions(schema: GraphQLSchema, parent: unknown, state: State | null | undefined): readonly Suggestion[] {
  const types = Object.values(schema.getTypeMap()).filter(
    type => isCompositeType(type) && !type.name.startsWith('__'),
  ) as GraphQLNamedType[];
  const type = parent as GraphQLNamedType | null | undefined;
  const fitting =
    isInFragmentHead(state) || !type || !isCompositeType(type)
      ? types
      : types.filter(each => isCompositeType(each) && doTypesOverlap(schema, each, type));
  return fitting.map(each => ({ label: each.name, insert: each.name, detail: kindOf(each), ...described(each) }));
}

function kindOf(type: GraphQLNamedType): string {
  return type.constructor.name.replace(/^GraphQL(\w+)Type$/, '$1').toLowerCase();
}

function spreads(schema: GraphQLSchema, text: string, parent: unknown): readonly Suggestion[] {
  const type = parent as GraphQLNamedType | null | undefined;
  const suggestions: Suggestion[] = [{ label: 'on', insert: 'on ', detail: 'inline fragment' }];
  for (const [, name = '', on = ''] of text.matchAll(/\bfragment\s+(\w+)\s+on\s+(\w+)/g)) {
    const condition = schema.getType(on);
    if (!condition || !isCompositeType(condition)) continue;
    if (type && isCompositeType(type) && !doTypesOverlap(schema, condition, type)) continue;
    suggestions.push({ label: name, insert: name, detail: `on ${on}` });
  }
  return suggestions;
}

function inputTypes(schema: GraphQLSchema): readonly Suggestion[] {
  return Object.values(schema.getTypeMap())
    .filter(type => isInputType(type) && !type.name.startsWith('__'))
    .map(type => ({ label: type.name, insert: type.name, detail: kindOf(type), ...described(type) }));
}

const locations: Readonly<Record<string, DirectiveLocation>> = {
  Query: DirectiveLocation.QUERY,
  ShortQuery: DirectiveLocation.QUERY,
  Mutation: DirectiveLocation.MUTATION,
  Subscription: DirectiveLocation.SUBSCRIPTION,
  Field: DirectiveLocation.FIELD,
  AliasedField: DirectiveLocation.FIELD,
  FragmentDefinition: DirectiveLocation.FRAGMENT_DEFINITION,
  FragmentSpread: DirectiveLocation.FRAGMENT_SPREAD,
  InlineFragment: DirectiveLocation.INLINE_FRAGMENT,
  VariableDefinition: DirectiveLocation.VARIABLE_DEFINITION,
};

function directives(schema: GraphQLSchema, holder: State | null | undefined): readonly Suggestion[] {
  const location = locations[holder?.kind ?? ''];
  return schema
    .getDirectives()
    .filter(each => location === undefined || each.locations.includes(location))
    .map(each => ({
      label: each.name,
      insert: each.name,
      detail:
        each.args.length === 0 ? undefined : `(${each.args.map(arg => `${arg.name}: ${String(arg.type)}`).join(', ')})`,
      ...described(each),
    }));
}
