import { keyOf, pathOfLine, pathText, stringValue, valueText } from '../../core/response/viewer/paths.js';
import type { TextOverlay } from '../model/overlays.js';
import type { ResponseState } from '../model/response.js';
import type { BodyState } from '../model/viewer.js';
import { eventUnderCursor } from './events/log.js';
import { wholePlace } from './path/path.js';
import { shownBody, showsLog } from './shown.js';

/** The value for pasting: a string without quotes and escapes, any other value as JSON, or the line of a plain text. */
function copiedValue(body: BodyState): string {
  const { source, cursor } = body;
  if (!source.json) return source.text.slice(...source.parts(cursor).value);
  const text = valueText(source, cursor);
  return text.startsWith('"') ? stringValue(text) : text;
}

/** Names the keys that handle texts of any length. */
export const wholeValueText = 'Press p in the pane to open the full response in the pager, or s to save it.';

/** The value under the cursor with its name, or the line of a plain text. Untrusted text. */
export function valueOverlay(body: BodyState): TextOverlay {
  const name = body.source.json ? keyOf(body.source, body.cursor) : undefined;
  return { kind: 'text', title: name ?? 'Value', text: copiedValue(body), top: 0, fullTextHint: wholeValueText };
}

/** The text that `y` copies: the event under the cursor, the selected error, or the value under the cursor. */
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
  const slot = wholePlace(response);
  return slot?.source.json === true ? pathText(pathOfLine(slot.source, slot.line)) : undefined;
}

/** JSON text of a value, and the name of the member that is or contains it. Untrusted text. */
export interface FoundValue {
  readonly json: string;
  readonly key: string | undefined;
}

/** The value under the cursor, of a response or an open event. */
export function jsonHere(response: ResponseState): FoundValue | undefined {
  if (showsLog(response) || response.tab === 'errors') return undefined;
  const body = shownBody(response);
  if (body?.source.json !== true || !body.source.complete || !body.source.has(body.cursor)) return undefined;
  const { source, cursor } = body;
  // A value selected by a path keeps the name from its original position.
  const slot = wholePlace(response);
  const key = slot && pathOfLine(slot.source, slot.line).findLast(step => typeof step === 'string');
  return { json: valueText(source, cursor), key: key === undefined ? undefined : String(key) };
}
