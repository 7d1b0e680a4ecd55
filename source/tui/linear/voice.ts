/** Where lines go: requested output to standard output, notifications to standard error. Untrusted text is sanitized. */
import { safeLine } from '../../core/response/safe-text.js';
import type { OutputStream } from '../../environment.js';
import type { SpokenLine } from './spoken.js';

/** @param makeRoom called before lines are written: a prompt may be on the current line */
export function openVoice(
  ascii: boolean,
  words: OutputStream,
  answers: OutputStream,
  makeRoom: () => void,
): (lines: readonly SpokenLine[]) => void {
  const safe = (line: string): string => (ascii ? safeLine(line).replaceAll('••••', '****') : safeLine(line));
  return lines => {
    if (lines.length > 0) makeRoom();
    for (const { text, as } of lines) {
      const output = as === 'answer' ? answers : words;
      for (const each of text.split('\n')) output.write(`${safe(each)}\n`);
    }
  };
}
