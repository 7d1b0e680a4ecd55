/** The description of a command, from its file or URL, or from the cache; and the server at which its operations are called. */

import type { OpenapiCommand } from '../../core/command.js';
import { counted } from '../../core/counted.js';
import { hasCredentials } from '../../core/credentials/flags.js';
import { forOtherOrigin } from '../../core/credentials/request-credentials.js';
import { type Failure, isFailure, usageError } from '../../core/failure.js';
import { readDescription } from '../../core/openapi/document/description.js';
import { baseOf, chooseServer } from '../../core/openapi/document/servers.js';
import type { Description, Operation } from '../../core/openapi/document/types.js';
import { readUrl } from '../../core/request/read-url.js';
import { readTypedUrl } from '../../core/request/typed-url.js';
import type { Environment } from '../../environment.js';
import { readEndpoint } from '../../io/graphql/endpoint.js';
import type { Endpoint, RunContext } from '../../io/graphql/transport.js';
import { describedAt } from '../../io/openapi/described.js';
import { readCachedDescription } from '../../io/openapi/description-cache.js';
import { loadFile } from '../../io/openapi/load.js';
import { fromHome } from '../../io/sources.js';
import { ageWords } from '../graphql/words.js';

type Wanted = Pick<OpenapiCommand, 'url' | 'schema' | 'auth' | 'headers' | 'network' | 'refreshSchema'> &
  Partial<Pick<OpenapiCommand, 'task' | 'profile'>>;

/** File or URL of the description given by a command, otherwise by its profile, or undefined to query the server. */
export const namedDescription = (
  { schema, profile }: Pick<Wanted, 'schema' | 'profile'>,
  environment: Environment,
): string | undefined =>
  schema ?? (profile?.openapi === undefined ? undefined : fromHome(profile.openapi, environment));

const dayMs = 24 * 60 * 60 * 1000;

const isUrl = (text: string): boolean => /^(?:https?:\/\/|:\d|localhost(?:[:/]|$))/i.test(text);

/**
 * Loads the description, and reports its source and its unreadable parts.
 * @param onlyCached use only the cache, without contacting the server
 */
export async function loadDescription(
  command: Wanted,
  context: RunContext,
  onlyCached = false,
): Promise<Description | Failure> {
  const { environment, note } = context;
  const schema = namedDescription(command, environment);
  if (schema !== undefined && !isUrl(schema)) {
    const prepared = await loadFile(schema, environment);
    return isFailure(prepared) ? prepared : reportProblems(readDescription(prepared), context);
  }
  const url = urlOf(schema, command);
  if (isFailure(url)) return url;
  const endpoint = await endpointOf(url, command, environment);
  if (isFailure(endpoint)) return endpoint;
  if (onlyCached && !(await readCachedDescription(endpoint, environment)))
    return usageError(
      `No description of ${url} is cached.`,
      'Run apiclient openapi URL to cache it, or compare with a file.',
    );
  const described = await describedAt(endpoint, command.url, { refresh: command.refreshSchema }, context);
  if (isFailure(described)) return described;
  const ageMs = environment.now() - described.fetchedAt;
  // Not after every response, only if it has probably changed by now.
  if (described.isCached && (command.task?.kind !== 'call' || ageMs > dayMs))
    note?.(`Using the cached description (${ageWords(ageMs)} old). Pass --refresh-schema to reload it.`);
  return reportProblems(readDescription(described.prepared), context);
}

/** @param schema URL of the description, or undefined to use the URL of the command */
function urlOf(schema: string | undefined, command: Wanted): string | Failure {
  const typed = schema === undefined ? command : readTypedUrl(schema);
  if (isFailure(typed)) return typed;
  return typed.url ?? usageError('No URL or file given.', 'Usage: apiclient openapi URL');
}

/** Returns the endpoint of a description. Credentials for another origin are left out. */
async function endpointOf(url: string, command: Wanted, environment: Environment): Promise<Endpoint | Failure> {
  // A token is for calls: few descriptions require one, and viewing a description should not open a browser.
  const own = await readEndpoint(url, { ...command, auth: { ...command.auth, oauth2: undefined } }, environment);
  if (isFailure(own)) return own;
  const isElsewhere = command.url !== undefined && readUrl(url)?.origin !== readUrl(command.url)?.origin;
  return isElsewhere ? forOtherOrigin(own) : own;
}

/** Maximum number of problems in a document that are reported individually. */
const maxTold = 5;

function reportProblems(description: Description, { note }: RunContext): Description {
  const { problems } = description;
  for (const { place, text } of problems.slice(0, maxTold)) note?.(`${place}: ${text}`);
  if (problems.length > maxTold) note?.(`${counted(problems.length - maxTold, 'more problem')} in the description.`);
  return description;
}

/** Server of a request that is only printed, if the description names none. */
export const placeholderServer = 'https://api.example.com';

/**
 * The server at which an operation is called. Credentials are only sent to the origin that the user named; a description must
 * not send them to another one.
 */
export function serverFor(
  description: Description,
  operation: Operation,
  command: Wanted & Pick<OpenapiCommand, 'output'>,
): string | Failure {
  const { url, output } = command;
  const base = url === undefined ? undefined : baseOf(url, description);
  const server = chooseServer(description, operation, base);
  if (server === undefined && (output.dryRun || output.curl))
    return chooseServer(description, operation, placeholderServer) ?? placeholderServer;
  if (server === undefined)
    return usageError(
      'The description contains no server that can be reached.',
      'Usage: apiclient openapi https://api.example.com --schema FILE --call …',
    );
  if (url === undefined || readUrl(url)?.origin === readUrl(server)?.origin || !hasCredentials(command)) return server;
  return usageError(
    `The description names the server ${server}, but your credentials are for ${readUrl(url)?.origin ?? url}.`,
    `If they are for that server: apiclient openapi ${server} --schema ${url} --call …`,
  );
}
