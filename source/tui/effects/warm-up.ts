/** Pays the first-call costs of the builder while nobody waits. */
import type { GraphQLSchema } from 'graphql';
import * as selection from '../../core/graphql/selection/index.js';

export const warmUpSelection = (schema: GraphQLSchema): void =>
  (selection as unknown as Partial<selection.Builder>).warmUp?.(schema);
