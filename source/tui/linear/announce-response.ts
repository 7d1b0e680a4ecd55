/** Announces a response: its arrival and outcome, its errors, its events, its text. */
import { counted } from '../../core/counted.js';
import { hintText } from '../../core/hint.js';
import type { State } from '../model/state.js';
import { topOverlay } from '../overlays/open.js';
import { showsLog } from '../response/shown.js';
import { statusOf } from '../response/status.js';
import { earlierWords } from '../response/tabs.js';
import { linearTheme } from '../theme.js';
import { bodyOf, lineCount, linesFrom, maxLines, shorten } from './reading.js';
import { answers, notices, type OutputLine, type Reply, type Verbosity } from './reply.js';

const theme = linearTheme({});

/** Width of its status line in cells, enough for all of it. */
const statusCells = 200;

/** Lines of a text that are read when needed. */
interface Lines {
  readonly count: number;
  /** The lines from index `from`. */
  take(from: number, count: number, mostCharacters?: number): readonly string[];
}

/** Lines of the text shown, or the events of a subscription. Undefined if there is no text. */
export function responseLines({ response }: State): Lines | undefined {
  if (showsLog(response)) {
    const events = response.log.events.filter(({ note }) => note !== true);
    return {
      count: events.length,
      take: (from, count, most) => events.slice(from, from + count).map(({ text }) => shorten(text, most)),
    };
  }
  const source = bodyOf(response)?.source;
  return source === undefined || !source.has(0)
    ? undefined
    : { count: lineCount(source), take: (from, count, most) => linesFrom(source, from, count, most) };
}

/** At most `maxLines` lines starting with number `first`, and how to continue. */
export function someLines(lines: Lines, first: number): Reply {
  const rest = lines.count - (first - 1 + maxLines);
  return {
    lines: [
      ...answers(...lines.take(first - 1, maxLines)),
      ...notices(...(rest > 0 ? [`${rest} more lines. Type read ${first + maxLines}.`] : [])),
    ],
  };
}

/** The status of the response, without its search and its table: `200 - 12 ms - 3.2 kB`. */
export function responseStatus({ response }: State): string {
  const { shown } = response;
  const plain = shown && { ...shown, search: undefined, table: undefined, comparison: undefined };
  const status = statusOf(
    { ...response, shown: plain, tab: 'body', find: undefined, filtered: undefined },
    theme,
    statusCells,
  );
  return status.map(({ text }) => text).join('');
}

/** Options for announcing a response. */
export interface ResponseWords {
  readonly verbosity: Verbosity;
  /** True in a script, which prints events without a label. */
  readonly isScript: boolean;
  /** True if the full response is printed, because no person reads along. */
  readonly isComplete?: boolean;
  /** True if the `query` command replaced the text. */
  readonly isReplaced?: boolean;
}

/** True if a run ended between two states, including one that failed before anything was sent. */
export const isRunOver = (before: State, { response }: State): boolean =>
  !response.running && (before.response.running || (response.runId ?? -1) >= before.nextId);

/** Announces a change of the response. */
export function responseChanges(before: State, after: State, how: ResponseWords): readonly OutputLine[] {
  const { response } = after;
  if (response.running && response.runId !== before.response.runId) return notices(`Running the ${response.kind}.`);
  if (response.runId !== before.response.runId && !isRunOver(before, after)) return notices(pastWords(after));
  // Notes about the connection are announced as notes.
  const events = itemsAfter(before.response.log.events.at(-1), response.log.events).filter(({ note }) => note !== true);
  const arrived = [
    ...notices(...itemsAfter(before.response.notes.at(-1), response.notes)),
    ...answers(...events.map(each => (how.isScript ? each.text : `event: ${each.text}`))),
  ];
  // A question that opened instead of the response explains why nothing was sent.
  const isAsked = response.connection === 'stopped' && topOverlay(after) !== topOverlay(before);
  return isRunOver(before, after) && !isAsked ? [...arrived, ...ending(after, how)] : arrived;
}

/** Announces a past response selected by the user. */
function pastWords(state: State): string {
  const { response } = state;
  const status = responseStatus(state);
  const which = response.earlier === undefined ? 'Latest response' : `Response ${earlierWords(response)}`;
  return `${which}: ${status}`;
}

/** The status, with the word for its end in front. */
const stoppedWords = (status: string): string =>
  status.startsWith('stopped') ? `S${status.slice(1)}` : `Stopped: ${status.replace(' - stopped', '')}`;

function ending(state: State, { verbosity, isScript, isComplete = false }: ResponseWords): readonly OutputLine[] {
  const { response } = state;
  const status = responseStatus(state);
  if (response.failure !== undefined)
    return notices(...[`Failed: ${response.failure.text}`, hintText(response.failure.hint ?? '')].filter(Boolean));
  if (response.connection === 'stopped') return notices(stoppedWords(status));
  if (response.kind === 'subscription') return notices(`Ended: ${status}`);
  const lines = responseLines(state);
  const errors = notices(
    ...response.errors.map(({ message }, index) =>
      response.errors.length === 1
        ? `Error: ${message}`
        : `Error ${index + 1} of ${response.errors.length}: ${message}`,
    ),
  );
  const answered = notices(`Response: ${status}`);
  if (lines === undefined) return [...errors, ...answered];
  if (isComplete) return [...errors, ...answered, ...answers(...lines.take(0, lines.count, Number.POSITIVE_INFINITY))];
  const offer = notices(`read: the response, ${counted(lines.count, 'line')}.`);
  if (!isScript && (errors.length > 0 || verbosity === 'brief')) return [...errors, ...answered, ...offer];
  return [...errors, ...answered, ...someLines(lines, 1).lines];
}

/** The items after `last`, or all items if it is undefined. */
const itemsAfter = <T>(last: T | undefined, all: readonly T[]): readonly T[] =>
  last === undefined ? all : all.slice(all.lastIndexOf(last) + 1);
