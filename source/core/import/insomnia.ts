/** Reads Insomnia exports: version 4 (JSON) and version 5 (YAML). */
import { isObject } from '../json/loose.js';
import type {
  ImportedAuth,
  ImportedBody,
  ImportedEnvironment,
  ImportedFolder,
  ImportedRequest,
  ImportedVariable,
  ImportReader,
  Untranslated,
} from './collection.js';
import {
  bySequence,
  type DisabledPair,
  listIn,
  member,
  pairsIn,
  plainText,
  textIn,
  valueIn,
  variablesOf,
  withHttp,
  withParameters,
  withPathParameters,
} from './nodes.js';
import { stringsIn } from './script-statements.js';
import { noEffects, readScript, type ScriptEffects } from './scripts.js';

/** A capture that a `{% response %}` tag elsewhere asks for. */
type Captures = Map<string, { readonly name: string; readonly target: string }[]>;

export const readInsomnia: ImportReader = root => {
  const isFour = textIn(root, '_type') === 'export' && Array.isArray(member(root, 'resources'));
  const type = textIn(root, 'type') ?? '';
  if (!isFour && !/^(?:collection|environment|spec)\.insomnia\.rest\/5/.test(type)) return undefined;
  const tree = isFour ? treeOf(listIn(root, 'resources')) : root;
  const captures: Captures = new Map();
  const untranslated: Untranslated[] = [...otherResources(root)];
  const environments = environmentsOf(tree);
  const texts = new Tags(captures, untranslated, new Set(environments.flatMap(each => each.variables.map(namesOf))));
  const items = itemsIn(texts.translate(tree), { captures, scripts: noEffects, untranslated });
  const name = textIn(root, 'name') ?? textIn(tree, 'name') ?? 'Insomnia';
  const translated = environments.map(each => ({
    ...each,
    variables: each.variables.map(variable => ({ ...variable, value: texts.inText(variable.value) })),
  }));
  return {
    ...(items.length > 0
      ? { collection: { kind: 'folder', name, items: dependenciesFirst(items, references(translated)) } }
      : {}),
    environments: texts.defaults.length > 0 ? [{ variables: texts.defaults }, ...translated] : translated,
    untranslated,
  };
};

/**
 * Moves requests and folders whose responses are used before the items that use them, because Insomnia sends them when they are
 * needed.
 */
function dependenciesFirst(
  items: ImportedFolder['items'],
  variables: ReadonlyMap<string, readonly string[]>,
): ImportedFolder['items'] {
  const nodes = items.map(item => {
    const inner = item.kind === 'folder' ? { ...item, items: dependenciesFirst(item.items, variables) } : item;
    const used = new Set(namesIn(JSON.stringify(inner)).flatMap(name => [name, ...(variables.get(name) ?? [])]));
    return { inner, used, captured: new Set(capturesIn(inner)) };
  });
  const ordered = new Set<(typeof nodes)[number]>();
  const entered = new Set<(typeof nodes)[number]>();
  const enter = (node: (typeof nodes)[number]): void => {
    if (entered.has(node)) return;
    entered.add(node);
    for (const other of nodes)
      if (other !== node && [...other.captured].some(each => node.used.has(each))) enter(other);
    ordered.add(node);
  };
  for (const node of nodes) enter(node);
  return [...ordered].map(({ inner }) => inner);
}

const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(/\{\{([^{}]*)\}\}/g)].map(([, name = '']) => name);

/** Names to which the values of variables refer. */
const references = (environments: readonly ImportedEnvironment[]): ReadonlyMap<string, readonly string[]> =>
  new Map(environments.flatMap(each => each.variables.map(({ name, value }) => [name, namesIn(value)] as const)));

const capturesIn = (item: ImportedFolder['items'][number]): readonly string[] => {
  if (item.kind === 'folder') return item.items.flatMap(capturesIn);
  return item.kind === 'request' ? (item.captures ?? []).map(namesOf) : [];
};

const namesOf = ({ name }: { readonly name: string }): string => name;

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

/** Converts the flat list of version 4 to the tree of version 5. */
function treeOf(resources: readonly unknown[]): unknown {
  const byParent = new Map<string, unknown[]>();
  for (const each of resources) {
    const parent = textIn(each, 'parentId') ?? '';
    byParent.set(parent, [...(byParent.get(parent) ?? []), each]);
  }
  const ids = new Set(resources.map(each => textIn(each, '_id')));
  const ofType = (type: string) => resources.filter(each => textIn(each, '_type') === type);
  const seen = new Set<unknown>();
  const children = (id: string): readonly unknown[] =>
    bySequence(byParent.get(id) ?? [], each => member(each, 'metaSortKey')).flatMap(each => {
      const type = textIn(each, '_type');
      if (seen.has(each) || !isObject(each)) return [];
      seen.add(each);
      if (type === 'request_group') return [{ ...each, children: children(textIn(each, '_id') ?? '') }];
      return type === 'request' ? [each] : [];
    });
  const [workspace] = ofType('workspace');
  const roots = ofType('workspace').flatMap(each => children(textIn(each, '_id') ?? ''));
  const lost = resources.filter(each => !ids.has(textIn(each, 'parentId')) && textIn(each, '_type') !== 'workspace');
  const bases = ofType('environment').filter(each => /^wrk_|^__WORKSPACE/.test(textIn(each, 'parentId') ?? ''));
  return {
    name: textIn(workspace, 'name'),
    collection: [
      ...roots,
      ...lost.flatMap(each =>
        isObject(each) && /^request/.test(textIn(each, '_type') ?? '')
          ? [
              {
                ...each,
                children: textIn(each, '_type') === 'request' ? undefined : children(textIn(each, '_id') ?? ''),
              },
            ]
          : [],
      ),
    ],
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

/** Translates the template tags in all texts of an export. */
class Tags {
  /** Default values of prompts. */
  readonly defaults: ImportedVariable[] = [];
  readonly #captures: Captures;
  readonly #untranslated: Untranslated[];
  readonly #variables: ReadonlySet<string>;

  /** @param variables names in the environments */
  constructor(captures: Captures, untranslated: Untranslated[], variables: ReadonlySet<string>) {
    this.#captures = captures;
    this.#untranslated = untranslated;
    this.#variables = variables;
  }

  translate(node: unknown): unknown {
    if (typeof node === 'string') return this.inText(node);
    if (Array.isArray(node)) return node.map(each => this.translate(each));
    return isObject(node)
      ? Object.fromEntries(Object.entries(node).map(([name, value]) => [name, this.translate(value)]))
      : node;
  }

  inText(text: string): string {
    return text
      .replace(/\{\{([^{}]*)\}\}/g, (_, expression: string) => `{{${variableName(expression)}}}`)
      .replace(/\{%([^{}%]*)%\}/g, (_, tag: string) => this.#tag(tag.trim()));
  }

  #tag(text: string): string {
    const [, name = '', rest = ''] = /^(\w+)([\s\S]*)$/.exec(text) ?? [];
    const args = [...stringsIn(rest)].map(({ text: arg }) => unwrapped(arg.slice(1, -1)));
    switch (name) {
      case 'uuid':
        return '{{$uuid}}';
      case 'timestamp':
        return '{{$timestamp}}';
      case 'now':
        if (args[0] === 'unix') return '{{$timestamp}}';
        if (args[0] === undefined || args[0] === 'iso-8601') return '{{$isoTimestamp}}';
        break;
      case 'response': {
        const target =
          args[0] === 'body'
            ? args[2]
            : args[0] === 'header'
              ? `header ${args[2]}`
              : args[0] === 'raw'
                ? 'body'
                : undefined;
        if (target === undefined || args[1] === undefined) break;
        return `{{${this.#capture(args[1], target)}}}`;
      }
      case 'prompt':
        return `{{${this.#prompt(args)}}}`;
    }
    this.#untranslated.push({ feature: 'template tag', text: `{% ${text} %}` });
    return `{{${name || 'tag'}}}`;
  }

  /** Returns the name of the variable for a question, which the user passes to the run. */
  #prompt([title = '', label = '', value = '']: readonly string[]): string {
    const word = (title || label).replace(/\W+/g, '_').replace(/^_+|_$/g, '') || 'prompt';
    const name = this.#variables.has(word) ? `prompt_${word}` : word;
    if (this.defaults.some(each => each.name === name)) return name;
    const feature = `prompt${value === '' ? '' : `, whose default is used`}; pass ${name}=VALUE`;
    if (!this.#untranslated.some(each => each.feature === feature)) this.#untranslated.push({ feature });
    if (value !== '') this.defaults.push({ name, value });
    return name;
  }

  /** Returns the name of the value that a request captures. */
  #capture(id: string, target: string): string {
    const own = this.#captures.get(id) ?? [];
    this.#captures.set(id, own);
    const existing = own.find(each => each.target === target);
    if (existing) return existing.name;
    const word =
      target
        .slice(-100)
        .match(/[A-Za-z_]\w*/g)
        ?.at(-1) ?? 'value';
    const names = new Set([...this.#variables, ...[...this.#captures.values()].flat().map(namesOf)]);
    let name = word;
    for (let nth = 2; names.has(name); nth++) name = `${word}_${nth}`;
    own.push({ name, target });
    return name;
  }
}

/** Arguments of tags may be `b64::…::46b`. */
function unwrapped(argument: string): string {
  const [, encoded] = /^b64::([\w+/=-]+)::46b$/.exec(argument) ?? [];
  return encoded === undefined ? argument.replace(/\\(.)/gs, '$1') : Buffer.from(encoded, 'base64').toString('utf8');
}

/** `_.user.name`, `_['a b']`; filters after `|` are removed. */
const variableName = (expression: string): string =>
  (expression.split('|')[0] ?? '')
    .trim()
    .replace(/^_\s?(?:\.|(?=\[))/, '')
    .replace(/\[["']([^"']*)["']\]/g, '.$1')
    .replace(/^\./, '');

interface Inherited {
  readonly captures: Captures;
  readonly untranslated: Untranslated[];
  readonly auth?: ImportedAuth;
  readonly scripts: ScriptEffects;
  readonly headers?: readonly { readonly name: string; readonly value: string }[];
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
      const about = description ? { description } : {};
      if (Array.isArray(member(each, 'children'))) {
        const headers = [...(outer.headers ?? []), ...pairsIn(member(each, 'headers'), 'header', [])];
        const inner = { ...outer, ...(auth ? { auth } : {}), scripts, headers };
        const variables = variablesOf(member(each, 'environment'));
        return [{ kind: 'folder', name, ...about, variables, items: itemsIn(each, inner) }];
      }
      if (textIn(each, 'url') === undefined || textIn(each, 'method') === undefined) {
        // Version 5 has no type: only HTTP requests have a method.
        outer.untranslated.push({ feature: `request that is not HTTP: ${name}` });
        return [];
      }
      return [{ ...requestOf(each, { ...outer, ...(auth ? { auth } : {}), scripts }), name, ...about }];
    },
  );
}

function requestOf(node: unknown, { captures, auth, scripts, headers: outer = [] }: Inherited): ImportedRequest {
  const disabled: DisabledPair[] = [];
  const headers = pairsIn(member(node, 'headers'), 'header', disabled);
  const inherited = outer.filter(({ name }) => !headers.some(each => each.name.toLowerCase() === name.toLowerCase()));
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
    headers: [...inherited, ...headers],
    ...(body ? { body } : {}),
    // A header takes precedence.
    ...(auth && !headers.some(({ name }) => /^authorization$/i.test(name)) ? { auth } : {}),
    flags: follows === 'off' ? [] : ['--follow'],
    asserts: scripts.asserts,
    captures: [...scripts.captures, ...(captures.get(id) ?? [])],
    disabled,
    untranslated: scripts.untranslated,
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
  if (type === 'application/graphql') return graphqlOf(text);
  if (path !== undefined && path !== '') return { kind: 'file', path, ...(type ? { type } : {}) };
  return text === '' ? undefined : { kind: 'text', text, ...(type ? { type } : {}) };
}

function graphqlOf(text: string): ImportedBody {
  try {
    const root: unknown = JSON.parse(text);
    const operationName = textIn(root, 'operationName');
    const variables = plainText(member(root, 'variables'));
    return {
      kind: 'graphql',
      query: textIn(root, 'query') ?? '',
      variables,
      ...(operationName ? { operationName } : {}),
    };
  } catch {
    return { kind: 'text', text, type: 'application/json' };
  }
}

function authOf(node: unknown): ImportedAuth | undefined {
  const type = textIn(node, 'type') ?? '';
  if (type === '' || type === 'inherit') return undefined;
  if (type === 'none' || member(node, 'disabled') === true) return { kind: 'none' };
  const value = (...names: readonly string[]): string => valueIn(node, ...names);
  switch (type) {
    case 'basic':
    case 'digest':
      return { kind: type, user: value('username'), password: value('password') };
    case 'bearer':
      return { kind: 'bearer', token: value('token'), prefix: value('prefix') || 'Bearer' };
    case 'apikey': {
      const place = value('addTo');
      return {
        kind: 'key',
        name: value('key'),
        value: value('value'),
        place: place === 'queryParams' ? 'query' : place === 'cookie' ? 'cookie' : 'header',
      };
    }
    case 'iam':
      return {
        kind: 'aws',
        id: value('accessKeyId'),
        secret: value('secretAccessKey'),
        session: value('sessionToken'),
        region: value('region'),
        service: value('service'),
      };
    case 'oauth2':
      return {
        kind: 'oauth2',
        flow: value('grantType') || 'authorization_code',
        tokenUrl: value('accessTokenUrl'),
        authUrl: value('authorizationUrl'),
        id: value('clientId'),
        secret: value('clientSecret'),
        scope: value('scope'),
        user: value('username'),
        password: value('password'),
        audience: value('audience'),
      };
    default:
      return { kind: 'unsupported', name: type };
  }
}
