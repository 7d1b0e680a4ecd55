/** `--filter`, `-r`, and `--paginate` with its flags. The paths are parsed later, where they are used. */
import type { OutputOptions, PagesOption } from '../../core/options.js';
import type { FlagTokens } from '../tokens.js';
import type { UsageErrors } from '../usage-errors.js';
import { wholeNumber } from '../values.js';

const pathFlags = [
  ['filter', "--filter '$.items[*].id'"],
  ['next', "--paginate --next '$.next_page_url'"],
  ['merge', "--paginate --merge '$.items'"],
] as const;

/** Flags that only have an effect with another flag. */
const companions = [
  ['raw-output', 'filter', '-r', "Usage: --filter '$.name' -r. For part of a file, use -H 'Range: bytes=0-499'."],
  ['next', 'paginate', '--next', "Usage: --paginate --next '$.next_page_url'"],
  ['merge', 'paginate', '--merge', "Usage: --paginate --merge '$.items'"],
  ['max-pages', 'paginate', '--max-pages', 'Usage: --paginate --max-pages 3'],
] as const;

export function parseFilter(
  given: FlagTokens,
  errors: UsageErrors,
): Pick<OutputOptions, 'filter' | 'isRawOutput' | 'pages'> {
  for (const [name, usage] of pathFlags) {
    const path = given.last(name);
    if (path !== undefined && !path.startsWith('$'))
      errors.add(`--${name} needs a JSONPath, which begins with $.`, `Usage: ${usage}`);
  }
  for (const [name, needed, shown, usage] of companions)
    if (given.has(name) && !given.has(needed)) errors.add(`${shown} has no effect without --${needed}.`, usage);
  const isPaged = given.on('paginate');
  for (const [flag, shown] of [
    ['continue', '-C'],
    ['diff', '--diff'],
    ['repeat', '--repeat'],
  ] as const) {
    if (given.has(flag) && (isPaged || given.has('filter')))
      errors.add(`${shown} and --${isPaged ? 'paginate' : 'filter'} cannot be combined.`, 'Remove one of them.');
  }
  const filter = given.last('filter');
  return {
    filter,
    isRawOutput: given.on('raw-output') || undefined,
    pages: isPaged ? parsePages(given, errors) : undefined,
  };
}

function parsePages(given: FlagTokens, errors: UsageErrors): PagesOption {
  const [next, merge, max] = [given.last('next'), given.last('merge'), given.last('max-pages')];
  return {
    next,
    merge,
    max: max === undefined ? undefined : wholeNumber(max, '--max-pages', 1_000_000, errors, 1),
  };
}
