/** `apiclient graphql <url>` without a screen: one operation, or the schema. A chunk of its own. */
import type { GraphqlCommand } from '../core/command.js';
import { type Failure, isFailure, usageError } from '../core/failure.js';
import type { Environment } from '../environment.js';
import { readEndpoint } from '../io/graphql/endpoint.js';
import { httpTransport } from '../io/graphql/http.js';
import type { Transport } from '../io/graphql/transport.js';
import { checkBeforeSending } from './graphql-check.js';

import { readOperation, type WrittenOperation } from './graphql-operation.js';
import { printRun } from './graphql-output.js';
import { printSchemaCommand } from './graphql-schema.js';
import { plainLoginUi } from './login-ui.js';
import { note } from './note.js';

/** Carries out the command. Answers the exit code, or the failure to be printed. */
export async function runGraphql(command: GraphqlCommand, environment: Environment): Promise<number | Failure> {
  const { url } = command;
  if (url === undefined) return usageError('A URL is needed.', 'apiclient graphql URL --query TEXT');
  if (command.printSchema) return printSchemaCommand(command, url, environment);
  const written = await readOperation(command, environment);
  if (typeof written === 'number' || isFailure(written)) return written;
  const { output } = command;
  if (output.curl || output.dryRun) {
    const { describeOperation } = await import('./graphql-describe.js');
    return describeOperation(written.operation, url, command, environment);
  }
  const endpoint = await readEndpoint(url, command, environment, { ui: plainLoginUi(environment, output) });
  if (isFailure(endpoint)) return endpoint;
  const context = {
    environment,
    signal: environment.signal,
    ...(output.silent ? {} : { note: (text: string) => note(environment, text) }),
  };
  if (command.validate) {
    const stopped = await checkBeforeSending(command, written, endpoint, context);
    if (stopped !== undefined) return stopped;
  }
  const events = (await transportFor(command, written)).run(written.operation, endpoint, context);
  return printRun(events, written, command, environment);
}

async function transportFor(command: GraphqlCommand, { operation }: WrittenOperation): Promise<Transport> {
  if (operation.kind !== 'subscription') return httpTransport({ get: command.get });
  const { streamTransport } = await import('../io/graphql/stream/index.js');
  return streamTransport({
    protocol: command.subscriptionProtocol,
    ...(command.subscriptionUrl === undefined ? {} : { url: command.subscriptionUrl }),
    ...(command.connectionParams === undefined ? {} : { connectionParams: command.connectionParams }),
  });
}
