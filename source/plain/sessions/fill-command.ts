/**
 * Fills in `{{name}}` with the values of a session or profile: in the URL, the headers, the items and the variables of a typed
 * line.
 */

import type { GraphqlCommand, OpenapiCommand, RequestCommand, WsCommand } from '../../core/command.js';
import { type Failure, isFailure, usageError } from '../../core/failure.js';
import { readVariables } from '../../core/graphql/variables.js';
import {
  type CapturedValue,
  type CapturedValues,
  fillHeaders,
  fillJson,
  fillText,
  missingNames,
  missingPlaces,
  secretTexts,
} from '../../core/http-file/captured-values.js';
import { nearest } from '../../core/near-miss.js';
import type { ItemOption, QueryOption } from '../../core/options.js';
import { isProblem } from '../../core/problem.js';
import { encodeQuery } from '../../core/request/url.js';
import { isSecret } from '../../core/secret.js';
import type { Environment } from '../../environment.js';
import { readProfileValues } from '../../io/profile-values.js';
import { readText } from '../../io/sources.js';

/** A command with its names filled in. */
export type FilledCommand = RequestCommand | GraphqlCommand | OpenapiCommand | WsCommand;

/** The session that provides the values. */
interface Named {
  readonly name: string;
  readonly origin: string;
  readonly values: CapturedValues;
}

/**
 * Fills in all names in one pass, so that a value cannot contain another name. Names without a value are listed in one error,
 * and nothing is sent. Bodies of `-d`, `--json` and files are sent unchanged, and so are header files.
 * @param session absent if the values are the profile's
 * @param shown the line is only printed: hidden values are masked where the printer would not mask them
 */
export async function filledCommand<C extends FilledCommand>(
  command: C,
  session: Named | undefined,
  shown: boolean,
  environment: Environment,
): Promise<C | Failure> {
  const variables =
    command.kind === 'graphql' && command.variables ? await readText(command.variables, environment) : undefined;
  if (isFailure(variables)) return variables;
  const kept: CapturedValues = session?.values ?? new Map();
  const known = await withProfile(command, kept, missingIn(command, variables, kept), environment);
  if (isFailure(known)) return known;
  const values = shown ? shownValues(known) : known;
  const missing = missingIn(command, variables, known);
  if (missing.length > 0)
    return session ? withoutValue(missing, { ...session, values: known }) : unknownInProfile(missing, command);
  const headers = fillHeaders(command.headers, known, environment);
  if (isFailure(headers)) return headers;
  const hidden = command.output.showSecrets ? [] : secretTexts(known);
  const url = command.url === undefined ? {} : { url: filledUrl(command.url, values, environment) };
  return { ...command, headers, hidden, ...url, ...filledBody(command, variables, values, environment) };
}

/** The fields of a command that contain its body, variables or query, filled in. */
function filledBody(
  command: FilledCommand,
  variables: string | undefined,
  values: CapturedValues,
  environment: Environment,
): Partial<GraphqlCommand> | Partial<RequestCommand> {
  const item = (each: ItemOption): ItemOption => filledItem(each, values, environment);
  if (command.kind === 'graphql') {
    const items = command.items.map(item);
    if (variables === undefined || !isRead(variables)) return { items };
    return { items, variables: { from: 'text', text: fillJson(variables, values, environment) } };
  }
  if (command.kind !== 'request') return {};
  const query = command.query.map(each => filledQuery(each, values, environment));
  const { body } = command;
  return body?.kind === 'items' ? { query, body: { ...body, fields: body.fields.map(item) } } : { query };
}

/** A value must not change the origin of the request. */
const filledUrl = (url: string, values: CapturedValues, environment: Environment): string =>
  url.replace(nameInUrl, written => encodeQuery(fillText(nameOf(written), values, environment).text));

/** As in a parsed URL, where braces and blanks of a path are percent-encoded. */
const nameInUrl = /(?:%7B|\{){2}(?:(?!%7B|%7D)[^{}/?#])*(?:%7D|\}){2}/gi;

const nameOf = (written: string): string =>
  written.replace(/%7B/gi, '{').replace(/%7D/gi, '}').replaceAll('%20', ' ').replaceAll('%24', '$');

/** Values for display: a secret is JSON text with bullets. */
const shownValues = (values: CapturedValues): CapturedValues =>
  new Map(
    [...values].map(([name, value]): [string, CapturedValue] => [
      name,
      isSecret(value) ? JSON.stringify(value) : value,
    ]),
  );

/** The values of the profile, for names that the session does not have. Only those needed are read. */
async function withProfile(
  command: FilledCommand,
  values: CapturedValues,
  missing: readonly MissingName[],
  environment: Environment,
): Promise<CapturedValues | Failure> {
  const { name = '', values: configured } = command.profile ?? {};
  if (configured === undefined) return values;
  const names = new Set(missing.map(each => bareName(each.name)));
  const read = await readProfileValues(new Map([...configured].filter(([each]) => names.has(each))), environment);
  const [failed] = read.failures;
  if (failed) return { ...failed[1], text: `{{${failed[0]}}} of @${name} has no value: ${failed[1].text}` };
  return new Map([...read.values, ...values]);
}

interface MissingName {
  readonly name: string;
  /** For a message: `the header X-Id`. */
  readonly place: string;
}

/** `{{%name}}` is the value, percent-encoded. */
const bareName = (name: string): string => name.replace(/^%\s*/, '');

function missingIn(
  command: FilledCommand,
  variables: string | undefined,
  values: CapturedValues,
): readonly MissingName[] {
  const inText = (text: string, place: string) => missingNames(text, values).map(name => ({ name, place }));
  const inJson = (json: string, place: string) => missingPlaces(json, values).map(({ name }) => ({ name, place }));
  const inItem = ({ name, as, source }: ItemOption) => {
    if (source.from !== 'text') return [];
    return as === 'json' ? inJson(source.text, `the item ${name}`) : inText(source.text, `the item ${name}`);
  };
  let items: readonly ItemOption[] = [];
  if (command.kind === 'graphql') items = command.items;
  else if (command.kind === 'request' && command.body?.kind === 'items') items = command.body.fields;
  const query = command.kind === 'request' ? command.query : [];
  return [
    ...[...(command.url ?? '').matchAll(nameInUrl)].flatMap(([written]) => inText(nameOf(written), 'the URL')),
    ...query.flatMap(({ name, source }) => (source.from === 'text' ? inText(source.text, `${name}==`) : [])),
    ...command.headers.flatMap(each => (each.kind === 'set' ? inText(each.value, `the header ${each.name}`) : [])),
    ...(variables === undefined || !isRead(variables) ? [] : inJson(variables, '--variables')),
    ...items.flatMap(inItem),
  ];
}

/** Each missing name with its place, once. */
const namesWithPlaces = (missing: readonly MissingName[]): readonly string[] => [
  ...new Set(missing.map(({ name, place }) => `{{${name}}} in ${place}`)),
];

function withoutValue(missing: readonly MissingName[], { name, origin, values }: Named): Failure {
  const names = [...values.keys()].map(each => `{{${each}}}`).join(', ');
  return usageError(
    `The session ${name} has no value for ${origin}: ${namesWithPlaces(missing).join(', ')}.`,
    names === ''
      ? `Nothing was sent. Run apiclient run FILE --session ${name} to save values from # @capture.`
      : `Nothing was sent. It has ${names}.`,
  );
}

/** Variables that are not JSON are left as typed; the problem is reported later. */
function isRead(variables: string): boolean {
  const read = readVariables(variables, []);
  return !isFailure(read) && !isProblem(read);
}

function unknownInProfile(unknown: readonly MissingName[], { profile }: FilledCommand): Failure {
  const missing = namesWithPlaces(unknown);
  const [first] = unknown;
  const names = [...(profile?.values?.keys() ?? [])];
  const near = missing.length === 1 ? nearest(bareName(first?.name ?? ''), names) : undefined;
  const has = names.length === 0 ? 'It has no "values".' : `It has ${names.map(each => `{{${each}}}`).join(', ')}.`;
  return usageError(
    `${missing.join(', ')} ${missing.length === 1 ? 'has' : 'have'} no value in the profile ${profile?.name}.`,
    `Nothing was sent. ${near === undefined ? has : `Did you mean {{${near}}}?`} The text of a file (name=@FILE) is sent unchanged.`,
  );
}

/** An item that consists of a single name becomes the value itself, for example a number. */
function filledItem(item: ItemOption, values: CapturedValues, world: Environment): ItemOption {
  const { as, source } = item;
  if (source.from !== 'text' || !source.text.includes('{{')) return item;
  const json = as === 'json' ? source.text : JSON.stringify(source.text);
  return { ...item, as: 'json', source: { from: 'text', text: fillJson(json, values, world) } };
}

function filledQuery(option: QueryOption, values: CapturedValues, world: Environment): QueryOption {
  const { source } = option;
  if (source.from !== 'text') return option;
  return { ...option, source: { from: 'text', text: fillText(source.text, values, world).text } };
}
