/** `apiclient trust`: approves files, lists and removes approvals. */
import path from 'node:path';
import type { TrustCommand } from '../../core/command.js';
import { errorCode, type Failure, isFailure, usageError } from '../../core/failure.js';
import { safeLine } from '../../core/response/safe-text.js';
import { rightLine } from '../../core/rights/right.js';
import type { Environment } from '../../environment.js';
import { digestOf, distrustFile, trustedFiles } from '../../io/files/trust-store.js';
import { readText } from '../../io/sources.js';
import type { ReadFileWords, ReadRequest } from '../run/context.js';
import { givenValues, loadFile } from '../run/load.js';
import { inEnvironmentOf } from '../run/places.js';
import { manifestText, storeTrust } from './ask.js';
import { manifestOf } from './rights.js';

/** Returns the exit code, or the failure to print. */
export async function runTrust(
  command: TrustCommand,
  environment: Environment,
  reader: ReadRequest,
  readWords: ReadFileWords,
): Promise<number | Failure> {
  if (command.action === 'list') return listTrusted(environment);
  for (const name of command.files) {
    const failed =
      command.action === 'remove'
        ? await remove(name, environment)
        : await approve(name, command, environment, reader, readWords);
    if (failed) return failed;
  }
  return 0;
}

async function approve(
  name: string,
  command: TrustCommand,
  environment: Environment,
  reader: ReadRequest,
  readWords: ReadFileWords,
): Promise<Failure | undefined> {
  const read = inEnvironmentOf(reader, command.environmentName);
  const given = await givenValues(command, environment);
  if (isFailure(given)) return given;
  const file = await loadFile(name, command, environment, read, given);
  if (isFailure(file)) return file;
  const [problem] = file.http.problems;
  if (problem) return usageError(`${name}:${problem.line}: ${problem.text}`, 'Nothing was approved.');
  const run = { environment, read, readWords, given, command: { flags: [] } };
  const { rights, refused } = await manifestOf(run, file, file.http.entries);
  const [first] = refused;
  if (first) return usageError(`${name}:${first.line}: ${first.text}`, 'Nothing was approved.');
  if (rights.length === 0) {
    environment.stderr.write(`${safeLine(name)} needs no trust.\n`);
    return undefined;
  }
  const absolute = path.resolve(environment.folder, name);
  const failed = await storeTrust(absolute, file.text, rights.map(rightLine), environment);
  if (failed) return failed;
  environment.stdout.write(`${safeLine(`${name} may now:`)}\n${manifestText(rights)}`);
  return undefined;
}

async function remove(name: string, environment: Environment): Promise<Failure | undefined> {
  try {
    const isRemoved = await distrustFile(path.resolve(environment.folder, name), environment);
    if (isRemoved) return undefined;
    return usageError(`${name} is not trusted.`, 'Run `apiclient trust --list` to list the trusted files.');
  } catch (error) {
    return usageError(
      `Cannot change the list of trusted files: ${errorCode(error)}.`,
      'Check the permissions of the state folder.',
    );
  }
}

/** Lists every trusted file with its approved lines, and whether it has changed since. */
async function listTrusted(environment: Environment): Promise<number> {
  const { stdout, stderr } = environment;
  const files = trustedFiles(environment);
  if (files.size === 0) stderr.write('No files are trusted. Run `apiclient trust FILE` to approve one.\n');
  for (const [file, { digest, lines }] of files) {
    const text = await readText({ from: 'file', path: file }, environment);
    let state = '';
    if (isFailure(text)) state = ' (cannot be read)';
    else if (digestOf(text) !== digest) state = ' (changed since)';
    stdout.write([`${file}${state}`, ...lines.map(line => `  ${line}`)].map(line => `${safeLine(line)}\n`).join(''));
  }
  return 0;
}
