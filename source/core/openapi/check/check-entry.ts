/** Checks a request of a `.http` file against a description and reports problems with their positions. */

import type { Entry } from '../../http-file/document.js';
import { parsedJson, textIn } from '../../json/loose.js';
import { type JsonNode, jsonTree } from '../../json/tree.js';
import { isProblem } from '../../problem.js';
import { percentDecoded, queryPairs } from '../../request/url.js';
import { componentsOf } from '../document/node.js';
import type { Description, Operation, Parameter } from '../document/types.js';
import { pathValue, placesOf, queryRange, type Range } from '../edit/head.js';
import { pairsIn } from '../edit/pairs.js';
import { titleOf } from '../look-up.js';
import { contentSentAs, isJsonType } from '../media-type.js';
import { filledNames, operationOf, type TextPlaces } from '../operations-in-text.js';
import { shapeOf } from '../schema.js';
import { bodyMisfits } from './body-misfits.js';
import { misfits, pathText } from './json-schema.js';

/** UTF-16 offsets in the text. */
export interface EntryProblem extends Range {
  readonly text: string;
}

/** @returns undefined if the request goes to another server and is therefore not checked */
export function checkEntry(
  description: Description,
  text: string,
  entry: Entry,
  around: TextPlaces = {},
): readonly EntryProblem[] | undefined {
  const of = operationOf(description, entry, around);
  if (of === undefined) return undefined;
  const { url = lineRange(text, entry.from, entry.url) } = placesOf(text, entry);
  if (isProblem(of)) return [{ ...withoutQuery(text, url), text: of.problem }];
  const { operation, path } = of;
  const problems: EntryProblem[] = [];
  const report: Checking['report'] = ({ from, to }, words) => problems.push({ from, to, text: words });
  const values = around.values ?? new Map();
  const checking = { description, operation, text, entry, values, title: titleOf(operation), report };
  checkParameters(checking, url, path);
  checkBody(checking, url);
  return problems;
}

/** Returns the line where the URL of an entry starts, for URLs that span several lines. */
function lineRange(text: string, from: number, url: string): Range {
  const at = Math.max(from, text.indexOf(url.slice(0, 8), from));
  const end = text.indexOf('\n', at);
  return { from: at, to: end < 0 ? text.length : end };
}

const withoutQuery = (text: string, url: Range): Range => {
  const query = queryRange(text, url);
  return { from: url.from, to: query.has ? query.from - 1 : url.to };
};

/** A request that is being checked. */
interface Checking {
  readonly description: Description;
  readonly operation: Operation;
  readonly text: string;
  readonly entry: Entry;
  readonly values: ReadonlyMap<string, string>;
  /** Title of the operation. */
  readonly title: string;
  report(this: void, range: Range, text: string): void;
}

/** Values of an operation's parameters in the text. */
interface TypedValues {
  /** Range of the URL. */
  readonly url: Range;
  readonly path: ReadonlyMap<string, string>;
  readonly query: ReadonlyMap<string, string>;
  /** Ranges of the query parameters. */
  readonly places: ReadonlyMap<string, Range>;
}

function checkParameters(checking: Checking, url: Range, path: ReadonlyMap<string, string>): void {
  const { operation, text, entry, values } = checking;
  const query = queryPairs(entry.url).map(
    ({ name, value }) => [name.replace(/\[\]$/, ''), filledNames(value, values)] as const,
  );
  const typed: TypedValues = { url, path, query: new Map(query), places: queryPlaces(text, url) };
  checkQueryNames(
    checking,
    query.map(([name]) => name),
    typed,
  );
  for (const parameter of operation.parameters) checkParameter(checking, parameter, typed);
}

/** Returns the range of the first query parameter of each name. */
function queryPlaces(text: string, url: Range): ReadonlyMap<string, Range> {
  const places = new Map<string, Range>();
  for (const pair of pairsIn(text, queryRange(text, url), '&').toReversed())
    for (const name of [pair.name, pair.name.replace(/\[\]$/, '')]) places.set(name, pair);
  return places;
}

function checkQueryNames(checking: Checking, names: readonly string[], { url, places }: TypedValues): void {
  const { description, operation, title, report } = checking;
  const described = new Set(operation.parameters.flatMap(each => namesOf(description.root, each)));
  for (const name of names) {
    const isDescribed = described.has(name) || described.has('') || isBelow(operation, name);
    if (!isDescribed && !name.includes('{{') && !isApiKey(description, name))
      report(places.get(name) ?? url, `${title} has no query parameter ${name}.`);
  }
}

function checkParameter(checking: Checking, parameter: Parameter, typed: TypedValues): void {
  const { description, text, title, report } = checking;
  const { name, place } = parameter;
  const value = typedValue(checking, parameter, typed);
  if (value === undefined) {
    if (isMissing(description.root, parameter, typed.query))
      report(
        withoutQuery(text, typed.url),
        `${title} needs the ${place === 'query' ? 'query parameter' : 'header'} ${name}.`,
      );
    return;
  }
  if (value.includes('{{')) return;
  const [misfit] = misfitsOfText(description, parameter, value);
  if (misfit !== undefined) report(placeOfValue(checking, parameter, typed) ?? typed.url, `${name} ${misfit}.`);
}

/** Returns the value of a parameter, or undefined if it is missing or in a cookie. */
function typedValue({ entry, values }: Checking, { name, place }: Parameter, typed: TypedValues): string | undefined {
  if (place === 'path') return typed.path.get(name);
  if (place === 'query') return typed.query.get(name);
  if (place !== 'header') return undefined;
  const header = entry.headers.findLast(each => each.name.toLowerCase() === name.toLowerCase());
  return header && filledNames(header.text, values);
}

function placeOfValue(
  { text, entry, operation }: Checking,
  { name, place }: Parameter,
  { url, places }: TypedValues,
): Range | undefined {
  if (place === 'path') return pathValue(text, url, operation.path, name);
  return place === 'query' ? places.get(name) : placesOf(text, entry).headers.get(name.toLowerCase());
}

/** Returns true for a required query parameter or header. An object may be spread over several query parameters. */
function isMissing(root: unknown, parameter: Parameter, query: ReadonlyMap<string, string>): boolean {
  const { place, required, schema } = parameter;
  if (!required || (place !== 'query' && place !== 'header')) return false;
  return !shapeOf(root, schema).types.includes('object') && !hasSomeOf(query, parameter);
}

/** Returns true for `filter[status]` and `filter[]` if a parameter is `filter`. */
const isBelow = ({ parameters }: Operation, name: string): boolean =>
  parameters.some(each => each.place === 'query' && name.startsWith(`${each.name}[`));

function checkBody(checking: Checking, url: Range): void {
  const { operation, text, entry, title, report } = checking;
  const type = entry.headers.findLast(each => each.name.toLowerCase() === 'content-type')?.text;
  const { body } = operation;
  const [first] = entry.body;
  if (first === undefined) {
    if (body?.required) report(withoutQuery(text, url), `${title} needs a body.`);
    return;
  }
  const places = placesOf(text, entry);
  const place = firstLine(text, places.body ?? { from: places.headEnd, to: entry.to });
  if (body === undefined) {
    report(place, `${title} does not take a body.`);
    return;
  }
  const { content } = body;
  const sent = contentSentAs(content, type);
  if (sent === undefined) {
    if (type !== undefined && !type.includes('{{') && content.length > 0)
      report(
        places.headers.get('content-type') ?? place,
        `${title} does not take ${type}. It takes ${content.map(({ mediaType }) => mediaType).join(', ')}.`,
      );
    return;
  }
  if (isJsonType(sent.mediaType) && places.body !== undefined) checkJson(checking, places.body, sent.schema);
}

function checkJson({ description, text: source, values, report }: Checking, body: Range, schema: unknown): void {
  // Comment lines are not sent. Blanks preserve the offsets.
  const text = source
    .slice(body.from, body.to)
    .replace(/^[ \t]*(?:#|\/\/).*$/gm, comment => ' '.repeat(comment.length));
  // Match strings as a whole, including an unclosed one, so that text between two strings is not mistaken for a string.
  const expression = /"(?:[^"\\\n]|\\.)*("?)|\{\{[^{}]*\}\}/g;
  let names = 0;
  // A placeholder can have any value, so problems with it are not reported unless its value is known.
  const whole = text.replace(expression, (typed, end?: string) => {
    if (end === '') return typed;
    const filled = typed.includes('{{') ? filledNames(typed, values) : typed;
    return filled.includes('{{') ? JSON.stringify(`${mark}${++names}`) : filled;
  });
  // Same length, so that positions remain valid.
  const masked = text.replace(expression, (typed, end?: string) =>
    end !== '' && typed.includes('{{') ? `"${'_'.repeat(typed.length - 2)}"` : typed,
  );
  const shaped = jsonTree(masked, {});
  const at = (range: Range): Range => firstLine(source, { from: body.from + range.from, to: body.from + range.to });
  const value = parsedJson(whole);
  if (value === undefined) {
    const offset = isProblem(shaped) ? Math.min(shaped.offset, Math.max(0, text.length - 1)) : 0;
    report(at({ from: offset, to: offset + 1 }), 'The body is not JSON.');
    return;
  }
  for (const { path, text: words } of bodyMisfits(description, schema, value)) {
    if (path.length > 0 && isNamed(value, path)) continue;
    const node = isProblem(shaped) ? { from: 0, to: text.length } : nodeAt(shaped.root, path);
    report(at(node), `${path.length === 0 ? 'The body' : pathText(path).slice(2)} ${words}.`);
  }
}

/** Returns the first line of a range, which is never empty. */
function firstLine(text: string, { from, to }: Range): Range {
  const end = text.indexOf('\n', from);
  return { from, to: Math.max(Math.min(from + 1, text.length), end < 0 ? to : Math.min(end, to)) };
}

/** Returns the range of the value at a path, or of its closest existing ancestor. */
function nodeAt(root: JsonNode, path: readonly string[]): Range {
  let node = root;
  let range: Range = root;
  for (const step of path) {
    const member = node.kind === 'object' ? node.members.findLast(({ name }) => name === step) : undefined;
    const next = member?.value ?? (node.kind === 'array' ? node.items[Number(step)] : undefined);
    if (next === undefined) return range;
    node = next;
    range = member ?? next;
  }
  return range;
}

/** Returns the query names that a parameter uses. An empty name matches any name. */
function namesOf(root: unknown, { name, place, schema }: Parameter): readonly string[] {
  if (place === 'querystring') return [''];
  return place === 'query' ? [name, ...shapeOf(root, schema).properties.map(each => each.name)] : [];
}

const hasSomeOf = (query: ReadonlyMap<string, string>, { name }: Parameter): boolean =>
  [...query.keys()].some(key => key === `${name}[]` || key.startsWith(`${name}[`));

/** Returns true for an API key, which is not a parameter. */
const isApiKey = ({ root }: Description, name: string): boolean =>
  componentsOf(root, 'securitySchemes').some(([, scheme]) => textIn(scheme, 'name') === name);

/** Returns the mismatches of a text. It matches if either the text itself or its value as JSON does. */
function misfitsOfText(description: Description, { schema, mediaType }: Parameter, text: string): readonly string[] {
  if (mediaType !== undefined && isJsonType(mediaType)) return misfitsOfJson(description, schema, text);
  const { types } = shapeOf(description.root, schema);
  if (types.includes('array') || types.includes('object')) return [];
  const candidates: unknown[] = [percentDecoded(text)];
  const value = parsedJson(text);
  if (value !== undefined && typeof value !== 'object') candidates.unshift(value);
  const problemsOfEach = candidates.map(value => misfits(description, schema, value, 'request'));
  return problemsOfEach.some(each => each.length === 0) ? [] : (problemsOfEach[0] ?? []).map(each => each.text);
}

/** Returns the mismatches of a parameter that is written as JSON. */
function misfitsOfJson(description: Description, schema: unknown, text: string): readonly string[] {
  const value = parsedJson(percentDecoded(text));
  if (value === undefined) return ['is not JSON'];
  return bodyMisfits(description, schema, value).map(
    ({ path, text: words }) => `${path.length === 0 ? '' : `at ${pathText(path)} `}${words}`,
  );
}

const mark = '\u0000name';

function isNamed(value: unknown, path: readonly string[]): boolean {
  let at: unknown = value;
  for (const step of path)
    at = typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[step] : undefined;
  return JSON.stringify(at ?? '').includes('\\u0000name');
}
