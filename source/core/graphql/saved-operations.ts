/** Summarizes a file of operations, for file lists. */
import { Kind, parse } from 'graphql';
import type { OperationKind } from './document.js';

interface SavedOperation {
  /** `request` means a request of a `.http` file. */
  readonly kind: OperationKind | 'fragment' | 'request';
  /** Empty if anonymous. */
  readonly name: string;
}

/** Definitions of a file, and the first line of its first comment. Untrusted text. */
export interface SavedOperations {
  /** Empty if the text cannot be parsed. */
  readonly operations: readonly SavedOperation[];
  readonly comment: string;
}

/** Maximum number of tokens read per file. */
const maxTokens = 50_000;

/** Summarizes a text. Never throws: an invalid file may still have a comment. */
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
