/** Body flags and items -> `BodyOption` and query pairs. */
import type { BodyOption, DataPiece, HeaderOption, ItemOption, QueryOption } from '../../core/options.js';
import type { BodyCoding } from '../../core/request/spec.js';
import { isAnyItem, readItem } from '../items.js';
import type { FlagTokens } from '../tokens.js';
import type { UsageErrors } from '../usage-errors.js';
import { fileSource, textSource } from '../values.js';
import { formParts } from './form.js';

/** The body, and `name==value` items as the query, in order. */
interface BodyAndQuery {
  readonly body?: BodyOption;
  readonly query: readonly QueryOption[];
}

/** Parses the body. Rejects two kinds of body, because only one can be sent. */
export function parseBody(given: FlagTokens, words: readonly string[], errors: UsageErrors): BodyAndQuery {
  const fields: ItemOption[] = [];
  const query: QueryOption[] = [];
  for (const word of words) {
    const { kind, ...item } = errors.unwrap(readItem(word), isAnyItem);
    if (kind === 'query') query.push(item);
    else fields.push(item as ItemOption);
  }
  const kinds: { readonly shown: string; readonly body: BodyOption }[] = [];

  const pieces = dataPieces(given, errors);
  if (pieces.length > 0) {
    const shown = (['data', 'data-raw'] as const).find(given.has) ?? 'data-urlencode';
    kinds.push({ shown: shown === 'data' ? '-d' : `--${shown}`, body: { kind: 'data', pieces } });
  }
  const sources = given.all('json').map(text => textSource(text, '--json', errors));
  if (sources.length > 0) kinds.push({ shown: '--json', body: { kind: 'json', sources } });
  const parts = formParts(given, errors);
  if (parts.length > 0)
    kinds.push({ shown: given.has('form') ? '-F' : '--form-string', body: { kind: 'form', parts } });
  if (fields.length > 0) kinds.push({ shown: `the item ${fields[0]?.name}=…`, body: { kind: 'items', fields } });

  if (kinds.length > 1) {
    errors.add(
      `Two kinds of body: ${kinds[0]?.shown} and ${kinds[1]?.shown}.`,
      'Use only one. To add to the query of the URL, use name==text.',
    );
  }
  const body = kinds[0]?.body;
  if (given.on('chunked') && !body)
    errors.add('--chunked has no effect without a body.', 'Usage: apiclient POST URL -d @- --chunked');
  return body ? { body, query } : { query };
}

/** The coding of `--compress`, which is among the flag's choices. */
export function parseCompress(
  given: FlagTokens,
  headers: readonly HeaderOption[],
  errors: UsageErrors,
): BodyCoding | undefined {
  const coding = given.last('compress') as BodyCoding | undefined;
  if (coding === undefined) return undefined;
  if (headers.some(each => each.kind !== 'file' && /^content-encoding$/i.test(each.name)))
    errors.add('--compress sets Content-Encoding, but the request already has one.', 'Remove one of them.');
  return coding;
}

function dataPieces(given: FlagTokens, errors: UsageErrors): readonly DataPiece[] {
  const plain = given
    .positioned('data')
    .map(({ value, position }) => ({ position, piece: textSource(value, '-d', errors) as DataPiece }));
  const raw = given
    .positioned('data-raw')
    .map(({ value, position }) => ({ position, piece: { from: 'text' as const, text: value } }));
  const encoded = given
    .positioned('data-urlencode')
    .map(({ value, position }) => ({ position, piece: encodedPiece(value, errors) }));
  return [...plain, ...raw, ...encoded].sort((a, b) => a.position - b.position).map(({ piece }) => piece);
}

/** curl's forms: `name=text`, `=text`, `text`, `name@file`, `@file`. With an empty name only the value is sent. */
function encodedPiece(text: string, errors: UsageErrors): DataPiece {
  const equals = text.indexOf('=');
  const at = equals < 0 ? text.indexOf('@') : -1;
  if (at >= 0) {
    return {
      from: 'urlencode',
      name: text.slice(0, at),
      value: fileSource(text.slice(at + 1), '--data-urlencode', errors),
    };
  }
  return {
    from: 'urlencode',
    name: text.slice(0, Math.max(equals, 0)),
    value: { from: 'text', text: text.slice(equals + 1) },
  };
}
