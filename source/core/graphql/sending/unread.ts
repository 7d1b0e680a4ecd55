/** Handles an operation that the parser does not support, such as specification drafts or a server's custom syntax. */
import { type DocumentNode, type OperationDefinitionNode, parse } from 'graphql';
import { type Failure, usageError } from '../../failure.js';
import type { ChosenOperation, OperationKind } from '../document.js';

interface Heading {
  readonly kind: OperationKind;
  readonly name: string | undefined;
}

const token =
  /"""(?:[^"\\]|\\(?:"""|(?!"""))|"(?!""))*(?:"""|$)|"(?:\\.|[^"\\\r\n])*"?|#[^\r\n]*|[{}]|\b(fragment|query|mutation|subscription)\b(?:[\s,]+([A-Za-z_]\w*))?/g;

/** Finds the headings outside braces. If braces are unbalanced, finds anything that looks like a heading with a name. */
export function headingsIn(source: string): readonly Heading[] {
  const all: (Heading & { readonly depth: number })[] = [];
  let depth = 0;
  let inFragment = false;
  for (const [sign, kind, name] of source.matchAll(token)) {
    // `{ … }` alone is a query (GraphQL specification 2.3).
    if (sign === '{' && depth === 0 && all.length === 0 && !inFragment)
      all.push({ kind: 'query', name: undefined, depth });
    if (sign === '{') depth++;
    else if (sign === '}') depth--;
    else if (kind === 'fragment') inFragment = true;
    else if (kind !== undefined) all.push({ kind: kind as OperationKind, name, depth });
  }
  return depth === 0 ? all.filter(each => each.depth === 0) : all.filter(each => each.depth === 0 || each.name);
}

/**
 * Chooses the operation to run by its heading alone. `document` and `node` are stand-ins that have its kind and name but no
 * fields. Returns a usage error if no heading has the given name, or if there are several and no name is given.
 */
export function chooseUnread(source: string, name: string | undefined): ChosenOperation | Failure {
  const headings = headingsIn(source);
  const matching = name === undefined ? headings : headings.filter(each => each.name === name);
  const [chosen] = matching;
  if (chosen === undefined || matching.length > 1) {
    const names = headings.flatMap(each => each.name ?? []).join(', ');
    const text =
      chosen === undefined
        ? `The text cannot be parsed, and it contains no operation${name === undefined ? '' : ` named ${name}`}.`
        : 'The text cannot be parsed, and it contains several operations.';
    return usageError(text, names === '' ? 'Example: query NAME { … }' : `Choose one with --operation: ${names}`);
  }
  const document: DocumentNode = parse(`${chosen.kind} ${chosen.name ?? ''} { __typename }`, { noLocation: true });
  return {
    document,
    node: document.definitions[0] as OperationDefinitionNode,
    kind: chosen.kind,
    operationName: chosen.name,
  };
}

/** Returns true if a text that cannot be parsed appears to request incremental delivery. */
export const seemsIncremental = (source: string): boolean => /@(?:defer|stream)\b/.test(source);
