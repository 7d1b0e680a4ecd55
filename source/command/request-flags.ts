/** The flags that a request of a text may have, for completion. */
import type { FlagWord } from '../core/openapi/intelligence/complete-directive.js';
import { flagTable, shownName } from './flags.js';

/** Each as it is typed, its letter first. A value that may be left out follows `=`, so no word does. */
export const requestFlags = (): readonly FlagWord[] =>
  flagTable.flatMap(flag => {
    const { short, help, value, optional, choices = [], commands } = flag;
    if (!commands.includes('request')) return [];
    const names = [...(short === undefined ? [] : [`-${short}`]), shownName(flag)];
    return { names, help, choices, ...(value === undefined || optional ? {} : { value }) };
  });
