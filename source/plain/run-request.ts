/** `apiclient <METHOD> <url>`: one request, its answer on standard output or in a file. */
import type { RequestCommand } from '../core/command.js';
import { type Failure, isFailure } from '../core/failure.js';
import type { RequestSpec } from '../core/request/spec.js';
import type { Environment } from '../environment.js';
import type { Authorised } from './access-token.js';
import type { Ending } from './parts/ending.js';
import { prepareRequest } from './prepare.js';
import type { Target } from './save-target.js';
import { sendRequest } from './send-request.js';
import { showAnswer } from './show-answer.js';
import { guarded, openStage, type Stage } from './stage.js';
import type { Live } from './verbose/live.js';
import { tellingAll } from './verbose/telling.js';

/** Carries out the command. Answers the exit code, or the failure to be printed. */
export async function runRequest(command: RequestCommand, environment: Environment): Promise<number | Failure> {
  const prepared = await prepareRequest(command, environment);
  if (isFailure(prepared)) return prepared;
  const refused = await refusedByPerson(command, environment);
  if (refused) return refused;
  const authorised: Authorised | Failure = command.auth.oauth2
    ? await (await import('./access-token.js')).authorise(command, prepared.credentials, environment)
    : { credentials: prepared.credentials };
  if (isFailure(authorised)) return authorised;
  const spec = { ...prepared, credentials: authorised.credentials };
  const stage = await openStage(command, environment);
  return guarded(stage, async () => {
    if (!command.output.curl && !command.output.dryRun) return exchange(stage, spec, authorised.renew);
    const { describeRequest } = await import('./print-request.js');
    await stage.output.write(describeRequest(spec, command, environment, stage.painter));
    return 0;
  });
}

/** A profile may want to be asked; what sends nothing asks nobody. */
async function refusedByPerson(command: RequestCommand, environment: Environment): Promise<Failure | undefined> {
  const { method, url, output, profile } = command;
  if (!profile?.confirm || output.curl || output.dryRun) return undefined;
  const { confirmSending, isUnsafe } = await import('./profile/confirm.js');
  return isUnsafe(method) ? confirmSending(method, url, command, environment) : undefined;
}

/**
 * Sends the request, brings the answer where it is wanted and tells how it went.
 * @param renew another token for one 401 `invalid_token`
 */
async function exchange(stage: Stage, spec: RequestSpec, renew: Authorised['renew']): Promise<number | Failure> {
  const { command, environment, output } = stage;
  const { silent, resume, debugLog } = command.output;
  const logging = debugLog === undefined ? undefined : await import('../io/debug-log.js');
  const log = logging?.openDebugLog(debugLog, environment);
  if (isFailure(log)) return log;
  const target = await targetOf(stage, spec);
  if (isFailure(target)) return target;
  const request = target ? (await import('./save-target.js')).requestFor(target, resume, spec) : spec;
  const ending = await endingOf(stage);
  if (isFailure(ending)) return ending;
  const live = command.output.verbose ? await liveOf(stage) : undefined;
  const recorded = command.output.print?.includes('B') ? (await import('./parts/recorder.js')).recorder() : undefined;
  const tell = tellingAll([live?.tell, log && logging?.logSteps(log), ending?.tell, recorded?.tell]);
  const response = await sendRequest(request, environment, {
    silent,
    ...(renew ? { renew } : {}),
    ...(tell ? { tell } : {}),
    ...(ending ? { onSent: ending.onSent } : {}),
  });
  let bytes = 0;
  const ended = isFailure(response)
    ? response
    : await guarded(stage, () =>
        showAnswer(stage, response, { request, target, sentBody: recorded?.body() }, length => {
          bytes += length;
        }),
      );
  if (!isFailure(response)) live?.end(response);
  if (log) logging?.logEnd(log, ended, isFailure(response) ? undefined : response.timing);
  log?.close();
  if (!ending) return ended;
  return ending.end({ response: isFailure(response) ? undefined : response, ended, bytes }, output);
}

/** What is said at the end, if anything is. */
async function endingOf({ command, environment }: Stage): Promise<Ending | Failure | undefined> {
  const { output } = command;
  const { print, timing, meta, writeOut } = output;
  if (!timing && meta === undefined && writeOut === undefined && !print?.includes('m')) return undefined;
  return (await import('./parts/ending.js')).openEnding(output, command, environment);
}

async function liveOf({ command, environment, output, painter, look }: Stage): Promise<Live> {
  const { openLive } = await import('./verbose/live.js');
  const { showSecrets } = command.output;
  return openLive({ environment, output, painter, showSecrets, format: look.format });
}

/** The file of `-o` or `--download`, if there is one. */
async function targetOf({ command, environment }: Stage, spec: RequestSpec): Promise<Target | undefined | Failure> {
  const { output } = command;
  if (!output.download && (output.file === undefined || output.file === '-')) return undefined;
  return (await import('./save-target.js')).chooseTarget(output, spec, environment);
}
