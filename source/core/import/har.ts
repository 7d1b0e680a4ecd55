/** Reads HTTP archives (HAR 1.2), whose texts are literal. */
import type { ImportedBody, ImportedPart, ImportedRequest, ImportReader, Untranslated } from './collection.js';
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
      feature: url === '' ? `entry ${index + 1}, which has no URL` : `request to ${url.slice(0, 60)}`,
    });
    return [];
  });
  return { collection: { kind: 'folder', name: file, items }, environments: [], untranslated };
};

function requestOf(node: unknown, url: string): ImportedRequest {
  const method = textIn(node, 'method') ?? 'GET';
  const untranslated: Untranslated[] = [];
  const headers = pairsIn(member(node, 'headers'), 'header', []).filter(({ name, value }) => {
    // A placeholder cannot be written literally in a header.
    const isKept = !ofConnection.test(name);
    if (isKept && value.includes('{{')) untranslated.push({ feature: 'header with braces', text: `${name}: ${value}` });
    return isKept && !value.includes('{{');
  });
  const body = bodyOf(member(node, 'postData'));
  return {
    kind: 'request',
    name: `${method} ${/^https?:\/\/[^/?#]*([^?#]*)/i.exec(url)?.[1] || '/'}`,
    method,
    url: url.replaceAll('{', '%7B').replaceAll('}', '%7D').replace(/#.*$/s, ''),
    headers,
    ...(body ? { body } : {}),
    untranslated,
    isLiteral: true,
  };
}

function bodyOf(node: unknown): ImportedBody | undefined {
  const type = textIn(node, 'mimeType') ?? '';
  const text = textIn(node, 'text') ?? '';
  const pairs = pairsIn(member(node, 'params'), 'field', []);
  if (/^multipart\/form-data/i.test(type) && pairs.length > 0 && !/boundary=/i.test(type)) {
    const parts = listIn(node, 'params').map((each): ImportedPart => {
      const file = textIn(each, 'fileName');
      const partType = textIn(each, 'contentType');
      const isFile = file !== undefined && member(each, 'value') === undefined;
      return {
        name: textIn(each, 'name') ?? '',
        value: isFile ? file : (textIn(each, 'value') ?? ''),
        isFile,
        ...(partType ? { type: partType } : {}),
      };
    });
    return { kind: 'multipart', parts };
  }
  if (text !== '') return { kind: 'text', text, ...(type === '' ? {} : { type }) };
  if (pairs.length === 0) return undefined;
  // Names and values of forms are often still encoded.
  return {
    kind: 'text',
    text: pairs.map(({ name, value }) => `${encoded(name)}=${encoded(value)}`).join('&'),
    type: type || 'application/x-www-form-urlencoded',
  };
}

const encoded = (text: string): string => (/^[\w.~*+%-]*$/.test(text) ? text : encodeURIComponent(text));
