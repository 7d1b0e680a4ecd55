/** Splits an example of the help text into its apiclient command lines, like a POSIX shell. */
import { execFileSync } from 'node:child_process';

/** The argument lists with which a real shell calls `apiclient` when it runs the line. */
export function callsIn(line: string): readonly (readonly string[])[] {
  // `source <(…)` is not POSIX, but `$(…)` calls the same commands.
  const posix = line.replace(/ >>? .*$/, '').replaceAll('<(', '$(');
  const script = `
    set -f; HOME=/nonexistent
    apiclient() { for word; do printf '%s\\0' "$word" >&3; done; printf '\\n\\0' >&3; }
    source() { :; }; curl() { :; }; cat() { :; }; mkdir() { :; }; jq() { :; }
    ${posix}`;
  const output = execFileSync('sh', ['-c', `exec 3>&1 1>/dev/null; ${script}`], { encoding: 'utf8' });
  const calls: string[][] = [[]];
  for (const word of output.split('\0').slice(0, -1)) {
    if (word === '\n') calls.push([]);
    else calls.at(-1)?.push(word);
  }
  return calls.slice(0, -1);
}
