/** `--describe NAME`: the docs that `K` shows on the full screen. */

import { type Failure, usageError } from '../../../core/failure.js';
import { fieldOf } from '../../../core/graphql/builder/schema/lookups.js';
import { describe, titleOf } from '../../../core/graphql/look-up/facts.js';
import { coordinateOf, readCoordinate, readPath } from '../../../core/graphql/look-up/read-name.js';
import type { SchemaIndex } from '../../../core/graphql/schema-types.js';
import { find, searchIndexOf } from '../../../core/graphql/search/index.js';
import { tiers } from '../../../core/search/name-match.js';
import { withoutEnd } from '../../../core/text/ends.js';
import type { Answer } from '../../tasks/look-up.js';

/** Returns the docs of one name. An unknown name is a usage error that suggests the closest one. */
export function findDocs(name: string, view: SchemaIndex): Answer | Failure {
  const described = describe(view, name);
  if (described === undefined) return unknownName(view, name);
  // The path takes precedence; the other needs only one more word.
  const other = readCoordinate(view, name);
  const also =
    other && coordinateOf(other) !== described.facts.name
      ? `type:${coordinateOf(other)} has the same name: ${other.kind}.`
      : '';
  const text = [titleOf(described.facts), described.docs, also].filter(part => part !== '').join('\n\n');
  return { facts: () => described.facts, rows: [[text]] };
}

/** The usage error for a name that the schema does not have, with the closest names. */
export function unknownName(view: SchemaIndex, name: string): Failure {
  // If the path is valid up to a step, report that step.
  const wrong = readPath(view, name);
  const [first = ''] = name.trim().split(/[.(]/);
  const begins =
    fieldOf(view, view.roots.query, first) !== undefined || /^(?:query|mutation|subscription)$/.test(first);
  if (wrong !== undefined && 'problem' in wrong && begins) return usageError(wrong.problem, wrong.hint);
  const index = searchIndexOf(view);
  const words = name.replace(/[@():]+/g, ' ').trim();
  // If nothing resembles the full path, its parent may.
  const queries = name.startsWith('@') ? [`directive:${words}`] : [words, withoutEnd(words, /[^ .]/).slice(0, -1)];
  const results = queries.map(each => find(index, each)).find(({ total }) => total > 0);
  const isNamed = results?.fits.some(fit => fit !== tiers.none) === true;
  const near = (results?.results ?? [])
    .filter((_, nth) => !isNamed || results?.fits[nth] !== tiers.none)
    .slice(0, 3)
    .flatMap(at => {
      const entry = index.entries[at];
      if (entry === undefined) return [];
      if (entry.kind === 'directive') return [`@${entry.name}`];
      const owner = entry.field === '' ? entry.owner : `${entry.owner}.${entry.field}`;
      return [owner === '' ? entry.name : `${owner}.${entry.name}`];
    });
  const hint =
    near.length === 0
      ? 'Usage: books.title, books(first:), Type, Type.field or @directive. To search, use --find WORDS.'
      : `Closest names: ${near.join(', ')}`;
  return usageError(`The schema has no type, field or directive ${name}.`, hint);
}
