/** A row of the schema tree: what is drawn, what it stands for, and how it opens. */

import { type Path, pathKey } from '../../../core/graphql/builder/schema/path.js';
import type { Row } from '../../model/tree.js';

/** A row of the query, whose key is its path. */
export const queryRow = (path: Path, depth: number, more: Omit<Row, 'key' | 'path' | 'depth'>): Row => ({
  key: pathKey(path),
  path,
  depth,
  ...more,
});
