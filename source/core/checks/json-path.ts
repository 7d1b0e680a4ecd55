/**
 * JSONPath (RFC 9535) over a tree whose numbers keep their text and whose values know where they stand.
 *
 * json-p3 reads the path: grammar, well-typedness of functions, I-Regexp (RFC 9485). The walk is ours, because no package
 * compares numbers that a double cannot hold, knows offsets, or goes deeper than the stack. Both together pass the JSONPath
 * Compliance Test Suite. Measured (Node 20, 687 cases of the suite; `$..id` over 20,000 objects):
 *
 * - json-p3 2.3: all cases; 15.8 kB gzipped, no dependencies; refuses documents deeper than 50, `length("😀")` is 2
 * - jsonpath-rfc9535 1.3: 36 cases fail (types of functions, bounds of indices), `a && b && c` is read as `a && (b || c)`
 * - jsonpath-js 0.3: 18 cases fail (types of functions), a deep document ends it by an exception
 */
import { JSONPathEnvironment, type JSONPathQuery, jsonpath, TokenKind } from 'json-p3';
import { type Failure, usageError } from '../failure.js';
import type { JsonNode } from '../json/tree.js';
import { withinTimeLimit } from '../time-limit.js';
import { childrenOf, countOf, jsonOrder, sameJson } from './json-values.js';

const { selectors, expressions } = jsonpath;
type Segment = JSONPathQuery['segments'][number];
type Selector = Segment['selectors'][number];
type Expression = InstanceType<typeof selectors.FilterSelector>['expression']['expression'];

/** A path that was read. */
export type JsonPath = JSONPathQuery;

const environment = new JSONPathEnvironment();
const functions = { match: new jsonpath.functions.Match(), search: new jsonpath.functions.Search() };

/** Reads a path, or says what is wrong with it. */
export function parseJsonPath(text: string): JsonPath | Failure {
  try {
    return environment.compile(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return usageError(`${text} is not a JSONPath: ${why}.`, 'Form: $.items[0].id, $.items[?@.price < 10].name, $..id');
  }
}

/** Reads a path as it is typed. `at`: offset in the text where it goes wrong. */
export function readJsonPath(text: string): JsonPath | { readonly why: string; readonly at: number } {
  try {
    return environment.compile(text);
  } catch (error) {
    const { message = '', token } = error as { readonly message?: string; readonly token?: { readonly index: number } };
    const at = Math.min(text.length, token?.index ?? 0);
    // The lexer's own word for a text that ends too early.
    const why = message.includes("can't backup") ? 'it goes on' : withoutToken(message);
    return { why, at };
  }
}

/** A message of the lexer without the token at its end: ` ('TOKEN':OFFSET)`. The token is text of the path. */
function withoutToken(message: string): string {
  const from = message.indexOf(" ('");
  return from >= 0 && /':\d{1,15}\)$/.test(message.slice(-20)) ? message.slice(0, from) : message;
}

/** The nodes of a document that a path selects, in the order of RFC 9535. @throws TimeLimitError for a pattern that takes too long */
export function selectJson(path: JsonPath, root: JsonNode): readonly JsonNode[] {
  const all = (): readonly JsonNode[] => walk(path, root, root);
  // The document may hold the pattern, as in match(@.name, $.pattern).
  return /\b(?:match|search)\(/.test(path.toString()) ? withinTimeLimit(all) : all();
}

function walk(path: JsonPath, from: JsonNode, root: JsonNode): readonly JsonNode[] {
  return path.segments.reduce<readonly JsonNode[]>(
    (nodes, segment) => {
      const found: JsonNode[] = [];
      const visited = segment.token.kind === TokenKind.DDOT ? nodes.flatMap(descendantsOf) : nodes;
      for (const node of visited) {
        for (const selector of segment.selectors) for (const each of selectIn(node, selector, root)) found.push(each);
      }
      return found;
    },
    [from],
  );
}

/** A value and all that is in it, each before what it holds. */
function descendantsOf(node: JsonNode): readonly JsonNode[] {
  const all: JsonNode[] = [];
  const work = [node];
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    all.push(next);
    const children = childrenOf(next);
    for (let i = children.length - 1; i >= 0; i--) work.push(children[i] as JsonNode);
  }
  return all;
}

function selectIn(node: JsonNode, selector: Selector, root: JsonNode): readonly JsonNode[] {
  if (selector instanceof selectors.NameSelector) {
    const member = node.kind === 'object' ? node.members.findLast(({ name }) => name === selector.name) : undefined;
    return member ? [member.value] : [];
  }
  if (selector instanceof selectors.IndexSelector) {
    const item = node.kind === 'array' ? node.items.at(selector.index) : undefined;
    return item ? [item] : [];
  }
  if (selector instanceof selectors.SliceSelector) return node.kind === 'array' ? slice(node.items, selector) : [];
  if (selector instanceof selectors.FilterSelector) {
    return childrenOf(node).filter(child => holds(selector.expression.expression, child, root));
  }
  return childrenOf(node);
}

/** RFC 9535, section 2.3.4.2. */
function slice(
  items: readonly JsonNode[],
  {
    start,
    stop,
    step = 1,
  }: { readonly start?: number | undefined; stop?: number | undefined; step?: number | undefined },
): readonly JsonNode[] {
  if (step === 0) return [];
  const { length } = items;
  const [lowest, highest] = step > 0 ? [0, length] : [-1, length - 1];
  const bounded = (at: number) => Math.min(Math.max(at < 0 ? at + length : at, lowest), highest);
  const from = start === undefined ? (step > 0 ? lowest : highest) : bounded(start);
  const end = stop === undefined ? (step > 0 ? highest : lowest) : bounded(stop);
  const found: JsonNode[] = [];
  for (let at = from; step > 0 ? at < end : at > end; at += step) found.push(items[at] as JsonNode);
  return found;
}

/** A test of a filter: RFC 9535, section 2.3.5. */
function holds(expression: Expression, current: JsonNode, root: JsonNode): boolean {
  if (expression instanceof expressions.LogicalExpression) return holds(expression.expression, current, root);
  if (expression instanceof expressions.PrefixExpression) return !holds(expression.right, current, root);
  if (expression instanceof expressions.FilterQuery) return nodesOf(expression, current, root).length > 0;
  if (expression instanceof expressions.FunctionExtension) return matches(expression, current, root);
  if (!(expression instanceof expressions.InfixExpression)) return false;
  const { left, operator, right } = expression;
  if (operator === '&&') return holds(left, current, root) && holds(right, current, root);
  if (operator === '||') return holds(left, current, root) || holds(right, current, root);
  return compare(comparable(left, current, root), operator, comparable(right, current, root));
}

const nodesOf = (query: InstanceType<typeof expressions.FilterQuery>, current: JsonNode, root: JsonNode) =>
  walk(query.path, query instanceof expressions.RelativeQuery ? current : root, root);

/** The value of one side of a comparison; undefined is RFC 9535's Nothing. */
function comparable(expression: Expression, current: JsonNode, root: JsonNode): JsonNode | undefined {
  if (expression instanceof expressions.FilterQuery) {
    const nodes = nodesOf(expression, current, root);
    return nodes.length === 1 ? nodes[0] : undefined;
  }
  if (expression instanceof expressions.FunctionExtension) return called(expression, current, root);
  const at = { from: 0, to: 0 };
  if (expression instanceof expressions.NumberLiteral) return { kind: 'number', ...at, text: expression.token.value };
  if (expression instanceof expressions.StringLiteral) return { kind: 'string', ...at, value: expression.value };
  if (expression instanceof expressions.BooleanLiteral) return { kind: 'boolean', ...at, value: expression.value };
  return { kind: 'null', ...at };
}

/** `length`, `count` and `value`: sections 2.4.4, 2.4.5 and 2.4.8. */
function called(
  { name, args }: InstanceType<typeof expressions.FunctionExtension>,
  current: JsonNode,
  root: JsonNode,
): JsonNode | undefined {
  const [first] = args;
  if (first === undefined || name === 'value') return first && comparable(first, current, root);
  const nodes =
    first instanceof expressions.FilterQuery && name === 'count' ? nodesOf(first, current, root) : undefined;
  const value = nodes ? undefined : comparable(first, current, root);
  const count = nodes ? nodes.length : value && countOf(value);
  return count === undefined ? undefined : { kind: 'number', from: 0, to: 0, text: String(count) };
}

/** `match` and `search`: sections 2.4.6 and 2.4.7. */
function matches(
  { name, args }: InstanceType<typeof expressions.FunctionExtension>,
  current: JsonNode,
  root: JsonNode,
): boolean {
  const [text, pattern] = args.map(arg => comparable(arg, current, root));
  if (text?.kind !== 'string' || pattern?.kind !== 'string') return false;
  return functions[name as 'match' | 'search'].call(text.value, pattern.value);
}

/** Section 2.3.5.2.2: an order only among numbers and among strings; Nothing equals Nothing. */
function compare(left: JsonNode | undefined, operator: string, right: JsonNode | undefined): boolean {
  const same = left === undefined || right === undefined ? left === right : sameJson(left, right);
  const order = left && right && jsonOrder(left, right);
  const isLess = order !== undefined && order < 0;
  const isGreater = order !== undefined && order > 0;
  switch (operator) {
    case '==':
      return same;
    case '!=':
      return !same;
    case '<':
      return isLess;
    case '>':
      return isGreater;
    case '<=':
      return isLess || same;
    default:
      return isGreater || same;
  }
}
