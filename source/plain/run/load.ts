/** Reads the files of a run: requests, and environments and `.env` in the same folder. Nothing is sent or checked. */
import path from 'node:path';
import type { RunCommand } from '../../core/command.js';
import { type Failure, isFailure, usageError } from '../../core/failure.js';
import { readDotenv } from '../../core/http-file/dynamic.js';
import {
  type EnvironmentText,
  type EnvironmentValue,
  readEnvironment,
  settingsMember,
  sourceOf,
} from '../../core/http-file/environments.js';
import { parseHttpFile } from '../../core/http-file/parse.js';
import type { Value } from '../../core/http-file/variables.js';
import { fileRight } from '../../core/rights/paths.js';
import { type Grants, type Right, rightOf, variableRight } from '../../core/rights/right.js';
import { reveal } from '../../core/secret.js';
import type { Environment } from '../../environment.js';
import { filePlace } from '../../io/files/real-path.js';
import { readSecret } from '../../io/secrets.js';
import { fromHome, readText, readUnicodeText } from '../../io/sources.js';
import type { ReadRequest, Run } from './context.js';
import { withImports } from './imports.js';
import type { LoadedFile, ScannedFile } from './loaded-file.js';
import { readPlaces } from './places.js';
import { liveScope } from './scope.js';

/**
 * Reads one file of the command, but none of the secrets it refers to.
 * @param root absolute path of the collection that contains the file
 */
export async function loadFile(
  name: string,
  command: Pick<RunCommand, 'environmentName'>,
  environment: Environment,
  read: ReadRequest,
  given: ReadonlyMap<string, Value>,
  root?: string,
): Promise<ScannedFile | Failure> {
  const text = await readUnicodeText(name === '-' ? { from: 'stdin' } : { from: 'file', path: name }, environment);
  if (isFailure(text)) return text.kind === 'file' ? usageError(text.text, text.hint ?? 'Pass a .http file.') : text;
  const folder = name === '-' ? environment.folder : path.dirname(path.resolve(environment.folder, name));
  const { http, importRights } = await withImports(parseHttpFile(text), folder, environment);
  const wanted = command.environmentName;
  const found = await besideFolder(folder, wanted, environment, path.dirname(name), root);
  // The environment may only exist in a profile.
  const beside =
    isFailure(found) && wanted !== undefined
      ? await besideFolder(folder, undefined, environment, path.dirname(name), root)
      : found;
  if (isFailure(beside)) return found as Failure;
  const file: ScannedFile = {
    name,
    folder,
    http,
    importRights,
    text,
    ...beside,
    places: [],
    root,
  };
  const scope = liveScope(file, given, environment, { captured: new Map(), responses: new Map() });
  const places = await readPlaces(http, scope, read, wanted, environment);
  if (isFailure(found) && !places.isFound) return places.refused ?? found;
  return { ...file, places: places.values };
}

/** Returns the file with those values of its environment that it has the right to read. */
export async function grantedFile(
  file: ScannedFile,
  grants: Grants,
  {
    environment,
    read,
    environmentName,
    given,
  }: Pick<Run, 'environment' | 'read' | 'given'> & Pick<RunCommand, 'environmentName'>,
): Promise<LoadedFile | Failure> {
  const open = file.sources.filter(([name]) => file.environment.get(name)?.needs?.every(grants) ?? true);
  const values = await readValues(open, environment);
  if (isFailure(values)) return values;
  const others = [...file.environment].filter(([name]) => !open.some(([each]) => each === name));
  const needs = ([name, value]: readonly [string, Value]): readonly [string, Value] => {
    const known = file.environment.get(name)?.needs;
    return [name, known === undefined ? value : { ...value, needs: known }];
  };
  const whole = { ...file, environment: new Map([...others, ...[...values].map(needs)]), grants };
  if (open.length === 0) return whole;
  const scope = liveScope(whole, given, environment, { captured: new Map(), responses: new Map() });
  const places = await readPlaces(file.http, scope, read, environmentName, environment);
  return { ...whole, places: places.values };
}

type UnreadSource = Exclude<EnvironmentValue, { readonly from: 'text' }>;

/** Names of the files that define environments. */
const environmentFiles = [
  ['.vscode/settings.json', false],
  ['http-client.env.json', false],
  ['http-client.private.env.json', true],
  ['http-client.env.json.user', true],
] as const;

/** Returns the folders from an outer one to an inner one, both included; only the inner one if it is not inside. */
function foldersBetween(outer: string, inner: string): readonly string[] {
  const way = path.relative(outer, inner);
  if (way === '') return [inner];
  if (path.isAbsolute(way) || way.split(path.sep)[0] === '..') return [inner];
  const steps = way.split(path.sep);
  return [outer, ...steps.map((_, at) => path.join(outer, ...steps.slice(0, at + 1)))];
}

/**
 * The environments of a file: in its folder and in the folders around it, up to the collection or the current folder, and the
 * `.env` in its folder. Inner files take precedence. Values in variables and files are not read.
 * @param shown the folder as displayed in messages
 * @param root absolute path of the collection that contains the file. Reading its environments needs no trust.
 */
export async function besideFolder(
  folder: string,
  environmentName: string | undefined,
  environment: Environment,
  shown = '.',
  root?: string,
): Promise<Pick<ScannedFile, 'environment' | 'sources' | 'dotenv' | 'dotenvRight'> | Failure> {
  const place = filePlace(root ?? folder, environment);
  const right = (file: string, base = folder): readonly Right[] => {
    const right = fileRight('read', { actual: file, template: file, base }, place);
    return right ? [right] : [];
  };
  /** A source with an absolute path, and the rights to read it. */
  const unreadSource = (source: UnreadSource, base: string): readonly [UnreadSource, readonly Right[]] => {
    if (source.from === 'env') return [source, [variableRight(source.name)]];
    if (source.path === '-') return [source, [rightOf('read-any', 'standard input')]];
    const absolutePath = path.resolve(base, fromHome(source.path, environment));
    return [{ from: 'file', path: absolutePath }, right(source.path, base)];
  };
  const texts = await environmentTexts(foldersBetween(root ?? environment.folder, folder), environment, each =>
    path.join(shown, path.relative(folder, each)),
  );
  if (isFailure(texts)) return texts;
  const sources = readEnvironment(texts, environmentName);
  if (isFailure(sources)) return sources;
  const rights = new Map<string, readonly Right[]>();
  for (const { name, folder: base } of texts) rights.set(base, [...(rights.get(base) ?? []), ...right(name, base)]);
  const values = new Map<string, Value>();
  const locked: (readonly [string, EnvironmentValue])[] = [];
  for (const [key, { folder: base = folder, ...source }] of sources) {
    const fileRights = rights.get(base) ?? [];
    if (source.from === 'text') {
      const secret = source.isPrivate ? true : undefined;
      values.set(key, { text: source.text, secret, needs: ifAny(fileRights) });
      continue;
    }
    const [absoluteSource, sourceRights] = unreadSource(source, base);
    locked.push([key, absoluteSource]);
    values.set(key, { text: `{{${key}}}`, isLocked: true, needs: ifAny([...fileRights, ...sourceRights]) });
  }
  const dotenv = await readBeside(folder, '.env', environment);
  const [dotenvRight] = right('.env');
  return {
    environment: values,
    sources: locked,
    dotenv: readDotenv(isFailure(dotenv) ? '' : (dotenv ?? '')),
    dotenvRight,
  };
}

const ifAny = (rights: readonly Right[]): readonly Right[] | undefined => (rights.length > 0 ? rights : undefined);

interface FoundEnvironments extends EnvironmentText {
  /** Path of the file in its folder. */
  readonly name: string;
  readonly folder: string;
}

/** Reads the environments in folders, the outer ones first. @param shownFolder returns a folder as displayed in messages */
async function environmentTexts(
  folders: readonly string[],
  environment: Environment,
  shownFolder: (folder: string) => string,
): Promise<readonly FoundEnvironments[] | Failure> {
  const texts: FoundEnvironments[] = [];
  for (const folder of folders) {
    for (const [name, isPrivate] of environmentFiles) {
      const text = await readBeside(folder, name, environment);
      const isSettings = name === '.vscode/settings.json';
      // Settings without environments, and their syntax, do not concern the run.
      if (isSettings && (isFailure(text) || text?.includes(settingsMember) !== true)) continue;
      if (isFailure(text)) return text;
      if (text !== undefined) texts.push({ file: path.join(shownFolder(folder), name), name, text, isPrivate, folder });
    }
  }
  return texts;
}

/** Values given on the command line. */
export const givenValues = (
  command: Pick<RunCommand, 'values'>,
  environment: Environment,
): Promise<ReadonlyMap<string, Value> | Failure> =>
  readValues(
    command.values.map(([name, value]) => [name, sourceOf(value, false)] as const),
    environment,
  );

/** Reads an optional file. */
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
    // A value that no request needs may be unset on this machine.
    if (!isFailure(text)) values.set(name, { text: reveal(text), secret: true });
    else if (text.kind !== 'usage') return text;
  }
  return values;
}
