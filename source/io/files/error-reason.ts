import { errorCode } from '../../core/failure.js';
import { systemErrors } from '../../core/system-errors.js';
import { systemReason } from './own-file.js';

const words: Readonly<Record<string, string>> = {
  EFBIG: 'the file would become too large',
  ENOTDIR: 'part of its path is not a folder',
  EISDIR: 'it is a folder',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'its links form a loop',
  ETXTBSY: 'it is a program that runs',
  EBADF: 'it is closed',
  ERR_FS_FILE_TOO_LARGE: 'it is too large to be loaded into memory',
  ENXIO: 'the other end is closed',
};

/**
 * Returns the reason, to follow a colon, or the system's error code if it is unknown.
 * @param missing reason if the path does not exist: of a file that is written, its folder is missing
 */
export function errorReason(error: unknown, missing = 'the folder does not exist'): string {
  const code = errorCode(error) ?? 'EIO';
  const reason = systemReason(error);
  if (reason !== undefined) return `it ${reason}`;
  return code === 'ENOENT' ? missing : (words[code] ?? systemErrors[code]?.[0] ?? code);
}
