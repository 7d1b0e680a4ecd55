/** Reads Bruno collections: folders of `.bru` files, and folders or single files of OpenCollection YAML. */

import { addTo } from '../add-to.js';
import { isObject } from '../json/loose.js';
import { hasUserInfo } from './auth.js';
import { authOfType } from './auth-nodes.js';
import { effectsOf } from './bruno-effects.js';
import type {
  ImportedAuth,
  ImportedBody,
  ImportedEnvironment,
  ImportedFolder,
  ImportedPair,
  ImportedPart,
  ImportedRequest,
  ImportReader,
  ImportResult,
  Untranslated,
} from './collection.js';
import {
  bySequence,
  type DisabledPair,
  descriptionIn,
  graphqlBody,
  listIn,
  member,
  pairsIn,
  plainText,
  textIn,
  withHttp,
  withOuterHeaders,
  withoutJsonComments,
  withParameters,
  withPathParameters,
  withTexts,
} from './nodes.js';
import { noEffects, type ScriptEffects } from './scripts.js';

/** A file of a collection: its path with slashes, and its nodes in the form of OpenCollection. */
export interface BrunoFile {
  readonly path: string;
  readonly root: unknown;
}

/** Reads an OpenCollection in one YAML file. */
export const readOpenCollection: ImportReader = (root, file) => {
  const isRequest = isObject(member(root, 'http')) || isObject(member(root, 'graphql'));
  if (member(root, 'opencollection') === undefined && !isRequest) return undefined;
  if (isRequest) return readBruno([{ path: `${file}.yml`, root }]);
  const environments = [...listIn(root, 'environments'), ...listIn(member(root, 'config'), 'environments')];
  const base = member(root, 'request') ?? member(root, 'base');
  const untranslated: Untranslated[] = [];
  return collectionOf(
    textIn(member(root, 'info'), 'name') ?? file,
    itemsOf(root, inherit(outermost, { http: base, runtime: base }), untranslated),
    environments.map(each => environmentOf(each, textIn(each, 'name') ?? 'environment')),
    variablesIn(member(base, 'variables')),
    untranslated,
  );
};

/** A GraphQL request in the form of an HTTP request. Other nodes are unchanged. */
function asHttp(node: unknown): unknown {
  const graphql = member(node, 'graphql');
  if (!isObject(node) || !isObject(graphql)) return node;
  const { body } = graphql;
  return { ...node, http: { method: 'POST', ...graphql, body: { type: 'graphql', data: chosen(body, 'body') } } };
}

/** The selected one of several variants, each with its content in a member. */
const chosen = (node: unknown, key: string): unknown => {
  if (!Array.isArray(node)) return node;
  const variants: readonly unknown[] = node;
  return member(variants.find(each => member(each, 'selected') === true) ?? variants[0], key);
};

/** Reports an item that is not an HTTP request. */
const notHttp = (node: unknown, name: string): Untranslated => ({
  feature: `${textIn(member(node, 'info') ?? node, 'type') ?? 'file'} ${name}`,
});

/** Fills in the variables of a request, which other requests do not have. */
function filledIn(node: unknown, variables: ImportedFolder['variables'] = []): unknown {
  if (variables.length === 0) return node;
  const values = new Map(variables.map(({ name, value }) => [name, value]));
  const filled = (text: string): string =>
    text.replace(/\{\{([^{}]*)\}\}/g, (all, name: string) => values.get(name.trim()) ?? all);
  return isObject(node) ? { ...node, http: withTexts(node.http, filled) } : node;
}

/** Returns the items of a single file. */
function itemsOf(node: unknown, outer: Inherited, untranslated: Untranslated[]): ImportedFolder['items'] {
  return bySequence(listIn(node, 'items'), each => member(member(each, 'info') ?? each, 'seq')).flatMap(
    (item): ImportedFolder['items'] => {
      const each = asHttp(item);
      const inherited = inherit(
        outer,
        isObject(member(each, 'request')) ? { ...(each as object), http: member(each, 'request') } : each,
      );
      const name = textIn(member(each, 'info') ?? each, 'name') ?? '';
      if (Array.isArray(member(each, 'items'))) {
        const variables = variablesIn(member(member(each, 'request'), 'variables'));
        return [{ kind: 'folder', name, variables, items: itemsOf(each, inherited, untranslated) }];
      }
      if (member(each, 'http')) return [{ ...requestOf(each, outer), name }];
      untranslated.push(notHttp(each, name));
      return [];
    },
  );
}

/** Reads the files of a collection. */
export function readBruno(files: readonly BrunoFile[]): ImportResult {
  const environments: ImportedEnvironment[] = [];
  const untranslated: Untranslated[] = [];
  const byFolder = new Map<string, BrunoFile[]>();
  let name = '';
  for (const each of files) {
    const file = { ...each, root: asHttp(each.root) };
    const [base = ''] = file.path.split('/').slice(-1);
    const folder = file.path.slice(0, -base.length - 1);
    if (/^bruno\.json$/.test(base)) name = textIn(file.root, 'name') ?? name;
    else if (/(?:^|\/)environments$/.test(folder))
      environments.push(environmentOf(file.root, base.replace(/\.\w+$/, '')));
    else addTo(byFolder, folder, file);
    if (/^(?:opencollection|collection)\.(?:ya?ml|bru)$/.test(base))
      name ||= textIn(member(file.root, 'info'), 'name') ?? '';
  }
  const folders = new Set(
    [...byFolder.keys()].flatMap(folder => folder.split('/').map((_, at, all) => all.slice(0, at + 1).join('/'))),
  );
  const settings = /(?:^|\/)(?:opencollection|collection|folder)\.(?:ya?ml|bru)$/;
  const rootOf = (folder: string): unknown => byFolder.get(folder)?.find(({ path }) => settings.test(path))?.root;
  const variablesOfFolder = (folder: string): ImportedEnvironment['variables'] => [
    ...variablesIn(member(member(rootOf(folder), 'runtime'), 'variables')),
    ...variablesIn(member(member(rootOf(folder), 'request'), 'variables')),
  ];
  const itemsIn = (folder: string, outer: Inherited): ImportedFolder['items'] => {
    const here = byFolder.get(folder) ?? [];
    const folderRoot = rootOf(folder);
    const inherited = inherit(
      outer,
      isObject(member(folderRoot, 'request'))
        ? { http: member(folderRoot, 'request'), runtime: member(folderRoot, 'request') }
        : folderRoot,
    );
    const isRequest = ({ root }: BrunoFile): boolean => member(member(root, 'http'), 'url') !== undefined;
    const own = here.filter(({ path }) => !settings.test(path));
    const requests = own.filter(isRequest);
    untranslated.push(...own.filter(each => !isRequest(each)).map(({ path, root }) => notHttp(root, path)));
    const inner = [...folders].filter(each => each !== '' && each !== folder && parentOf(each) === folder);
    const infos = inner.map(each => ({
      folder: each,
      name: textIn(member(rootOf(each), 'info'), 'name') ?? each.split('/').at(-1) ?? '',
      position: Number(member(member(rootOf(each), 'info'), 'seq')),
    }));
    return [
      ...byNameAndPosition(infos).map(
        ({ folder: each, name }): ImportedFolder => ({
          kind: 'folder',
          name,
          variables: variablesOfFolder(each),
          items: itemsIn(each, inherited),
        }),
      ),
      ...bySequence(requests, ({ root }) => member(member(root, 'info'), 'seq')).map(({ path, root }) => ({
        ...requestOf(root, inherited),
        name: textIn(member(root, 'info'), 'name') ?? path,
      })),
    ];
  };
  const items = itemsIn('', outermost);
  return collectionOf(name || 'Bruno', items, environments, variablesOfFolder(''), untranslated);
}

const parentOf = (folder: string): string => folder.slice(0, Math.max(0, folder.lastIndexOf('/')));

/** Sorts folders by their names on disk, and then moves folders with a number to that position, as Bruno does. */
function byNameAndPosition<Folder extends { readonly folder: string; readonly position: number }>(
  folders: readonly Folder[],
): readonly Folder[] {
  const sorted = folders.toSorted((a, b) => a.folder.localeCompare(b.folder));
  const hasPosition = ({ position }: Folder): boolean => Number.isInteger(position) && position > 0;
  const groups = sorted.filter(each => !hasPosition(each)).map(each => [each]);
  for (const each of sorted.filter(hasPosition).sort((a, b) => a.position - b.position)) {
    const group = groups[each.position - 1];
    if (group?.[0]?.position === each.position) group.push(each);
    else groups.splice(each.position - 1, 0, [each]);
  }
  return groups.flat();
}

const collectionOf = (
  name: string,
  items: ImportedFolder['items'],
  environments: readonly ImportedEnvironment[],
  shared: ImportedEnvironment['variables'],
  untranslated: readonly Untranslated[],
): ImportResult => ({
  collection: { kind: 'folder', name, items },
  environments: [...(shared.length > 0 ? [{ variables: shared }] : []), ...environments],
  untranslated,
});

const environmentOf = (node: unknown, name: string): ImportedEnvironment => ({
  name,
  variables: variablesIn(member(node, 'variables')),
});

const variablesIn = (list: unknown): ImportedEnvironment['variables'] =>
  (Array.isArray(list) ? list : []).flatMap(each => {
    const typed = member(each, 'value');
    // A value of another type than text.
    const node = isObject(each) && isObject(typed) && 'data' in typed ? { ...each, value: typed.data } : each;
    const [pair] = pairsIn([node], 'variable', []);
    return pair ? [{ ...pair, isSecret: member(each, 'secret') === true, isBruno: true }] : [];
  });

interface Inherited {
  readonly auth?: ImportedAuth;
  readonly headers: readonly ImportedPair[];
  readonly scripts: ScriptEffects;
}

const outermost: Inherited = { headers: [], scripts: noEffects };

function inherit(outer: Inherited, node: unknown): Inherited {
  const http = member(node, 'http');
  return {
    auth: authOf(member(http, 'auth')) ?? outer.auth,
    headers: [...outer.headers, ...pairsIn(member(http, 'headers'), 'header', [])],
    scripts: effectsOf(member(node, 'runtime'), outer.scripts),
  };
}

function requestOf(written: unknown, outer: Inherited): ImportedRequest {
  const node = filledIn(written, variablesIn(member(member(written, 'runtime'), 'variables')));
  const http = member(node, 'http');
  const disabled: DisabledPair[] = [];
  const headers = pairsIn(member(http, 'headers'), 'header', disabled);
  const typed = member(http, 'params');
  const ofType = (type: string): readonly unknown[] =>
    Array.isArray(typed) ? typed.filter(each => textIn(each, 'type') === type) : listIn(typed, type);
  const [address = ''] = (textIn(http, 'url') ?? '').trim().split('#');
  const query = pairsIn(ofType('query'), 'parameter', disabled);
  const base = query.length > 0 ? (address.split('?')[0] ?? '') : address;
  const url = withPathParameters(base, pairsIn(ofType('path'), 'path parameter', disabled));
  const effects = effectsOf(member(node, 'runtime'), outer.scripts);
  // Credentials in the URL replace all others.
  const isUrlLogin = hasUserInfo(url);
  const auth = isUrlLogin
    ? undefined
    : (authOf(member(http, 'auth') ?? member(member(node, 'runtime'), 'auth')) ?? outer.auth);
  const follows = plainText(member(member(node, 'settings'), 'followRedirects'));
  return {
    kind: 'request',
    name: '',
    description: descriptionIn(node, 'docs'),
    method: textIn(http, 'method')?.toUpperCase() ?? 'GET',
    url: withHttp(withParameters(url, query)),
    headers: withOuterHeaders(headers, outer.headers).filter(
      ({ name }) => !(isUrlLogin && name.toLowerCase() === 'authorization'),
    ),
    body: bodyOf(chosen(member(http, 'body'), 'body'), disabled),
    auth,
    flags: follows === 'false' ? [] : ['--follow'],
    ...effects,
    disabled,
    isBruno: true,
  };
}

const types: Readonly<Record<string, string>> = {
  json: 'application/json',
  xml: 'application/xml',
  text: 'text/plain',
  sparql: 'application/sparql-query',
};

function bodyOf(node: unknown, disabled: DisabledPair[]): ImportedBody | undefined {
  const type = textIn(node, 'type') ?? '';
  const data = member(node, 'data');
  switch (type) {
    case 'form-urlencoded': {
      const pairs = pairsIn(data, 'field', disabled);
      return pairs.length > 0 ? { kind: 'form', pairs } : undefined;
    }
    case 'multipart-form': {
      const parts = listIn(node, 'data').flatMap(each => partsOf(each, disabled));
      return parts.length > 0 ? { kind: 'multipart', parts } : undefined;
    }
    case 'file':
      return fileBody(listIn(node, 'data'), disabled);
    case 'graphql':
      return { ...graphqlBody(data), query: textIn(data, 'query') ?? plainText(data) };
    default:
      return textBody(type, data);
  }
}

function fileBody(files: readonly unknown[], disabled: DisabledPair[]): ImportedBody | undefined {
  const file = files.find(each => member(each, 'selected') === true) ?? files[0];
  const [part] = file === undefined ? [] : partsOf(file, disabled);
  return part && { kind: 'file', path: part.value, type: part.type };
}

function textBody(type: string, data: unknown): ImportedBody | undefined {
  const text = type === 'json' ? withoutJsonComments(plainText(data)) : plainText(data);
  const mediaType = Object.hasOwn(types, type) ? types[type] : undefined;
  // Bruno sends the content type of an empty body, except for JSON.
  return text === '' && (type === 'json' || !mediaType) ? undefined : { kind: 'text', text, type: mediaType };
}

/** `name: @file(a.png|b.png) @contentType(image/png)`, or a part of type `file`. */
function partsOf(node: unknown, disabled: DisabledPair[]): readonly ImportedPart[] {
  const [pair] = pairsIn([{ name: 'file', ...(isObject(node) ? node : {}) }], 'form field', disabled);
  if (!pair) return [];
  const [, files, written] = /^@file\(([^()]*)\)(?:\s?@contentType\(([^()]*)\))?/.exec(pair.value) ?? [];
  const type = written ?? textIn(node, 'contentType') ?? /@contentType\(([^()]*)\)$/.exec(pair.value.slice(-200))?.[1];
  const listed = textIn(node, 'filePath') ?? files;
  const source = member(node, 'value');
  const isFile = textIn(node, 'type') === 'file' || listed !== undefined;
  if (!isFile) return [{ ...pair, value: pair.value.replace(/\s?@contentType\([^()]*\)$/, ''), isFile: false, type }];
  const paths = Array.isArray(source) ? source.map(plainText) : (listed ?? pair.value).split('|');
  return paths.map(path => ({ name: pair.name, value: path || '{{file}}', isFile: true, type }));
}

function authOf(node: unknown): ImportedAuth | undefined {
  const type = typeof node === 'string' ? node : (textIn(node, 'type') ?? 'inherit');
  if (type === 'inherit') return undefined;
  const own = isObject(member(node, type)) ? member(node, type) : node;
  return authOfType(type, name => member(own, name));
}
