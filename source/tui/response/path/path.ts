/** Filtering the body by a JSONPath, while typing it and in later runs. */

import { filterJson, originOf, type PathProblem } from '../../../core/checks/json-filter.js';
import { type JsonNode, jsonTree } from '../../../core/json/tree.js';
import { memoizeWeak } from '../../../core/memoize-weak.js';
import { isProblem } from '../../../core/problem.js';
import { countedText } from '../../../core/response/sizes.js';
import { type LineSource, lineOfOffset } from '../../../core/response/viewer/line-source.js';
import { jsonPathText, pathOfLine } from '../../../core/response/viewer/paths.js';
import { sourceOf } from '../../../core/response/viewer/source-of.js';
import type { Update } from '../../model/effect.js';
import type { Narrowed, ResponseState } from '../../model/response.js';
import type { State } from '../../model/state.js';
import { update } from '../../update.js';
import { bodyView } from '../layout.js';
import { changeResponse, displayOf, wholeBody } from '../shown.js';
import { tableAgain } from '../table/order.js';
import { bodyOf, keepView } from '../viewer/reduce.js';

/** Maximum length of a text that can be filtered, in UTF-16 units. */
const maxLength = 16_000_000;

/** The tree of a text, parsed once. */
const treeOf = memoizeWeak((source: LineSource): JsonNode | PathProblem => {
  if (source.text.length > maxLength) return { problem: 'the body is too long; use | to filter it with a command' };
  const read = jsonTree(source.text, {});
  return isProblem(read) ? { problem: 'the body is not a single JSON value' } : read.root;
});

/**
 * The path of the cursor as the start of a filter, or the path of the active filter. Undefined if there is no JSON to filter.
 */
export function pathToBegin(response: ResponseState): string | undefined {
  const body = wholeBody(response);
  if (body?.source.json !== true || response.filtered !== undefined) return undefined;
  if (response.path !== '') return response.path;
  return body.source.has(body.cursor) ? jsonPathText(pathOfLine(body.source, body.cursor)) : '$';
}

/** The reason why there is no JSON to filter. */
export const whyUnfilterable = ({ filtered }: ResponseState): string =>
  filtered === undefined ? 'Only a JSON body can be filtered.' : 'Press Esc first to leave the command output.';

/** Updates the selection after any change of the path or the body. */
export function followPath(done: Update<State>): Update<State> {
  const { response } = done.state;
  const { path, narrowed } = response;
  if (path === '' && narrowed === undefined) return done;
  const source = path === '' || response.filtered !== undefined ? undefined : wholeBody(response)?.source;
  if (narrowed !== undefined && narrowed.path === path && narrowed.of === source) return done;
  const next = source?.json === true ? selected(source, path, narrowed) : undefined;
  return update(
    changeResponse(done.state, { narrowed: next && seenAgain(next, narrowed, done.state) }),
    ...done.effects,
  );
}

/** Restores cursor, folds and table after another run. */
function seenAgain(next: Narrowed, before: Narrowed | undefined, state: State): Narrowed {
  if (before?.path !== next.path || before.body === undefined || next.body === undefined) return next;
  const view = bodyView(state);
  const kept = keepView(before.body, next.body, view);
  return { ...next, body: before.body.table === undefined ? kept : tableAgain(kept, before.body.table, view) };
}

function selected(of: LineSource, path: string, before: Narrowed | undefined): Narrowed {
  const root = treeOf(of);
  const filtered = isProblem(root) ? root : filterJson(of.text, root, path);
  if (!isProblem(filtered)) {
    const body = filtered.count === 0 ? undefined : bodyOf(sourceOf(filtered.text, true));
    return { path, of, pieces: filtered.pieces, count: filtered.count, body };
  }
  const isSame = before?.of === of;
  const kept = isSame ? before : { pieces: [], count: 0, body: undefined };
  return { path, of, pieces: kept.pieces, count: kept.count, body: kept.body, problem: filtered };
}

/** Position of the cursor's line in the full body. Undefined if it is in none of its values. */
export function wholePlace(
  response: ResponseState,
): { readonly source: LineSource; readonly line: number } | undefined {
  const display = displayOf(response);
  const { body } = display;
  if (body === undefined || !body.source.has(body.cursor)) return undefined;
  if (display.kind !== 'selection') return { source: body.source, line: body.cursor };
  const { narrowed } = display;
  const { source, cursor } = body;
  const line = source.kind(cursor) === 'close' ? source.partner(cursor) : cursor;
  const origin = originOf(narrowed, source.start(line));
  return origin === undefined ? undefined : { source: narrowed.of, line: lineOfOffset(narrowed.of, origin) };
}

/** Formats the result: `no value`, `3 values`, or the position of an error in the path. */
export const pathWords = ({ count, problem }: Narrowed): string => {
  if (problem !== undefined)
    return problem.at === undefined ? problem.problem : `column ${problem.at + 1}: ${problem.problem}`;
  if (count === 0) return 'no value';
  return countedText(count, 'value');
};
