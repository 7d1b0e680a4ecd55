/** `apiclient graphql <url>` without a screen: one operation, or the schema. A separate chunk. */
import { existsSync } from 'node:fs';
import type { GraphqlCommand } from '../core/command.js';
import { exitCodeOf, type Failure, isFailure, usageError } from '../core/failure.js';
import type { Environment } from '../environment.js';
import { schemaFolder } from '../io/directories.js';
import { readEndpoint } from '../io/graphql/endpoint.js';
import type { LoadedSchema } from '../io/graphql/introspect.js';
import { withObjects } from '../io/graphql/object-files.js';
import { operationTransport } from '../io/graphql/operation.js';
import type { Endpoint, RunContext, Transport } from '../io/graphql/transport.js';
import type { Jar } from '../io/http/cookies/jar.js';
import type { ResponseHead } from '../io/http/exchange.js';
import { runAgain } from './graphql/again.js';
import { isEnding } from './graphql/ending.js';
import { loginOptions } from './graphql/login.js';
import { readOperation, type WrittenOperation } from './graphql/operation.js';
import { printRun, type StartRun } from './graphql/output.js';
import { note, printFailure } from './note.js';

/**
 * Returns the exit code, or the failure to print.
 * @param send the HTTP engine already loaded; if absent, this chunk loads its copy
 * @param jar the cookies of a session
 */
export async function runGraphql(
  typed: GraphqlCommand,
  environment: Environment,
  send?: RunContext['send'],
  jar?: Jar,
): Promise<number | Failure> {
  const command = typed.objects === undefined ? typed : await withObjects(typed, environment);
  if (isFailure(command)) return command;
  const { auth, network, output, url } = command;
  let refused: ResponseHead | undefined;
  const context: RunContext = {
    environment,
    onRefused(response) {
      refused = response;
    },
    signal: environment.signal,
    note: output.silent ? undefined : text => note(environment, text),
    jar,
    send,
  };
  const ended = await runCommand(command, environment, context);
  if (refused && url !== undefined && !output.silent && !auth.oauth2) {
    const { offerLogin } = await import('./auth/offer-login.js');
    // The failure first, then the suggestion.
    if (isFailure(ended)) printFailure(ended, environment);
    await offerLogin(refused, { method: 'graphql', url, network, output }, environment);
    return isFailure(ended) ? exitCodeOf(ended) : ended;
  }
  return ended;
}

async function runCommand(
  command: GraphqlCommand,
  environment: Environment,
  context: RunContext,
): Promise<number | Failure> {
  const { output, url } = command;
  if (command.schemaTask) {
    return (await import('./graphql/with-schema.js')).runSchemaTask(command.schemaTask, command, context);
  }
  if (command.printSchema) return (await import('./graphql/with-schema.js')).printSchemaCommand(command, url, context);
  const picked = command.picks.length > 0 ? await pickedBy(command, url, context) : undefined;
  if (isEnding(picked)) return picked;
  if (url === undefined) return usageError('No URL given.', 'apiclient graphql URL --query TEXT');
  const query = picked ? { from: 'text' as const, text: picked.text } : command.query;
  const read = await readOperation({ ...command, query }, environment);
  if (isEnding(read)) return read;
  if (output.curl || output.dryRun) {
    const { describeOperation } = await import('./graphql/describe.js');
    return describeOperation(read.operation, url, command, environment);
  }
  const refusal = await confirmMutation(read, url, command, environment);
  if (refusal) return refusal;
  const endpoint =
    picked?.endpoint ?? (await readEndpoint(url, command, environment, await loginOptions(command, environment)));
  if (isFailure(endpoint)) return endpoint;
  const written = await checked(read, command, endpoint, context, picked?.loaded);
  if (isEnding(written)) return written;
  const transport = await transportFor(command, written, environment);
  if (isFailure(transport)) return transport;
  const { again } = command;
  const run: StartRun = observers =>
    runAgain(
      operation => transport.run(operation, endpoint, { ...context, ...observers }),
      written,
      again,
      environment,
      {
        failed: failure => printFailure(failure, environment),
        say: text => context.note?.(text),
      },
    );
  return printRun(run, written, command, environment);
}

/** Asks before a mutation is sent with a profile that requires it. */
async function confirmMutation(
  { operation, node }: WrittenOperation,
  url: string,
  command: GraphqlCommand,
  environment: Environment,
) {
  if (!command.profile?.confirm || operation.kind !== 'mutation') return undefined;
  const { confirmSending } = await import('./profile/confirm.js');
  const name = node.name?.value;
  return confirmSending(name ? `the mutation ${name}` : 'a mutation', url, command, environment);
}

/** Returns the operation validated with the schema, if there is one. A number is the exit code after problems were printed. */
async function checked(
  written: WrittenOperation,
  command: GraphqlCommand,
  endpoint: Endpoint,
  context: RunContext,
  loaded: LoadedSchema | undefined,
): Promise<WrittenOperation | number | Failure> {
  const { validate, sends } = command;
  if (!validate || sends.documentId !== undefined || !mayCheck(command, context.environment)) return written;
  const { checkBeforeSending } = await import('./graphql/with-schema.js');
  return (await checkBeforeSending(command, written, endpoint, context, loaded)) ?? written;
}

/** The values of `--pick` with the typed prefix, for shell completion. Never fails or prompts. */
export async function completePicks(command: GraphqlCommand, typed: string, environment: Environment) {
  const { offerPicks } = await import('./graphql/with-schema.js');
  return offerPicks(command, typed, { environment, signal: environment.signal });
}

/** Builds the operation for `--pick`. With `--print-query` it is printed, and the returned number is the exit code. */
async function pickedBy(command: GraphqlCommand, url: string | undefined, context: RunContext) {
  const { pickOperation, printQuery } = await import('./graphql/with-schema.js');
  const picked = await pickOperation(command, url, context);
  if (isEnding(picked) || !command.printQuery) return picked;
  return printQuery(picked.text, command, context);
}

/** False if there is no schema to validate with. Loads nothing to find out. */
const mayCheck = (command: GraphqlCommand, environment: Environment): boolean =>
  command.schema !== undefined || command.refreshSchema || existsSync(schemaFolder(environment));

async function transportFor(
  command: GraphqlCommand,
  { operation }: WrittenOperation,
  environment: Environment,
): Promise<Transport | Failure> {
  if (command.sends.persisted)
    return (await import('../io/graphql/persisted.js')).persistedTransport({ get: command.get });
  if (operation.kind !== 'subscription') return operationTransport({ get: command.get });
  const { streamTransport } = await import('../io/graphql/stream/index.js');
  const { subscriptionUrl: url, subscriptionProtocol: protocol, connectionParams } = command;
  const own = url === undefined ? undefined : command.elsewhere?.get(url);
  if (url === undefined || own === undefined) return streamTransport({ protocol, url, connectionParams });
  // A profile there has its own credentials; the command's are not sent.
  const endpoint = await readEndpoint(
    url,
    own,
    environment,
    await loginOptions({ ...command, auth: own.auth }, environment),
  );
  if (isFailure(endpoint)) return endpoint;
  return streamTransport({ protocol, connectionParams, there: endpoint });
}
