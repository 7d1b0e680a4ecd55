/** The only choice between the kinds of trees. */
import type { State } from '../model/state.js';
import { descriptionTree } from './api/description-tree.js';
import { requestTree } from './api/requests.js';
import type { TreeSource } from './source.js';
import { noSchemaTree, schemaTree } from './tree/schema-tree.js';

/** The source of the tree of the active tab. */
export function treeSource({ connect: { kind, index, description } }: Pick<State, 'connect'>): TreeSource {
  if (kind === 'http') return description === undefined ? requestTree : descriptionTree(description);
  return index === undefined ? noSchemaTree : schemaTree(index);
}
