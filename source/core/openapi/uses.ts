/** Finds uses of a schema: parameters, bodies and responses that contain it at any depth. */

import { memoizeWeak } from '../memoize-weak.js';
import { nodeAt } from './document/node.js';
import { dataMembers } from './document/references.js';
import type { Description, Operation, Parameter } from './document/types.js';
import { nameOfRef } from './schema.js';

/** A part of an operation that uses the schema. */
export type SchemaUse = { readonly operation: Operation } & (
  | { readonly kind: 'parameter'; readonly parameter: Parameter }
  | { readonly kind: 'body'; readonly mediaType: string }
  | { readonly kind: 'response'; readonly status: string }
);

/** References within a node to this document. */
type References = ReadonlySet<string>;

interface Graph {
  readonly uses: readonly (readonly [SchemaUse, References])[];
  /** For each reference, the references whose nodes refer to it. */
  readonly holders: ReadonlyMap<string, References>;
}

const memoizedGraph = memoizeWeak(graphOf);

/** Returns the uses of the named schema, in the order of the description. */
export function usesOf(description: Description, name: string): readonly SchemaUse[] {
  const { uses, holders } = memoizedGraph(description);
  const having = new Set([...holders.keys()].filter(ref => nameOfRef(ref) === name));
  for (const ref of having) for (const holder of holders.get(ref) ?? []) having.add(holder);
  return uses.filter(([, refs]) => [...refs].some(ref => having.has(ref))).map(([use]) => use);
}

function graphOf({ root, operations }: Description): Graph {
  const holders = new Map<string, Set<string>>();
  const waiting: string[] = [];
  const hold = (refs: References, holder?: string): void => {
    for (const ref of refs) {
      let known = holders.get(ref);
      if (known === undefined) {
        known = new Set();
        holders.set(ref, known);
        waiting.push(ref);
      }
      if (holder !== undefined) known.add(holder);
    }
  };
  const uses = operations.flatMap(operation =>
    partsOf(operation).map(([use, schemas]): readonly [SchemaUse, References] => {
      const refs = referencesIn(schemas);
      hold(refs);
      return [use, refs];
    }),
  );
  for (let ref = waiting.pop(); ref !== undefined; ref = waiting.pop()) hold(referencesIn([nodeAt(root, ref)]), ref);
  return { uses, holders };
}

function partsOf(operation: Operation): readonly (readonly [SchemaUse, readonly unknown[]])[] {
  const { parameters, body, responses } = operation;
  return [
    ...parameters.map(parameter => [{ operation, kind: 'parameter', parameter }, [parameter.schema]] as const),
    ...(body?.content ?? []).map(
      each => [{ operation, kind: 'body', mediaType: each.mediaType }, [each.schema]] as const,
    ),
    ...responses.map(
      ({ status, content }) => [{ operation, kind: 'response', status }, content.map(({ schema }) => schema)] as const,
    ),
  ];
}

/** Not recursive, because a schema may be nested as deep as the document. */
function referencesIn(nodes: readonly unknown[]): References {
  const refs = new Set<string>();
  const work: unknown[] = [...nodes];
  while (work.length > 0) {
    const node = work.pop();
    if (typeof node !== 'object' || node === null) continue;
    for (const [key, value] of Object.entries(node)) {
      if (key === '$ref' && typeof value === 'string') refs.add(value);
      else if (!dataMembers.has(key)) work.push(value);
    }
  }
  return refs;
}
