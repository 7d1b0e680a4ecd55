/** What a file of operations is about, for a list of files. */
import { Kind, parse } from 'graphql';
import type { OperationKind } from './document.js';

/** An operation or fragment of a file. */
export interface SavedOperation {
  readonly kind: OperationKind | 'fragment';
  /** Empty: it has none. */
  readonly name: string;
}

/** Definitions of a file, and the first line of its first comment. All of it is the file's own text. */
export interface SavedOperations {
  /** Empty where the text does not parse. */
  readonly operations: readonly SavedOperation[];
  readonly comment: string;
}

/** Tokens that are read of a file. */
const maxTokens = 50_000;

/** Never throws: a file that does not parse has a comment all the same. */
export function savedOperations(text: string): SavedOperations {
  const comment = /^[ \t]*#+[ \t]*(\S.*)$/m.exec(text)?.[1]?.trim() ?? '';
  try {
    const { definitions } = parse(text, { noLocation: true, maxTokens });
    return {
      comment,
      operations: definitions.flatMap((node): SavedOperation[] => {
        if (node.kind === Kind.OPERATION_DEFINITION) return [{ kind: node.operation, name: node.name?.value ?? '' }];
        return node.kind === Kind.FRAGMENT_DEFINITION ? [{ kind: 'fragment', name: node.name.value }] : [];
      }),
    };
  } catch {
    return { operations: [], comment };
  }
}
