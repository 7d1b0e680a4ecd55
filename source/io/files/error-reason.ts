import { systemErrors } from '../../core/system-errors.js';
import { systemReason } from './own-file.js';

const words: Readonly<Record<string, string>> = {
  EFBIG: 'the file would become too large',
  ENOENT: 'the folder does not exist',
  ENOTDIR: 'part of its path is not a folder',
  EISDIR: 'it is a folder',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'its links form a loop',
  ETXTBSY: 'it is a program that runs',
  EBADF: 'it is closed',
};

/** Returns the reason, to follow a colon, or the system's error code if it is unknown. */
export function errorReason(error: unknown): string {
  const code = (error as NodeJS.ErrnoException | null)?.code ?? 'EIO';
  const reason = systemReason(error);
  return reason === undefined ? (words[code] ?? systemErrors[code]?.[0] ?? code) : `it ${reason}`;
}
