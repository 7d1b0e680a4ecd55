/** `apiclient <METHOD> <url>`: one request, its response on standard output or in a file. */

import type { RequestCommand } from '../core/command.js';
import { type Failure, isFailure } from '../core/failure.js';
import { isUnsafe, type RequestSpec } from '../core/request/spec.js';
import { encodeQuery } from '../core/request/url.js';
import { bullets } from '../core/secret.js';
import type { Environment } from '../environment.js';
import type { AuthorizedRequest } from './access-token.js';
import type { Judge } from './checks/judge.js';
import { guardOutput, hiderOf, openPlainContext, type PlainContext } from './context.js';
import { type ExchangeUse, exchange } from './exchange.js';
import { note } from './note.js';
import { prepareRequest } from './prepare.js';

interface RequestUse extends ExchangeUse {
  /** Hint for standard input that the command does not send. */
  readonly inputHint?: string;
  /** Changes the text of a request that is printed instead of sent. */
  readonly rewrite?: (text: string) => string;
}

/** Returns the exit code, or the failure to print. */
export async function runRequest(
  command: RequestCommand,
  environment: Environment,
  use: RequestUse = {},
): Promise<number | Failure> {
  noteUnknownMethod(command, environment);
  const judge = await judgeOf(command, environment);
  if (isFailure(judge)) return judge;
  const prepared = await prepareRequest(command, environment);
  if (isFailure(prepared)) return prepared;
  await noteDoubts(command, prepared, environment);
  const refused = (await unsentInput(command, environment, use)) ?? (await refusedByPerson(command, environment));
  if (refused) return refused;
  const authorised = await authorisedRequest(command, prepared, environment);
  if (isFailure(authorised)) return authorised;
  const spec = { ...prepared, credentials: authorised.credentials };
  const stage = await openPlainContext(command, environment);
  return guardOutput(stage, async () => {
    if (isOnlyShown(command)) return describe(stage, spec, use);
    if (!command.repeat) return exchange(stage, spec, authorised, judge, use);
    const { repeatRequest } = await import('./load/repeat-request.js');
    return repeatRequest(stage, command.repeat, spec, authorised, use.jar);
  });
}

/** Whether the request is printed instead of sent. */
const isOnlyShown = ({ output }: RequestCommand): boolean => output.curl || output.dryRun;

function noteUnknownMethod({ method, methodSlip, output }: RequestCommand, environment: Environment): void {
  if (methodSlip === undefined || output.silent) return;
  note(environment, `Unknown method ${method}, sent anyway. Did you mean ${methodSlip}?`);
}

/** The checks of `-a`, if there are any. Repeated requests have their own. */
async function judgeOf(
  { repeat, output: { asserts } }: RequestCommand,
  environment: Environment,
): Promise<Judge | Failure | undefined> {
  if (repeat || !asserts) return undefined;
  return (await import('./checks/judge.js')).openJudge(asserts, environment);
}

/** Notes parts of the body that look like mistakes. */
async function noteDoubts(command: RequestCommand, { headers }: RequestSpec, environment: Environment): Promise<void> {
  if (command.output.silent || !command.body) return;
  const { doubtsOf } = await import('./notes/doubts.js');
  for (const text of doubtsOf(command, headers)) note(environment, text);
}

async function unsentInput(
  command: RequestCommand,
  environment: Environment,
  { inputHint }: RequestUse,
): Promise<Failure | undefined> {
  const { method, body, output } = command;
  if (body || isOnlyShown(command) || !/^(?:PUT|PATCH|POST)$/.test(method)) return undefined;
  return (await import('./notes/unsent-input.js')).refuseUnsentInput(method, output.silent, environment, inputHint);
}

/** Prompts for profiles that require confirmation, unless nothing is sent. */
async function refusedByPerson(command: RequestCommand, environment: Environment): Promise<Failure | undefined> {
  const { method, url, profile } = command;
  if (!profile?.confirm || isOnlyShown(command) || !isUnsafe(method)) return undefined;
  return (await import('./profile/confirm.js')).confirmSending(method, hiderOf(command)(url), command, environment);
}

async function authorisedRequest(
  command: RequestCommand,
  { credentials }: RequestSpec,
  environment: Environment,
): Promise<AuthorizedRequest | Failure> {
  if (!command.auth.oauth2) return { credentials };
  return (await import('./access-token.js')).authorizeRequest(command, credentials, environment);
}

/** Prints the request for `--curl` and `--dry-run`. */
async function describe(stage: PlainContext, spec: RequestSpec, { rewrite }: RequestUse): Promise<number | Failure> {
  const { command, environment, painter, output } = stage;
  const { describeRequest } = await import('./print-request.js');
  const text = await describeRequest(spec, command, environment, painter);
  if (isFailure(text)) return text;
  const described = rewrite?.(text) ?? text;
  // Filled-in secrets are masked in a URL as everywhere else.
  await output.write(command.hidden ? described.replaceAll(encodeQuery(bullets), bullets) : described);
  return 0;
}
