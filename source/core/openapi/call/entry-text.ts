/**
 * An operation as an entry of a `.http` text: `{{names}}` for what is required of it, their values beside it, and a body made
 * from examples. A description may come from anybody: nothing in it becomes a line, a file or a name of the text.
 */
import { parseRaw, type RawValue } from '../../json/raw.js';
import type { FormPart } from '../../options.js';
import { misfits } from '../check/json-schema.js';
import type { Description, Operation, Parameter } from '../document/types.js';
import { titleOf } from '../look-up.js';
import { isJsonType } from '../media-type.js';
import { chooseContent } from './arguments.js';
import { type BuiltRequest, buildRequest } from './build-request.js';
import { exampleFor, exampleOfParameter, type Fits } from './example.js';

/** The entry, which ends in a line end, and the values of its names as JSON. */
interface EntryText {
  readonly text: string;
  readonly values: readonly (readonly [name: string, json: string])[];
}

/** @param server URL without a slash at its end */
export function entryText(description: Description, operation: Operation, server: string): EntryText {
  const { root } = description;
  const fits: Fits = (schema, value) => misfits(description, schema, value, 'request').length === 0;
  const values = new Map<string, string>();
  const parameters = new Map<Parameter, RawValue>();
  for (const parameter of operation.parameters) {
    if (!parameter.required) continue;
    const example = exampleOfParameter(root, parameter, fits);
    const isPlain = typeof example !== 'object' || example === null;
    if (isPlain) {
      const name = nameFor(parameter, values);
      parameters.set(parameter, standIn(values.size));
      values.set(name, JSON.stringify(example ?? null));
    } else parameters.set(parameter, rawOf(example));
  }
  const content = chooseContent(operation);
  const example = content && (content.example ?? exampleFor(root, content.schema, fits));
  const body = content === undefined ? {} : { body: rawOf(example) };
  const built = buildRequest(description, operation, server, content, { parameters, files: [], problems: [], ...body });
  const names = [...values.keys()];
  const filled = (text: string): string =>
    names.reduce((whole, name, at) => whole.replaceAll(standIn(at), `{{${name}}}`), withoutMarks(text));
  const lines = [
    `### ${oneLine(operation.id ?? titleOf(operation))}`,
    `${operation.method} ${filled(built.url)}`,
    ...headersOf(built).map(([name, value]) => `${oneLine(name)}: ${filled(oneLine(value))}`),
  ];
  const text = bodyText(built);
  if (text !== '') lines.push('', text);
  return { text: `${lines.join('\n')}\n`, values: [...values] };
}

/** Stands in a URL and in a header as it is, whatever is encoded there. */
const standIn = (at: number): string => `apiclientName${at}standIn`;

/** A name of a `.http` text that is not taken. */
function nameFor({ name, place }: Parameter, taken: ReadonlyMap<string, string>): string {
  const plain = name.replace(/[^\w.-]+/g, '_').replace(/^[.-]+/, '') || place;
  for (let nth = 1; ; nth++) {
    const free = nth === 1 ? plain : `${plain}_${nth === 2 ? place : nth}`;
    if (!taken.has(free)) return free;
  }
}

/** A value of JavaScript as one with exact numbers. */
export function rawOf(value: unknown): RawValue {
  const read = parseRaw(JSON.stringify(value ?? null));
  return 'value' in read ? read.value : null;
}

/** Braces would be a name, and a control character another line. */
export const withoutMarks = (text: string): string =>
  text.replace(/[{}]/g, encodeURIComponent).replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ');

/** A text on one line, in which no name begins. */
export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').replaceAll('{{', '{ {');

const boundary = 'part-of-this-form';

function headersOf({
  accepts,
  mediaType,
  body,
  headers,
  cookies,
}: BuiltRequest): readonly (readonly [string, string])[] {
  const type = body?.kind === 'form' ? `${mediaType}; boundary=${boundary}` : mediaType;
  return [
    ...(accepts.length === 0 ? [] : [['Accept', accepts.join(', ')] as const]),
    ...(type === undefined ? [] : [['Content-Type', type] as const]),
    ...headers,
    ...(cookies.length === 0 ? [] : [['Cookie', cookies.join('; ')] as const]),
  ];
}

/** Lines that a `.http` text reads as something else. */
const hasMarks = /^###|^<@?[\w-]*\s+\S|^<>\s|^[<>]\s*\{%|^\?\?\s|^>>?!?\s+\S|\{\{/m;

function bodyText({ body, mediaType = '' }: BuiltRequest): string {
  switch (body?.kind) {
    case 'text': {
      if (!isJsonType(mediaType)) return hasMarks.test(body.text) ? '' : body.text.trim();
      return JSON.stringify(JSON.parse(body.text), undefined, 2).replaceAll('{{', '{\\u007b');
    }
    case 'form': {
      const text = body.parts.map(partText).join('');
      return hasMarks.test(text) ? '' : `${text}--${boundary}--`;
    }
    default:
      return '';
  }
}

function partText({ name, source, type, filename }: FormPart): string {
  const quoted = (value: string): string => `"${oneLine(value).replace(/["\\]/g, '_')}"`;
  const file = filename === undefined ? '' : `; filename=${quoted(filename)}`;
  const typed = type === undefined ? '' : `Content-Type: ${oneLine(type)}\n`;
  const text = source.from === 'text' ? source.text : '';
  return `--${boundary}\nContent-Disposition: form-data; name=${quoted(name)}${file}\n${typed}\n${text}\n`;
}
