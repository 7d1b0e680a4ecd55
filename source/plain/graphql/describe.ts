import type { GraphqlCommand } from '../../core/command.js';
import { type Failure, isFailure, usageError } from '../../core/failure.js';
import { withHash, withoutText } from '../../core/graphql/sending/persisted.js';
import type { Environment } from '../../environment.js';
import { readEndpoint } from '../../io/graphql/endpoint.js';
import { requestOf, uploadParts } from '../../io/graphql/http.js';
import type { Operation } from '../../io/graphql/transport.js';
import { authorizeRequest } from '../access-token.js';
import { outputStyleOf } from '../output-style.js';
import { Painter } from '../paint.js';
import { describeRequest } from '../print-request.js';

/** `--curl` and `--dry-run` of an operation: prints the request. Sends nothing, fetches no token and shows no prompts. */
export async function describeOperation(
  operation: Operation,
  url: string,
  command: GraphqlCommand,
  environment: Environment,
): Promise<number | Failure> {
  if (operation.kind === 'subscription') {
    return usageError('A subscription cannot be shown as one request.', 'Remove --curl or --dry-run.');
  }
  const endpoint = await readEndpoint(url, command, environment, { ask: command.output.showSecrets });
  if (isFailure(endpoint)) return endpoint;
  const authorised = await authorizeRequest(command, endpoint.credentials, environment);
  if (isFailure(authorised)) return authorised;
  const sent = command.sends.persisted ? withoutText(withHash(operation)) : operation;
  const spec = requestOf(sent, { ...endpoint, credentials: authorised.credentials }, command.get, environment);
  if (isFailure(spec)) return spec;
  const painter = await Painter.of(outputStyleOf(command.output, environment).colour);
  const form = operation.uploads.length > 0 ? uploadParts(operation, environment) : undefined;
  const body = form && ({ kind: 'form', parts: form } as const);
  const described = await describeRequest(spec, { output: command.output, body }, environment, painter);
  if (isFailure(described)) return described;
  environment.stdout.write(described);
  return 0;
}
