/** `apiclient graphql <url> --query …`: one operation, its answer on standard output. A chunk of its own. */
import type { GraphqlCommand } from '../core/command.js';
import { type Failure, isFailure, usageError } from '../core/failure.js';
import { chooseOperation, isIncremental, parseDocument } from '../core/graphql/document.js';
import { readVariables } from '../core/graphql/variables.js';
import type { Environment } from '../environment.js';
import { readText } from '../io/sources.js';
import type { Endpoint, Operation } from '../io/graphql/transport.js';
import { printProblem, printRun } from './graphql-output.js';

/** Carries out the command without a screen. Answers the exit code, or the failure to be printed. */
export async function runGraphql(command: GraphqlCommand, environment: Environment): Promise<number | Failure> {
  if (command.url === undefined) return usageError('A URL is needed.', 'apiclient graphql <url> --query TEXT');
  const operation = await prepareOperation(command, environment);
  if (typeof operation === 'number' || isFailure(operation)) return operation;
  const endpoint: Endpoint = {
    url: command.url,
    headers: command.headers.flatMap(header => (header.kind === 'set' ? [header] : [])),
    removed: command.headers.flatMap(header => (header.kind === 'remove' ? [header.name.toLowerCase()] : [])),
    credentials: { apiKeys: [] },
    network: command.network,
  };
  const { httpTransport } = await import('../io/graphql/http.js');
  const events = httpTransport({ get: command.get }).run(operation, endpoint, {
    environment,
    signal: environment.signal,
  });
  return printRun(events, command, environment);
}

/** Reads and checks what the user wrote. A number: the problems are printed already, and this is the exit code. */
async function prepareOperation(
  command: GraphqlCommand,
  environment: Environment,
): Promise<Operation | number | Failure> {
  if (command.query === undefined) return usageError('--query is needed.', 'apiclient graphql <url> --query TEXT');
  const query = await readText(command.query, environment);
  if (isFailure(query)) return query;
  const variablesText = command.variables && (await readText(command.variables, environment));
  if (isFailure(variablesText)) return variablesText;
  const variables = readVariables(variablesText, command.items);
  if ('problem' in variables) {
    printProblem(environment, 'variables', variables.problem, variables.place, variablesText);
    return 2;
  }
  const parsed = parseDocument(query);
  if (!('document' in parsed)) {
    printProblem(environment, 'query', parsed.text, parsed.place, query);
    return 2;
  }
  const chosen = chooseOperation(parsed.document, command.operation);
  if (isFailure(chosen)) return chosen;
  if (command.get && chosen.kind === 'mutation') {
    return usageError('A mutation is never sent with GET.', 'Leave out --get.');
  }
  return {
    kind: chosen.kind,
    query,
    ...(chosen.operationName === undefined ? {} : { operationName: chosen.operationName }),
    ...(variables.text === undefined ? {} : { variables: variables.text }),
    uploads: command.uploads,
    incremental: isIncremental(parsed.document),
  };
}
