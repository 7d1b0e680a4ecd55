/** Finds uses of variables and fragments per definition, once per text. */
import { type DefinitionNode, type OperationDefinitionNode, type Token, TokenKind } from 'graphql';
import { memoizeWeak } from '../../../memoize-weak.js';
import { isFragment, isOperation, type ParsedText } from './query-document.js';
import { endOf, locOf, nextToken, type Range } from './tokens.js';

interface Mention {
  readonly name: string;
  readonly at: number;
}

/** Direct uses in a definition or part of it, in source order. */
interface Mentions {
  /** Uses of `$name` in values, not in definitions. */
  readonly variables: readonly Mention[];
  /** Uses of `...Name`. */
  readonly spreads: readonly Mention[];
}

interface Usage {
  readonly mentions: ReadonlyMap<DefinitionNode, Mentions>;
  readonly names: ReadonlySet<string>;
  /** Variables that are defined or used anywhere. */
  readonly variables: ReadonlySet<string>;
}

const usageOf = memoizeWeak(read);

function read(parsed: ParsedText): Usage {
  const names = new Set<string>();
  const variables = new Set<string>();
  const mentions = new Map(parsed.definitions.map(node => [node, readDefinition(node, names, variables)] as const));
  return { mentions, names, variables };
}

/** Returns the uses in a definition, and adds its names and variables to the given sets. */
function readDefinition(node: DefinitionNode, names: Set<string>, allVariables: Set<string>): Mentions {
  const variables: Mention[] = [];
  const spreads: Mention[] = [];
  const end = endOf(node);
  for (let token: Token | null = locOf(node).startToken; token !== null && token.start < end; token = token.next) {
    if (token.kind === TokenKind.NAME) names.add(token.value);
    const name = mentionedName(token);
    if (name === undefined) continue;
    const mention = { name: name.value, at: name.start };
    if (token.kind === TokenKind.DOLLAR) allVariables.add(name.value);
    // Only a definition is followed by a colon.
    if (token.kind === TokenKind.DOLLAR && nextToken(name)?.kind !== TokenKind.COLON) variables.push(mention);
    if (token.kind === TokenKind.SPREAD && name.value !== 'on') spreads.push(mention);
  }
  return { variables, spreads };
}

/** Returns the name after `$` or `...`. */
function mentionedName(sign: Token): Token | undefined {
  const name = sign.kind === TokenKind.DOLLAR || sign.kind === TokenKind.SPREAD ? nextToken(sign) : undefined;
  return name?.kind === TokenKind.NAME ? name : undefined;
}

/** Returns all names in the text, including keywords. A new name must differ from all of them. */
export const namesIn = (parsed: ParsedText): ReadonlySet<string> => usageOf(parsed).names;
/** Returns the variables defined or used anywhere, without `$`. */
export const variableNamesIn = (parsed: ParsedText): ReadonlySet<string> => usageOf(parsed).variables;
export const mentionsOf = (parsed: ParsedText, node: DefinitionNode): Mentions =>
  usageOf(parsed).mentions.get(node) ?? { variables: [], spreads: [] };

export const operationsOf = (parsed: ParsedText): readonly OperationDefinitionNode[] =>
  parsed.definitions.filter(isOperation);

/** Returns the definition and all fragments it reaches, ignoring text in `without`. */
export function reachedFrom(
  parsed: ParsedText,
  node: DefinitionNode,
  without: readonly Range[] = [],
): ReadonlySet<DefinitionNode> {
  const reached = new Set<DefinitionNode>([node]);
  for (const at of reached) {
    for (const spread of mentionsOf(parsed, at).spreads) {
      const fragment = parsed.fragments.get(spread.name);
      if (fragment && !isInside(without, spread.at)) reached.add(fragment);
    }
  }
  return reached;
}

/** Returns the operations affected by an edit in this definition. */
export function operationsReaching(parsed: ParsedText, node: DefinitionNode): readonly OperationDefinitionNode[] {
  if (isOperation(node)) return [node];
  return operationsOf(parsed).filter(operation => reachedFrom(parsed, operation).has(node));
}

/** Returns the variables an operation uses directly or through fragments, ignoring text in `without`. */
export function variablesUsedBy(
  parsed: ParsedText,
  operation: OperationDefinitionNode,
  without: readonly Range[] = [],
): ReadonlySet<string> {
  const used = new Set<string>();
  for (const node of reachedFrom(parsed, operation, without)) {
    for (const variable of mentionsOf(parsed, node).variables) {
      if (!isInside(without, variable.at)) used.add(variable.name);
    }
  }
  return used;
}

/** Counts the spreads of a fragment in the text. */
export function usesOfFragment(parsed: ParsedText, name: string): number {
  let count = 0;
  for (const node of parsed.definitions) {
    for (const spread of mentionsOf(parsed, node).spreads) if (spread.name === name) count++;
  }
  return count;
}

export function mentionsIn(parsed: ParsedText, node: DefinitionNode, range: Range): Mentions {
  const inside = (mention: Mention): boolean => mention.at >= range.from && mention.at < range.to;
  const mentions = mentionsOf(parsed, node);
  return { variables: mentions.variables.filter(inside), spreads: mentions.spreads.filter(inside) };
}

/** Returns true if an offset is in one of the ranges. Range ends are exclusive. */
export function isInside(ranges: readonly Range[], at: number): boolean {
  return ranges.some(range => at >= range.from && at < range.to);
}

/** Returns the key of the operation for memory and titles. */
export function definitionKey(parsed: ParsedText, index: number | undefined): string {
  const node = parsed.definitions[index ?? -1];
  if (isOperation(node)) return node.name ? `${node.operation} ${node.name.value}` : node.operation;
  if (isFragment(node)) return `fragment ${node.name.value}`;
  return index === undefined ? '' : `#${index}`;
}
