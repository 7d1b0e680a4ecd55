import { parse } from 'graphql';
import { pickOf } from '../../../../source/core/graphql/builder/pick/write.js';
import type { SchemaView } from '../../../../source/core/graphql/builder/schema/schema-view.js';
import { emptyDocument } from '../../../../source/core/graphql/builder/text/query-document.js';
import { readWayEnd, waysBetween } from '../../../../source/core/graphql/look-up/ways-between.js';
import { indexSchema } from '../../../../source/core/graphql/schema-index.js';
import { schemaFromSdl } from '../../../../source/core/graphql/sdl.js';

export const viewOf = (sdl: string): SchemaView => indexSchema(schemaFromSdl(parse(sdl)));

/** The ways as picks, with what they need after a space. */
export function ways(view: SchemaView, from: string | undefined, to: string): readonly string[] {
  const start = from === undefined ? undefined : readWayEnd(view, from);
  const end = readWayEnd(view, to);
  if (end === undefined || (from !== undefined && start === undefined)) throw new Error('An end is unknown.');
  return waysBetween(view, start, end).ways.map(({ path, words, needed }) => {
    const pick = path && pickOf(view, emptyDocument.lastValid, undefined, path);
    const needs = needed.map(each => `${each.field}(${each.arguments.map(({ name }) => name).join(', ')})`);
    return [pick ?? words.join('.'), ...needs].join(' ');
  });
}
