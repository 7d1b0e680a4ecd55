/** Inserts and removes a property of a body. */
import { member } from '../../json/loose.js';
import { parsedValue, type RawValue } from '../../json/raw.js';
import { type Change, changeBetween } from '../../text/changes.js';
import { sendsFile } from '../call/binary.js';
import { formPairs } from '../call/build-request.js';
import { isJsonType, isMultipart, isUrlEncoded } from '../media-type.js';
import { lineEndOf, placesOf } from './head.js';
import { jsonPut, jsonTaken, keyOf } from './json.js';
import { bodyFilePut, partPut } from './multipart.js';
import { pairsAdded } from './pairs.js';
import { joined } from './tick-pairs.js';
import { isSent, notThere, type PropertyTarget, type Ticked, type Ticking } from './tick-target.js';

/** Inserts the property. Creates the body if there is none. @returns an error message if it is not possible */
export function propertyPut(ticking: Ticking, target: PropertyTarget, value: RawValue): Ticked | string {
  const { content, path } = target;
  const { text, entry, filled } = ticking;
  const { body, hasFiles, headEnd } = placesOf(text, entry);
  const { mediaType } = content;
  if (!isSent(ticking, content)) return `The request does not send ${mediaType}. Change its Content-Type first.`;
  if (isMultipart(mediaType)) return partPut(ticking, target, value);
  if (path.length === 0 && sendsFile(ticking.description.root, content)) return bodyFilePut(ticking, value);
  if (!isJsonType(mediaType) && !isUrlEncoded(mediaType))
    return `A ${mediaType} body cannot be edited in the tree. Edit it in the text.`;
  if (hasFiles) return 'A body from a file cannot be edited in the tree. Edit it in the text.';
  if (isUrlEncoded(mediaType)) return fieldPut(ticking, target, value);
  const empty = typeof path[0] === 'number' ? '[]' : '{}';
  const whole = body === undefined ? empty : text.slice(body.from, body.to);
  const end = lineEndOf(text);
  const edited = jsonPut(whole, path, parsedValue(value), filled, end);
  if (typeof edited === 'string') return edited;
  if (body !== undefined) return { change: changeOf(body.from, whole, edited.text), filled: edited.filled };
  const open = headEnd > 0 && text[headEnd - 1] !== '\n' ? end : '';
  const change = { from: headEnd, to: headEnd, insert: `${open}${end}${edited.text}${end}` };
  return { change, filled: new Map([...edited.filled, [keyOf([]), open] as const]) };
}

/** Inserts a field of a URL-encoded form. */
function fieldPut(
  { text, entry, filled }: Ticking,
  { content, path }: PropertyTarget,
  value: RawValue,
): Ticked | string {
  const [name] = path;
  if (path.length !== 1 || typeof name !== 'string')
    return 'A form cannot have nested fields. Edit the body in the text.';
  const { body } = placesOf(text, entry);
  if (body === undefined) return 'The request has no body. Add one in the text.';
  const added = joined(formPairs(name, value, member(content.encoding, name)), '&');
  return { change: pairsAdded(text, body, '&', '', added), filled };
}

/** Removes the property from a JSON body, and the body itself if the tick created it. */
export function propertyTaken({ text, entry, filled }: Ticking, { path }: PropertyTarget): Ticked | string {
  const { body, headEnd } = placesOf(text, entry);
  if (body === undefined) return notThere;
  const whole = text.slice(body.from, body.to);
  const edited = jsonTaken(whole, path, filled);
  if (typeof edited === 'string') return edited;
  const isGone = filled.has(keyOf([])) && !edited.filled.has(keyOf([])) && edited.text.trim() === '';
  if (!isGone) return { change: changeOf(body.from, whole, edited.text), filled: edited.filled };
  // The body was inserted with an empty line before it.
  const from = headEnd - edited.text.length;
  const end = /^\r?\n/.exec(text.slice(body.to, entry.to))?.[0].length ?? 0;
  return { change: { from, to: body.to + end, insert: '' }, filled: edited.filled };
}

/** @param at offset of both texts */
function changeOf(at: number, before: string, after: string): Change {
  const { from, to, insert } = changeBetween(before, after);
  return { from: at + from, to: at + to, insert };
}
