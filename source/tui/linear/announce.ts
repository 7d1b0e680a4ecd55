/** What to announce after a change: the difference between two states, in lines. */

import { isWriting } from '../../core/graphql/search/index.js';
import { textOf } from '../../core/text/editor.js';
import type { State } from '../model/state.js';
import { topOverlay } from '../overlays/open.js';
import { statusOf } from '../response/status.js';
import { cursorRow } from '../schema/rows.js';
import { sequence } from '../schema/search/go.js';
import { chooseTheme } from '../theme.js';
import { cursorWords, overlayWords } from './describe.js';

const theme = chooseTheme({ theme: 'none', ascii: true, variables: {} });

/** Lines of an answer that are announced at once; `read` gives the rest. */
export const answerLines = 100;

/** All lines of the answer that is shown. */
export const answerText = ({ response }: State): readonly string[] => {
  const events = response.kind === 'subscription' ? response.log.events.map(each => each.text) : [];
  if (events.length > 0) return events;
  return pretty(response.raw).split('\n');
};

function pretty(text: string): string {
  try {
    // Numbers beyond 2^53 would change, so the text stays as it came.
    return /\d{16}/.test(text) ? text : JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}

/** In the order they are read out, the notice last; empty if nothing worth mentioning changed. */
export function announce(before: State, after: State): readonly string[] {
  return [
    ...connection(before, after),
    ...oneLine([...search(before, after), ...tree(before, after), ...texts(before, after)]),
    ...answer(before, after),
    ...overlay(before, after),
    ...(after.notice !== undefined && after.notice !== before.notice ? [after.notice.text] : []),
  ];
}

/** One change is one line to listen to. */
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
      return after.index === undefined ? [] : [`The schema is there: ${after.index.typeNames.length} types.`];
    case 'without':
      return ['No schema; typing and running still work.'];
    case 'failed':
      return [
        after.failure?.text ?? '',
        after.failure?.hint ?? '',
        'Type retry, file (a schema file), without (go on without a schema), or url.',
      ].filter(Boolean);
  }
}

function texts(before: State, after: State): readonly string[] {
  const query = after.query.editor.doc;
  const variables = after.variables.editor.doc;
  return [
    ...(query.eq(before.query.editor.doc) || after.editing ? [] : [`Query now: ${spoken(textOf(after.query.editor))}`]),
    ...(variables.eq(before.variables.editor.doc) || after.editing
      ? []
      : [`Variables now: ${spoken(textOf(after.variables.editor))}`]),
    ...(after.editing && !before.editing ? [`Typing into ${after.focus}: lines until a single dot.`] : []),
    ...(before.editing && !after.editing ? ['Typing has ended.'] : []),
  ];
}

/** Letters of a text that are spoken with each change; `query` and `variables` say all of it. */
const longestSpoken = 300;

/** A text on one line. */
function spoken(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line === '') return 'empty';
  return line.length <= longestSpoken
    ? line
    : `${line.slice(0, longestSpoken)} and ${line.length - longestSpoken} more letters`;
}

function tree(before: State, after: State): readonly string[] {
  const row = cursorRow(after);
  const old = cursorRow(before);
  if (row === undefined || after.schema.rows === before.schema.rows) {
    return row === old || row === undefined ? [] : [cursorWords(after)];
  }
  const same =
    row.key === old?.key &&
    row.mark === old.mark &&
    row.value === old.value &&
    after.schema.open.has(row.key) === before.schema.open.has(row.key);
  return same ? [] : [cursorWords(after)];
}

function search({ schema: { search: before } }: State, { schema: { search: after } }: State): readonly string[] {
  if (after === undefined || after === before) return [];
  if (before === undefined && after.typing) return ['Search the schema: type a name, or back.'];
  const { found, at, way, changes } = after;
  if (found === undefined || found.total === 0 || (found === before?.found && at === before.at)) return [];
  const thing = changes?.[at];
  const place = sequence(after).indexOf(at) + 1;
  if (thing !== undefined) return [`Change ${place} of ${found.total}, ${way.join(', ')}: ${thing.text}`];
  return [`Match ${place} of ${found.total}: ${way.join(', ')}${isWriting(way) ? ', which writes' : ''}.`];
}

function answer({ response: before }: State, after: State): readonly string[] {
  const { response } = after;
  if (response.runId !== before.runId) return [`Running. ${response.kind}.`];
  const events = [
    ...behind(before.notes.at(-1), response.notes),
    ...behind(before.log.events.at(-1), response.log.events).map(each => `event: ${each.text}`),
  ];
  const ended = before.running && !response.running;
  if (!ended) return events;
  const status = statusOf(response, theme, 200)
    .map(each => each.text)
    .join('');
  if (response.failure !== undefined) {
    return [...events, `Failed: ${response.failure.text}`, response.failure.hint ?? ''].filter(Boolean);
  }
  if (response.kind === 'subscription') return [...events, `Ended. ${status}`];
  const lines = answerText(after);
  const rest = lines.length - answerLines;
  return [
    `Answered: ${status}`,
    ...response.errors.map((error, index) => `error ${index + 1}: ${error.message}`),
    ...lines.slice(0, answerLines),
    ...(rest > 0 ? [`${rest} more lines: read ${answerLines + 1}.`] : []),
  ];
}

/** What has arrived since `last`; everything if there was nothing. */
const behind = <T>(last: T | undefined, all: readonly T[]): readonly T[] =>
  last === undefined ? all : all.slice(all.lastIndexOf(last) + 1);

function overlay(before: State, after: State): readonly string[] {
  const top = topOverlay(after);
  return top === undefined || top === topOverlay(before) ? [] : overlayWords(top, after);
}

/** A sentence that ends: three dots are read out, and not every terminal has them as one character. */
const inWords = (progress: string): string => progress.replace(/…$/, '.');
