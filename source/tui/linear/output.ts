/**
 * Output streams of lines: requested output goes to standard output, notifications to standard error. Untrusted text is
 * sanitized.
 */
import path from 'node:path';
import { safeLine } from '../../core/response/safe-text.js';
import { bullets } from '../../core/secret.js';
import type { Environment, OutputStream } from '../../environment.js';
import { stateFolder } from '../../io/directories.js';
import { readOwn } from '../../io/files/own-file.js';
import { writePrivate } from '../../io/files/private-file.js';
import type { OutputLine, Verbosity } from './reply.js';

/** @param makeRoom called before lines are written, because a prompt may be on the current line */
export function openOutput(
  ascii: boolean,
  notices: OutputStream,
  answers: OutputStream,
  makeRoom: () => void,
): (lines: readonly OutputLine[]) => void {
  // Tabs of a text are harmless, and a script gets them verbatim.
  const safeTabs = (line: string): string => line.split('\t').map(safeLine).join('\t');
  const safe = (line: string): string => (ascii ? safeTabs(line).replaceAll(bullets, '****') : safeTabs(line));
  return lines => {
    if (lines.length > 0) makeRoom();
    for (const { text, as } of lines) {
      const output = as === 'answer' ? answers : notices;
      for (const each of text.split('\n')) output.write(`${safe(each)}\n`);
    }
  };
}

/** The verbosity, which is saved across sessions. */
const fileOf = (environment: Environment): string => path.join(stateFolder(environment), 'linear.json');

/** The last choice; `verbose` by default. */
export function readVerbosity(environment: Environment): Verbosity {
  try {
    const parsed: unknown = JSON.parse(readOwn(fileOf(environment), environment)?.toString('utf8') ?? 'null');
    return (parsed as { readonly speech?: unknown } | null)?.speech === 'brief' ? 'brief' : 'verbose';
  } catch {
    return 'verbose';
  }
}

/** Saves the choice. Returns false if that fails; the choice then applies only to this session. */
export async function saveVerbosity(verbosity: Verbosity, environment: Environment): Promise<boolean> {
  try {
    await writePrivate(fileOf(environment), `${JSON.stringify({ speech: verbosity })}\n`, environment);
    return true;
  } catch {
    return false;
  }
}
