/** Splits examples of the help text into their apiclient command lines, like a POSIX shell. */
import { execFileSync } from 'node:child_process';

/** The argument lists with which a real shell calls `apiclient` when it runs a line. */
type Calls = readonly (readonly string[])[];

/** Runs each line in a separate subshell of one shell. */
export function callsInEach(lines: readonly string[]): readonly Calls[] {
  // `source <(…)` is not POSIX, but `$(…)` calls the same commands.
  const posix = lines.map(line => line.replace(/ >>? .*$/, '').replaceAll('<(', '$('));
  const script = `
    exec 3>&1 1>/dev/null; set -f; HOME=/nonexistent
    apiclient() { for word; do printf '%s\\0' "$word" >&3; done; printf '\\n\\0' >&3; }
    source() { :; }; curl() { :; }; cat() { :; }; mkdir() { :; }; jq() { :; }
    for line; do (eval "$line") || exit; printf '\\n\\n\\0' >&3; done`;
  const output = execFileSync('sh', ['-c', script, 'sh', ...posix], { encoding: 'utf8' });
  const each: Calls[] = [];
  let calls: string[][] = [[]];
  for (const word of output.split('\0').slice(0, -1)) {
    if (word === '\n\n') {
      each.push(calls.slice(0, -1));
      calls = [[]];
    } else if (word === '\n') calls.push([]);
    else calls.at(-1)?.push(word);
  }
  return each;
}

export const callsIn = (line: string): Calls => callsInEach([line])[0] ?? [];
