/** The flags of the body and the items -> `BodyOption` and query pairs. */
import type { BodyOption, DataPiece, FormPart } from '../../core/command.js';
import { readItem } from '../items.js';
import type { Refusals } from '../refusals.js';
import type { Given } from '../tokens.js';
import { fileSource, textSource } from '../values.js';

/** What the items and body flags make: `name==value` items are the query, in order. */
export interface BodyAndQuery {
  readonly body?: BodyOption;
  readonly query: readonly (readonly [name: string, value: string])[];
}

/** Reads the body. Two kinds of it are refused: only one of them could be sent. */
export function parseBody(given: Given, words: readonly string[], refusals: Refusals): BodyAndQuery {
  const items = words.map(word => refusals.take(readItem(word), { kind: 'field', name: 'x', value: '0' }));
  const fields = items.filter(item => item.kind === 'field').map(item => [item.name, item.value] as const);
  const query = items.filter(item => item.kind === 'query').map(item => [item.name, item.value] as const);
  const kinds: { readonly shown: string; readonly body: BodyOption }[] = [];

  const pieces = dataPieces(given, refusals);
  if (pieces.length > 0) {
    kinds.push({ shown: given.has('data') ? '-d' : '--data-urlencode', body: { kind: 'data', pieces } });
  }
  const json = given.last('json');
  if (given.all('json').length > 1) refusals.refuse('--json is given twice.', 'A request has one JSON document.');
  if (json !== undefined)
    kinds.push({ shown: '--json', body: { kind: 'json', source: textSource(json, '--json', refusals) } });
  const parts = given.all('form').map(text => formPart(text, refusals));
  if (parts.length > 0) kinds.push({ shown: '-F', body: { kind: 'form', parts } });
  if (fields.length > 0) kinds.push({ shown: `the item ${fields[0]?.[0]}=…`, body: { kind: 'items', fields } });

  if (kinds.length > 1) {
    refusals.refuse(
      `Two kinds of body: ${kinds[0]?.shown} and ${kinds[1]?.shown}.`,
      'Send one of them. For the query of the URL write name==text.',
    );
  }
  const body = kinds[0]?.body;
  return body ? { body, query } : { query };
}

function dataPieces(given: Given, refusals: Refusals): readonly DataPiece[] {
  const plain = given
    .placed('data')
    .map(({ value, place }) => ({ place, piece: textSource(value, '-d', refusals) as DataPiece }));
  const encoded = given
    .placed('data-urlencode')
    .map(({ value, place }) => ({ place, piece: encodedPiece(value, refusals) }));
  return [...plain, ...encoded].sort((a, b) => a.place - b.place).map(({ piece }) => piece);
}

/** curl's forms: `name=text`, `=text`, `text`, `name@file`, `@file`; an empty name sends the value alone. */
function encodedPiece(text: string, refusals: Refusals): DataPiece {
  const equals = text.indexOf('=');
  const at = equals < 0 ? text.indexOf('@') : -1;
  if (at >= 0) {
    return {
      from: 'urlencode',
      name: text.slice(0, at),
      value: fileSource(text.slice(at + 1), '--data-urlencode', refusals),
    };
  }
  return {
    from: 'urlencode',
    name: text.slice(0, Math.max(equals, 0)),
    value: { from: 'text', text: text.slice(equals + 1) },
  };
}

const formForm = 'Form: -F name=text or -F "name=@FILE;type=image/png;filename=a.png"';

/** `name=text`, byte for byte, or `name=@file` with its options. */
function formPart(text: string, refusals: Refusals): FormPart {
  const equals = text.indexOf('=');
  if (equals <= 0) refusals.refuse('-F needs a name and a value.', formForm);
  const name = text.slice(0, Math.max(equals, 0));
  const value = text.slice(equals + 1);
  if (!value.startsWith('@')) return { name, source: { from: 'text', text: value } };
  const { path, type, filename } = fileOptions(value.slice(1));
  if (/[\0\r\n]/.test(`${type ?? ''}${filename ?? ''}`))
    refusals.refuse('-F: a type or file name contains a line end or NUL.', formForm);
  return {
    name,
    source: fileSource(path, '-F name=', refusals),
    ...(type === undefined ? {} : { type }),
    ...(filename === undefined ? {} : { filename }),
  };
}

/** Splits `path;type=…;filename=…`. A type may have parameters of its own; path and file name may stand in `"`. */
function fileOptions(text: string): { readonly path: string; readonly type?: string; readonly filename?: string } {
  const quoted = /^"((?:[^"\\]|\\.)*)"(?=;(?:type|filename)=|$)/s.exec(text);
  const end = quoted ? quoted[0].length : text.search(/;(?:type|filename)=|$(?![\s\S])/);
  const path = quoted ? unquoted(quoted[0]) : text.slice(0, end);
  const options: { type?: string; filename?: string } = {};
  for (const [, key, value = ''] of text
    .slice(end)
    .matchAll(/;(type|filename)=("(?:[^"\\]|\\.)*"|(?:(?!;(?:type|filename)=)[\s\S])*)/g)) {
    options[key === 'type' ? 'type' : 'filename'] = unquoted(value);
  }
  return { path, ...options };
}

const unquoted = (text: string): string =>
  /^".*"$/s.test(text) && text.length > 1 ? text.slice(1, -1).replace(/\\(["\\])/g, '$1') : text;
