/** `--from A --to B`: the shortest paths through the schema, with their required arguments. */
import type { Failure } from '../../../core/failure.js';
import { pickOf } from '../../../core/graphql/builder/pick/write.js';
import { emptyDocument } from '../../../core/graphql/builder/text/query-document.js';
import {
  type FieldNeeds,
  readWayEnd,
  type SchemaWay,
  waysBetween,
} from '../../../core/graphql/look-up/ways-between.js';
import type { SchemaIndex } from '../../../core/graphql/schema-types.js';
import type { SchemaTask } from '../../../core/graphql/sending/options.js';
import { safeLine } from '../../../core/response/safe-text.js';
import { type Answer, wayNotes } from '../../tasks/look-up.js';
import { unknownName } from './describe.js';

/** Returns the paths, or a failure if the schema does not have an end. */
export function findWays(task: SchemaTask & { readonly kind: 'ways' }, view: SchemaIndex): Answer | Failure {
  const from = task.from === undefined ? undefined : readWayEnd(view, task.from);
  const to = readWayEnd(view, task.to);
  if (task.from !== undefined && from === undefined) return unknownName(view, task.from);
  if (to === undefined) return unknownName(view, task.to);
  const found = waysBetween(view, from, to);
  const facts = found.ways.map(way => factsOf(view, way));
  return {
    notes: wayNotes(found, task, 'a root'),
    facts: () => facts,
    rows: found.ways.map((way, at) => [
      safeLine(facts[at]?.path ?? way.words.join('.')),
      safeLine(way.type),
      safeLine(way.needed.map(needText).join(' ')),
    ]),
    widths: [48, 24],
  };
}

function factsOf(view: SchemaIndex, { path, words, type, needed }: SchemaWay) {
  const pick = path && pickOf(view, emptyDocument.lastValid, undefined, path);
  return {
    way: words,
    type,
    ...(pick === undefined ? {} : { path: pick }),
    needs: needed.flatMap(({ field, arguments: args }) =>
      args.map(each => ({ field, argument: each.name, type: each.type.text })),
    ),
    ...(path?.root === 'mutation' && { writes: true }),
  };
}

/** `repository(owner: String!, name: String!)` */
const needText = ({ field, arguments: args }: FieldNeeds): string =>
  `${field}(${args.map(each => `${each.name}: ${each.type.text}`).join(', ')})`;
