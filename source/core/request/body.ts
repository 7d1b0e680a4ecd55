/** Builds the body from flags and items: bytes and streams in order, along with its headers. */

import { type Failure, isFailure } from '../failure.js';
import type { BodyOption, DataPiece } from '../options.js';
import { itemsText, type ReadItem } from './items/assemble.js';
import { octetStream, typeOfFile, typeOfText, urlencoded } from './media-types.js';
import { multipart } from './multipart.js';
import type { BodySpec, HeaderLine } from './spec.js';
import { encodeQuery } from './url.js';

export interface BuiltBody {
  readonly body: BodySpec;
  /** Content-Type, and Accept if the flag sets it. The user's headers take precedence. */
  readonly headers: readonly HeaderLine[];
}

/** A body option after reading the files that must be encoded (`--data-urlencode`, items). */
export type ReadBodyOption =
  | Exclude<BodyOption, { readonly kind: 'data' | 'items' }>
  | { readonly kind: 'data'; readonly pieces: readonly ReadDataPiece[] }
  | { readonly kind: 'items'; readonly fields: readonly ReadItem[] };

/** A `DataPiece` after reading its file if that must be encoded. `-d` files are streamed later. */
export type ReadDataPiece =
  | Exclude<DataPiece, { readonly from: 'urlencode' }>
  | { readonly from: 'urlencode'; readonly name: string; readonly value: string };

/**
 * @param boundary random multipart boundary, so that no body contains it by accident
 * @param formType media type of a form if it is not multipart/form-data
 */
export function buildBody(option: ReadBodyOption, boundary: string, formType?: string): BuiltBody | Failure {
  switch (option.kind) {
    case 'data':
      return { body: join(option.pieces.map(dataBody), '&'), headers: [contentType(dataType(option.pieces))] };
    case 'json':
      return {
        body: join(option.sources.map(dataBody)),
        headers: [contentType('application/json'), { name: 'Accept', value: 'application/json' }],
      };
    case 'items': {
      const text = itemsText(option.fields);
      if (isFailure(text)) return text;
      return {
        body: bytes(text),
        headers: [contentType('application/json'), { name: 'Accept', value: 'application/json, */*;q=0.5' }],
      };
    }
    case 'form': {
      const body = multipart(option.parts, boundary, formType);
      if (isFailure(body)) return body;
      return { body, headers: [contentType(`multipart/form-data; boundary=${boundary}`)] };
    }
  }
}

const contentType = (value: string): HeaderLine => ({ name: 'Content-Type', value });

const bytes = (text: string): BodySpec => ({ kind: 'bytes', bytes: new TextEncoder().encode(text) });

function dataBody(piece: ReadDataPiece): BodySpec {
  switch (piece.from) {
    case 'text':
      return bytes(piece.text);
    case 'urlencode':
      return bytes(urlencodedPair(piece.name, piece.value));
    case 'file':
      return { kind: 'file', path: piece.path };
    case 'stdin':
      return { kind: 'stdin' };
  }
}

function dataType(pieces: readonly ReadDataPiece[]): string {
  const [only] = pieces;
  if (pieces.length === 1 && only?.from === 'file') return typeOfFile(only.path);
  if (pieces.length === 1 && only?.from === 'stdin') return octetStream;
  if (pieces.every(each => each.from === 'text')) return typeOfText(pieces.map(each => each.text).join('&'));
  // Files and encoded pairs are joined with `&`, which is only meaningful in this type.
  return urlencoded;
}

function join(bodies: readonly BodySpec[], between = ''): BodySpec {
  const [only] = bodies;
  if (only && bodies.length === 1) return only;
  const pieces = bodies.flatMap((each, index) => (index === 0 || between === '' ? [each] : [bytes(between), each]));
  return { kind: 'sequence', pieces };
}

/** Returns `name=value` with the value encoded. The name is assumed to be encoded already, as in curl. */
export function urlencodedPair(name: string, value: string): string {
  const encoded = encodeQuery(value);
  if (name === '') return encoded;
  const safeName = name.replace(/%[0-9a-f]{2}|[^A-Za-z0-9\-._~[\]]/giu, match =>
    match.length === 3 && match[0] === '%' ? match : encodeQuery(match),
  );
  return `${safeName}=${encoded}`;
}
