/** Determines whether a text is JSON without building values. */
import { JsonScanner } from './scan.js';

const nothing = (): void => {};

/** @param several true to also accept concatenated texts, as printed by `jq .[]` */
export function isJson(text: string, several = false): boolean {
  if (!/^\s*["[{\dtfn-]/.test(text)) return false;
  let count = 0;
  const scanner: JsonScanner = new JsonScanner({
    open() {
      if (scanner.depth === 1) count++;
    },
    scalar(_piece, _role, first) {
      if (first && scanner.depth === 0) count++;
    },
    close: nothing,
    colon: nothing,
    comma: nothing,
    space: nothing,
    junk: nothing,
  });
  scanner.write(text);
  scanner.end();
  return scanner.problem === undefined && scanner.depth === 0 && (several ? count > 0 : count === 1);
}
