/** Reads HTTP archives (HAR 1.2), whose texts are literal. */
import { isSecretName } from '../credentials/header.js';
import { withQuery } from '../request/url.js';
import { bullets } from '../secret.js';
import type {
  ImportedBody,
  ImportedPair,
  ImportedPart,
  ImportedRequest,
  ImportReader,
  Untranslated,
} from './collection.js';
import { listIn, member, pairsIn, textIn } from './nodes.js';

/** Headers that the connection determines. */
const ofConnection =
  /^(?::.*|host|content-length|connection|accept-encoding|transfer-encoding|te|upgrade|keep-alive|proxy-.*|http2-settings)$/i;

export const readHar: ImportReader = (root, file) => {
  const log = member(root, 'log');
  if (!Array.isArray(member(log, 'entries'))) return undefined;
  const untranslated: Untranslated[] = [];
  const items = listIn(log, 'entries').flatMap((entry, index): readonly ImportedRequest[] => {
    const request = member(entry, 'request');
    const url = textIn(request, 'url') ?? '';
    if (/^https?:\/\//i.test(url)) return [requestOf(request, url)];
    untranslated.push({
      // The rest of the URL may contain secrets.
      feature: url === '' ? `entry ${index + 1}, which has no URL` : `request to ${originIn(url)}`,
    });
    return [];
  });
  return { collection: { kind: 'folder', name: file, items }, environments: [], untranslated };
};

/** Returns the scheme and the host of a URL, or its beginning if it has no host. */
const originIn = (url: string): string => {
  const [, scheme, host] = /^([a-z][a-z0-9+.-]*:\/\/)(?:[^/?#]*@)?([^/?#@]*)/i.exec(url) ?? [];
  return scheme === undefined ? (url.split(/[,?#;]/, 1)[0]?.slice(0, 60) ?? '') : `${scheme}${host}`;
};

function requestOf(node: unknown, url: string): ImportedRequest {
  const method = textIn(node, 'method') ?? 'GET';
  const untranslated: Untranslated[] = [];
  const headers: ImportedPair[] = pairsIn(member(node, 'headers'), 'header', []).filter(({ name, value }) => {
    // A placeholder cannot be written literally in a header.
    const isKept = !ofConnection.test(name);
    if (isKept && value.includes('{{')) {
      const shownValue = isSecretName(name) ? bullets : value;
      untranslated.push({ feature: 'header with braces', text: `${name}: ${shownValue}` });
    }
    return isKept && !value.includes('{{');
  });
  const cookies = pairsIn(member(node, 'cookies'), 'cookie', []);
  // Some archives list cookies and parameters only separately.
  if (cookies.length > 0 && !headers.some(({ name }) => /^cookie$/i.test(name)))
    headers.push({ name: 'Cookie', value: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') });
  const query = pairsIn(member(node, 'queryString'), 'parameter', []).map(pairText).join('&');
  return {
    kind: 'request',
    name: `${method} ${/^https?:\/\/[^/?#]*([^?#]*)/i.exec(url)?.[1] || '/'}`,
    method,
    url: withoutBraces(url.includes('?') ? url : withQuery(url, query)).replace(/#.*$/s, ''),
    headers,
    body: bodyOf(member(node, 'postData'), untranslated),
    untranslated,
    isLiteral: true,
  };
}

const withoutBraces = (url: string): string => url.replaceAll('{', '%7B').replaceAll('}', '%7D');

function bodyOf(node: unknown, untranslated: Untranslated[]): ImportedBody | undefined {
  const type = textIn(node, 'mimeType') ?? '';
  const recorded = textIn(node, 'text') ?? '';
  const text = textIn(node, 'encoding') === 'base64' ? decoded(recorded) : recorded;
  if (text === undefined) {
    untranslated.push({ feature: 'binary body', text: recorded });
    return undefined;
  }
  const pairs = pairsIn(member(node, 'params'), 'field', []);
  if (/^multipart\/form-data/i.test(type) && pairs.length > 0 && !/boundary=/i.test(type)) {
    const parts = listIn(node, 'params').map((each): ImportedPart => {
      const file = textIn(each, 'fileName');
      const isFile = file !== undefined && member(each, 'value') === undefined;
      return {
        name: textIn(each, 'name') ?? '',
        value: isFile ? file : (textIn(each, 'value') ?? ''),
        isFile,
        type: textIn(each, 'contentType'),
      };
    });
    return { kind: 'multipart', parts };
  }
  if (text !== '') return { kind: 'text', text, type };
  if (pairs.length === 0) return undefined;
  // Names and values of forms are often still encoded.
  return {
    kind: 'text',
    text: pairs.map(pairText).join('&'),
    type: type || 'application/x-www-form-urlencoded',
  };
}

/** Decodes base64. Returns undefined if the content is not UTF-8. */
function decoded(base64: string): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(base64, 'base64'));
  } catch {
    return undefined;
  }
}

const pairText = ({ name, value }: ImportedPair): string => `${encoded(name)}=${encoded(value)}`;

const encoded = (text: string): string => (/^[\w.~*+%-]*$/.test(text) ? text : encodeURIComponent(text));
