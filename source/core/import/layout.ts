/** Arranges imported requests in files: a folder for each folder, and environments next to them. */

import { addTo } from '../add-to.js';
import { isSecretName } from '../credentials/header.js';
import { safeLine } from '../response/safe-text.js';
import {
  changedBody,
  type ImportedEntry,
  type ImportedEnvironment,
  type ImportedFolder,
  type ImportedRequest,
  type ImportedVariable,
  type Untranslated,
} from './collection.js';
import { commentLines, requestText } from './entry.js';
import { FreeNames, fileName } from './file-names.js';
import { dependenciesFirst } from './order.js';
import { placeholder, withPlaceholders } from './placeholders.js';
import { SecretVariables } from './secrets.js';

/** A file to write. Its path is relative and contains only safe names. */
interface OutputFile {
  readonly path: string;
  readonly text: string;
  /** True for a recorded text, which may contain secrets. */
  readonly isPrivate?: boolean;
}

/** A feature that was not translated, with the file and the request that contain it. */
interface Loss extends Untranslated {
  readonly path?: string;
  readonly request?: string;
}

/** Environments by name, each with its variables. `$shared` applies to all of them. */
export type EnvironmentValues = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Environments of one folder, which apply to its subfolders as well. */
interface FolderEnvironments {
  /** Relative path of the folder, empty or ending with a slash. */
  readonly path: string;
  readonly values: EnvironmentValues;
  readonly privateValues: EnvironmentValues;
}

export interface Layout {
  readonly files: readonly OutputFile[];
  readonly environments: readonly FolderEnvironments[];
  readonly losses: readonly Loss[];
  readonly requests: number;
}

/** Maximum depth of folders. Requests in deeper ones go into the last folder. */
const maxDepth = 20;

/** Maximum number of requests in one import. */
const maxRequests = 100_000;

const shared = '$shared';

/** Arranges a collection. Throws nothing, whatever the names are. */
export function layoutOf(
  collection: ImportedFolder | undefined,
  environments: readonly ImportedEnvironment[],
  untranslated: readonly Untranslated[],
): Layout {
  // A new variable must not provide a value for a name that the collection uses for something else.
  const names = new Set([
    ...environments.flatMap(({ variables }) => variables.map(({ name }) => name)),
    ...(collection ? [...namesIn(collection), ...variablesIn(collection).map(({ name }) => name)] : []),
  ]);
  const secrets = new SecretVariables(name => names.has(name));
  const [values, privateValues] = environmentValues(environments, secrets);
  const ofFolders = collection ? variablesIn(collection) : [];
  const writer = new FolderWriter(secrets, schemeless([...environments, { variables: ofFolders }]), environments);
  if (collection) writer.write({ ...collection, items: dependenciesFirst(collection.items, environments) }, '', 0);
  for (const [name, value] of secrets.values) put(privateValues, shared, name, literal(value));
  return {
    files: writer.files,
    environments: [{ path: '', values, privateValues }, ...writer.environments],
    losses: [...untranslated, ...writer.losses],
    requests: writer.requests,
  };
}

/** Names in placeholders and captures of a collection. */
const namesIn = ({ items }: ImportedFolder): readonly string[] =>
  items.flatMap(item => {
    if (item.kind === 'folder') return namesIn(item);
    const usedNames = [...JSON.stringify(item).matchAll(/\{\{%?([^{}]*)\}\}/g)].map(([, name = '']) =>
      placeholder(name),
    );
    return item.kind === 'request' ? [...usedNames, ...(item.captures ?? []).map(({ name }) => name)] : usedNames;
  });

/** Variables of a folder and its subfolders. */
const variablesIn = ({ variables = [], items }: ImportedFolder): readonly ImportedVariable[] => [
  ...variables,
  ...items.flatMap(item => (item.kind === 'folder' ? variablesIn(item) : [])),
];

function put(values: Map<string, Map<string, string>>, environment: string, name: string, value: string): void {
  const variables = values.get(environment) ?? new Map<string, string>();
  values.set(environment, variables.set(name, value));
}

/** Name of an environment. A leading `$` has a special meaning in the file. */
const environmentName = ({ name }: ImportedEnvironment): string =>
  name === undefined ? shared : safeLine(name).trim().replace(/^\$+/, '') || 'environment';

/** Returns a value with the prefix that it needs to be a text, and not a reference to a file or an environment variable. */
const literal = (value: string): string => (/^(?:env|file|text):/.test(value) ? `text:${value}` : value);

const isPrivate = ({ name, value, isSecret }: ImportedVariable): boolean =>
  value !== '' && (isSecret === true || (isSecretName(name) && !/^\{\{[^{}]*\}\}$/.test(value)));

/** @param secrets registers the private values, unless they apply to one folder only */
function environmentValues(environments: readonly ImportedEnvironment[], secrets?: SecretVariables) {
  const [values, privateValues] = [new Map<string, Map<string, string>>(), new Map<string, Map<string, string>>()];
  for (const environment of environments) {
    for (const variable of environment.variables) {
      const { name } = variable;
      const isHidden = isPrivate(variable);
      const value = withPlaceholders(literal(variable.value), variable.isBruno);
      put(isHidden ? privateValues : values, environmentName(environment), name, value);
      if (isHidden) secrets?.know(name, variable.value);
    }
  }
  return [values, privateValues] as const;
}

/** Returns a function that checks whether all values of a variable are hosts without a scheme. */
function schemeless(environments: readonly ImportedEnvironment[]): (name: string) => boolean {
  const values = new Map<string, string[]>();
  for (const { name, value } of environments.flatMap(each => each.variables))
    if (value.trim() !== '') addTo(values, name, value.trim());
  const isBare = (name: string, depth: number): boolean => {
    const all = values.get(name) ?? [];
    return all.length > 0 && all.every(value => isBareUrl(value, depth));
  };
  const isBareUrl = (value: string, depth: number): boolean => {
    const [, name] = /^\{\{([^{}]*)\}\}(?!:\/\/)/.exec(value) ?? [];
    return name === undefined
      ? !/^(?:[a-z][a-z0-9+.-]*:\/\/|\{\{)/i.test(value)
      : depth < 5 && isBare(name.trim(), depth + 1);
  };
  return name => isBare(name, 0);
}

/** Adds `http://`, which other tools assume, to a URL that begins with a host in a variable. */
function withScheme(request: ImportedRequest, isSchemeless: (name: string) => boolean): ImportedRequest {
  const [, name] = /^\s*\{\{([^{}]*)\}\}(?!:\/\/)/.exec(request.url) ?? [];
  return name !== undefined && isSchemeless(name.trim())
    ? { ...request, url: `http://${request.url.trim()}` }
    : request;
}

/** Makes file paths, which exports resolve from the collection, relative to the folder of the `.http` file. */
function withFilesFrom(request: ImportedRequest, folder: string): ImportedRequest {
  const up = '../'.repeat(folder.split('/').length - 1);
  const moved = (name: string): string =>
    /^(?:[/~]|\{\{|[A-Za-z]:)/.test(name) ? name : `${up}${name.replace(/^\.\//, '')}`;
  if (up === '') return request;
  const body = changedBody(request.body, {
    pair: pair => (pair.isFile ? { ...pair, value: moved(pair.value) } : pair),
    path: moved,
  });
  return { ...request, body };
}

/** Numbers the names if sorting would change their order, in which `run FOLDER` sends them. */
function inOrder(names: readonly string[]): readonly string[] {
  if (names.every((name, at) => at === 0 || (names[at - 1] ?? '') < name)) return names;
  const digits = String(names.length).length;
  return names.map((name, at) => `${String(at + 1).padStart(digits, '0')}-${name}`);
}

/** Variables of a folder as environments, because an environment that defines the same name would override `$shared`. */
const overriding = (
  variables: readonly ImportedVariable[],
  environments: readonly ImportedEnvironment[],
): readonly ImportedEnvironment[] => [
  { variables },
  ...environments.flatMap(({ name, variables: outer }) =>
    name === undefined
      ? []
      : [{ name, variables: variables.filter(each => outer.some(other => other.name === each.name)) }],
  ),
];

/**
 * Moves requests that follow a folder into a folder, because the files of a folder are sent before its subfolders.
 */
function withoutLaterRequests({ name, items }: ImportedFolder): ImportedFolder['items'] {
  const arranged: ImportedFolder['items'][number][] = [];
  let isAfterFolder = false;
  let later: (ImportedRequest | ImportedEntry)[] = [];
  for (const item of items) {
    if (item.kind === 'folder') {
      isAfterFolder = true;
      later = [];
      arranged.push(item);
    } else if (!isAfterFolder) arranged.push(item);
    else if (later.push(item) === 1) arranged.push({ kind: 'folder', name, items: later });
  }
  return arranged;
}

/** Writes the folders of one collection. */
class FolderWriter {
  readonly files: OutputFile[] = [];
  readonly environments: FolderEnvironments[] = [];
  readonly losses: Loss[] = [];
  requests = 0;
  readonly #secrets: SecretVariables;
  readonly #isSchemeless: (name: string) => boolean;
  readonly #outer: readonly ImportedEnvironment[];

  /** @param outer environments of the collection */
  constructor(
    secrets: SecretVariables,
    isSchemeless: (name: string) => boolean,
    outer: readonly ImportedEnvironment[],
  ) {
    this.#secrets = secrets;
    this.#isSchemeless = isSchemeless;
    this.#outer = outer;
  }

  /** @param path relative path of the folder, empty or ending with a slash */
  write(folder: ImportedFolder, path: string, depth: number): void {
    const freeNames = new FreeNames();
    const items = withoutLaterRequests(folder);
    const requests = items.filter(each => each.kind !== 'folder');
    const ownPath = freeNames.take(fileName(folder.name, 'requests'), '.http');
    if (requests.length > 0 || folder.description) this.#file(folder, requests, path, ownPath, freeNames);
    if (folder.variables && folder.variables.length > 0) {
      const [values, privateValues] = environmentValues(overriding(folder.variables, this.#outer));
      this.environments.push({ path, values, privateValues });
    }
    const folders = items.filter(each => each.kind === 'folder');
    const names = inOrder(folders.map(({ name }) => fileName(name, 'folder')));
    for (const [at, item] of folders.entries()) {
      if (depth >= maxDepth) {
        this.losses.push({
          feature: `folder nested more than ${maxDepth} levels deep`,
          path: path + ownPath,
          request: item.name,
        });
        continue;
      }
      this.write(item, `${path}${freeNames.take(names[at] ?? '')}/`, depth + 1);
    }
  }

  #file(
    folder: ImportedFolder,
    requests: readonly (ImportedRequest | ImportedEntry)[],
    path: string,
    ownPath: string,
    freeNames: FreeNames,
  ): void {
    const entries: string[] = [];
    const { description = '' } = folder;
    if (description.trim() !== '')
      entries.push(`${commentLines(this.#secrets.inComment(description.trim())).join('\n')}\n`);
    for (const request of requests) {
      if (++this.requests > maxRequests) {
        if (this.requests === maxRequests + 1)
          this.losses.push({ feature: `requests after the first ${maxRequests}`, path: path + ownPath });
        continue;
      }
      if (request.kind === 'entry') {
        entries.push(request.text);
        continue;
      }
      const base = fileName(request.name, 'body');
      const { text, untranslated } = requestText(
        withFilesFrom(withScheme(request, this.#isSchemeless), path),
        this.#secrets,
        (extension, content, isPrivate = false) => {
          // Not the name of a file that the user may send.
          const name = freeNames.take(`${base}.body`, `.${extension}`);
          this.files.push({ path: path + name, text: content, isPrivate });
          return `./${name}`;
        },
      );
      entries.push(text);
      this.losses.push(...untranslated.map(each => ({ ...each, path: path + ownPath, request: request.name })));
    }
    this.files.push({ path: path + ownPath, text: entries.join('\n') });
  }
}
