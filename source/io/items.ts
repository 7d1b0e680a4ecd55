/** Values of items: inline, in files (`name=@FILE`, `name:=@FILE`), on standard input (`@-`). */

import { type Failure, isFailure, usageError } from '../core/failure.js';
import { parseRaw } from '../core/json/raw.js';
import type { ItemOption, QueryOption } from '../core/options.js';
import { isProblem } from '../core/problem.js';
import type { ReadItem } from '../core/request/items/assemble.js';
import { shownName } from '../core/request/items/path.js';
import { withoutEnd } from '../core/text/runs.js';
import type { Environment } from '../environment.js';
import { readText } from './sources.js';

/** Reads the files of items. An unreadable file, or invalid JSON for `:=@`, is a failure. */
export async function readItems(
  items: readonly ItemOption[],
  environment: Environment,
): Promise<readonly ReadItem[] | Failure> {
  const found: ReadItem[] = [];
  for (const { name, path, as, source } of items) {
    const text = await readText(source, environment);
    if (isFailure(text)) return text;
    if (as === 'json' && source.from !== 'text') {
      const read = parseRaw(text);
      if (isProblem(read)) {
        const file = source.from === 'file' ? source.path : 'Standard input';
        return usageError(
          `${file} is not JSON, but the item ${shownName(name)} requires it: ${read.problem}.`,
          'Use = instead of := to send it as text.',
        );
      }
    }
    found.push({ name, path, json: as === 'json' ? text : JSON.stringify(text) });
  }
  return found;
}

/** Reads `name==text` and `name==@FILE`. Trailing newlines of a file are dropped. */
export async function readQuery(
  query: readonly QueryOption[],
  environment: Environment,
): Promise<readonly (readonly [name: string, value: string])[] | Failure> {
  const pairs: (readonly [string, string])[] = [];
  for (const { name, source } of query) {
    const text = await readText(source, environment);
    if (isFailure(text)) return text;
    pairs.push([name, source.from === 'text' ? text : withoutEnd(text, /\n/)]);
  }
  return pairs;
}
