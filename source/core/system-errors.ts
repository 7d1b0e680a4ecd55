import { type Hint, hint, step } from './hint.js';

/** System errors that any call may return (errno(3)), with the next step. They are not bugs. */
export const systemErrors: Readonly<Record<string, readonly [reason: string, hint: Hint]>> = {
  EMFILE: ['too many files are open', hint`Raise the limit: ${step('run', 'ulimit -n 4096')}`],
  ENFILE: ['too many files are open on this machine', 'Close other programs, or raise fs.file-max.'],
  ENOMEM: ['there is not enough memory', 'Close other programs, or raise the limit that ulimit shows.'],
  ENOSPC: ['the disk is full', hint`Free some space. ${step('run', 'df -h')} shows the disks.`],
  EDQUOT: ['the disk quota is exceeded', 'Delete some of your files. quota shows the limits.'],
  EIO: ['the device reported an error', 'Read the system log: dmesg | tail'],
  EROFS: ['the file system is read-only', 'Use another folder, or mount the file system as writable.'],
  EACCES: ['permission was denied', 'Check the permissions of the file and its folder: ls -ld shows them.'],
  EPERM: ['permission was denied', 'Check the permissions of the file and its folder: ls -ld shows them.'],
};
