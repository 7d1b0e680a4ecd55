/** XPath 1.0 in XML bodies. A separate chunk: xmldom and xpath add 169 kB and load in 22 ms. */
import { DOMParser } from '@xmldom/xmldom';
import { type EvaluationOptions, parse } from 'xpath';
import type { SelectMarkup } from './exchange.js';
import { limited, parseExpression } from './markup.js';

/** The part of the package that its types leave out. */
declare module 'xpath' {
  interface EvaluationOptions {
    readonly node: Node;
    readonly allowAnyNamespaceForNoPrefix: boolean;
    readonly namespaces: (prefix: string) => string | undefined;
  }
  function parse(expression: string): {
    evaluate(options: EvaluationOptions): {
      toArray?(): readonly Node[];
      readonly num?: number;
      readonly b?: boolean;
      toString(): string;
    };
  };
}

/** Returns a selector for bodies. Names without a prefix match elements of any namespace. */
export function xpathEngine(): SelectMarkup {
  let last: { readonly body: string; readonly options: EvaluationOptions } | undefined;
  return limited((path, body) => {
    const expression = parseExpression(() => parse(path));
    if (last?.body !== body) last = { body, options: optionsFor(body) };
    const result = expression.evaluate(last.options);
    if (result.toArray) return result.toArray().map(node => node.textContent ?? '');
    return [result.num ?? result.b ?? result.toString()];
  });
}

function optionsFor(body: string): EvaluationOptions {
  const prefixes = new Map(
    [...body.matchAll(/xmlns:([\w.-]+)\s*=\s*["']([^"']+)/g)].map(([, prefix = '', uri = '']) => [prefix, uri]),
  );
  let problem: string | undefined;
  const parser = new DOMParser({
    onError(level, message) {
      if (level !== 'warning') problem ??= message;
    },
  });
  const document = tryParse(() => parser.parseFromString(body.replace(/^\ufeff/, ''), 'text/xml'));
  if (document === undefined || problem !== undefined)
    throw new Error(
      /^\s*<(?:!doctype )?html\b/i.test(body)
        ? 'the body is HTML; use css instead of xpath'
        : `the body is not XML: ${problem ?? 'it cannot be parsed'}`,
    );
  return {
    node: document as never,
    allowAnyNamespaceForNoPrefix: true,
    namespaces: prefix => prefixes.get(prefix),
  };
}

/** Returns undefined if the parser gives up after it reported a problem. */
function tryParse<Result>(parse: () => Result): Result | undefined {
  try {
    return parse();
  } catch (error) {
    if (error instanceof RangeError) throw error;
    return undefined;
  }
}
