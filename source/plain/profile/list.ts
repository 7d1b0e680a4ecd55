import type { ProfilesCommand } from '../../core/command.js';
import { authWords } from '../../core/credentials/describe.js';
import { withoutQuery } from '../../core/request/url.js';
import { safeLine } from '../../core/response/safe-text.js';
import type { Environment } from '../../environment.js';

/**
 * Prints one line per profile: name, URL, login, whether it requires confirmation. In a pipe, columns are separated by tabs.
 */
export function listProfiles({ profiles, file }: ProfilesCommand, { stdout, stderr }: Environment): number {
  if (profiles.size === 0) {
    stderr.write(`No profiles are configured (${safeLine(file)}). To add one, see apiclient help configuration.\n`);
    return 0;
  }
  const rows = [...profiles].map(([name, profile]) => [
    `@${name}`,
    safeLine(withoutQuery(profile.url)),
    safeLine(authWords(profile.identity)),
    profile.confirm ? 'asks first' : '',
  ]);
  const widths = [0, 1, 2].map(column => Math.max(...rows.map(row => row[column]?.length ?? 0)));
  for (const row of rows) {
    const cells = stdout.isTTY ? row.map((cell, column) => cell.padEnd(widths[column] ?? 0)) : row;
    stdout.write(`${cells.join(stdout.isTTY ? '  ' : '\t').trimEnd()}\n`);
  }
  return 0;
}
