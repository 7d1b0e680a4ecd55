/** Comparison of two responses. Differences from a past response are marked in the current one. */
import { type JsonDifference, jsonDifferences } from '../../../core/checks/differences.js';
import { counted } from '../../../core/counted.js';
import { type JsonNode, jsonTree } from '../../../core/json/tree.js';
import { type LineSource, lineOfOffset } from '../../../core/response/viewer/line-source.js';
import { lineOfPath, pathText } from '../../../core/response/viewer/paths.js';
import { truncate } from '../../../core/truncate.js';
import type { Action } from '../../model/action.js';
import type { Update } from '../../model/effect.js';
import type { Choice } from '../../model/overlays.js';
import type { PastResponse } from '../../model/response.js';
import type { State, TabsState } from '../../model/state.js';
import type { BodyState, ChangeMark } from '../../model/viewer.js';
import { choice, openOverlay } from '../../overlays/open.js';
import { activeTabId, notify, refuse, update, withNotice } from '../../update.js';
import { timeText } from '../events/view.js';
import { bodyView } from '../layout.js';
import { changeResponse, onBodyTab } from '../shown.js';
import { goToLine } from '../viewer/reduce.js';

/** Maximum length of a compared response in UTF-16 units. */
const maxCompared = 4_000_000;
const maxMarks = 1000;
const maxShown = 60;
/** Number of characters shown before the difference of two long texts. */
const contextShown = 8;

/** The past responses to compare with, or a sentence if there are none. */
export function comparable({ response, past }: State): readonly PastResponse[] | string {
  if (response.running) return 'Wait for the response first.';
  if (response.shown?.source.json !== true || !response.shown.source.complete || response.kind === 'subscription')
    return 'Only a JSON response can be compared.';
  if (response.raw.length > maxCompared) return 'The response is too long to compare.';
  const others = past.filter(({ id, isJson, text }) => id !== response.runId && isJson && text.length <= maxCompared);
  return others.length === 0 ? 'No other response yet. Run again, here or in another tab.' : others;
}

/** Lists the past responses, newest first. */
export function chooseOther(state: State): Update<State> {
  const others = comparable(state);
  if (typeof others === 'string') return notify(state, others);
  const { tabs, response } = state;
  const here = activeTabId(state);
  const isBefore = ({ id, tab }: PastResponse): boolean => tab === here && id < (response.runId ?? 0);
  const before = Math.max(0, others.findIndex(isBefore));
  const options = others.map(({ id, name, detail, at, tab }, index): Choice<Action> => {
    const where = tab === here ? '' : `, ${tabWords(tabs, tab)}`;
    return {
      label: index === before ? `${name}, previous response` : name,
      detail: `${detail}, ${timeText(at, false)}${where}`,
      action: { type: 'response/compare', other: id },
    };
  });
  return openOverlay(state, choice('Compare with', options, before));
}

/** The position of a tab, in words. */
function tabWords({ all }: TabsState, id: number): string {
  const index = all.findIndex(each => each.id === id);
  return index < 0 ? 'closed tab' : `tab ${index + 1}`;
}

/** Marks the differences of the current response from another one. */
export function compareWith(state: State, id: number): Update<State> {
  const { response, past } = state;
  const other = past.find(each => each.id === id);
  const { shown } = response;
  if (other === undefined || shown === undefined) return update(state);
  const [old, now] = [other.text, shown.source.text].map(text => jsonTree(text, {}));
  if (old === undefined || now === undefined || !('root' in old && 'root' in now))
    return refuse(state, 'Only a JSON response can be compared.');
  const marks: ChangeMark[] = [];
  const lineOf = lineFinder(shown.source);
  for (const each of jsonDifferences(old.root, now.root)) {
    if (marks.length === maxMarks) break;
    const line = lineOf(each);
    if (line !== undefined) marks.push({ line, ...remark(each, other.text, shown.source.text) });
  }
  marks.sort((a, b) => a.line - b.line);
  const onBody = onBodyTab(state);
  if (marks.length === 0) return notify(onBody, 'No differences.');
  const comparison = { name: other.name, marks };
  const body: BodyState = { ...shown, table: undefined, search: undefined, comparison };
  const noticed = withNotice(
    changeResponse(onBody, { shown: body }),
    `${countOf(marks)}. Press n or N to step through them, Esc to leave.`,
  );
  return update(changeResponse(noticed, { shown: goToLine(body, marks[0]?.line ?? 0, bodyView(noticed)) }));
}

const countOf = (marks: readonly ChangeMark[]): string =>
  marks.length >= maxMarks ? 'The first 1,000 differences' : counted(marks.length, 'difference');

/** The line of a value, by its position in the text. For a removed value, the line of its container. */
function lineFinder(source: LineSource): (difference: JsonDifference) => number | undefined {
  const holders = new Map<string, number | undefined>();
  return difference => {
    if (difference.kind !== 'removed') return lineOfOffset(source, difference.to.from);
    const path = difference.path.slice(0, -1);
    const key = pathText(path);
    if (!holders.has(key)) holders.set(key, lineOfPath(source, path)?.line);
    return holders.get(key);
  };
}

function remark(each: JsonDifference, old: string, now: string): Pick<ChangeMark, 'kind' | 'text'> {
  if (each.kind === 'added') return { kind: 'added', text: 'new' };
  if (each.kind === 'changed') {
    const same = sharedStart(old, each.from, now, each.to);
    const before = short(old, { ...each.from, from: each.from.from + same });
    return { kind: 'changed', text: `was ${same === 0 ? '' : '"…'}${before}` };
  }
  const before = short(old, each.from);
  const name = each.path.at(-1);
  return { kind: 'removed', text: `removed: ${typeof name === 'number' ? `[${name}]` : name} ${before}` };
}

/** Number of equal characters to leave out at the start of two long texts, so that a mark shows their difference. */
function sharedStart(old: string, from: JsonNode, now: string, to: JsonNode): number {
  if (from.kind !== 'string' || to.kind !== 'string') return 0;
  const end = Math.min(from.to - from.from, to.to - to.from);
  let same = 0;
  while (same < end && old[from.from + same] === now[to.from + same]) same++;
  if (same <= 2 * contextShown) return 0;
  const start = same - contextShown;
  // Start at a whole character.
  return (old.charCodeAt(from.from + start) & 0xfc00) === 0xdc00 ? start - 1 : start;
}

const short = (text: string, node: Pick<JsonNode, 'from' | 'to'>): string =>
  truncate(text.slice(node.from, Math.min(node.to, node.from + maxShown * 4)).replace(/\s+/g, ' '), maxShown);
