/** Trust in the files of a run: requested before anything is sent, or printed as a manifest. */
import type { RunCommand } from '../../core/command.js';
import { type Failure, isFailure, usageError } from '../../core/failure.js';
import type { Entry } from '../../core/http-file/document.js';
import { asciiJson } from '../../core/response/ascii-json.js';
import { safeLine } from '../../core/response/safe-text.js';
import { rightLine } from '../../core/rights/right.js';
import type { Environment } from '../../environment.js';
import type { Run } from '../run/context.js';
import { grantedFile } from '../run/load.js';
import type { ScannedFile } from '../run/loaded-file.js';
import type { ChosenFile } from '../run/verify.js';
import { grantsFor, manifestText } from './ask.js';
import { type Judging, manifestOf } from './rights.js';

/** A file and its requests that are sent. */
interface ScannedRequests {
  readonly file: ScannedFile;
  readonly entries: readonly Entry[];
}

type TrustRun = Judging & Pick<Run, 'given'> & { readonly command: RunCommand };

/**
 * The files with the rights that the user grants, or a failure if those are not enough. A file that cannot be parsed gets none.
 */
export async function trustedFiles(
  run: TrustRun,
  scanned: readonly ScannedRequests[],
): Promise<readonly ChosenFile[] | Failure> {
  const { command, environment } = run;
  const isBroken = scanned.some(({ file }) => file.http.problems.length > 0);
  const chosen: ChosenFile[] = [];
  for (const { file, entries } of scanned) {
    if (isBroken) {
      chosen.push({ file: { ...file, grants: () => false }, entries });
      continue;
    }
    const { rights, refused } = await manifestOf(run, file, entries);
    const [first] = refused;
    if (first)
      return usageError(
        `${file.name}:${first.line}: ${first.text}`,
        'Nothing was sent. Pass the flag on the command line if you mean it.',
      );
    const grants = await grantsFor(file, rights, command.trust === true, environment);
    if (isFailure(grants)) return grants;
    const granted = await grantedFile(file, grants, { ...run, environmentName: command.environmentName });
    if (isFailure(granted)) return granted;
    chosen.push({ file: granted, entries });
  }
  return chosen;
}

/** `--manifest`: lists the actions of each file that need trust. */
export async function printManifests(
  run: TrustRun,
  scanned: readonly ScannedRequests[],
  format: 'text' | 'json',
  { stdout, stderr }: Environment,
): Promise<number> {
  const files = [];
  for (const { file, entries } of scanned) {
    const { rights, refused } = await manifestOf(run, file, entries);
    const lines = rights.map(right => ({ ...right, line: rightLine(right) }));
    files.push({ file: file.name, rights: lines, refused });
    if (format === 'json') continue;
    for (const { line, text } of refused) stderr.write(`${safeLine(`${file.name}:${line}: ${text}`)}\n`);
    if (rights.length === 0) stderr.write(`${safeLine(file.name)} needs no trust.\n`);
    else stdout.write(`${safeLine(`${file.name} wants to:`)}\n${manifestText(rights)}`);
  }
  if (format === 'json') stdout.write(`${asciiJson(files, 2)}\n`);
  return 0;
}
