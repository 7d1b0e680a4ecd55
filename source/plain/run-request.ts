/** `apiclient <METHOD> <url>`: one request, its answer on standard output. */
import { pipeline } from 'node:stream/promises';
import type { RequestCommand } from '../core/command.js';
import { type Failure, isFailure } from '../core/failure.js';
import type { Environment } from '../environment.js';
import { send } from '../io/http/send.js';

/** Carries out the command. Answers the exit code, or the failure to be printed. */
export async function runRequest(command: RequestCommand, environment: Environment): Promise<number | Failure> {
  const response = await send(
    {
      method: command.method,
      url: command.url,
      headers: [],
      removed: [],
      credentials: { apiKeys: [] },
      network: command.network,
    },
    environment,
  );
  if (isFailure(response)) return response;
  await pipeline(response.body, environment.stdout, { end: false });
  return 0;
}
