/** Completion in variables: names of variables and fields, enum values. */
import {
  type GraphQLInputType,
  type GraphQLSchema,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  type OperationDefinitionNode,
} from 'graphql';
import { type JsonToken, jsonTokens } from '../../json/tokens.js';
import { definitionsOf } from './check-variables.js';
import type { Suggestion, Suggestions } from './suggestion.js';

/** An object or array around the cursor. */
interface Frame {
  readonly kind: '{' | '[';
  /** Names present before and after the cursor. */
  readonly keys: Set<string>;
  key: string | undefined;
  /** True behind the colon. */
  value: boolean;
}

/** Suggestions at an offset of maybe invalid JSON; undefined where none apply. */
export function completeVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode | undefined,
  text: string,
  offset: number,
): Suggestions | undefined {
  const place = placeIn(text, offset);
  if (place === undefined) return undefined;
  const { frames, from, quoted } = place;
  const last = frames.at(-1);
  if (last === undefined) return undefined;
  const definitions = definitionsOf(schema, operation);
  let type: GraphQLInputType | undefined;
  for (const [depth, frame] of frames.entries()) {
    if (frame === last && last.kind === '{' && !last.value) break;
    if (depth === 0) type = frame.kind === '{' ? definitions.find(each => each.name === frame.key)?.type : undefined;
    else type = type === undefined ? undefined : inside(type, frame);
  }
  if (last.kind === '{' && !last.value) {
    const colon = /^[\w]*"?\s*:/.test(text.slice(offset, offset + 200));
    const items =
      frames.length === 1
        ? definitions.map(each => keyOf(each.name, each.written, undefined, colon))
        : type === undefined
          ? []
          : isOneOfSet(type, last)
            ? []
            : fieldsOf(type, colon);
    const left = items.filter(item => !last.keys.has(item.label));
    return left.length === 0 ? undefined : { kind: 'key', from, items: left };
  }
  const items = type === undefined ? [] : valuesOf(type, quoted);
  return items.length === 0 ? undefined : { kind: 'value', from, items };
}

/** Type of an item, or of the current field. */
function inside(type: GraphQLInputType, frame: Frame): GraphQLInputType | undefined {
  const bare = getNullableType(type);
  if (frame.kind === '[') return isListType(bare) ? (bare.ofType as GraphQLInputType) : undefined;
  const object = isListType(bare) ? getNullableType(bare.ofType as GraphQLInputType) : bare;
  return isInputObjectType(object) && frame.key !== undefined ? object.getFields()[frame.key]?.type : undefined;
}

/** True for a `@oneOf` object that has its one member. */
function isOneOfSet(type: GraphQLInputType, { keys }: Frame): boolean {
  const bare = getNullableType(type);
  const object = isListType(bare) ? getNullableType(bare.ofType as GraphQLInputType) : bare;
  return isInputObjectType(object) && object.isOneOf && keys.size > 0;
}

function keyOf(name: string, detail: string, more: Partial<Suggestion> | undefined, colon: boolean): Suggestion {
  return { label: name, insert: colon ? `"${name}"` : `"${name}": `, detail, ...more };
}

function fieldsOf(type: GraphQLInputType, colon: boolean): readonly Suggestion[] {
  const bare = getNullableType(type);
  const object = isListType(bare) ? getNullableType(bare.ofType as GraphQLInputType) : bare;
  if (!isInputObjectType(object)) return [];
  const fields = Object.values(object.getFields());
  return [...fields.filter(isRequiredInputField), ...fields.filter(field => !isRequiredInputField(field))].map(field =>
    keyOf(
      field.name,
      String(field.type),
      {
        ...(field.description ? { description: field.description } : {}),
        ...(field.deprecationReason == null ? {} : { deprecated: field.deprecationReason }),
      },
      colon,
    ),
  );
}

function valuesOf(type: GraphQLInputType, quoted: boolean): readonly Suggestion[] {
  const listed = getNullableType(type);
  const bare = isListType(listed) ? getNullableType(listed.ofType as GraphQLInputType) : listed;
  const values: Suggestion[] = isEnumType(bare)
    ? bare.getValues().map(value => ({
        label: value.name,
        insert: `"${value.name}"`,
        detail: bare.name,
        ...(value.description ? { description: value.description } : {}),
        ...(value.deprecationReason == null ? {} : { deprecated: value.deprecationReason }),
      }))
    : String(bare) === 'Boolean' && !quoted
      ? ['true', 'false'].map(label => ({ label, insert: label, detail: 'Boolean' }))
      : [];
  if (values.length === 0 || quoted || isNonNullType(type)) return values;
  return [...values, { label: 'null', insert: 'null' }];
}

/** The enclosing frames, and the start of the word; undefined in a comment. */
function placeIn(text: string, offset: number): { frames: Frame[]; from: number; quoted: boolean } | undefined {
  const frames: Frame[] = [];
  const open: Frame[] = [];
  let from = offset;
  let quoted = false;
  let found = false;
  const here = (): void => {
    frames.push(...open.map(frame => ({ ...frame })));
    found = true;
  };
  for (const token of jsonTokens(text)) {
    if (!found && token.to >= offset) {
      const inWord =
        token.from < offset && (token.kind === 'string' || token.kind === 'word' || token.kind === 'number');
      if (token.kind === 'comment' && token.from < offset) return undefined;
      if (inWord) {
        if (token.kind === 'string' && token.to === offset && isClosed(text, token)) return undefined;
        from = token.from;
        quoted = token.kind === 'string';
        here();
        continue;
      }
      if (token.from >= offset) here();
    }
    step(open, token, text);
    // Names behind the cursor count too: the frame shares the set until it closes.
    if (found && open.length < frames.length) break;
  }
  if (!found) here();
  return { frames, from, quoted };
}

const isClosed = (text: string, { from, to }: JsonToken): boolean => to - from > 1 && text[to - 1] === '"';

function step(open: Frame[], token: JsonToken, text: string): void {
  const top = open.at(-1);
  switch (token.kind) {
    case '{':
    case '[':
      open.push({ kind: token.kind, keys: new Set(), key: undefined, value: false });
      break;
    case '}':
    case ']':
      open.pop();
      break;
    case ':':
      if (top) top.value = true;
      break;
    case ',':
      if (top?.kind === '{') {
        top.key = undefined;
        top.value = false;
      }
      break;
    case 'string':
      if (top?.kind === '{' && !top.value) {
        top.key = text.slice(token.from + 1, isClosed(text, token) ? token.to - 1 : token.to);
        top.keys.add(top.key);
      }
  }
}
