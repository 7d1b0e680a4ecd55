/** Announces a change as lines that describe the difference between two states. */
import { pickOf } from '../../core/graphql/builder/pick/write.js';
import { operationAt } from '../../core/graphql/builder/text/query-document.js';
import { definitionIndexFor } from '../../core/graphql/builder/text/resolve.js';
import { checkVariables } from '../../core/graphql/intelligence/check-variables.js';
import { isWriting } from '../../core/graphql/search/index.js';
import { hintText } from '../../core/hint.js';
import { textOf } from '../../core/text/editor.js';
import type { State } from '../model/state.js';
import type { Row } from '../model/tree.js';
import { topOverlay } from '../overlays/open.js';
import { cursorRow } from '../schema/rows.js';
import { sequence } from '../schema/search/show-match.js';
import { kindWords } from '../screen-words.js';
import { type ResponseWords, responseChanges } from './announce-response.js';
import { cursorWords, overlayWords } from './describe.js';
import { failedUsage, fieldCount, operationCount, tabPosition } from './everywhere.js';
import { fieldWords } from './form.js';
import { isTicked } from './go.js';
import { hereWords, readsResponse, shorten } from './reading.js';
import { notices, type OutputLine } from './reply.js';

const defaults: ResponseWords = { verbosity: 'verbose', isScript: false };

/** Lines in order, with the notice last. Empty if nothing worth mentioning changed. */
export function announce(before: State, after: State, how = defaults): readonly OutputLine[] {
  const notice = notices(...(after.notice !== undefined && after.notice !== before.notice ? [after.notice.text] : []));
  const overlay = overlayChange(before, after);
  // Other differences exist only because the state now has another tab's content.
  if (tabOf(before) !== tabOf(after)) return [...notice, ...notices(`${tabPosition(after)}.`), ...overlay];
  return [
    ...notices(
      ...connection(before, after),
      ...joined([...search(before, after), ...tree(before, after, how), ...texts(before, after, how)]),
    ),
    ...responseChanges(before, after, how),
    ...notices(...position(before, after)),
    ...overlay,
    // Stopping a response is already announced elsewhere.
    ...(before.response.running && after.response.connection === 'stopped' ? [] : notice),
  ];
}

const tabOf = ({ tabs }: State): number | undefined => tabs.all[tabs.at]?.id;

const joined = (lines: readonly string[]): readonly string[] =>
  lines.length < 2 ? lines : [lines.map(each => each.replace(/[.:]?$/, '.')).join(' ')];

function connection({ connect: before }: State, { connect: after }: State): readonly string[] {
  if (after.phase === before.phase && after.index === before.index && after.description === before.description) {
    const progress = inWords(after.progress);
    return progress !== '' && progress !== inWords(before.progress) ? [progress] : [];
  }
  switch (after.phase) {
    case 'asking':
      return [`Type the ${kindWords[after.kind].url}.`];
    case 'loading':
      return [inWords(after.progress)];
    case 'ready':
      if (after.description !== undefined) return [`Description loaded: ${operationCount(after.description)}.`];
      return after.index === undefined ? [] : [`Schema loaded: ${after.index.typeNames.length} types.`];
    case 'without':
      return [`No ${kindWords[after.kind].sourceName}; typing and running still work.`];
    case 'failed':
      return [after.failure?.text ?? '', hintText(after.failure?.hint ?? ''), failedUsage(after.kind)].filter(Boolean);
  }
}

const isEdited = (before: State, after: State): boolean => !after.query.editor.doc.eq(before.query.editor.doc);

/** A change of the text: all of it, or in brief only its size. */
function editWords(state: State, { verbosity, isReplaced }: ResponseWords): readonly string[] {
  const { query } = kindWords[state.connect.kind].panes;
  return verbosity === 'brief'
    ? [`${query} ${isReplaced ? 'replaced' : 'changed'}, ${fieldCount(state)}.`]
    : [`${query}: ${onOneLine(textOf(state.query.editor))}`];
}

function texts(before: State, after: State, how: ResponseWords): readonly string[] {
  const variables = after.variables.editor.doc;
  const needed = neededWords(after);
  const edited = isEdited(before, after);
  return [
    ...(needed !== '' && (edited || !variables.eq(before.variables.editor.doc)) && !after.editing ? [needed] : []),
    ...(!edited || after.editing || (how.verbosity === 'brief' && !how.isReplaced && isTickAnnounced(before, after))
      ? []
      : editWords(after, how)),
    ...(variables.eq(before.variables.editor.doc) || after.editing
      ? []
      : [`Variables: ${onOneLine(textOf(after.variables.editor))}`]),
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
const maxTextLength = 300;

/** A text on one line. */
function onOneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line === '' ? 'empty' : shorten(line, maxTextLength);
}

function tree(before: State, after: State, { isReplaced }: ResponseWords): readonly string[] {
  const row = cursorRow(after);
  const old = cursorRow(before);
  if (row === undefined) return [];
  if (isReplaced) return [];
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

const isTickAnnounced = (before: State, after: State): boolean => {
  const row = cursorRow(after);
  return row !== undefined && tickWords(before, after, row) !== undefined;
};

/** The cursor of the response, if it moved in the same text or to another one that was opened. */
function position(before: State, after: State): readonly string[] {
  if (!readsResponse(after) || after.response.running || after.response.runId !== before.response.runId) return [];
  if (before.response.running || hereWords(before) === hereWords(after)) return [];
  return [hereWords(after)];
}

/** Announces a tick, such as `Ticked books.total: Int!`. Undefined if the row's tick did not change. */
function tickWords(before: State, after: State, row: Row): string | undefined {
  const old = before.schema.rows.find(({ key }) => key === row.key);
  if ((row.path === undefined && row.mark === 'none') || isTicked(row) === (old !== undefined && isTicked(old)))
    return undefined;
  const { connect, query } = after;
  const active = row.path && definitionIndexFor(query.document, query.active, row.path.root);
  const name = row.path && connect.index && pickOf(connect.index, query.document.lastValid, active, row.path);
  const type = row.type === undefined ? '' : `: ${row.type.text}`;
  if (!isTicked(row)) return `Unticked ${name ?? row.name}${type}`;
  return `Ticked ${name ?? row.name}${type}${row.mark === 'partial' ? ', needs a field' : ''}`;
}

function search({ schema: { search: before } }: State, { schema: { search: after } }: State): readonly string[] {
  if (after === undefined || after === before) return [];
  if (before === undefined && after.typing) return ['Search the schema: type a name, or back.'];
  const { results, at, path, changes } = after;
  if (results === undefined || results.total === 0 || (results === before?.results && at === before.at)) return [];
  const change = changes?.[at];
  const rank = sequence(after).indexOf(at) + 1;
  if (change !== undefined) return [`Change ${rank} of ${results.total}, ${path.join(', ')}: ${change.text}`];
  return [`Match ${rank} of ${results.total}: ${path.join(', ')}${isWriting(path) ? ', which writes' : ''}.`];
}

function overlayChange(before: State, after: State): readonly OutputLine[] {
  const top = topOverlay(after);
  const old = topOverlay(before);
  if (top === undefined || top === old) return [];
  return notices(
    ...(top.kind === 'login-form' && old?.kind === 'login-form' ? fieldWords(top) : overlayWords(top, after)),
  );
}

/**
 * Progress without its duration, which would be read aloud each second, and with a full stop instead of an ellipsis, whose dots
 * would be read aloud.
 */
function inWords(progress: string): string {
  const text = progress.replace(/^(?:\d+ s )?\(Ctrl-C: stop\):? /, '').replace(/…$/, '');
  return text === '' ? '' : `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
}
