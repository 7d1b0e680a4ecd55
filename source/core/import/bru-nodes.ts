/** `.bru` files of Bruno in the form of OpenCollection, so that one reader imports both. */

import { type BruBlocks, bruBlocks, bruPairs, bruText, bruValues } from './bru-text.js';
import { assertionOf } from './bruno-effects.js';

const methods = /^(?:get|post|put|patch|delete|options|head|trace|connect)$/;

/** Converts a `.bru` file to the nodes of OpenCollection. */
export function bruNodes(text: string): unknown {
  const blocks = bruBlocks(text);
  const meta = bruValues(blocks, 'meta');
  const method = [...blocks.keys()].find(name => methods.test(name)) ?? (blocks.has('http') ? 'http' : undefined);
  const line = bruValues(blocks, method ?? '');
  const mode = line.auth ?? bruValues(blocks, 'auth').mode;
  const typed = (type: string) => (each: object) => ({ ...each, type });
  return {
    info: { ...meta, type: meta.type ?? (method === undefined ? 'folder' : 'http') },
    http: {
      method: method === 'http' ? line.method : method?.toUpperCase(),
      url: line.url,
      params: [
        // The URL contains the parameters as well.
        ...bruPairs(blocks, 'params:query').map(typed('query')),
        ...bruPairs(blocks, 'params:path').map(typed('path')),
      ],
      headers: bruPairs(blocks, 'headers'),
      body: bodyNode(blocks, line.body ?? ''),
      auth: mode === undefined ? undefined : { ...bruValues(blocks, `auth:${mode}`), type: mode },
    },
    variables: bruPairs(blocks, 'vars'),
    runtime: {
      variables: bruPairs(blocks, 'vars:pre-request'),
      scripts: [
        ['before-request', 'script:pre-request'],
        ['after-response', 'script:post-response'],
        ['tests', 'tests'],
      ].flatMap(([type, name = '']) => (blocks.has(name) ? [{ type, code: bruText(blocks, name) }] : [])),
      captures: bruPairs(blocks, 'vars:post-response'),
      assertions: bruPairs(blocks, 'assert').map(assertionOf),
    },
    settings: bruValues(blocks, 'settings'),
    docs: bruText(blocks, 'docs'),
  };
}

function bodyNode(blocks: BruBlocks, type: string): unknown {
  const mode = { formUrlEncoded: 'form-urlencoded', multipartForm: 'multipart-form' }[type] ?? type;
  if (/^(?:form-urlencoded|multipart-form|file)$/.test(mode))
    return { type: mode, data: bruPairs(blocks, `body:${mode}`) };
  const data = bruText(blocks, `body:${mode}`) ?? (mode === 'json' ? bruText(blocks, 'body') : undefined);
  if (data === undefined) return undefined;
  return mode === 'graphql'
    ? { type: mode, data: { query: data, variables: bruText(blocks, 'body:graphql:vars') ?? '' } }
    : { type: mode, data };
}
