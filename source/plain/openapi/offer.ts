/** Shell completions from a description that is a file or is cached. No request is sent, and no prompt shown. */

import type { OpenapiCommand, RequestCommand } from '../../core/command.js';
import { isFailure } from '../../core/failure.js';
import { exampleNames } from '../../core/openapi/call/body-example.js';
import { parseCall } from '../../core/openapi/call/call-text.js';
import { offerItems, offerNames, offerPaths, operationAt } from '../../core/openapi/complete.js';
import { readDescription } from '../../core/openapi/document/description.js';
import type { Description } from '../../core/openapi/document/types.js';
import { findOperation } from '../../core/openapi/look-up.js';
import { isProblem } from '../../core/problem.js';
import { readTypedUrl } from '../../core/request/typed-url.js';
import type { Environment } from '../../environment.js';
import { readEndpoint } from '../../io/graphql/endpoint.js';
import { readCachedDescription } from '../../io/openapi/description-cache.js';
import { loadFile } from '../../io/openapi/load.js';
import { namedDescription } from './load.js';

/** @param from the kind of word: `paths` and `arguments` of a request or a call, `operations`, `examples`, otherwise also schema names */
export async function offerDescribed(
  command: OpenapiCommand | RequestCommand,
  from: string,
  typed: string,
  environment: Environment,
): Promise<readonly string[]> {
  const description = await descriptionOf(command, environment);
  if (description === undefined) return [];
  if (command.kind === 'openapi') return offerForTask(description, command, from, typed);
  if (from === 'paths') return offerPaths(description, command.method, command.url, typed);
  const operation = operationAt(description, command.method, command.url);
  return operation ? offerItems(description, operation, typed, false) : [];
}

function offerForTask(
  description: Description,
  { task }: OpenapiCommand,
  from: string,
  typed: string,
): readonly string[] {
  if (from !== 'arguments' && from !== 'examples') return offerNames(description, typed, from !== 'operations');
  const call = task.kind === 'call' ? parseCall(task.operation) : undefined;
  const operation = call && !isProblem(call) ? findOperation(description, call.name) : undefined;
  if (operation === undefined) return [];
  return from === 'examples' ? exampleNames(operation) : offerItems(description, operation, typed, true);
}

async function descriptionOf(
  command: OpenapiCommand | RequestCommand,
  environment: Environment,
): Promise<Description | undefined> {
  const schema = namedDescription({ schema: undefined, ...command }, environment);
  if (schema !== undefined && !/^https?:/i.test(schema)) {
    const prepared = schema === '-' ? undefined : await loadFile(schema, environment);
    return prepared === undefined || isFailure(prepared) ? undefined : readDescription(prepared);
  }
  const typed = schema === undefined ? command : readTypedUrl(schema);
  if (isFailure(typed) || typed.url === undefined) return undefined;
  const auth = { ...command.auth, oauth2: undefined };
  const endpoint = await readEndpoint(typed.url, { ...command, auth }, environment, { ask: false });
  const cached = isFailure(endpoint) ? undefined : await readCachedDescription(endpoint, environment, true);
  return cached && readDescription(cached.prepared);
}
