/**
 * Writes an operation as an entry of a `.http` file, with `{{name}}` placeholders for required parameters and files, the values
 * of the parameters, and a body made from examples. Descriptions are untrusted: their text must not become a line, a path or a
 * placeholder.
 */

import { hasMarks, writeEntry } from '../../http-file/write-entry.js';
import { isEmptyObject } from '../../json/loose.js';
import { type RawValue, rawOf } from '../../json/raw.js';
import { withoutPlaceholders } from '../../json/tokens.js';
import type { FormPart } from '../../options.js';
import type { Description, Operation, Parameter } from '../document/types.js';
import { titleOf } from '../look-up.js';
import { isJsonType } from '../media-type.js';
import { chooseContent } from './arguments.js';
import { sendsFile } from './binary.js';
import { bodyExample, emptyBody, validatorOf } from './body-example.js';
import { type BuiltRequest, buildRequest } from './build-request.js';
import { exampleOfParameter } from './example.js';
import { ExampleBudget, incompleteExample } from './mend.js';
import { nameFor, Placeholders } from './placeholders.js';

/** The entry, ending with a line end, and the values of its names as JSON. */
interface EntryText {
  readonly text: string;
  readonly values: readonly (readonly [name: string, json: string])[];
}

/** @param server URL without a trailing slash */
export function entryText(description: Description, operation: Operation, server: string): EntryText {
  const { root } = description;
  const isValid = validatorOf(description);
  const budget = new ExampleBudget();
  const placeholders = new Placeholders();
  const values: string[] = [];
  const parameters = new Map<Parameter, RawValue>();
  for (const parameter of operation.parameters) {
    if (!parameter.required) continue;
    const example = exampleOfParameter(root, parameter, isValid, budget);
    const isPlain = typeof example !== 'object' || example === null;
    if (isPlain) {
      parameters.set(parameter, placeholders.add(parameter.name, parameter.place));
      values.push(JSON.stringify(example ?? null));
    } else parameters.set(parameter, rawOf(example));
  }
  const content = chooseContent(root, operation);
  const example = content && bodyExample(description, content, budget).value;
  const body = content === undefined ? {} : { body: rawOf(example) };
  const built = buildRequest(description, operation, server, content, { parameters, files: [], problems: [], ...body });
  const { names } = placeholders;
  const filled = (text: string): string => placeholders.fill(withoutMarks(text));
  const notes = [...(budget.isIncomplete ? [incompleteExample] : []), ...(isEmptyObject(example) ? [emptyBody] : [])];
  const url = filled(built.url);
  const headers = headersOf(built).map(([name, value]) => ({ name: oneLine(name), value: filled(oneLine(value)) }));
  const taken = new Set(names);
  const text = writeEntry({
    title: oneLine(operation.id ?? titleOf(operation)),
    method: operation.method,
    url,
    notes: notes.map(note => `# ${note}`),
    headers,
    body: content && sendsFile(root, content) ? fileLine('body', taken) : bodyText(built, taken),
  });
  return { text, values: names.map((name, at) => [name, values[at] ?? 'null'] as const) };
}

/** Removes braces, which could form a placeholder, and control characters, which could start a new line. */
export const withoutMarks = (text: string): string =>
  text.replace(/[{}]/g, encodeURIComponent).replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ');

/** Puts a text on one line and removes placeholders. */
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

/**
 * Returns a line that sends a file. Its path is a placeholder without a value, so nothing is sent until the user enters a path.
 * A path from the description could refer to any file.
 */
function fileLine(name: string, taken: Set<string>): string {
  const free = nameFor(name, 'file', taken);
  taken.add(free);
  return `< {{${free}}}`;
}

/** @param taken names in use in the entry; names of files are added */
function bodyText({ body, mediaType = '' }: BuiltRequest, taken: Set<string>): string {
  switch (body?.kind) {
    case 'text': {
      if (!isJsonType(mediaType)) return hasMarks(body.text) ? '' : body.text.trim();
      return withoutPlaceholders(JSON.stringify(JSON.parse(body.text), undefined, 2));
    }
    case 'form': {
      const heads = body.parts.map(partHead);
      const texts = body.parts.map(({ source }) => (source.from === 'text' ? source.text : ''));
      if (hasMarks([...heads, ...texts].join('\n'))) return '';
      const contents = body.parts.map(({ name, filename }, at) =>
        filename === undefined ? texts[at] : fileLine(name, taken),
      );
      return `${heads.map((head, at) => `${head}\n${contents[at]}\n`).join('')}--${boundary}--`;
    }
    default:
      return '';
  }
}

function partHead({ name, type, filename }: FormPart): string {
  const quoted = (value: string): string => `"${oneLine(value).replace(/["\\]/g, '_')}"`;
  const file = filename === undefined ? '' : `; filename=${quoted(filename)}`;
  const typed = type === undefined ? '' : `Content-Type: ${oneLine(type)}\n`;
  return `--${boundary}\nContent-Disposition: form-data; name=${quoted(name)}${file}\n${typed}`;
}
