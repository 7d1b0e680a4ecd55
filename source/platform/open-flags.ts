/** Flags of open(2) that some systems do not have: 0 on Windows. */
import { constants } from 'node:fs';

/** Rejects a link with ELOOP. */
export const noFollow = constants.O_NOFOLLOW ?? 0;

/** Waits neither for the other end of a FIFO nor for a slow terminal. */
export const nonBlocking = constants.O_NONBLOCK ?? 0;

/** Opens a terminal without making it the controlling one. */
export const noControl = constants.O_NOCTTY ?? 0;
