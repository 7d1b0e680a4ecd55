/** Announces a change as lines that describe the difference between two states. */

import { pickOf } from '../../core/graphql/builder/pick/write.js';
import { operationAt } from '../../core/graphql/builder/text/query-document.js';
import { definitionIndexFor } from '../../core/graphql/builder/text/resolve.js';
import { checkVariables } from '../../core/graphql/intelligence/check-variables.js';
import { isWriting } from '../../core/graphql/search/index.js';
import { textOf } from '../../core/text/editor.js';
import type { State } from '../model/state.js';
import type { Row } from '../model/tree.js';
import { topOverlay } from '../overlays/open.js';
import { cursorRow } from '../schema/rows.js';
import { sequence } from '../schema/search/show-match.js';
import { type ResponseWords, responseChanges } from './announce-response.js';
import { cursorWords, overlayWords } from './describe.js';
import { tabWords } from './everywhere.js';
import { type SpokenLine, words } from './spoken.js';

const usual: ResponseWords = { speech: 'verbose', isScript: false };

/** Lines in order, with the notice last. Empty if nothing worth mentioning changed. */
export function announce(before: State, after: State, how = usual): readonly SpokenLine[] {
  const notice = words(...(after.notice !== undefined && after.notice !== before.notice ? [after.notice.text] : []));
  const overlay = overlayChange(before, after);
  // Other differences exist only because the state now has another tab's content.
  if (tabOf(before) !== tabOf(after)) return [...notice, ...words(tabWords(after)), ...overlay];
  return [
    ...words(
      ...connection(before, after),
      ...oneLine([...search(before, after), ...tree(before, after), ...texts(before, after, how)]),
    ),
    ...responseChanges(before, after, how),
    ...overlay,
    // Stopping a response is already announced elsewhere.
    ...(before.response.running && after.response.connection === 'stopped' ? [] : notice),
  ];
}

const tabOf = ({ tabs }: State): number | undefined => tabs.all[tabs.at]?.id;

const oneLine = (said: readonly string[]): readonly string[] =>
  said.length < 2 ? said : [said.map(each => each.replace(/[.:]?$/, '.')).join(' ')];

function connection({ connect: before }: State, { connect: after }: State): readonly string[] {
  if (after.phase === before.phase && after.index === before.index) {
    return after.progress !== '' && after.progress !== before.progress ? [inWords(after.progress)] : [];
  }
  switch (after.phase) {
    case 'asking':
      return ['Type the URL of a GraphQL endpoint.'];
    case 'loading':
      return [inWords(after.progress)];
    case 'ready':
      return after.index === undefined ? [] : [`Schema loaded: ${after.index.typeNames.length} types.`];
    case 'without':
      return ['No schema; typing and running still work.'];
    case 'failed':
      return [
        after.failure?.text ?? '',
        after.failure?.hint ?? '',
        'Type retry, file (a schema file), without (continue without a schema), or url.',
      ].filter(Boolean);
  }
}

const isEdited = (before: State, after: State): boolean => !after.query.editor.doc.eq(before.query.editor.doc);

function texts(before: State, after: State, { speech }: ResponseWords): readonly string[] {
  const variables = after.variables.editor.doc;
  const needed = neededWords(after);
  const edited = isEdited(before, after);
  return [
    ...(needed !== '' && (edited || !variables.eq(before.variables.editor.doc)) && !after.editing ? [needed] : []),
    ...(!edited || after.editing || speech === 'brief'
      ? []
      : [`${after.connect.kind === 'http' ? 'Request' : 'Query'}: ${spoken(textOf(after.query.editor))}`]),
    ...(variables.eq(before.variables.editor.doc) || after.editing
      ? []
      : [`Variables: ${spoken(textOf(after.variables.editor))}`]),
    ...(after.editing && !before.editing ? [`Editing ${after.focus}. End with a line that contains only a dot.`] : []),
    ...(before.editing && !after.editing ? ['Editing ended.'] : []),
  ];
}

/** Missing variables of a run, such as `Needs $id: ID!`. Empty if none are missing. */
function neededWords({ connect, query, variables }: State): string {
  if (query.document.problem !== undefined) return '';
  const operation = operationAt(query.document, query.active);
  const report = checkVariables(connect.schema, operation, textOf(variables.editor), new Set());
  const missing = report.definitions.filter(({ name }) => report.missing.includes(name));
  return missing.length === 0 ? '' : `Needs ${missing.map(({ name, written }) => `$${name}: ${written}`).join(', ')}`;
}

/** Maximum characters of a text announced after each change. `query` and `variables` print all of it. */
const maxSpoken = 300;

/** A text on one line. */
function spoken(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line === '') return 'empty';
  return line.length <= maxSpoken ? line : `${line.slice(0, maxSpoken)} and ${line.length - maxSpoken} more characters`;
}

function tree(before: State, after: State): readonly string[] {
  const row = cursorRow(after);
  const old = cursorRow(before);
  if (row === undefined) return [];
  const ticked = isEdited(before, after) ? tickWords(before, after, row) : undefined;
  if (ticked !== undefined) return [ticked];
  if (after.schema.rows === before.schema.rows) return row === old ? [] : [cursorWords(after)];
  const same =
    row.key === old?.key &&
    row.mark === old.mark &&
    row.value === old.value &&
    after.schema.open.has(row.key) === before.schema.open.has(row.key);
  return same ? [] : [cursorWords(after)];
}

/** Announces a tick, such as `Ticked books.total: Int!`. Undefined if the row's tick did not change. */
function tickWords(before: State, after: State, row: Row): string | undefined {
  const old = before.schema.rows.find(({ key }) => key === row.key);
  const isOn = ({ mark, value }: Row): boolean => value !== undefined || mark === 'ticked' || mark === 'partial';
  if (row.path === undefined || isOn(row) === (old !== undefined && isOn(old))) return undefined;
  const { connect, query } = after;
  const active = definitionIndexFor(query.document, query.active, row.path.root);
  const name = connect.index && pickOf(connect.index, query.document.lastValid, active, row.path);
  const type = row.type === undefined ? '' : `: ${row.type.text}`;
  if (!isOn(row)) return `Unticked ${name ?? row.name}${type}`;
  return `Ticked ${name ?? row.name}${type}${row.mark === 'partial' ? ', needs a field' : ''}`;
}

function search({ schema: { search: before } }: State, { schema: { search: after } }: State): readonly string[] {
  if (after === undefined || after === before) return [];
  if (before === undefined && after.typing) return ['Search the schema: type a name, or back.'];
  const { found, at, path, changes } = after;
  if (found === undefined || found.total === 0 || (found === before?.found && at === before.at)) return [];
  const change = changes?.[at];
  const rank = sequence(after).indexOf(at) + 1;
  if (change !== undefined) return [`Change ${rank} of ${found.total}, ${path.join(', ')}: ${change.text}`];
  return [`Match ${rank} of ${found.total}: ${path.join(', ')}${isWriting(path) ? ', which writes' : ''}.`];
}

function overlayChange(before: State, after: State): readonly SpokenLine[] {
  const top = topOverlay(after);
  return top === undefined || top === topOverlay(before) ? [] : words(...overlayWords(top, after));
}

/** Replaces an ellipsis with a full stop, because screen readers read the dots aloud. */
const inWords = (progress: string): string => progress.replace(/…$/, '.');
