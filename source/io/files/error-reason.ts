import { systemReason } from './own-file.js';

const words: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file would become too large',
  EACCES: 'permission was denied',
  EPERM: 'permission was denied',
  EROFS: 'the file system is read-only',
  ENOENT: 'the folder does not exist',
  ENOTDIR: 'part of its path is not a folder',
  EISDIR: 'it is a folder',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'its links form a loop',
  ETXTBSY: 'it is a program that runs',
  EIO: 'the device reported an error',
  EBADF: 'it is closed',
};

/** The reason, to follow a colon; the system's code if unknown. */
export function errorReason(error: unknown): string {
  const code = (error as NodeJS.ErrnoException | null)?.code ?? 'EIO';
  const reason = systemReason(error);
  return reason === undefined ? (words[code] ?? code) : `it ${reason}`;
}
