/** `--from A --to B`: prints the shortest paths through the schema, one per line, with their required arguments. */
import type { GraphqlCommand } from '../../../core/command.js';
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
import type { Environment } from '../../../environment.js';
import { note } from '../../note.js';
import { printText } from '../output.js';
import { unknownName } from './describe.js';
import { columns } from './find.js';

/** Prints the paths. Returns 1 if there is none, like grep. */
export async function waysTask(
  task: SchemaTask & { readonly kind: 'ways' },
  view: SchemaIndex,
  command: GraphqlCommand,
  environment: Environment,
): Promise<number | Failure> {
  const from = task.from === undefined ? undefined : readWayEnd(view, task.from);
  const to = readWayEnd(view, task.to);
  if (task.from !== undefined && from === undefined) return unknownName(view, task.from);
  if (to === undefined) return unknownName(view, task.to);
  const { ways, isCut } = waysBetween(view, from, to);
  if (!command.output.silent) {
    if (ways.length === 0) note(environment, `No way leads from ${task.from ?? 'a root'} to ${task.to}.`);
    if (isCut) note(environment, 'The search was stopped early. Shorter ways than these may exist.');
  }
  const facts = ways.map(way => factsOf(view, way));
  if (task.json) {
    const ended = await printText(`${JSON.stringify(facts, undefined, 2)}\n`, 'application/json', command, environment);
    return ended === 0 && ways.length === 0 ? 1 : ended;
  }
  if (ways.length === 0) return 1;
  const rows = ways.map(
    (way, at) =>
      [
        safeLine(facts[at]?.path ?? way.words.join('.')),
        safeLine(way.type),
        safeLine(way.needed.map(needText).join(' ')),
      ] as const,
  );
  const text = environment.stdout.isTTY === true ? columns(rows) : rows.map(row => row.join('\t')).join('\n');
  return printText(`${text}\n`, 'text/plain', command, environment);
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
