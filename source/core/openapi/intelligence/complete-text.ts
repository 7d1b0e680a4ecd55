/**
 * Completion in a `.http` file: methods, paths, queries, headers and bodies from the description, and `{{name}}` placeholders.
 */

import type { Suggestion, Suggestions, WordBounds } from '../../graphql/intelligence/suggestion.js';
import { encodeQuery, queryPairs } from '../../request/url.js';
import type { SeenObjects } from '../../seen/objects.js';
import { memberTarget, pathTarget } from '../../seen/openapi.js';
import { seenSuggestions } from '../../seen/values.js';
import { afterLast } from '../../text/runs.js';
import { completeValue } from '../../values/complete.js';
import type { ValueType } from '../../values/type.js';
import type { Description, Operation, Parameter } from '../document/types.js';
import { maskNames } from '../edit/head.js';
import { restOfPath } from '../look-up.js';
import { contentSentAs, isJsonType, isUrlEncoded } from '../media-type.js';
import { operationAt } from '../operations-in-text.js';
import { shapeOf, typeDetail } from '../schema.js';
import { schemaValueType } from '../value-type.js';
import { completeDirective, type FlagWord } from './complete-directive.js';
import { requestHeaders } from './headers.js';
import { type HttpPlace, placeIn } from './place.js';

/** A name, with a short description of its source. */
type NameSource = readonly [name: string, detail: string];

/** Sources of suggestions. */
interface CompletionSources {
  readonly description: Description | undefined;
  /** Returns the URL to call an operation at, without a trailing slash, or undefined if no server is specified. */
  readonly serverOf: (operation: Operation) => string | undefined;
  /** Values of the file's names, for URLs that start with a placeholder. */
  readonly values: ReadonlyMap<string, string>;
  /** All names available as placeholders. The first entry of a name counts. */
  readonly names: readonly NameSource[];
  /** Objects of earlier responses. */
  readonly seen?: SeenObjects;
  /** Request flags for `# @flags`; absent if there are none. */
  readonly flags?: readonly FlagWord[];
}

/** Returns suggestions at an offset of a possibly incomplete text, or undefined if there are none. */
export function completeHttp(given: CompletionSources, text: string, offset: number): Suggestions | undefined {
  const sources = { ...given, serverOf: byServers(given.serverOf) };
  const place = placeIn(text, offset);
  const { before, part } = place;
  const name = /\{\{([\w.$-]*)$/.exec(before)?.[1];
  if (name !== undefined) return offered('variable', offset - name.length, namesIn(sources), bounds.name);
  // Closing braces end a name, so no list should follow them.
  if (/\{\{[^{}]*$/.test(before)) return undefined;
  switch (part) {
    case 'request line':
    case 'more of the URL':
      return inRequestLine(sources, place);
    case 'header':
      return inHeader(sources, place);
    case 'body':
      return inBody(sources, place);
    case 'other':
      return completeDirective(before, offset, given.flags ?? []);
  }
}

/** Looks up the server once for all operations that specify the same servers. */
function byServers(serverOf: CompletionSources['serverOf']): CompletionSources['serverOf'] {
  const known = new Map<Operation['servers'], string | undefined>();
  return operation => {
    const { servers } = operation;
    if (!known.has(servers)) known.set(servers, serverOf(operation));
    return known.get(servers);
  };
}

/** Patterns for the characters of a word before and after the cursor. */
const bounds = {
  name: { before: /^[\w.$-]*$/, after: /^[\w.$-]*(?:\s*\}\})?/ },
  method: { before: /^[A-Za-z]*$/, after: /^[A-Za-z]*/ },
  url: { before: /^[^\s?#]*$/, after: /^[^\s?#]*/ },
  step: { before: /^[^\s/?#]*$/, after: /^[^\s/?#]*/ },
  pair: { before: /^[^\s=&#]*$/, after: /^[^\s=&#]*/ },
  item: { before: /^[^\s&#,]*$/, after: /^[^\s&#,]*/ },
  header: { before: /^[\w!#$%&'*+.^`|~-]*$/, after: /^[\w!#$%&'*+.^`|~-]*/ },
  text: { before: /^[^\s,;]*$/, after: /^[^\s,;]*/ },
} as const satisfies Readonly<Record<string, WordBounds>>;

/** Descriptions are untrusted: their text must not become a line or a placeholder. */
const isSafe = ({ label, insert }: Suggestion): boolean => !/\p{Cc}/u.test(insert) && !label.includes('{{');

function offered(
  kind: Suggestions['kind'],
  from: number,
  all: readonly Suggestion[],
  of: WordBounds,
): Suggestions | undefined {
  const items = all.filter(isSafe);
  return items.length === 0 ? undefined : { kind, from, items, bounds: of };
}

function namesIn({ names }: CompletionSources): readonly Suggestion[] {
  const values = new Map(names.toReversed());
  return [...values].reverse().map(([label, detail]) => ({ label, insert: `${label}}}`, detail }));
}

/** Methods of RFC 9110 and RFC 5789, and QUERY. */
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'QUERY', 'TRACE'];

function inRequestLine(sources: CompletionSources, place: HttpPlace): Suggestions | undefined {
  const { part, before, after, request, offset } = place;
  const typed = /^\s*([A-Za-z]*)$/.exec(before)?.[1];
  if (part === 'request line' && typed !== undefined) {
    const space = /^[A-Za-z]*[ \t]/.test(after) ? '' : ' ';
    const items = methods.map(label => ({ label, insert: `${label}${space}` }));
    return offered('argument', offset - typed.length, items, bounds.method);
  }
  const [, method = 'GET', url = ''] = /^(?:([A-Za-z]+)\s+)?(.*)$/s.exec(before.trimStart()) ?? [];
  const bare = maskNames(url, 'n');
  if (/[\s#]/.test(bare)) return undefined;
  if (part === 'more of the URL' || bare.includes('?'))
    return inQuery(sources, operationOf(sources, request), url, place);
  return inPath(sources, method.toUpperCase(), url, offset);
}

/** Returns the operation of a request line. */
function operationOf({ description, serverOf, values }: CompletionSources, request: string): Operation | undefined {
  const [, method = 'GET', url = ''] = /^(?:([A-Za-z]+)\s+)?(\S+)/.exec(request) ?? [];
  const [first] = description?.operations ?? [];
  if (description === undefined || first === undefined) return undefined;
  return operationAt(description, { method: method.toUpperCase(), url }, { server: serverOf(first), values });
}

/** Suggests paths with their server. After a server or a placeholder for one, suggests the rest of the path. */
function inPath(
  { description, serverOf, seen = [] }: CompletionSources,
  method: string,
  url: string,
  offset: number,
): Suggestions | undefined {
  const all = description?.operations.filter(each => each.method === method) ?? [];
  const begun = all.flatMap(operation => {
    const server = serverOf(operation) ?? '';
    const lead =
      server !== '' && url.startsWith(`${server}/`)
        ? server
        : /^(?:https?:\/\/)?(?:\{\{[^{}]*\}\}|@[\w.-]+)(?=\/)/.exec(url)?.[0];
    if (lead === undefined) return [];
    const path = url.slice(lead.length);
    const rest = restOfPath(operation.path, path);
    return !rest ? [] : [{ operation, rest, typed: path.slice(path.lastIndexOf('/') + 1).length }];
  });
  const [first] = begun;
  if (first !== undefined) {
    const objects = begun.flatMap(({ operation, rest }) => seenSteps(description?.root, operation, rest, seen));
    const items = [...objects, ...begun.map(({ operation, rest }) => pathItem(operation, rest, rest))];
    return offered('value', offset - first.typed, unique(items), bounds.step);
  }
  const servers = [...new Set(all.flatMap(each => serverOf(each) ?? []))];
  if (servers.some(each => url.startsWith(`${each}/`)) || /^(?:\{\{|@)/.test(url)) return undefined;
  const items = all.map(each => pathItem(each, each.path, `${serverOf(each) ?? ''}${each.path}`));
  const hosts = servers.map(each => ({ label: each, insert: `${each}/`, detail: 'server' }));
  return offered('value', offset - url.length, [...unique(items), ...hosts], bounds.url);
}

/** Suggests objects of earlier responses for a parameter at the start of the rest of a path, one level at a time. */
function seenSteps(root: unknown, { path, parameters }: Operation, rest: string, seen: SeenObjects) {
  const [, name] = /^\{([^{}]+)\}(?=\/|$)/.exec(rest) ?? [];
  const parameter = parameters.find(each => each.place === 'path' && each.name === name);
  const target = parameter && pathTarget(root, path, parameter);
  return seenSuggestions(seen, target, ({ text }) => encodeURIComponent(text));
}

const pathItem = ({ id, summary, description, deprecated }: Operation, label: string, path: string): Suggestion => ({
  label,
  insert: path.replace(/(?<!\{)\{([^{}]+)\}(?!\})/g, (_, name: string) => `{{${name.replace(/[^\w.-]+/g, '_')}}}`),
  detail: id,
  description: summary || description,
  deprecated: deprecated ? '' : undefined,
});

const unique = (items: readonly Suggestion[]): readonly Suggestion[] => [
  ...new Map(items.map(each => [each.insert, each])).values(),
];

function inQuery(
  { description, seen }: CompletionSources,
  operation: Operation | undefined,
  typed: string,
  place: HttpPlace,
): Suggestions | undefined {
  if (description === undefined || operation === undefined) return undefined;
  const pair = afterLast(typed, /[?&]/);
  const fields = operation.parameters
    .filter(each => each.place === 'query' || each.place === 'querystring')
    .flatMap(each => queryFields(description, each));
  const given = new Set(queryPairs(/\?.*$/s.exec(place.request)?.[0] ?? '').map(({ name }) => name));
  return pairAt({ description, operation, seen }, fields, given, pair, place);
}

/** A name in a query or form, with the schema of its value. */
interface Field {
  readonly name: string;
  readonly schema: unknown;
  readonly required: boolean;
  readonly description: string;
  readonly deprecated: boolean;
}

/** Returns the query names of a parameter: its own name, or the names of its properties (OpenAPI 3.2, 4.12.3). */
function queryFields({ root }: Description, parameter: Parameter): readonly Field[] {
  const { name, style, explode, schema, place } = parameter;
  const properties = propertiesOf(root, schema);
  if (style === 'deepObject') return properties.map(each => ({ ...each, name: `${name}[${each.name}]` }));
  if (properties.length > 0 && (explode || place === 'querystring')) return properties;
  return place === 'querystring' ? [] : [parameter];
}

const propertiesOf = (root: unknown, schema: unknown): readonly Field[] =>
  shapeOf(root, schema).properties.map(each => {
    const { description, deprecated } = shapeOf(root, each.schema);
    return { ...each, description, deprecated };
  });

interface PairSources extends Pick<CompletionSources, 'seen'> {
  readonly description: Description;
  readonly operation: Operation;
}

/** Suggests names and, after `=`, the values of a name. */
function pairAt(
  { description: { root }, operation: { path }, seen = [] }: PairSources,
  fields: readonly Field[],
  given: ReadonlySet<string>,
  pair: string,
  { offset, after }: HttpPlace,
): Suggestions | undefined {
  const equals = pair.indexOf('=');
  if (equals < 0) {
    const hasValue = /^[^\s=&#]*=/.test(after);
    const items = fields
      .filter(each => !given.has(each.name) || each.name === pair)
      .sort((a, b) => Number(b.required) - Number(a.required))
      .map(each => fieldItem(root, each, `${encodeQuery(each.name)}${hasValue ? '' : '='}`));
    return offered('argument', offset - pair.length, items, bounds.pair);
  }
  const field = fields.find(
    each => encodeQuery(each.name) === pair.slice(0, equals) || each.name === pair.slice(0, equals),
  );
  const word = afterLast(pair.slice(equals + 1), /,/);
  const target = field && memberTarget(root, path, [field.name], field.schema);
  const objects = seenSuggestions(seen, target, each => encodeQuery(each.text));
  const items = [...objects, ...(field === undefined ? [] : valueItems(root, field.schema, encodeQuery))];
  return offered('value', offset - word.length, items, bounds.item);
}

const fieldItem = (root: unknown, field: Field, insert: string): Suggestion => ({
  label: field.name,
  insert,
  detail: typeDetail(root, field),
  description: field.description,
  deprecated: field.deprecated ? '' : undefined,
});

/** Suggests enum values (also for list items) and booleans as text. */
function valueItems(root: unknown, schema: unknown, written: (text: string) => string): readonly Suggestion[] {
  const type = schemaValueType(root, schema);
  return (type.items ?? type).values.flatMap(({ value }) =>
    value === null ? [] : { label: String(value), insert: written(String(value)) },
  );
}

function inHeader(
  sources: CompletionSources,
  { before, after, headers, request, offset }: HttpPlace,
): Suggestions | undefined {
  const operation = operationOf(sources, request);
  const { description } = sources;
  const parameters = operation?.parameters.filter(({ place }) => place === 'header') ?? [];
  const [, name, value = ''] = /^([^\s:]+)\s*:(.*)$/.exec(before) ?? [];
  if (name === undefined) {
    if (/[\s:]/.test(before)) return undefined;
    const isGiven = (each: string): boolean => headers.some(([other]) => other.toLowerCase() === each.toLowerCase());
    const hasValue = /^[^\s:]*\s*:/.test(after);
    const end = hasValue ? '' : ': ';
    const described = parameters.map(each => fieldItem(description?.root, each, `${each.name}${end}`));
    const common = requestHeaders
      .filter(([each]) => !parameters.some(other => other.name.toLowerCase() === each.toLowerCase()))
      .map(([label, about]) => ({ label, insert: `${label}${end}`, description: about }));
    const items = [...described, ...common].filter(({ label }) => !isGiven(label));
    return offered('argument', offset - before.length, items, bounds.header);
  }
  const word = afterLast(value, /[\s,;]/);
  return offered('value', offset - word.length, headerValues(description, operation, parameters, name), bounds.text);
}

function headerValues(
  description: Description | undefined,
  operation: Operation | undefined,
  own: readonly Parameter[],
  name: string,
): readonly Suggestion[] {
  const lower = name.toLowerCase();
  const parameter = own.find(each => each.name.toLowerCase() === lower);
  if (parameter !== undefined) return valueItems(description?.root, parameter.schema, each => each);
  const contents = new Map([
    ['content-type', operation?.body?.content],
    ['accept', operation?.responses.flatMap(({ content }) => content)],
  ]);
  const described = [...new Set(contents.get(lower)?.map(({ mediaType }) => mediaType))];
  const usual = requestHeaders.find(([each]) => each.toLowerCase() === lower)?.[2] ?? [];
  return (described.length > 0 ? described : usual).map(label => ({ label, insert: label }));
}

function inBody(sources: CompletionSources, place: HttpPlace): Suggestions | undefined {
  const { body, headers, request, before, offset, text } = place;
  const { description, seen = [] } = sources;
  const operation = operationOf(sources, request);
  const sent = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const content = contentSentAs(operation?.body?.content ?? [], sent);
  if (description === undefined || operation === undefined || body === undefined || content === undefined)
    return undefined;
  if (isJsonType(content.mediaType)) {
    // Same length, as a word or as part of a string.
    const json = maskNames(text.slice(body.from, body.to), '_');
    const objects = (path: readonly string[], { source }: ValueType) => {
      const target = source === undefined ? undefined : memberTarget(description.root, operation.path, path, source);
      return seenSuggestions(seen, target, ({ text: id }) => (target?.isInteger ? id : JSON.stringify(id)));
    };
    const type = schemaValueType(description.root, content.schema);
    const suggestions = completeValue(type, json, offset - body.from, objects);
    return suggestions && { ...suggestions, from: suggestions.from + body.from };
  }
  if (!isUrlEncoded(content.mediaType)) return undefined;
  const typed = text.slice(body.from, body.to).trim();
  const given = new Set(queryPairs(`?${typed}`).map(({ name }) => name));
  const pair = afterLast(before, /&/);
  const fields = propertiesOf(description.root, content.schema);
  return pairAt({ description, operation, seen }, fields, given, pair, place);
}
