/** One request of a text, as `run` would send it: the full screen sends it by itself. */
import type { RunCommand } from '../../core/command.js';
import { type Failure, isFailure, usageError } from '../../core/failure.js';
import { parseHttpFile } from '../../core/http-file/parse.js';
import type { Value } from '../../core/http-file/variables.js';
import type { RequestSpec } from '../../core/request/spec.js';
import type { Environment } from '../../environment.js';
import type { ReadRequest } from './context.js';
import { besideFolder } from './load.js';
import { forGraphql, makeRequest, ownOrigins } from './make-request.js';
import { liveScope } from './scope.js';

/** @param at its place among the requests of the text @param values of `{{names}}` */
export async function oneRequest(
  text: string,
  at: number,
  values: ReadonlyMap<string, Value>,
  environment: Environment,
  read: ReadRequest,
): Promise<RequestSpec | Failure> {
  const http = parseHttpFile(text);
  const entry = http.entries[at];
  if (entry === undefined) return usageError('There is no request to send.', 'GET https://api.example.com/users');
  if (entry.skip !== undefined) return usageError(`It is not sent: ${entry.skip}.`, '# @skip above it says so.');
  const beside = await besideFolder(environment.folder, undefined, environment);
  if (isFailure(beside)) return beside;
  const file = { name: 'the text', folder: environment.folder, http, ...beside };
  const scope = liveScope(file, values, environment, { captured: new Map(), responses: new Map() });
  const made = await makeRequest(
    { command: oneCommand, environment, read, networks: new Map() },
    file,
    entry,
    scope,
    ownOrigins(file, scope),
  );
  if (isFailure(made)) return made;
  return entry.graphql ? forGraphql(made.spec) : made.spec;
}

/** Flags stand in the text, or are those of the screen. */
const oneCommand: Pick<RunCommand, 'flags' | 'output'> = {
  flags: [],
  output: { curl: false, dryRun: false, showSecrets: false } as RunCommand['output'],
};
