/** Finds the symbol at an offset in a GraphQL document: its definition, and the changes that rename it. */

import {
  type DefinitionNode,
  type FieldNode,
  type GraphQLSchema,
  Kind,
  type NameNode,
  type SelectionSetNode,
  type Token,
  TokenKind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { replaceAt, type TextSymbol } from '../../text/symbol.js';
import { responseKeyOf } from '../each-field.js';
import { isFragment, isOperation, type ParsedText } from './text/query-document.js';
import { endOf, isName, locOf, nextToken, previousToken, startOf } from './text/tokens.js';
import { mentionsOf, operationsOf, reachedFrom } from './text/usage.js';
import { definitionOf } from './variables.js';

/** A type of the schema, by name. */
interface SchemaName {
  readonly kind: 'type';
  readonly name: string;
}

/** The reason why a text is not a name (GraphQL specification, 2.1.9). */
export const nameRule = 'Use only letters, digits and _, and begin with a letter or _.';

/** Returns the symbol or schema type at an offset, or undefined for other names. */
export function symbolAt(parsed: ParsedText, offset: number): TextSymbol | SchemaName | undefined {
  const node = parsed.definitions.find(each => startOf(each) <= offset && offset <= endOf(each));
  const token = node && nameTokenAt(node, offset);
  if (node === undefined || token === undefined) return undefined;
  const before = previousToken(token)?.kind;
  if (before === TokenKind.DOLLAR) return variableSymbol(parsed, node, token.value);
  if (before === TokenKind.SPREAD && token.value !== 'on') return fragmentSymbol(parsed, token.value);
  const isNameOf = (name: NameNode | undefined): boolean => name?.loc?.start === token.start;
  if (isFragment(node) && isNameOf(node.name)) return fragmentSymbol(parsed, token.value);
  if (isOperation(node) && isNameOf(node.name)) return operationSymbol(parsed, token.value, token.start);
  return aliasOrTypeAt(node, token);
}

/** Returns the name and parent type of the schema field that a field selects. @param start offset of the field */
export function fieldAt(
  schema: GraphQLSchema,
  parsed: ParsedText,
  start: number,
): { readonly type: string; readonly name: string } | undefined {
  const info = new TypeInfo(schema);
  let match: { readonly type: string; readonly name: string } | undefined;
  const Field = (field: FieldNode): void => {
    const [type, definition] = [info.getParentType(), info.getFieldDef()];
    if (startOf(field) === start && type && definition) match = { type: type.name, name: definition.name };
  };
  const node = parsed.definitions.find(each => startOf(each) <= start && start < endOf(each));
  if (node) visit(node, visitWithTypeInfo(info, { Field }));
  return match;
}

/** Returns a variable by its name, from the active operation or else the first definition that mentions it. */
export function variableNamed(parsed: ParsedText, name: string, active: number | undefined): TextSymbol | undefined {
  const first = active === undefined ? [] : parsed.definitions.slice(active, active + 1);
  const node = [...first, ...parsed.definitions].find(each => isMentioned(parsed, each, name));
  return node && variableSymbol(parsed, node, name);
}

/** Returns the name that touches an offset, or that follows a `$` or `...` there. */
function nameTokenAt(node: DefinitionNode, offset: number): Token | undefined {
  let last: Token | undefined;
  for (let token: Token | null = locOf(node).startToken; token && token.start <= offset; token = token.next) {
    const named =
      token.kind === TokenKind.DOLLAR || token.kind === TokenKind.SPREAD ? (nextToken(token) ?? undefined) : token;
    if (named?.kind === TokenKind.NAME && offset <= named.end) last = named;
  }
  return last;
}

const isMentioned = (parsed: ParsedText, node: DefinitionNode, name: string): boolean =>
  (isOperation(node) && definitionOf(node, name) !== undefined) ||
  mentionsOf(parsed, node).variables.some(each => each.name === name);

/**
 * Definitions that share a variable: an operation and the fragments it reaches that use it, the other operations that reach
 * these fragments, and so on.
 */
function definitionsSharing(parsed: ParsedText, node: DefinitionNode, name: string): ReadonlySet<DefinitionNode> {
  const shared = new Set([node]);
  for (let size = 0; size !== shared.size; ) {
    size = shared.size;
    for (const operation of operationsOf(parsed)) {
      const reached = [...reachedFrom(parsed, operation)].filter(each => isMentioned(parsed, each, name));
      if (shared.has(operation) || reached.some(each => shared.has(each))) for (const each of reached) shared.add(each);
    }
  }
  return shared;
}

function variableSymbol(parsed: ParsedText, node: DefinitionNode, name: string): TextSymbol {
  const nodes = definitionsSharing(parsed, node, name);
  const definitions = [...nodes].flatMap(each =>
    (isOperation(each) ? (each.variableDefinitions ?? []) : []).filter(({ variable }) => variable.name.value === name),
  );
  const ownDefinition = isOperation(node) ? definitionOf(node, name) : undefined;
  const definition = ownDefinition ?? definitions[0];
  const isShared = parsed.definitions.some(each => !nodes.has(each) && isMentioned(parsed, each, name));
  return {
    kind: 'variable',
    name,
    label: `$${name}`,
    definition: definition && startOf(definition),
    isShared: isShared || undefined,
    renameChanges: next => {
      const uses = [...nodes].flatMap(each => mentionsOf(parsed, each).variables.filter(use => use.name === name));
      return replaceAt(
        [...definitions.map(({ variable }) => startOf(variable.name)), ...uses.map(({ at }) => at)],
        name,
        next,
      );
    },
    problemOf: next => {
      if (!isName(next)) return nameRule;
      return [...nodes].some(each => isMentioned(parsed, each, next)) ? `$${next} already exists.` : undefined;
    },
  };
}

export function fragmentSymbol(parsed: ParsedText, name: string): TextSymbol {
  const fragment = parsed.fragments.get(name);
  return {
    kind: 'fragment',
    name,
    label: `fragment ${name}`,
    definition: fragment && startOf(fragment.name),
    renameChanges: next => {
      const definitions = parsed.definitions.filter(isFragment).filter(each => each.name.value === name);
      const spreads = parsed.definitions.flatMap(each => mentionsOf(parsed, each).spreads);
      const uses = spreads.filter(each => each.name === name);
      return replaceAt([...definitions.map(each => startOf(each.name)), ...uses.map(({ at }) => at)], name, next);
    },
    problemOf: next => {
      if (!isName(next) || next === 'on') return nameRule;
      return parsed.fragments.has(next) ? `A fragment named ${next} already exists.` : undefined;
    },
  };
}

/** @param start offset of the operation's name */
export const operationSymbol = (parsed: ParsedText, name: string, start: number): TextSymbol => ({
  kind: 'operation',
  name,
  label: `operation ${name}`,
  definition: start,
  renameChanges: next => replaceAt([start], name, next),
  problemOf: next => {
    if (!isName(next)) return nameRule;
    const isTaken = operationsOf(parsed).some(each => each.name?.value === next);
    return isTaken ? `An operation named ${next} already exists.` : undefined;
  },
});

/** Returns the alias of a field (which may not have one yet), or a type in a fragment or variable definition. */
function aliasOrTypeAt(node: DefinitionNode, { start, value }: Token): TextSymbol | SchemaName | undefined {
  let match: TextSymbol | SchemaName | undefined;
  visit(node, {
    [Kind.NAMED_TYPE]: type => {
      if (startOf(type.name) === start) match = { kind: 'type', name: value };
    },
    [Kind.SELECTION_SET]: set => {
      const field = set.selections.find(
        (each): each is FieldNode =>
          each.kind === Kind.FIELD && [each.alias, each.name].some(name => name && startOf(name) === start),
      );
      if (field) match = aliasSymbol(set, field);
    },
  });
  return match;
}

function aliasSymbol({ selections }: SelectionSetNode, field: FieldNode): TextSymbol {
  const { alias, name } = field;
  const at = startOf(field);
  return {
    kind: 'alias',
    name: (alias ?? name).value,
    label: alias ? `alias ${alias.value}` : `${name.value} (adds an alias)`,
    definition: at,
    renameChanges: next => (alias ? replaceAt([at], alias.value, next) : [{ from: at, to: at, insert: `${next}: ` }]),
    problemOf: next => {
      if (!isName(next)) return nameRule;
      const isTaken = selections.some(
        each => each !== field && each.kind === Kind.FIELD && responseKeyOf(each) === next,
      );
      return isTaken ? `${next} is already selected here.` : undefined;
    },
  };
}
