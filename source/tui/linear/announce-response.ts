/** Announces a response: its arrival and outcome, its errors, its events, its text. */
import type { State } from '../model/state.js';
import { earlierWords } from '../response/past/words.js';
import { statusOf } from '../response/status.js';
import { chooseTheme } from '../theme.js';
import { answers, type Reply, type Speech, type SpokenLine, words } from './spoken.js';

const theme = chooseTheme({ theme: 'none', ascii: true, variables: {} });

/** Width of its status line in cells, enough for all of it. */
const statusCells = 200;

/** Maximum lines of a response announced at a time. `read` prints the rest. */
const maxLines = 100;

/** All lines of the current response, or the events of a subscription. */
export function responseLines({ response }: State): readonly string[] {
  const events =
    response.kind === 'subscription'
      ? response.log.events.flatMap(({ note, text }) => (note === true ? [] : text))
      : [];
  if (events.length > 0) return events;
  const text = response.path === '' ? response.raw : (response.narrowed?.body?.source.text ?? '');
  return text === '' ? [] : laidOut(text).split('\n');
}

function laidOut(text: string): string {
  try {
    // Numbers beyond 2^53 would change, so the text stays as received.
    return /\d{16}/.test(text) ? text : JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}

/** At most `maxLines` lines starting with number `from`, and how to continue. */
export function someLines(lines: readonly string[], from: number): Reply {
  const first = Math.max(1, from);
  const rest = lines.length - (first - 1 + maxLines);
  return {
    lines: [
      ...answers(...lines.slice(first - 1, first - 1 + maxLines)),
      ...words(...(rest > 0 ? [`${rest} more lines. Type read ${first + maxLines}.`] : [])),
    ],
  };
}

/** Options for announcing a response. */
export interface ResponseWords {
  readonly speech: Speech;
  /** True in a script, which prints the full response, and events without a label. */
  readonly isScript: boolean;
}

/** Announces a change of the response. */
export function responseChanges({ response: before }: State, after: State, how: ResponseWords): readonly SpokenLine[] {
  const { response } = after;
  if (response.runId !== before.runId)
    return words(response.running ? `Running the ${response.kind}.` : pastWords(after));
  // Notes about the connection are announced as notes.
  const events = itemsAfter(before.log.events.at(-1), response.log.events).filter(({ note }) => note !== true);
  const arrived = [
    ...words(...itemsAfter(before.notes.at(-1), response.notes)),
    ...answers(...events.map(each => (how.isScript ? each.text : `event: ${each.text}`))),
  ];
  const ended = before.running && !response.running;
  return ended ? [...arrived, ...ending(after, how)] : arrived;
}

/** Announces a past response selected by the user. */
function pastWords({ response }: State): string {
  const status = statusOf(response, theme, statusCells).map(({ text }) => text);
  return `${response.earlier === undefined ? 'Latest response' : `Response ${earlierWords(response)}`}: ${status.join('')}`;
}

function ending(state: State, { speech, isScript }: ResponseWords): readonly SpokenLine[] {
  const { response } = state;
  const status = statusOf(response, theme, statusCells)
    .map(each => each.text)
    .join('');
  if (response.failure !== undefined)
    return words(...[`Failed: ${response.failure.text}`, response.failure.hint ?? ''].filter(Boolean));
  if (response.connection === 'stopped') return words(`Stopped${status.replace(/^stopped/, '')}`);
  if (response.kind === 'subscription') return words(`Ended: ${status}`);
  const lines = responseLines(state);
  const errors = words(
    ...response.errors.map(({ message }, index) =>
      response.errors.length === 1
        ? `Error: ${message}`
        : `Error ${index + 1} of ${response.errors.length}: ${message}`,
    ),
  );
  const answered = words(`Response: ${status}`);
  if (isScript) return [...errors, ...answered, ...answers(...lines)];
  const offer = words(`read: the response, ${lines.length} ${lines.length === 1 ? 'line' : 'lines'}.`);
  if (errors.length > 0) return [...errors, ...answered, ...offer];
  return [...answered, ...(speech === 'brief' ? offer : someLines(lines, 1).lines)];
}

/** The items after `last`, or all items if it is undefined. */
const itemsAfter = <T>(last: T | undefined, all: readonly T[]): readonly T[] =>
  last === undefined ? all : all.slice(all.lastIndexOf(last) + 1);
