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
import type { Speech, SpokenLine } from './spoken.js';

/** @param makeRoom called before lines are written, because a prompt may be on the current line */
export function openVoice(
  ascii: boolean,
  words: OutputStream,
  answers: OutputStream,
  makeRoom: () => void,
): (lines: readonly SpokenLine[]) => void {
  // Tabs of a text are harmless, and a script gets them verbatim.
  const safeTabs = (line: string): string => line.split('\t').map(safeLine).join('\t');
  const safe = (line: string): string => (ascii ? safeTabs(line).replaceAll(bullets, '****') : safeTabs(line));
  return lines => {
    if (lines.length > 0) makeRoom();
    for (const { text, as } of lines) {
      const output = as === 'answer' ? answers : words;
      for (const each of text.split('\n')) output.write(`${safe(each)}\n`);
    }
  };
}

/** The verbosity, which is saved across sessions. */
const fileOf = (environment: Environment): string => path.join(stateFolder(environment), 'linear.json');

/** The last choice; `verbose` by default. */
export function readSpeech(environment: Environment): Speech {
  try {
    const parsed: unknown = JSON.parse(readOwn(fileOf(environment), environment)?.toString('utf8') ?? 'null');
    return (parsed as { readonly speech?: unknown } | null)?.speech === 'brief' ? 'brief' : 'verbose';
  } catch {
    return 'verbose';
  }
}

/** Saves the choice. Returns false if that fails; the choice then applies only to this session. */
export async function keepSpeech(speech: Speech, environment: Environment): Promise<boolean> {
  try {
    await writePrivate(fileOf(environment), `${JSON.stringify({ speech })}\n`, environment);
    return true;
  } catch {
    return false;
  }
}
