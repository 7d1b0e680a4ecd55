/** Requests of a `.http` text against a description: unknown paths and names, what is missing, bodies that do not fit. */
import type { CheckedFile, FileProblem } from '../../graphql/check-files/check.js';
import type { Entry } from '../../http-file/document.js';
import { parseHttpFile } from '../../http-file/parse.js';
import { nearestFew } from '../../near-miss.js';
import { queryPairs } from '../../request/url.js';
import { serverUrls } from '../document/servers.js';
import type { Description, Operation, Parameter } from '../document/types.js';
import { matchOperation, titleOf } from '../look-up.js';
import { isJsonType, matchesType } from '../media-type.js';
import { shapeOf } from '../schema.js';
import { misfits, pathText } from './json-schema.js';

/** Requests to other servers are left alone. */
export function checkHttpFile(description: Description, name: string, text: string): CheckedFile {
  const { entries, problems, variables } = parseHttpFile(text);
  const values = new Map(variables.map(each => [each.name, each.text]));
  const found: FileProblem[] = problems.map(each => ({ text: each.text, line: each.line, column: 1 }));
  let checked = 0;
  for (const entry of entries) {
    const of = operationOf(description, entry, values);
    if (of === undefined) continue;
    checked++;
    const at = (line: number, text: string): void => void found.push({ text, line, column: 1 });
    if ('problem' in of) at(entry.line, of.problem);
    else checkEntry(description, of, entry, at);
  }
  return { name, problems: found.sort((a, b) => a.line - b.line), definitions: checked };
}

/** The request's operation, or why it is none; undefined: it goes to another server. */
export function operationOf(
  description: Description,
  { method, url }: Pick<Entry, 'method' | 'url'>,
  values: ReadonlyMap<string, string> = new Map(),
): MatchedEntry | { readonly problem: string } | undefined {
  const typed = filled(url, values);
  const [bare = ''] = typed.split(/[?#]/, 1);
  const path = pathBehindServer(description, bare);
  if (path === undefined) return undefined;
  const match = matchOperation(description.operations, method, path);
  if (match) return { operation: match.operation, path: match.values, query: queryOf(typed) };
  const others = description.operations.filter(each => matchOperation([each], each.method, path));
  if (others.length > 0)
    return { problem: `${path} has no ${method}: it has ${[...new Set(others.map(each => each.method))].join(', ')}.` };
  const near = nearestFew(path, [...new Set(description.operations.map(each => each.path))]);
  return {
    problem: `The description has no path ${path}${near.length === 0 ? '.' : `: did you mean ${near.join(', ')}?`}`,
  };
}

interface MatchedEntry {
  readonly operation: Operation;
  readonly path: ReadonlyMap<string, string>;
  readonly query: ReadonlyMap<string, string>;
}

/** Names with values of the file; others stay. A name that stands for a host and has no value is the server. */
const filled = (url: string, values: ReadonlyMap<string, string>): string => {
  let text = url;
  for (let depth = 0; depth < 10; depth++) {
    const next = text.replace(/\{\{\s*([\w.-]+)\s*\}\}/g, (found, name: string) => values.get(name) ?? found);
    if (next === text) break;
    text = next;
  }
  return text;
};

function pathBehindServer(description: Description, url: string): string | undefined {
  const [, beyond] = /^(?:https?:\/\/)?\{\{[^{}]*\}\}(\/.*|$)/.exec(url) ?? [];
  if (beyond !== undefined) return beyond || '/';
  if (/^@[\w.-]+/.test(url)) return url.replace(/^@[\w.-]+/, '') || '/';
  const servers = allServers(description);
  const whole = /^https?:\/\//i.test(url) ? url : url.startsWith('/') ? `${servers[0] ?? ''}${url}` : `https://${url}`;
  const server = servers
    .filter(each => whole === each || whole.startsWith(`${each}/`))
    .sort((a, b) => b.length - a.length)[0];
  return server === undefined ? undefined : whole.slice(server.length) || '/';
}

const known = new WeakMap<Description, readonly string[]>();

/** The servers of the description and of its operations. */
function allServers(description: Description): readonly string[] {
  const found = known.get(description) ?? [
    ...new Set([...serverUrls(description), ...description.operations.flatMap(each => serverUrls(description, each))]),
  ];
  known.set(description, found);
  return found;
}

const queryOf = (url: string): ReadonlyMap<string, string> =>
  new Map(queryPairs(url).map(({ name, value }) => [name.replace(/(?:\[\])$/, ''), value]));

function checkEntry(
  description: Description,
  { operation, path, query }: MatchedEntry,
  entry: Entry,
  at: (line: number, text: string) => void,
): void {
  const title = titleOf(operation);
  const headers = new Map(entry.headers.map(each => [each.name.toLowerCase(), each]));
  const isKnown = (name: string): boolean =>
    operation.parameters.some(
      each =>
        (each.place === 'query' &&
          (each.name === name || each.name === `${name}[]` || name.startsWith(`${each.name}[`))) ||
        each.place === 'querystring' ||
        (each.place === 'query' &&
          shapeOf(description.root, each.schema).properties.some(property => property.name === name)),
    );
  for (const name of query.keys())
    if (!isKnown(name) && !isApiKey(description, name)) at(entry.line, `${title} has no query parameter ${name}.`);
  for (const parameter of operation.parameters) {
    const { name, place, required, schema } = parameter;
    const header = headers.get(name.toLowerCase());
    const value =
      place === 'path'
        ? path.get(name)
        : place === 'query'
          ? query.get(name)
          : place === 'header'
            ? header?.text
            : undefined;
    const isExploded = shapeOf(description.root, schema).types.includes('object');
    if (value === undefined) {
      if (required && !isExploded && (place === 'query' || place === 'header') && !hasSomeOf(query, parameter))
        at(entry.line, `${title} needs the ${place === 'query' ? 'query parameter' : 'header'} ${name}.`);
    } else if (!value.includes('{{')) {
      const [misfit] = misfitsOfText(description, parameter, value);
      if (misfit !== undefined) at(header?.line ?? entry.line, `${name} ${misfit}.`);
    }
  }
  checkBody(description, operation, entry, headers.get('content-type')?.text, at);
}

const hasSomeOf = (query: ReadonlyMap<string, string>, { name }: Parameter): boolean =>
  [...query.keys()].some(key => key === `${name}[]` || key.startsWith(`${name}[`));

/** Keys of a login are no parameters. */
const isApiKey = ({ root }: Description, name: string): boolean =>
  JSON.stringify(root.components ?? {}).includes(`"name":${JSON.stringify(name)}`);

/** A text fits if it does as it stands, or as the JSON it may be. */
function misfitsOfText(description: Description, { schema }: Parameter, text: string): readonly string[] {
  const { types } = shapeOf(description.root, schema);
  if (types.includes('array') || types.includes('object')) return [];
  const candidates: unknown[] = [decoded(text)];
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object') candidates.unshift(value);
  } catch {
    // A plain text.
  }
  const found = candidates.map(value => misfits(description, schema, value, 'request'));
  return found.some(each => each.length === 0) ? [] : (found[0] ?? []).map(each => each.text);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function checkBody(
  description: Description,
  operation: Operation,
  entry: Entry,
  type: string | undefined,
  at: (line: number, text: string) => void,
): void {
  const title = titleOf(operation);
  const [first] = entry.body;
  if (first === undefined) {
    if (operation.body?.required) at(entry.line, `${title} needs a body.`);
    return;
  }
  if (operation.body === undefined) {
    at(first.line, `${title} takes no body.`);
    return;
  }
  const { content } = operation.body;
  const found =
    type === undefined
      ? content.find(({ mediaType }) => isJsonType(mediaType))
      : content.find(({ mediaType }) => matchesType(mediaType, type));
  if (found === undefined) {
    if (type !== undefined && !type.includes('{{') && content.length > 0)
      at(first.line, `${title} takes no ${type}: it takes ${content.map(({ mediaType }) => mediaType).join(', ')}.`);
    return;
  }
  if (!isJsonType(found.mediaType) || entry.body.some(({ kind }) => kind === 'file')) return;
  const text = entry.body.map(piece => ('text' in piece ? piece.text : '')).join('');
  const names: string[] = [];
  // A name may stand for any value: what is said of it is not told.
  const whole = text.replace(/"[^"\n]*\{\{[^"\n]*"|\{\{[^{}]*\}\}/g, expression => {
    names.push(expression);
    return JSON.stringify(`${mark}${names.length}`);
  });
  let value: unknown;
  try {
    value = JSON.parse(whole);
  } catch {
    at(first.line, 'The body is not JSON.');
    return;
  }
  for (const { path, text: words } of misfits(description, found.schema, value, 'request')) {
    if (path.length > 0 && isNamed(value, path)) continue;
    at(first.line, `${path.length === 0 ? 'The body' : pathText(path).slice(2)} ${words}.`);
  }
}

const mark = '\u0000name';

function isNamed(value: unknown, path: readonly string[]): boolean {
  let at: unknown = value;
  for (const step of path)
    at = typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[step] : undefined;
  return JSON.stringify(at ?? '').includes('\\u0000name');
}
