import { spawn } from 'node:child_process';
import { JsonFormatter } from '../../core/response/json-format.js';
import { safeText } from '../../core/response/safe-text.js';
import { sizeText } from '../../core/response/sizes.js';
import { pathOf } from '../../io/sources.js';
import type { ResponseEffect } from '../model/effect.js';
import { pageText } from '../terminal/external.js';
import { type Dispatch, type EffectContext, type Performers, showError } from './context.js';
import { performCopyCommand } from './copy-command.js';
import { writeWhole } from './files/write.js';
import { performRun } from './run/run.js';
import { performRunEntry } from './run/run-entry.js';

export const responseEffects: Performers<ResponseEffect> = {
  run: ({ id, operation }, context, dispatch) => performRun(id, operation, context, dispatch),
  'run-http': performRunEntry,
  'send-message': ({ id, text }, context) => context.messageSenders.get(id)?.(text),
  'copy-command': (effect, context, dispatch) => performCopyCommand(effect, context, dispatch),
  pipe: ({ id, command, text }, context, dispatch) => performPipe(id, command, text, context, dispatch),
  'save-text': ({ path, text, overwrite }, context, dispatch) => performSave(path, text, overwrite, context, dispatch),
  page: ({ text, json }, context, dispatch) => performPage(text, json, context, dispatch),
};

/** @param typed path as the user typed it: relative to the current folder, or to the home folder with `~/` */
export async function performSave(
  typed: string,
  text: string | Uint8Array,
  overwrite: boolean,
  { environment }: EffectContext,
  dispatch: Dispatch,
): Promise<void> {
  const done = await writeWhole(pathOf(typed, environment), text, overwrite, environment);
  if (done === 'exists') return dispatch({ type: 'response/exists', path: typed });
  if (done !== undefined) {
    const problem = `Cannot write ${typed}: ${done.problem}.`;
    return dispatch({ type: 'response/ask-save', again: { path: typed, problem } });
  }
  dispatch({ type: 'app/notice', text: `Saved ${typed} (${sizeText(Buffer.byteLength(text))}).` });
}

/** Lends the terminal to the pager until it exits. Shows a notice if the pager cannot be started. */
async function performPage(text: string, json: boolean, context: EffectContext, dispatch: Dispatch): Promise<void> {
  const problem = await context
    .session()
    .lendNow(ended =>
      pageText(safeText(json ? laidOut(text) : text), json ? '.json' : '.txt', context.environment, ended),
    );
  if (problem !== undefined) showError(problem.text, dispatch);
}

function laidOut(text: string): string {
  const parts: string[] = [];
  let pieces: string[] = [];
  // Join tokens early: a list of all of them would be many times larger than the text.
  const formatter = new JsonFormatter(
    piece => {
      if (pieces.push(piece) < 10_000) return;
      parts.push(pieces.join(''));
      pieces = [];
    },
    { indent: true },
  );
  formatter.write(text);
  formatter.end();
  return `${parts.join('')}${pieces.join('')}\n`;
}

/* Pipes a text to the standard input of a shell command. The text goes nowhere else, and the output is untrusted. */

/** Maximum output in bytes. Further output is dropped. */
const maxOutput = 64_000_000;
const maxErrors = 20_000;
/** Time between SIGTERM and SIGKILL, in milliseconds. */
const killDelayMs = 1000;

/** Dispatches `response/piped` once, even if the command was stopped, could not be started or printed too much. */
export function performPipe(
  id: number,
  command: string,
  text: string,
  context: EffectContext,
  dispatch: Dispatch,
): void {
  const { environment } = context;
  const stop = new AbortController();
  context.running.set(id, stop);
  // A separate session: the command has no terminal to read from or draw on, and is killed with all its children.
  const child = spawn('/bin/sh', ['-c', command], {
    stdio: ['pipe', 'pipe', 'pipe'],
    cwd: environment.folder,
    env: { ...environment.variables },
    detached: true,
  });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  let size = 0;
  let errSize = 0;
  let ended = false;

  function done(problem: string | undefined): void {
    if (ended) return;
    ended = true;
    context.running.delete(id);
    dispatch({
      type: 'response/piped',
      id,
      text: Buffer.concat(out).toString('utf8'),
      stderr: Buffer.concat(err).toString('utf8').slice(0, maxErrors).trimEnd(),
      problem,
    });
  }

  function kill(signal: NodeJS.Signals): void {
    try {
      if (child.pid !== undefined && environment.hooks) environment.hooks.kill(-child.pid, signal);
      else child.kill(signal);
    } catch {
      // The process has already ended.
    }
  }

  /** Stops the command without waiting. Its pipes break even if it ignores signals. */
  function cutOff(problem: string): void {
    done(problem);
    kill('SIGTERM');
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
    const last = setTimeout(() => kill('SIGKILL'), killDelayMs);
    last.unref();
    child.once('exit', () => clearTimeout(last));
  }

  stop.signal.addEventListener('abort', () => cutOff('Stopped.'), { once: true });
  child.stdout.on('data', (chunk: Buffer) => {
    if (ended) return;
    size += chunk.length;
    out.push(chunk);
    if (size > maxOutput) cutOff(`Output was truncated after ${maxOutput / 1_000_000} MB.`);
  });
  child.stderr.on('data', (chunk: Buffer) => {
    if (errSize < maxErrors) err.push(chunk);
    errSize += chunk.length;
  });
  // A command may stop reading early (`head -1`).
  child.stdin.on('error', () => {});
  child.stdin.end(text);
  child.once('error', error => done(`Cannot start ${command}: ${error.message}`));
  child.once('close', (code, signal) => {
    if (signal !== null) done(`${command} was killed by ${signal}.`);
    else done(code === 0 ? undefined : `${command} exited with code ${code}.`);
  });
}
