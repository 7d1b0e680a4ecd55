/** The files of a run, read: requests, environments and `.env` beside them. Nothing is sent, nothing is judged. */
import path from 'node:path';
import type { RunCommand } from '../../core/command.js';
import { type Failure, isFailure, usageError } from '../../core/failure.js';
import { readDotenv } from '../../core/http-file/dynamic.js';
import {
  type EnvironmentText,
  type EnvironmentValue,
  readEnvironment,
  sourceOf,
} from '../../core/http-file/environments.js';
import { parseHttpFile } from '../../core/http-file/parse.js';
import type { Value } from '../../core/http-file/variables.js';
import { reveal } from '../../core/secret.js';
import type { Environment } from '../../environment.js';
import { readSecret } from '../../io/secrets.js';
import { fromHome, readText } from '../../io/sources.js';
import type { ReadRequest } from './context.js';
import type { LoadedFile } from './loaded-file.js';
import { readPlaces } from './places.js';
import { liveScope } from './scope.js';

/** Reads one file of the command. */
export async function loadFile(
  name: string,
  command: RunCommand,
  environment: Environment,
  read: ReadRequest,
  given: ReadonlyMap<string, Value>,
): Promise<LoadedFile | Failure> {
  const text = await readText(name === '-' ? { from: 'stdin' } : { from: 'file', path: name }, environment);
  if (isFailure(text))
    return text.kind === 'file' ? usageError(text.text, text.hint ?? 'Name a file of requests.') : text;
  const folder = name === '-' ? environment.folder : path.dirname(path.resolve(environment.folder, name));
  const http = parseHttpFile(text);
  const wanted = command.environmentName;
  const found = await besideFolder(folder, wanted, environment, path.dirname(name));
  // The environment may be that of a profile alone.
  const beside =
    isFailure(found) && wanted !== undefined
      ? await besideFolder(folder, undefined, environment, path.dirname(name))
      : found;
  if (isFailure(beside)) return found as Failure;
  const file: LoadedFile = { name, folder, http, ...beside, places: [] };
  const scope = liveScope(file, given, environment, { captured: new Map(), responses: new Map() });
  const places = await readPlaces(http, scope, read, wanted, environment);
  if (isFailure(found) && !places.isFound) return places.refused ?? found;
  return { ...file, places: places.values };
}

/**
 * The environments and the `.env` beside a file.
 * @param shown the folder as messages name it
 */
export async function besideFolder(
  folder: string,
  environmentName: string | undefined,
  environment: Environment,
  shown = '.',
): Promise<Pick<LoadedFile, 'environment' | 'dotenv'> | Failure> {
  const texts: EnvironmentText[] = [];
  for (const [file, isPrivate] of [
    ['http-client.env.json', false],
    ['http-client.private.env.json', true],
  ] as const) {
    const found = await readBeside(folder, file, environment);
    if (isFailure(found)) return found;
    if (found !== undefined) texts.push({ file: path.join(shown, file), text: found, isPrivate });
  }
  const sources = readEnvironment(texts, environmentName);
  if (isFailure(sources)) return sources;
  const values = await readValues(
    [...sources].map(
      ([key, value]) =>
        [
          key,
          value.from === 'file' && value.path !== '-'
            ? { ...value, path: path.resolve(folder, fromHome(value.path, environment)) }
            : value,
        ] as const,
    ),
    environment,
  );
  if (isFailure(values)) return values;
  const dotenv = await readBeside(folder, '.env', environment);
  return { environment: values, dotenv: readDotenv(isFailure(dotenv) ? '' : (dotenv ?? '')) };
}

/** The values of the command line. */
export const givenValues = (
  command: RunCommand,
  environment: Environment,
): Promise<ReadonlyMap<string, Value> | Failure> =>
  readValues(
    command.values.map(([name, value]) => [name, sourceOf(value, false)] as const),
    environment,
  );

/** A file that need not be there. */
async function readBeside(
  folder: string,
  file: string,
  environment: Environment,
): Promise<string | undefined | Failure> {
  const text = await readText({ from: 'file', path: path.join(folder, file) }, environment);
  return isFailure(text) && text.code === 'ENOENT' ? undefined : text;
}

async function readValues(
  sources: readonly (readonly [string, EnvironmentValue])[],
  environment: Environment,
): Promise<ReadonlyMap<string, Value> | Failure> {
  const values = new Map<string, Value>();
  for (const [name, source] of sources) {
    if (source.from === 'text') {
      values.set(name, source.isPrivate ? { text: source.text, secret: true } : { text: source.text });
      continue;
    }
    const text = await readSecret(source, environment);
    // One that no request needs may be unset on this machine.
    if (!isFailure(text)) values.set(name, { text: reveal(text), secret: true });
    else if (text.kind !== 'usage') return text;
  }
  return values;
}
