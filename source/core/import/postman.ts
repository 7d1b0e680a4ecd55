/** Reads Postman collections (format 2.0 and 2.1) and environments. */
import { entriesIn, isObject, listIn, member, textIn } from '../json/loose.js';
import { authOfType } from './auth-nodes.js';
import type {
  ImportedAuth,
  ImportedBody,
  ImportedFolder,
  ImportedPair,
  ImportedPart,
  ImportedRequest,
  ImportedVariable,
  ImportReader,
  ImportResult,
  Untranslated,
} from './collection.js';
import {
  type DisabledPair,
  descriptionIn,
  graphqlBody,
  pairsIn,
  plainText,
  withHttp,
  withoutJsonComments,
} from './nodes.js';
import { betweenPlaceholders } from './placeholders.js';
import { noEffects, readScript, type ScriptEffects } from './scripts.js';

export const readPostman: ImportReader = (root, file) => {
  // The API and older exports wrap the collection.
  const collection = isObject(member(root, 'collection')) ? member(root, 'collection') : root;
  if (Array.isArray(member(collection, 'item')) && isObject(member(collection, 'info')))
    return readCollection(collection);
  const wrapped = member(root, 'environment');
  const environment = isObject(wrapped) ? wrapped : root;
  const isEnvironment =
    isObject(wrapped) || /^(?:environment|globals)$/.test(textIn(root, '_postman_variable_scope') ?? '');
  if (Array.isArray(member(environment, 'values')) && (isEnvironment || typeof member(root, 'name') === 'string'))
    return readEnvironment(environment, file);
  return undefined;
};

/** Settings that requests inherit from the folders around them. */
interface Inherited {
  readonly auth?: ImportedAuth;
  readonly scripts: ScriptEffects;
  readonly behavior: unknown;
}

function readCollection(root: unknown): ImportResult {
  const name = textIn(member(root, 'info'), 'name') ?? '';
  const untranslated: Untranslated[] = [];
  const inherited = inherit({ scripts: noEffects, behavior: {} }, root);
  const variables = variablesIn(listIn(root, 'variable'), untranslated);
  return {
    collection: {
      kind: 'folder',
      name,
      description: descriptionIn(member(root, 'info'), 'description'),
      items: itemsIn(root, inherited),
    },
    environments: variables.length > 0 ? [{ variables }] : [],
    untranslated,
  };
}

function readEnvironment(root: unknown, file: string): ImportResult {
  const untranslated: Untranslated[] = [];
  const isGlobal = textIn(root, '_postman_variable_scope') === 'globals';
  const name = textIn(root, 'name') ?? file;
  const variables = variablesIn(listIn(root, 'values'), untranslated);
  return { environments: [isGlobal ? { variables } : { name, variables }], untranslated };
}

function variablesIn(list: readonly unknown[], untranslated: Untranslated[]): readonly ImportedVariable[] {
  return list.flatMap(each => {
    const name = (textIn(each, 'key') ?? textIn(each, 'id') ?? '').trim();
    if (name === '') return [];
    if (member(each, 'enabled') === false || member(each, 'disabled') === true) {
      untranslated.push({ feature: `disabled variable ${name}` });
      return [];
    }
    const value = plainText(member(each, 'value') ?? member(each, 'currentValue'));
    return [{ name, value, isSecret: textIn(each, 'type') === 'secret' }];
  });
}

const inherit = (outer: Inherited, node: unknown): Inherited => {
  const behavior = member(node, 'protocolProfileBehavior');
  return {
    auth: authIn(member(node, 'auth')) ?? outer.auth,
    scripts: scriptsIn(node, outer.scripts),
    behavior: isObject(behavior) ? { ...(outer.behavior as object), ...behavior } : outer.behavior,
  };
};

function scriptsIn(node: unknown, outer: ScriptEffects): ScriptEffects {
  let effects = outer;
  for (const event of listIn(node, 'event')) {
    const script = member(event, 'script');
    const exec = member(script, 'exec');
    const text = Array.isArray(exec) ? exec.map(plainText).join('\n') : plainText(exec);
    if (member(event, 'disabled') === true || text.trim() === '') continue;
    effects = readScript(text, textIn(event, 'listen') === 'prerequest' ? 'before' : 'after', effects);
  }
  return effects;
}

function itemsIn(node: unknown, outer: Inherited): ImportedFolder['items'] {
  return listIn(node, 'item').flatMap((item): ImportedFolder['items'] => {
    const inherited = inherit(outer, item);
    const name = textIn(item, 'name') ?? '';
    if (Array.isArray(member(item, 'item'))) {
      const description = descriptionIn(item, 'description');
      return [{ kind: 'folder', name, description, items: itemsIn(item, inherited) }];
    }
    const request = member(item, 'request');
    if (typeof request === 'string') return [requestOf({ url: request, method: 'GET' }, name, inherited)];
    return isObject(request) ? [requestOf(request, name, inherited)] : [];
  });
}

/** Methods whose bodies Postman does not send by default. */
const withoutBody = /^(?:GET|COPY|HEAD|PURGE|UNLOCK)$/i;

function requestOf(node: unknown, name: string, { auth, scripts, behavior }: Inherited): ImportedRequest {
  const untranslated: Untranslated[] = [...scripts.untranslated];
  const disabled: DisabledPair[] = [];
  const method = textIn(node, 'method') ?? 'GET';
  const url = urlOf(member(node, 'url'), disabled, untranslated);
  const body = bodyOf(member(node, 'body'), disabled, untranslated);
  const isPruned = withoutBody.test(method) && member(behavior, 'disableBodyPruning') !== true;
  if (body && isPruned && (body.kind !== 'text' || body.text !== ''))
    untranslated.push({
      feature: `body, which Postman does not send with ${method}`,
      text: JSON.stringify(body, null, 2),
    });
  if (member(behavior, 'strictSSL') === false)
    untranslated.push({ feature: 'strictSSL: false (pass -k to accept any certificate)' });
  return {
    kind: 'request',
    name,
    description: descriptionIn(node, 'description'),
    method,
    url,
    headers: headersIn(member(node, 'header'), disabled),
    body: isPruned ? undefined : body,
    auth: authIn(member(node, 'auth')) ?? auth,
    // Postman follows redirects by default.
    flags: member(behavior, 'followRedirects') === false ? [] : ['--follow'],
    ...scripts,
    disabled,
    untranslated,
  };
}

/** Headers as a list, or as text in format 2.0. */
function headersIn(node: unknown, disabled: DisabledPair[]): readonly ImportedPair[] {
  if (typeof node !== 'string') return pairsIn(node, 'header', disabled);
  return node.split(/\r?\n/).flatMap(line => {
    const colon = line.indexOf(':');
    return colon <= 0 ? [] : [{ name: line.slice(0, colon).trim(), value: line.slice(colon + 1).trim() }];
  });
}

function urlOf(node: unknown, disabled: DisabledPair[], untranslated: Untranslated[]): string {
  const raw = rawUrl(node);
  const [, before = raw, query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(raw.trim()) ?? [];
  const parameters = new Map(
    listIn(node, 'variable').map(each => [textIn(each, 'key') ?? textIn(each, 'id') ?? '', each]),
  );
  const path = before.replace(/(?<=\/):([^/?#:.{}]+)/g, (all, name: string) => {
    const parameter = parameters.get(name);
    if (parameter === undefined) return all;
    const value = plainText(member(parameter, 'value'));
    if (value !== '') return value;
    untranslated.push({ feature: `path parameter without a value (pass ${name}=VALUE)` });
    return `{{${name}}}`;
  });
  const queryItems = isObject(node) && Array.isArray(node.query) ? node.query : undefined;
  const pairs = queryItems?.flatMap(each =>
    pairsIn([each], 'parameter', disabled).map(pair => {
      const name = encoded(pair.name, /[&=]/g);
      return member(each, 'value') === null ? name : `${name}=${encoded(pair.value, /&/g)}`;
    }),
  );
  const pairsQuery = pairs && (pairs.length === 0 ? '' : `?${pairs.join('&')}`);
  const fullQuery = pairsQuery ?? query;
  return withHttp(`${path}${fullQuery.replace(/[#"<>]/g, encodeURIComponent)}${fragment}`);
}

const encoded = (text: string, characters: RegExp): string =>
  betweenPlaceholders(text, literal => literal.replace(characters, encodeURIComponent));

/** Returns a URL, built from its parts if there are any, as Postman does. */
function rawUrl(node: unknown): string {
  if (typeof node === 'string') return node;
  if (member(node, 'host') === undefined) return textIn(node, 'raw') ?? '';
  const join = (key: string, mark: string): string => {
    const value = member(node, key);
    return Array.isArray(value)
      ? value.map(each => (isObject(each) ? plainText(each.value) : plainText(each))).join(mark)
      : plainText(value);
  };
  const protocol = textIn(node, 'protocol');
  const port = plainText(member(node, 'port'));
  const path = join('path', '/');
  const hash = textIn(node, 'hash');
  return [
    protocol ? `${protocol.replace(/:\/*$/, '')}://` : '',
    join('host', '.'),
    port === '' ? '' : `:${port}`,
    path === '' ? '' : `/${path.replace(/^\//, '')}`,
    hash === undefined ? '' : `#${hash}`,
  ].join('');
}

const typesOfLanguages: Readonly<Record<string, string>> = {
  json: 'application/json',
  xml: 'application/xml',
  html: 'text/html',
  javascript: 'application/javascript',
  text: 'text/plain',
};

function bodyOf(node: unknown, disabled: DisabledPair[], untranslated: Untranslated[]): ImportedBody | undefined {
  if (member(node, 'disabled') === true) {
    untranslated.push({ feature: 'disabled body', text: JSON.stringify(node, null, 2) });
    return undefined;
  }
  const mode = textIn(node, 'mode');
  const content = mode === undefined ? undefined : member(node, mode);
  switch (mode) {
    case 'raw': {
      const typed = plainText(content);
      const language = textIn(member(member(node, 'options'), 'raw'), 'language') ?? 'text';
      const text = language === 'json' ? withoutJsonComments(typed) : typed;
      return text === '' ? undefined : { kind: 'text', text, type: typesOfLanguages[language] ?? 'text/plain' };
    }
    case 'urlencoded':
      return formBody(content, disabled);
    case 'formdata': {
      const parts = listIn(node, 'formdata').flatMap(each => partsIn(each, disabled));
      return parts.length === 0 ? undefined : { kind: 'multipart', parts };
    }
    case 'graphql':
      return graphqlBody(content);
    case 'file':
      return fileBody(content);
    default:
      return undefined;
  }
}

function formBody(content: unknown, disabled: DisabledPair[]): ImportedBody | undefined {
  if (typeof content === 'string') return { kind: 'text', text: content, type: 'application/x-www-form-urlencoded' };
  const pairs = pairsIn(content, 'field', disabled);
  return pairs.length === 0 ? undefined : { kind: 'form', pairs };
}

function fileBody(content: unknown): ImportedBody | undefined {
  const path = textIn(content, 'src') ?? '';
  const text = textIn(content, 'content');
  if (path !== '') return { kind: 'file', path };
  return text === undefined ? undefined : { kind: 'text', text };
}

function partsIn(node: unknown, disabled: DisabledPair[]): readonly ImportedPart[] {
  const [pair] = pairsIn([node], 'form field', disabled);
  const options = { type: textIn(node, 'contentType'), filename: textIn(node, 'fileName') };
  if (textIn(node, 'type') !== 'file') return pair ? [{ ...pair, isFile: false, ...options }] : [];
  if (member(node, 'disabled') === true) return [];
  const source = member(node, 'src');
  const paths = Array.isArray(source) ? source.map(plainText) : [plainText(source)];
  const name = textIn(node, 'key') ?? '';
  // Without a file, the path is a name without a value, so nothing is sent until it is given.
  return paths.map(path => ({
    name,
    value: path || `{{${name.replace(/\W+/g, '_') || 'file'}}}`,
    isFile: true,
    ...options,
  }));
}

/** Parameters of credentials: an object in format 2.0, a list in format 2.1. */
function authIn(node: unknown): ImportedAuth | undefined {
  const type = textIn(node, 'type');
  if (type === undefined) return undefined;
  const list = member(node, type);
  const pairs = Array.isArray(list)
    ? list.map(each => [textIn(each, 'key') ?? '', member(each, 'value')] as const)
    : entriesIn(list);
  const values = new Map(pairs);
  const token = plainText(values.get('accessToken'));
  if (type !== 'oauth2' || token === '') return authOfType(type, name => values.get(name));
  const prefix = values.get('headerPrefix');
  return values.get('addTokenTo') === 'queryParams'
    ? { kind: 'key', name: 'access_token', value: token, place: 'query' }
    : { kind: 'bearer', token, prefix: prefix === undefined ? undefined : plainText(prefix).trim() };
}
