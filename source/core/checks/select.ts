/** Selects the values of a target in an exchange. */

import { createHash } from 'node:crypto';
import { childOf, type JsonNode, jsonTree } from '../json/tree.js';
import { memoizeWeak } from '../memoize-weak.js';
import { isProblem } from '../problem.js';
import { isSecret, reveal } from '../secret.js';
import { type Position, positionAt } from '../text/position.js';
import { TimeLimitError, withinTimeLimit } from '../time-limit.js';
import type { CheckedCookie, CheckedExchange } from './exchange.js';
import { type JsonPath, selectJson } from './json-path.js';
import { certificateFields, phases, type Target } from './target.js';

export interface SelectedValue {
  /** `wire` is untyped text (a header, the body). It is compared as a number with numbers and as text with strings. */
  readonly kind: 'wire' | 'json';
  readonly node: JsonNode;
  /** Text to capture: the characters of a string, or the JSON source of any other value. */
  readonly text: string;
  /** Text to report: a JSON string with its quotes, or bullets for a secret. */
  readonly shown: string;
  readonly position?: Position;
}

/** Values of a target. */
export interface Selected {
  readonly values: readonly SelectedValue[];
  /**
   * Number of values, for repeated header names and for paths that can select several nodes. If absent, the contents of the
   * single value are counted.
   */
  readonly count?: number;
  /** Value to compare if there is none. */
  readonly otherwise?: SelectedValue;
  /** Reason why there are no values, as the end of a sentence: `the body is not JSON …`. */
  readonly problem?: string;
  /** True if the target does not apply to this response. Every check then fails, including `not exists`. */
  readonly unreadable?: true;
}

/** Returns the values selected by a target, possibly none. Never throws. */
export function selectTarget(target: Target, exchange: CheckedExchange): Selected {
  try {
    return selected(target, exchange);
  } catch (error) {
    if (!(error instanceof TimeLimitError)) throw error;
    return { ...none('the pattern takes more than a second on this body'), unreadable: true };
  }
}

function selected(target: Target, exchange: CheckedExchange): Selected {
  switch (target.kind) {
    case 'status':
    case 'size':
      return one(number(exchange[target.kind]));
    case 'version':
      return one(wire(exchange.httpVersion));
    case 'url':
      return one(wire(exchange.url));
    case 'body':
    case 'schema':
      return one(wire(bodyText(exchange)));
    case 'sha256':
    case 'md5':
      return one(wire(createHash(target.kind).update(exchange.body).digest('hex')));
    case 'redirects':
      return { ...one(number(exchange.redirects.length)), count: exchange.redirects.length };
    case 'errors':
      return exchange.load ? one(number(exchange.load('errors') ?? 0)) : errorsOf(exchange);
    case 'load':
      return statisticOf(exchange, target.statistic);
    case 'header':
      return headerOf(exchange, target);
    case 'xpath':
    case 'css':
      return elementsOf(exchange, target);
    case 'cookie':
      return cookieOf(exchange.cookies, target);
    case 'time': {
      const ms = exchange.timing[phases[target.phase]];
      return ms === undefined ? none('it was not measured, because the connection was already open') : one(number(ms));
    }
    case 'cert': {
      const value = exchange.certificate?.[certificateFields[target.field]];
      return value === undefined ? none('the server sent no certificate') : one(scalar(value));
    }
    case 'regex': {
      const match = withinTimeLimit(() => target.pattern.exec(bodyText(exchange)));
      return match ? one(wire(match[1] ?? match[0])) : none('nothing in the body matches');
    }
    case 'json':
      return nodesOf(exchange, target.path);
  }
}

/** Returns why a statistic cannot be used in a check of a single response. */
export const ofMany = (statistic: string): string => `${statistic} needs many responses, with --repeat N`;

const one = (value: SelectedValue): Selected => ({ values: [value] });
const none = (problem: string): Selected & { readonly problem: string } => ({ values: [], problem });
const noneOf = (values: readonly unknown[], problem: string) => (values.length === 0 ? { problem } : {});

const wire = (text: string, shown = text): SelectedValue => ({
  kind: 'wire',
  node: { kind: 'string', from: 0, to: 0, value: text },
  text,
  shown,
});

/** Value of `Secure` and `HttpOnly`, which have none (RFC 6265 5.2.5). */
const booleanValue = (value: boolean): SelectedValue => ({
  kind: 'json',
  node: { kind: 'boolean', from: 0, to: 4, value },
  text: String(value),
  shown: String(value),
});

/** A part of a certificate, or the value of an expression on markup. */
function scalar(value: string | number | boolean): SelectedValue {
  if (typeof value === 'string') return wire(value);
  return typeof value === 'number' ? number(value) : booleanValue(value);
}

function number(value: number): SelectedValue {
  const text = String(Math.round(value * 1000) / 1000);
  return { kind: 'json', node: { kind: 'number', from: 0, to: 0, text }, text, shown: text };
}

function statisticOf({ load }: CheckedExchange, statistic: string): Selected {
  const value = load?.(statistic);
  if (value !== undefined) return one(number(value));
  return none(load ? 'there was no response' : ofMany(statistic));
}

/** Elements of a body in XML or HTML. */
function elementsOf(exchange: CheckedExchange, { kind, path }: Target & { kind: 'xpath' | 'css' }): Selected {
  const engine = exchange.engines?.[kind];
  const elements = engine?.(path, bodyText(exchange)) ?? { problem: 'it is not available' };
  if (isProblem(elements)) return { ...none(elements.problem), unreadable: true };
  const values = elements.map(scalar);
  return { values, count: values.length, ...noneOf(values, 'the body has no such element') };
}

function nodesOf(exchange: CheckedExchange, path: JsonPath): Selected {
  const document = documentOf(exchange);
  if (isProblem(document)) return document;
  const values = selectJson(path, document.root).map(node => document.valueOf(node));
  return {
    values,
    count: path.singularQuery() ? undefined : values.length,
    ...noneOf(values, 'the body has no such value'),
  };
}

/** Combines the lines of one header name into a list (RFC 9110, section 5.2), unless one line or each is requested. */
function headerOf({ headers }: CheckedExchange, { name, line }: Target & { kind: 'header' }): Selected {
  const wanted = name.toLowerCase();
  const values = headers.filter(line => line.name.toLowerCase() === wanted).map(({ value }) => value);
  if (values.length === 0) return { ...none('the response has no such header'), count: 0 };
  if (line !== undefined) {
    const lines = values.map(value => wire(reveal(value), isSecret(value) ? String(value) : value));
    const chosen = line === '*' ? lines : lines.slice(line, line + 1);
    return { values: chosen, count: chosen.length, ...noneOf(chosen, `the response has ${lines.length} such headers`) };
  }
  const shown = values.map(value => (isSecret(value) ? String(value) : value)).join(', ');
  return { values: [wire(values.map(reveal).join(', '), shown)], count: values.length };
}

function cookieOf(cookies: readonly CheckedCookie[], { name, attribute }: Target & { kind: 'cookie' }): Selected {
  // If a cookie is set twice, the last one counts, as in a cookie store.
  const cookie = cookies.findLast(each => each.name === name);
  if (cookie === undefined) return none('the response sets no such cookie');
  const value = attribute === undefined ? cookie.value : cookie.attributes.get(attribute);
  const isSwitch = attribute === 'secure' || attribute === 'httponly';
  if (value === undefined)
    return { ...none('the cookie has no such attribute'), otherwise: isSwitch ? booleanValue(false) : undefined };
  return one(isSwitch ? booleanValue(true) : wire(value));
}

function errorsOf(exchange: CheckedExchange): Selected {
  const said = exchange.graphqlErrors;
  if (said)
    return { values: said.map(text => wire(text)), count: said.length, ...noneOf(said, 'the response has no errors') };
  const document = documentOf(exchange);
  if (isProblem(document)) return document;
  const { root } = document;
  const errors = childOf(root, 'errors');
  if (errors?.kind !== 'array' || errors.items.length === 0) {
    return { ...none('the response has no errors'), count: 0 };
  }
  return {
    count: errors.items.length,
    values: errors.items.map(item => {
      const message = childOf(item, 'message');
      return document.valueOf(message?.kind === 'string' ? message : item);
    }),
  };
}

interface Document {
  readonly root: JsonNode;
  readonly valueOf: (node: JsonNode) => SelectedValue;
}

// Several checks may use one exchange, so its body is decoded and parsed once.
const bodyText = memoizeWeak(({ body }: CheckedExchange) => (typeof body === 'string' ? body : body.toString('utf8')));
const documentOf = memoizeWeak((exchange: CheckedExchange) => readDocument(bodyText(exchange)));

function readDocument(source: string): Document | (Selected & { readonly problem: string }) {
  const text = source.replace(/^\ufeff/, '');
  if (text.trim() === '') return none('the body is empty');
  const tree = jsonTree(text, {});
  if (isProblem(tree)) {
    const { line, column } = positionAt(text, tree.offset);
    return { ...none(`the body is not JSON (line ${line}, column ${column}: ${tree.problem})`), unreadable: true };
  }
  return {
    root: tree.root,
    // A path may select very many nodes, so each text is created only when it is reported.
    valueOf: node => ({
      kind: 'json',
      node,
      get text() {
        return node.kind === 'string' ? node.value : this.shown;
      },
      get shown() {
        return text.slice(node.from, node.to);
      },
      get position() {
        return positionAt(text, node.from);
      },
    }),
  };
}
