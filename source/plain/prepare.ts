/** RequestCommand to RequestSpec: reads secrets, files and standard input, and assembles the request. */
import type { RequestCommand } from '../core/command.js';
import { type Failure, isFailure, usageError } from '../core/failure.js';
import type { BodyOption, DataPiece, OutputOptions } from '../core/options.js';
import { type BuiltBody, buildBody, type ReadBodyOption, type ReadDataPiece } from '../core/request/body.js';
import { buildHeaders } from '../core/request/headers.js';
import { type Boundary, chooseBoundary, makeBoundary, withBoundary } from '../core/request/multipart.js';
import type { RequestSpec } from '../core/request/spec.js';
import { conflictingStdinUsers } from '../core/request/standard-input.js';
import { appendQuery } from '../core/request/url.js';
import type { Environment } from '../environment.js';
import { readHeaderOptions } from '../io/header-options.js';
import { readItems, readQuery } from '../io/items.js';
import { resolveCredentials } from '../io/secrets.js';
import { readText } from '../io/sources.js';

/**
 * Builds the request of a command. Sends nothing and fetches no OAuth token: the caller sets `credentials.accessToken`.
 * `--curl` and `--dry-run` with masked secrets prompt for no password.
 */
export async function prepareRequest(
  command: RequestCommand,
  environment: Environment,
): Promise<RequestSpec | Failure> {
  const refused = conflictingStdinUsers(command);
  if (refused) return refused;
  const ask = command.output.showSecrets || !(command.output.curl || command.output.dryRun);
  const credentials = await resolveCredentials(command.auth, environment, { ask });
  if (isFailure(credentials)) return credentials;
  const options = await readHeaderOptions(command.headers, environment);
  if (isFailure(options)) return options;
  const boundary =
    command.body?.kind === 'form'
      ? chooseBoundary(buildHeaders(options).headers, makeBoundary(environment.random(18)))
      : { text: '' };
  if (isFailure(boundary)) return boundary;
  const body = command.body && (await readBody(command.body, boundary, environment));
  if (isFailure(body)) return body;
  const query = await readQuery(command.query, environment);
  if (isFailure(query)) return query;
  const built = buildHeaders(options, body?.headers);
  if (command.output.resume && built.headers.some(({ name }) => /^range$/i.test(name)))
    return usageError('-C sets the Range header, but the request already has one.', 'Remove -C or the Range header.');
  const headers = isConditional(command.output)
    ? await (await import('./saving/conditions.js')).withConditions(built.headers, command.output, environment)
    : built.headers;
  if (isFailure(headers)) return headers;
  return {
    method: command.method,
    url: appendQuery(command.url, query),
    headers: command.body?.kind === 'form' ? withBoundary(headers, boundary.text) : headers,
    removed: built.removed,
    body: body?.body,
    compress: command.compress,
    credentials,
    network: command.network,
    hidden: command.hidden,
  };
}

const isConditional = ({ etagCompare, etagSave, timeCondition }: OutputOptions): boolean =>
  etagCompare !== undefined || etagSave !== undefined || timeCondition !== undefined;

async function readBody(
  option: BodyOption,
  { text: boundary, type }: Boundary,
  environment: Environment,
): Promise<BuiltBody | Failure> {
  if (option.kind === 'items') {
    const fields = await readItems(option.fields, environment);
    return isFailure(fields) ? fields : buildBody({ kind: 'items', fields }, boundary);
  }
  if (option.kind !== 'data') return buildBody(option, boundary, type);
  const pieces: ReadDataPiece[] = [];
  for (const piece of option.pieces) {
    const read = await readPiece(piece, environment);
    if (isFailure(read)) return read;
    pieces.push(read);
  }
  const data: ReadBodyOption = { kind: 'data', pieces };
  return buildBody(data, boundary);
}

async function readPiece(piece: DataPiece, environment: Environment): Promise<ReadDataPiece | Failure> {
  if (piece.from !== 'urlencode') return piece;
  const value = await readText(piece.value, environment);
  return isFailure(value) ? value : { from: 'urlencode', name: piece.name, value };
}
