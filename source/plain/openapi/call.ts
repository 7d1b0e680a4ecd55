/** `--call OPERATION`: builds the request, sends it like any other, and checks the response against the description. */

import type { OpenapiCommand, RequestCommand } from '../../core/command.js';
import { type Failure, isFailure, usageError } from '../../core/failure.js';
import type { Hint } from '../../core/hint.js';
import { parseRaw, type RawValue } from '../../core/json/raw.js';
import { assignArguments, chooseContent, type Given, parameterNamed } from '../../core/openapi/call/arguments.js';
import { chosenExample } from '../../core/openapi/call/body-example.js';
import { type BuiltRequest, buildRequest } from '../../core/openapi/call/build-request.js';
import { parseCall } from '../../core/openapi/call/call-text.js';
import { type Placeholders, withPlaceholders } from '../../core/openapi/call/placeholders.js';
import { responseMisfits } from '../../core/openapi/check/check-response.js';
import { serverUrls } from '../../core/openapi/document/servers.js';
import type { Content, Description, Operation } from '../../core/openapi/document/types.js';
import { findOperation, nearNames, titleOf } from '../../core/openapi/look-up.js';
import { isJsonType } from '../../core/openapi/media-type.js';
import type { OpenapiTask } from '../../core/openapi/options.js';
import { missingLogins } from '../../core/openapi/security.js';
import type { BodyOption, HeaderOption, QueryOption } from '../../core/options.js';
import { isProblem } from '../../core/problem.js';
import type { Environment } from '../../environment.js';
import { headerOf } from '../../io/http/exchange.js';
import { readItems, readQuery } from '../../io/items.js';
import { isRegularFile } from '../../io/sources.js';
import { Watched } from '../checks/judge.js';
import { note } from '../note.js';
import type { runRequest } from '../run-request.js';
import { placeholderServer, serverFor } from './load.js';

type CallTask = OpenapiTask & { readonly kind: 'call' };

interface CallRequest {
  readonly operation: Operation;
  readonly request: RequestCommand;
  /** Invalid values, which are sent anyway with `--no-validate`. */
  readonly doubts: readonly string[];
  /** Sentences on how the body differs from the chosen example. */
  readonly changes: readonly string[];
  /** Placeholders for missing values; present if the request is only printed. */
  readonly placeholders?: Placeholders;
}

/** Returns the exit code, or the failure to print. */
export async function callTask(
  task: CallTask,
  description: Description,
  command: OpenapiCommand,
  environment: Environment,
  run: typeof runRequest,
): Promise<number | Failure> {
  const made = await requestOf(task, description, command, environment);
  if (isFailure(made)) return made;
  const { operation, request, placeholders } = made;
  const { silent, curl, dryRun } = command.output;
  const tell = (text: Hint): void => (silent ? undefined : note(environment, text));
  for (const text of notesOn(made, description, command)) tell(text);
  if (curl || dryRun)
    return run(request, environment, placeholders ? { rewrite: text => placeholders.fill(text) } : {});
  let watched: Watched | undefined;
  const ended = await run(request, environment, {
    inputHint: 'Pass body=@- to send standard input, or ignore it with < /dev/null.',
    watch: response => {
      watched = new Watched(response, isJsonType(headerOf(response, 'content-type') ?? ''));
      return { ...response, body: watched.body };
    },
  });
  if (watched && !isFailure(ended)) for (const text of notesOnResponse(watched, description, operation)) tell(text);
  return ended;
}

/** Returns the notes to print before a request. */
function notesOn(
  { operation, request, doubts, changes, placeholders }: CallRequest,
  description: Description,
  command: OpenapiCommand,
): readonly string[] {
  const notes = [...changes, ...doubts.map(doubt => `Does not match the description: ${doubt}`)];
  const ways = missingLogins(description, operation, command).map(way =>
    way.map(({ kind, flag }) => `${flag} (${kind})`).join(' and '),
  );
  if (ways.length > 0) {
    const more = ways.length > maxWays ? `, or ${ways.length - maxWays} other ways` : '';
    notes.push(`${titleOf(operation)} requires authentication: ${ways.slice(0, maxWays).join(', or ')}${more}`);
  }
  if (request.url.startsWith(`${placeholderServer}/`) && serverUrls(description, operation).length === 0)
    notes.push(`The description lists no server, so ${placeholderServer} is a placeholder.`);
  if (placeholders && placeholders.names.length > 0)
    notes.push(`Fill in ${placeholders.names.map(each => `{{${each}}}`).join(', ')}.`);
  return notes;
}

/** Returns a note if the response does not match the description. */
function notesOnResponse(watched: Watched, description: Description, operation: Operation): readonly string[] {
  const { response, isTooLarge, size } = watched;
  const misfits = responseMisfits(description, operation, {
    status: response.status,
    body: size > 0 && !isTooLarge ? watched.bytes().toString('utf8') : undefined,
    contentType: headerOf(response, 'content-type'),
  });
  if (misfits.length === 0) return [];
  const texts = misfits.slice(0, maxMisfits).map(({ text }) => text);
  const more = misfits.length > maxMisfits ? ` and ${misfits.length - maxMisfits} more` : '';
  return [`The response does not fit the description: ${texts.join('; ')}${more}`];
}

/** Maximum number of mismatches of a response to list. */
const maxMisfits = 5;

/** Maximum number of alternative logins to list. */
const maxWays = 3;

/** Builds the request of a call. */
async function requestOf(
  task: CallTask,
  description: Description,
  command: OpenapiCommand,
  environment: Environment,
): Promise<CallRequest | Failure> {
  const call = parseCall(task.operation);
  if (isProblem(call))
    return usageError(
      `--call cannot be parsed: ${call.problem}.`,
      `Usage: --call 'getPetById(petId: 1, body: {name: "Rex"})'`,
    );
  const operation = findOperation(description, call.name);
  if (operation === undefined) return unknownOperation(description, call.name);
  const isDescribed = ({ name }: QueryOption): boolean => parameterNamed(operation, name, true) !== undefined;
  const items = await givenOf(task, task.query.filter(isDescribed), environment);
  if (isFailure(items)) return items;
  const args: readonly Given[] = call.args.map(([name, value]) => ({
    name,
    path: [{ kind: 'key', key: name }],
    value,
  }));
  const chosen = contentFor(task, description, operation, command, bodyNames(operation, [...args, ...items]));
  if (isFailure(chosen)) return chosen;
  const { content, start, changes } = chosen;
  const assigned = assignArguments(description.root, operation, content, [...args, ...items], start);
  const skeleton = task.printed ? withPlaceholders(description, operation, content, assigned) : undefined;
  const server = serverFor(description, operation, command);
  if (isFailure(server)) return server;
  const built = buildRequest(description, operation, server, content, skeleton?.values ?? assigned);
  // Missing values become placeholders in a printed request, so only the typed ones can be wrong.
  const wrong = task.printed ? buildRequest(description, operation, server, content, assigned).wrong : [];
  const refused = task.printed && !built.isOpen ? built.problems.filter(each => wrong.includes(each)) : built.problems;
  if (refused.length > 0 && (command.validate || built.isOpen))
    return refusal(operation, refused, built.isOpen, task.printed ? 'print' : 'send');
  return {
    operation,
    request: commandOf(built, { ...task, query: task.query.filter(each => !isDescribed(each)) }, command),
    doubts: built.problems,
    changes,
    placeholders: skeleton?.placeholders,
  };
}

/** Returns the names of the arguments that are no parameters. */
const bodyNames = (operation: Operation, given: readonly Given[]): readonly string[] =>
  given.flatMap(({ name, path: [first] }) =>
    first?.kind === 'key' && first.key !== 'body' && parameterNamed(operation, name) === undefined ? first.key : [],
  );

/** The body of a call before arguments are assigned. */
interface StartedBody {
  readonly content: Content | undefined;
  readonly start: RawValue | undefined;
  /** Sentences on how `start` differs from the chosen example. */
  readonly changes: readonly string[];
}

/** Chooses the media type of the body, and the example to start with. @param names properties that are given */
function contentFor(
  { example: wanted }: CallTask,
  description: Description,
  operation: Operation,
  { headers }: OpenapiCommand,
  names: readonly string[],
): StartedBody | Failure {
  const type = headers.find(each => each.kind === 'set' && /^content-type$/i.test(each.name));
  const content = chooseContent(description.root, operation, type?.kind === 'set' ? type.value : undefined, names);
  if (wanted === undefined) return { content, start: undefined, changes: [] };
  const example = chosenExample(description, operation, content, wanted);
  if (isFailure(example)) return example;
  const changes = example.changes.map(each => `Changed in the example: ${each}`);
  return { content: example.content, start: example.value, changes };
}

/** @param isOpen true if the request cannot be sent even with `--no-validate` */
function refusal(
  operation: Operation,
  [first, ...others]: readonly string[],
  isOpen: boolean,
  verb: 'print' | 'send',
): Failure {
  const more = others.length > 0 ? ` (and ${others.length} more: ${others[0]})` : '';
  const hint = isOpen
    ? `Run apiclient openapi … --describe '${titleOf(operation)}' to see its parameters, with an example`
    : `Pass --no-validate to ${verb} it anyway, or --describe to see the parameters of the operation`;
  return usageError(`${titleOf(operation)}: ${first}${more}`, hint);
}

export const unknownOperation = (description: Description, name: string): Failure => {
  const named = name.trim();
  const same = description.operations.filter(({ id, path }) => id === named || path === named);
  const [first] = same;
  if (first !== undefined) {
    const what = first.path === named ? 'path' : 'ID';
    return usageError(
      `${same.length} operations have the ${what} ${named}: ${same.slice(0, 5).map(titleOf).join(', ')}.`,
      `Name one by its method and path: '${titleOf(first)}'`,
    );
  }
  const near = nearNames(description, name);
  return usageError(
    `The description has no operation ${name}.`,
    near.length === 0
      ? "Usage: getPetById or 'GET /pets/{petId}'. To search, use --find WORDS."
      : `Closest names: ${near.join(', ')}`,
  );
};

/**
 * The items and described query parameters with their files read. A file that is not text can only be sent unchanged. A pipe is
 * read once, so it has no path.
 */
async function givenOf(
  { items }: CallTask,
  queryOptions: readonly QueryOption[],
  environment: Environment,
): Promise<readonly Given[] | Failure> {
  const query = await readQuery(queryOptions, environment);
  if (isFailure(query)) return query;
  const given = query.map(([name, value]): Given => ({ name, path: [], value, isQuery: true }));
  for (const item of items) {
    const { name, path, source, as } = item;
    const file =
      as === 'text' && source.from === 'file' && (await isRegularFile(source.path, environment))
        ? source.path
        : undefined;
    const read = await readItems([item], environment);
    if (isFailure(read) && (file === undefined || read.code !== undefined)) return read;
    const value = isFailure(read) ? { value: '' } : parseRaw(read[0]?.json ?? '""');
    const isContent = as === 'text' && source.from !== 'text';
    if (!isProblem(value))
      given.push({
        name,
        path,
        value: value.value,
        isContent,
        file,
        isBytes: isFailure(read),
      });
  }
  return given;
}

const named = (headers: readonly HeaderOption[], name: string): boolean =>
  headers.some(each => each.kind !== 'file' && each.name.toLowerCase() === name.toLowerCase());

/** The command that would be typed for the request. The user's headers take precedence. */
function commandOf(built: BuiltRequest, { query, printed }: CallTask, command: OpenapiCommand): RequestCommand {
  const { auth, network, output, profile, yes } = command;
  const body = bodyOf(built, printed);
  const lines = [
    ...(built.accepts.length === 0 ? [] : [['Accept', built.accepts.join(', ')] as const]),
    ...(built.mediaType === undefined || body?.kind === 'form' ? [] : [['Content-Type', built.mediaType] as const]),
    ...built.headers,
  ];
  const headers: readonly HeaderOption[] = [
    ...lines
      .filter(([name]) => !named(command.headers, name))
      .map(([name, value]) => ({ kind: 'set', name, value }) as const),
    ...command.headers,
  ];
  return {
    kind: 'request',
    method: built.method,
    url: built.url,
    auth,
    headers,
    body,
    query,
    network: { ...network, cookies: [...network.cookies, ...built.cookies] },
    output,
    profile,
    yes,
  };
}

function bodyOf({ body, mediaType = '' }: BuiltRequest, isPrinted: boolean): BodyOption | undefined {
  switch (body?.kind) {
    case undefined:
      return undefined;
    case 'form':
      return { kind: 'form', parts: body.parts };
    case 'file':
      return { kind: 'data', pieces: [{ from: 'file', path: body.path }] };
    case 'text': {
      const isJson = isJsonType(mediaType);
      const source = { from: 'text', text: isJson && isPrinted ? indented(body.text) : body.text } as const;
      return isJson ? { kind: 'json', sources: [source] } : { kind: 'data', pieces: [source] };
    }
  }
}

/** Maximum length of JSON that is printed on one line. */
const maxLine = 80;

/** Indents a long JSON text, unless that would change a number. */
function indented(json: string): string {
  const value: unknown = JSON.parse(json);
  return json.length <= maxLine || JSON.stringify(value) !== json ? json : JSON.stringify(value, undefined, 2);
}
