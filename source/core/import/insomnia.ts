/** Reads Insomnia exports: version 4 (JSON) and version 5 (YAML). */
import { addTo } from '../add-to.js';
import { isObject, parsedJson, parsesAsJson } from '../json/loose.js';
import { authOfType } from './auth-nodes.js';
import type {
  ImportedAuth,
  ImportedBody,
  ImportedEnvironment,
  ImportedFolder,
  ImportedPair,
  ImportedRequest,
  ImportReader,
  Untranslated,
} from './collection.js';
import { type Captures, Tags } from './insomnia-tags.js';
import {
  bySequence,
  type DisabledPair,
  graphqlBody,
  listIn,
  member,
  pairsIn,
  textIn,
  variablesOf,
  withHttp,
  withOuterHeaders,
  withParameters,
  withPathParameters,
  withTexts,
} from './nodes.js';
import { noEffects, readScript, type ScriptEffects } from './scripts.js';

export const readInsomnia: ImportReader = root => {
  const isFour = textIn(root, '_type') === 'export' && Array.isArray(member(root, 'resources'));
  const type = textIn(root, 'type') ?? '';
  if (!isFour && !/^(?:collection|environment|spec)\.insomnia\.rest\/5/.test(type)) return undefined;
  const untranslated: Untranslated[] = [...otherResources(root)];
  const tree = isFour ? treeOf(listIn(root, 'resources'), untranslated) : root;
  const captures: Captures = new Map();
  const environments = environmentsOf(tree);
  const variables = environments.flatMap(each => each.variables.map(({ name }) => name));
  const texts = new Tags(captures, untranslated, variables);
  const items = itemsIn(
    withTexts(tree, text => texts.inText(text)),
    { captures, scripts: noEffects, untranslated },
  );
  const name = textIn(root, 'name') ?? textIn(tree, 'name') ?? 'Insomnia';
  const translated = environments.map(each => ({
    ...each,
    variables: each.variables.map(variable => ({ ...variable, value: texts.inText(variable.value) })),
  }));
  return {
    collection: items.length > 0 ? { kind: 'folder', name, items } : undefined,
    environments: texts.defaults.length > 0 ? [{ variables: texts.defaults }, ...translated] : translated,
    untranslated,
  };
};

/** Reports parts of version 4 that are not requests. Cookies of a jar are sent by Insomnia. */
const otherResources = (root: unknown): readonly Untranslated[] =>
  listIn(root, 'resources').flatMap(each => {
    const name = textIn(each, 'name') ?? '';
    switch (textIn(each, '_type')) {
      case 'websocket_request':
      case 'grpc_request':
      case 'socketio_request':
      case 'unit_test':
        return [{ feature: `${(textIn(each, '_type') ?? '').replace('_', ' ')} ${name}` }];
      case 'cookie_jar':
        return listIn(each, 'cookies').length > 0 ? [{ feature: `cookies of ${name}` }] : [];
      default:
        return [];
    }
  });

/** Maximum depth of folders. The writer reports folders at a smaller depth as not imported. */
const maxDepth = 100;

/** Converts the flat list of version 4 to the tree of version 5. Reports requests that are in no folder of a workspace. */
function treeOf(resources: readonly unknown[], untranslated: Untranslated[]): unknown {
  const byParent = new Map<string, unknown[]>();
  for (const each of resources) addTo(byParent, textIn(each, 'parentId') ?? '', each);
  const ids = new Set(resources.map(each => textIn(each, '_id')));
  const ofType = (type: string) => resources.filter(each => textIn(each, '_type') === type);
  const seen = new Set<unknown>();
  const children = (id: string, depth: number): readonly unknown[] =>
    bySequence(byParent.get(id) ?? [], each => member(each, 'metaSortKey')).flatMap(each => {
      const type = textIn(each, '_type');
      if (seen.has(each) || !isObject(each)) return [];
      seen.add(each);
      if (type === 'request_group')
        return [{ ...each, children: depth > maxDepth ? [] : children(textIn(each, '_id') ?? '', depth + 1) }];
      return type === 'request' ? [each] : [];
    });
  const [workspace] = ofType('workspace');
  const roots = ofType('workspace').flatMap(each => children(textIn(each, '_id') ?? '', 0));
  const lost = resources.filter(each => !ids.has(textIn(each, 'parentId')) && textIn(each, '_type') !== 'workspace');
  const bases = ofType('environment').filter(each => /^wrk_|^__WORKSPACE/.test(textIn(each, 'parentId') ?? ''));
  const orphans = lost.flatMap(each => {
    const type = textIn(each, '_type');
    if (!isObject(each) || !/^request(?:_group)?$/.test(type ?? '')) return [];
    seen.add(each);
    return [{ ...each, children: type === 'request' ? undefined : children(textIn(each, '_id') ?? '', 0) }];
  });
  for (const each of ofType('request'))
    if (!seen.has(each))
      untranslated.push({
        feature: `request ${textIn(each, 'name') ?? ''}, whose folder contains itself or is no folder`,
      });
  return {
    name: textIn(workspace, 'name'),
    collection: [...roots, ...orphans],
    environments: bases.map(each => ({
      data: member(each, 'data'),
      subEnvironments: byParent.get(textIn(each, '_id') ?? '') ?? [],
    })),
  };
}

function environmentsOf(tree: unknown): readonly ImportedEnvironment[] {
  const typed = member(tree, 'environments');
  return (Array.isArray(typed) ? typed : [typed]).flatMap(base => [
    { variables: variablesOf(member(base, 'data')) },
    ...listIn(base, 'subEnvironments').map(each => ({
      name: textIn(each, 'name') ?? 'environment',
      variables: variablesOf(member(each, 'data')),
    })),
  ]);
}

interface Inherited {
  readonly captures: Captures;
  readonly untranslated: Untranslated[];
  readonly auth?: ImportedAuth;
  readonly scripts: ScriptEffects;
  readonly headers?: readonly ImportedPair[];
}

function scriptsOf(node: unknown, outer: ScriptEffects): ScriptEffects {
  const scripts = member(node, 'scripts');
  const before = textIn(scripts, 'preRequest') ?? textIn(node, 'preRequestScript') ?? '';
  const after = textIn(scripts, 'afterResponse') ?? textIn(node, 'afterResponseScript') ?? '';
  const withBefore = before.trim() === '' ? outer : readScript(before, 'before', outer);
  return after.trim() === '' ? withBefore : readScript(after, 'after', withBefore);
}

function itemsIn(node: unknown, outer: Inherited): ImportedFolder['items'] {
  const children = [...listIn(node, 'collection'), ...listIn(node, 'children')];
  return bySequence(children, each => member(member(each, 'meta'), 'sortKey')).flatMap(
    (each): ImportedFolder['items'] => {
      const auth = authOf(member(each, 'authentication')) ?? outer.auth;
      const scripts = scriptsOf(each, outer.scripts);
      const name = textIn(each, 'name') ?? '';
      const description = textIn(member(each, 'meta'), 'description') ?? textIn(each, 'description');
      if (Array.isArray(member(each, 'children'))) {
        const headers = [...(outer.headers ?? []), ...pairsIn(member(each, 'headers'), 'header', [])];
        const variables = variablesOf(member(each, 'environment'));
        const items = itemsIn(each, { ...outer, auth, scripts, headers });
        return [{ kind: 'folder', name, description, variables, items }];
      }
      if (textIn(each, 'url') === undefined || textIn(each, 'method') === undefined) {
        // Version 5 has no type: only HTTP requests have a method.
        outer.untranslated.push({ feature: `request that is not HTTP: ${name}` });
        return [];
      }
      return [{ ...requestOf(each, { ...outer, auth, scripts }), name, description }];
    },
  );
}

function requestOf(node: unknown, { captures, auth, scripts, headers: outer = [] }: Inherited): ImportedRequest {
  const disabled: DisabledPair[] = [];
  const headers = pairsIn(member(node, 'headers'), 'header', disabled);
  const url = withPathParameters(
    textIn(node, 'url') ?? '',
    pairsIn(member(node, 'pathParameters'), 'path parameter', disabled),
  );
  const id = textIn(node, '_id') ?? textIn(member(node, 'meta'), 'id') ?? '';
  const body = bodyOf(member(node, 'body'), disabled);
  const follows = textIn(node, 'settingFollowRedirects') ?? textIn(member(node, 'settings'), 'followRedirects');
  return {
    kind: 'request',
    name: '',
    method: textIn(node, 'method') ?? 'GET',
    url: withHttp(withParameters(url.trim(), pairsIn(member(node, 'parameters'), 'parameter', disabled))),
    headers: withOuterHeaders(headers, outer),
    body,
    // A header takes precedence.
    auth: headers.some(({ name }) => /^authorization$/i.test(name)) ? undefined : auth,
    flags: follows === 'off' ? [] : ['--follow'],
    ...scripts,
    captures: [...scripts.captures, ...(captures.get(id) ?? [])],
    disabled,
  };
}

function bodyOf(node: unknown, disabled: DisabledPair[]): ImportedBody | undefined {
  const type = textIn(node, 'mimeType');
  const text = textIn(node, 'text') ?? '';
  const path = textIn(node, 'fileName');
  const pairs = pairsIn(member(node, 'params'), 'field', disabled);
  if (type === 'application/x-www-form-urlencoded' && pairs.length > 0) return { kind: 'form', pairs };
  if (type === 'multipart/form-data') {
    const parts = listIn(node, 'params').flatMap(each => {
      const [pair] = pairsIn([each], 'form field', []);
      const file = textIn(each, 'fileName') ?? '';
      if (textIn(each, 'type') === 'file')
        return pair || file ? [{ name: textIn(each, 'name') ?? '', value: file || '{{file}}', isFile: true }] : [];
      return pair ? [{ ...pair, isFile: false }] : [];
    });
    return parts.length > 0 ? { kind: 'multipart', parts } : undefined;
  }
  if (type === 'application/graphql')
    return parsesAsJson(text) ? graphqlBody(parsedJson(text)) : { kind: 'text', text, type: 'application/json' };
  if (path !== undefined && path !== '') return { kind: 'file', path, type };
  return text === '' ? undefined : { kind: 'text', text, type };
}

function authOf(node: unknown): ImportedAuth | undefined {
  const type = textIn(node, 'type') ?? '';
  if (type === '' || type === 'inherit') return undefined;
  if (member(node, 'disabled') === true) return { kind: 'none' };
  return authOfType(type, name => member(node, name));
}
