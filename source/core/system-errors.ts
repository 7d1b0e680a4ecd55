/** System errors that any call may return (errno(3)), with the next step. They are not bugs. */
export const systemErrors: Readonly<Record<string, readonly [reason: string, hint: string]>> = {
  EMFILE: ['too many files are open', 'Raise the limit: ulimit -n 4096'],
  ENFILE: ['too many files are open on this machine', 'End other programs, or raise fs.file-max.'],
  ENOMEM: ['there is no memory left', 'End other programs, or raise the limit that ulimit shows.'],
  ENOSPC: ['the disk is full', 'Make room on it: df -h shows the disks.'],
  EDQUOT: ['the disk quota is used up', 'Make room in your folders: quota shows the limits.'],
  EIO: ['the device reported an error', 'Read the system log: dmesg | tail'],
  EROFS: ['the file system is read-only', 'Choose another folder, or mount it for writing.'],
  EACCES: ['permission was denied', 'Check its permissions and those of its folder: ls -ld shows them.'],
  EPERM: ['permission was denied', 'Check its permissions and those of its folder: ls -ld shows them.'],
};
