/**
 * A login by lines on standard error: for commands without a screen, and while a screen lends its terminal. The URL of the page
 * is shown even with `-s`.
 */

import { closeSync } from 'node:fs';
import { isFailure } from '../../../core/failure.js';
import { hintText } from '../../../core/hint.js';
import { protocolLines } from '../../../core/oauth/protocol/lines.js';
import type { ProtocolStep } from '../../../core/oauth/protocol/step.js';
import type { OutputOptions } from '../../../core/options.js';
import { safeLine } from '../../../core/response/safe-text.js';
import type { Environment } from '../../../environment.js';
import { openTerminal } from '../../../platform/terminal-device.js';
import { openDebugLog } from '../../debug-log.js';
import type { LoginPrompt, LoginUi } from './login-ui.js';

/** Notes and prompts on standard error. Pasted lines are read from the controlling terminal, whatever standard input is. */
export function lineLoginUi(
  environment: Environment,
  output: Pick<OutputOptions, 'silent' | 'debugLog'> & Partial<Pick<OutputOptions, 'verbose'>>,
): LoginUi {
  const write = (text: string) => void environment.stderr.write(`${safeLine(text)}\n`);
  const seen = new Set<string>();
  const attended = environment.stderr.isTTY === true;
  // A log that cannot be opened is reported by the command with that flag.
  const log = output.debugLog === undefined ? undefined : openDebugLog(output.debugLog, environment);
  const terminal = attended ? usableTerminal(environment.controllingTerminal) : undefined;
  const ask = async (question: string, signal: AbortSignal): Promise<string | undefined> =>
    terminal === undefined
      ? undefined
      : (await import('../../ask-line.js')).askLine(question, terminal, environment, signal);
  const writeStep = (step: ProtocolStep): void => {
    for (const line of protocolLines(step, environment.now())) write(`* ${line}`);
  };
  return {
    note(value) {
      const text = hintText(value);
      if (!output.silent && !seen.has(text)) write(`apiclient: ${text}`);
      seen.add(text);
    },
    warn: text => write(`apiclient: ${hintText(text)}`),
    show(prompt) {
      for (const line of [...promptLines(prompt), ...qrOfPrompt(prompt, environment.stderr)]) write(line);
    },
    attended,
    protocol: output.verbose ? writeStep : undefined,
    log: isFailure(log) ? undefined : log,
    askLine: terminal === undefined ? undefined : ask,
    confirm: terminal === undefined ? undefined : ask,
  };
}

/** Returns the lines of the QR code, or why there is none: a wrapped code cannot be scanned. */
function qrOfPrompt({ qr }: LoginPrompt, { columns }: Environment['stderr']): readonly string[] {
  const width = qr?.[0]?.length ?? 0;
  return columns !== undefined && columns < width
    ? [`The QR code needs ${width} columns, but the terminal has ${columns}.`]
    : (qr ?? []);
}

/** Returns the terminal's path if it can be opened. The path also exists for a job without a terminal. */
function usableTerminal(path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  try {
    closeSync(openTerminal(path));
    return path;
  } catch {
    return undefined;
  }
}

/** Instructions for logging in, line by line. */
export function promptLines(prompt: LoginPrompt): readonly string[] {
  if (prompt.kind === 'code') {
    const minutes = Math.max(1, Math.round(prompt.expiresInSeconds / 60));
    return [
      `To log in, open ${prompt.url}`,
      `and enter the code ${prompt.userCode} (valid for ${minutes} min).`,
      ...(prompt.completeUrl === undefined ? [] : [`Or open the URL that includes the code: ${prompt.completeUrl}`]),
    ];
  }
  if (prompt.isRemote) {
    return [
      '1. Open this page in the browser of your computer:',
      prompt.url,
      '2. Log in. The browser then shows an address that it cannot open.',
      '3. Copy that address and paste it here.',
      ...(prompt.forward === undefined
        ? []
        : [`Step 3 is not needed if you first run on your computer: ${prompt.forward}`]),
    ];
  }
  return [
    prompt.opened ? 'A browser opens for the login. If it does not, open this page:' : 'To log in, open this page:',
    prompt.url,
    ...(prompt.forward === undefined
      ? []
      : [`If the browser runs on another machine, first run there: ${prompt.forward}`]),
  ];
}
