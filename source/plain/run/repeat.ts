/**
 * `apiclient run FILE --repeat N`: the requests of a file from top to bottom, many times, each time with separate cookies and
 * captures.
 */
import type { Failure } from '../../core/failure.js';
import { exitCodeOf, isFailure } from '../../core/failure.js';
import { type EntryResult, whyFailed } from '../../core/http-file/report/result.js';
import type { RepeatOptions } from '../../core/load/options.js';
import { entryTitle } from '../../core/masking/by-name.js';
import { memoryJar } from '../../io/http/cookies/jar.js';
import { type Repetition, refuseLoad, runLoad, type Sample } from '../load/load.js';
import type { Run } from './context.js';
import { ownOrigins } from './make-request.js';
import { runEntry } from './run-entry.js';
import { type Learned, liveScope, usedResponses } from './scope.js';
import type { ChosenFile } from './verify.js';

/** Returns the exit code, or a failure. */
export async function repeatFile(
  run: Run,
  { file, entries }: ChosenFile,
  options: RepeatOptions,
): Promise<number | Failure> {
  const { command, environment, given } = run;
  const { output } = command;
  const refused = await refuseLoad({ options, output, environment });
  if (refused) return refused;
  const sent = entries.filter(entry => entry.skip === undefined);
  const names = new Map(sent.map(entry => [entry, entryTitle(entry)]));
  const usedResponseNames = usedResponses(file);
  const once: Repetition['once'] = async (lagMs, record) => {
    const learned: Learned = { captured: new Map(), responses: new Map() };
    const scope = liveScope(file, given, environment, learned);
    // A thousand runs do not save their captures.
    const sessions = { ...run.sessions, save: async () => undefined };
    const own = { ...run, sessions, jar: memoryJar(environment), metas: [] };
    const files = { run: own, file, scope, learned, origins: ownOrigins(file, scope), usedResponseNames };
    let lag = lagMs;
    for (const entry of sent) {
      const result = await runEntry(files, entry);
      record(names.get(entry) ?? '', sampleOf(result, lag));
      // Only the first has a scheduled time; the others wait for the previous one.
      lag = 0;
      if (result.outcome === 'failed' && !command.keepGoing) return;
    }
  };
  return runLoad({ options, output, environment }, { names: [...new Set(names.values())], once });
}

function sampleOf(result: EntryResult, lagMs: number): Sample {
  const { status, ms, outcome, failure, code, checks, statusText } = result;
  const response = status === undefined ? {} : { response: { ms: ms + lagMs, status } };
  if (failure && isFailure(failure)) return { ...response, reason: failure.text, code: exitCodeOf(failure) };
  const failed = checks.find(each => !each.ok);
  // The value differs between responses; the check itself is the reason.
  if (failed) return { ...response, reason: `Check failed: line ${failed.line}: ${failed.check}` };
  if (outcome === 'failed') return { ...response, reason: whyFailed(result)[0] ?? 'The request failed.', code };
  if (status === undefined || status < 400 || checks.some(({ check }) => /^\s*status\b/.test(check))) return response;
  return { ...response, reason: `The server answered ${statusText}.`, code: 0 };
}
