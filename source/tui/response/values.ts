import { keyOf, pathOfLine, pathText, stringValue, valueText } from '../../core/response/viewer/paths.js';
import type { TextOverlay } from '../model/overlays.js';
import type { ResponseState } from '../model/response.js';
import type { BodyState } from '../model/viewer.js';
import { eventUnderCursor } from './events/log.js';
import { wholePlace } from './path/path.js';
import { shownBody, showsLog } from './shown.js';

/** The value for pasting: a string without quotes and escapes, anything else as JSON; of plain text the line. */
function copiedValue(body: BodyState): string {
  const { source, cursor } = body;
  if (!source.json) return source.text.slice(...source.parts(cursor).value);
  const text = valueText(source, cursor);
  return text.startsWith('"') ? stringValue(text) : text;
}

/** How to see the full text: the keys that handle any length. */
export const wholeValueText = 'In the pane p shows the full response in the pager, s saves it.';

/** The value under the cursor, under its name; of plain text the line. Untrusted text. */
export function valueOverlay(body: BodyState): TextOverlay {
  const name = body.source.json ? keyOf(body.source, body.cursor) : undefined;
  return { kind: 'text', title: name ?? 'Value', text: copiedValue(body), top: 0, fullTextHint: wholeValueText };
}

/** The text that `y` copies: the event under the cursor, the selected error, the value under the cursor. */
export function valueHere(response: ResponseState): string | undefined {
  if (showsLog(response)) {
    const event = eventUnderCursor(response.log);
    return event?.note === true ? undefined : event?.text;
  }
  if (response.tab === 'errors') return response.errors[response.selectedError]?.line;
  const body = shownBody(response);
  return body?.source.has(body.cursor) === true ? copiedValue(body) : undefined;
}

export function pathHere(response: ResponseState): string | undefined {
  if (response.tab === 'errors') return response.errors[response.selectedError]?.pathText;
  const place = wholePlace(response);
  return place?.source.json === true ? pathText(pathOfLine(place.source, place.line)) : undefined;
}

/** JSON text of a value, and the name of the member it is, or is an item of. Untrusted text. */
export interface FoundValue {
  readonly json: string;
  readonly key: string | undefined;
}

/** The value under the cursor, of a response or an event that is open. */
export function jsonHere(response: ResponseState): FoundValue | undefined {
  if (showsLog(response) || response.tab === 'errors') return undefined;
  const body = shownBody(response);
  if (body?.source.json !== true || !body.source.complete || !body.source.has(body.cursor)) return undefined;
  const { source, cursor } = body;
  // A value that was selected by a path is still called as where it stood.
  const place = wholePlace(response);
  const key = place && pathOfLine(place.source, place.line).findLast(step => typeof step === 'string');
  return { json: valueText(source, cursor), key: key === undefined ? undefined : String(key) };
}
