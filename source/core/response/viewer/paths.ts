/** Converts between paths and lines of a JSON text. */
import { parsedJson } from '../../json/loose.js';
import { memoizeWeak } from '../../memoize-weak.js';
import type { LineSource } from './line-source.js';

/** Member names and indexes from the root. */
export type Path = readonly (string | number)[];

/** Returns the value of a string token. Other tokens are returned unchanged. */
export function stringValue(token: string): string {
  if (!token.includes('\\')) return token.slice(1, -1);
  return (parsedJson(token) as string | undefined) ?? token.slice(1, -1);
}

/** Yields the first lines of the elements of a container. */
export function* childLines(source: LineSource, opening: number): Generator<number> {
  for (let line = opening + 1; source.has(line) && source.kind(line) !== 'close'; ) {
    yield line;
    line = source.kind(line) === 'open' ? source.partner(line) + 1 : line + 1;
  }
}

const countsOf = memoizeWeak((_: LineSource) => new Map<number, number>());

/** Returns the number of elements in a container. */
export function childCount(source: LineSource, opening: number): number {
  const known = countsOf(source);
  let count = known.get(opening);
  if (count === undefined) {
    count = 0;
    for (const _ of childLines(source, opening)) count++;
    known.set(opening, count);
  }
  return count;
}

/** Returns the opening line of the enclosing container. A closing line belongs to its container. */
export function parentLine(source: LineSource, line: number): number | undefined {
  let at = (source.kind(line) === 'close' ? source.partner(line) : line) - 1;
  while (at >= 0) {
    const kind = source.kind(at);
    if (kind === 'open') return at;
    at = (kind === 'close' ? source.partner(at) : at) - 1;
  }
  return undefined;
}

/** Returns true for an array, false for an object. */
export const isList = (source: LineSource, opening: number): boolean =>
  source.text.charCodeAt(source.parts(opening).value[0]) === 0x5b;

export function keyOf(source: LineSource, line: number): string | undefined {
  const { key } = source.parts(line);
  return key === undefined ? undefined : stringValue(source.text.slice(...key));
}

/**
 * Follows a path as far as it exists.
 * @returns the last existing line, and whether the entire path exists
 */
export function lineOfPath(source: LineSource, path: Path, from = 0): { line: number; whole: boolean } | undefined {
  if (!source.has(from)) return undefined;
  let line = from;
  for (const step of path) {
    if (source.kind(line) !== 'open') return { line, whole: false };
    const next = child(source, line, step);
    if (next === undefined) return { line, whole: false };
    line = next;
  }
  return { line, whole: true };
}

function child(source: LineSource, opening: number, step: string | number): number | undefined {
  const list = isList(source, opening);
  let index = 0;
  for (const line of childLines(source, opening)) {
    if (list ? index === Number(step) : keyOf(source, line) === String(step)) return line;
    index++;
  }
  return undefined;
}

/** Returns the path of a line from the root. */
export function pathOfLine(source: LineSource, line: number): Path {
  const path: (string | number)[] = [];
  let at = source.kind(line) === 'close' ? source.partner(line) : line;
  for (;;) {
    const parent = parentLine(source, at);
    if (parent === undefined) return path.reverse();
    path.push(keyOf(source, at) ?? indexIn(source, parent, at));
    at = parent;
  }
}

function indexIn(source: LineSource, opening: number, wanted: number): number {
  let index = 0;
  for (const line of childLines(source, opening)) {
    if (line === wanted) return index;
    index++;
  }
  return index;
}

/** Formats a path in jq's notation: `.data.users[0]["first name"]`. */
export const pathText = (path: Path): string =>
  path.length === 0
    ? '.'
    : path
        .map((step, index) => {
          if (typeof step === 'number') return `${index === 0 ? '.' : ''}[${step}]`;
          return /^[A-Za-z_]\w*$/.test(step) ? `.${step}` : `${index === 0 ? '.' : ''}[${JSON.stringify(step)}]`;
        })
        .join('');

/** Formats a path as a JSONPath (RFC 9535): `$.data.users[0]["first name"]`. */
export const jsonPathText = (path: Path): string =>
  `$${path
    .map(step => {
      if (typeof step === 'number') return `[${step}]`;
      return /^[A-Za-z_]\w*$/.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`;
    })
    .join('')}`;

/** Returns the JSON text of the element that a line begins or ends. */
export function valueText(source: LineSource, line: number): string {
  const first = source.kind(line) === 'close' ? source.partner(line) : line;
  const from = source.parts(first).value[0];
  const last = source.kind(first) === 'open' ? source.partner(first) : first;
  return source.text.slice(from, source.parts(last).value[1]);
}
