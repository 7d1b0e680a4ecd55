/** The flags that a request in an `.http` file may have, for completion. */
import type { FlagWord } from '../core/openapi/intelligence/complete-directive.js';
import { flagTable, shownName } from './flags.js';

/** Flags as typed, the letter first. If the value is optional, it must follow `=`, so no separate word does. */
export const requestFlags = (): readonly FlagWord[] =>
  flagTable.flatMap(flag => {
    const { short, help, value, optional, choices = [], commands } = flag;
    if (!commands.includes('request')) return [];
    const names = [...(short === undefined ? [] : [`-${short}`]), shownName(flag)];
    return { names, help, choices, value: optional ? undefined : value };
  });
