/** Finds problems of a query, with ranges to underline: violations of graphql-js's rules, and two kinds of warning. */

import {
  type ASTNode,
  type GraphQLError,
  type GraphQLSchema,
  type NameNode,
  NoDeprecatedCustomRule,
  NoUnusedFragmentsRule,
} from 'graphql';
import { changeBetween } from '../../text/changes.js';
import type { ParsedText, QueryDocument } from '../builder/text/query-document.js';
import { problemsOf } from '../builder/validity.js';
import { runRules } from '../run-rules.js';

/** A problem in a query or its variables. */
export interface TextProblem {
  /** UTF-16 offsets. The range is empty only if the text is. */
  readonly from: number;
  readonly to: number;
  /** Warnings (deprecations, unused fragments) do not prevent sending an operation. */
  readonly severity: 'error' | 'warning';
  /** Untrusted text from graphql-js or the schema. */
  readonly message: string;
}

export function syntaxProblem({ problem, text }: QueryDocument): TextProblem | undefined {
  if (problem === undefined) return undefined;
  return { ...stretch(text, problem.offset), severity: 'error', message: problem.message };
}

/** Returns the sorted problems of a valid text. Never throws. */
export function queryProblems(schema: GraphQLSchema, parsed: ParsedText): readonly TextProblem[] {
  if (parsed.definitions.length === 0) return [];
  const warnings = runRules(schema, parsed.ast, [NoDeprecatedCustomRule, NoUnusedFragmentsRule]);
  const problems = [
    ...problemsOf(schema, parsed).map(error => textProblem(error, parsed.text, 'error')),
    ...warnings.map(error => textProblem(error, parsed.text, 'warning')),
  ];
  return problems.sort((a, b) => a.from - b.from || a.to - b.to);
}

function textProblem(error: GraphQLError, text: string, severity: TextProblem['severity']): TextProblem {
  const node = error.nodes?.[0];
  const position = node === undefined ? undefined : placeOf(node);
  return {
    ...(position ?? stretch(text, error.positions?.[0] ?? 0)),
    severity,
    message: error.message,
  };
}

/** Returns the range of the name at fault or of the first token, rather than a selection set of 50 lines. */
function placeOf(node: ASTNode): { from: number; to: number } | undefined {
  const { loc } = (node as { readonly name?: NameNode }).name ?? node;
  if (loc === undefined) return undefined;
  const multiple = loc.startToken.line !== loc.endToken.line;
  return { from: loc.start, to: Math.max(loc.start + 1, multiple ? loc.startToken.end : loc.end) };
}

/** Returns the word or character at an offset. At the end of a line or text, returns the character before it. */
function stretch(text: string, offset: number): { from: number; to: number } {
  const word = /^\w+/.exec(text.slice(offset, offset + 200))?.[0].length ?? 0;
  if (word > 0) return { from: offset, to: offset + word };
  const ends = offset >= text.length || text[offset] === '\n' || text[offset] === '\r';
  const from = ends && offset > 0 ? offset - 1 : offset;
  return { from, to: Math.min(text.length, from + 1) };
}

/** Moves problems of an older text to a newer one, dropping those inside the change, until the new text has been validated. */
export function movedProblems(problems: readonly TextProblem[], before: string, after: string): readonly TextProblem[] {
  if (problems.length === 0 || before === after) return problems;
  const { from, to } = changeBetween(before, after);
  const by = after.length - before.length;
  return problems.flatMap(each => {
    // Text typed at the end changes the word.
    if (each.to < from) return [each];
    return each.from > to ? [{ ...each, from: each.from + by, to: each.to + by }] : [];
  });
}
