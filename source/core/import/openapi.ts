/** Reads an OpenAPI description as a starter collection: one request for each operation, grouped by tag. */
import { addTo } from '../add-to.js';
import { isObject, textIn } from '../json/loose.js';
import { entryText, oneLine } from '../openapi/call/entry-text.js';
import { prepare, readDescription } from '../openapi/document/description.js';
import { componentNamed, resolved } from '../openapi/document/node.js';
import { versionOf } from '../openapi/document/read.js';
import { serverUrls } from '../openapi/document/servers.js';
import type { Description, Operation } from '../openapi/document/types.js';
import { isToken } from '../request/header-option.js';
import { withQuery } from '../request/url.js';
import type { ImportedEntry, ImportedFolder, ImportReader, Untranslated } from './collection.js';

export const readOpenapi: ImportReader = (root, file) => {
  const version = versionOf(root);
  if (version === undefined || !isObject(root)) return undefined;
  const description = readDescription(prepare(root, version, 'http://localhost/'));
  const untranslated: Untranslated[] = description.problems.map(({ place, text }) => ({
    feature: `${place}: ${text}`,
  }));
  // Operations without a tag precede the folders.
  const groups = new Map<string, ImportedEntry[]>([['', []]]);
  for (const operation of description.operations) {
    const [tag = ''] = operation.tags;
    addTo(groups, tag, entryOf(description, operation));
  }
  const [baseUrl = 'http://localhost'] = serverUrls(description);
  if (description.servers.length === 0)
    untranslated.push({ feature: 'server, because the description lists none (set baseUrl)' });
  return {
    collection: {
      kind: 'folder',
      name: description.title || file,
      description: description.description,
      items: [...groups].flatMap(([name, items]): ImportedFolder['items'] =>
        name === '' ? items : [{ kind: 'folder', name, items }],
      ),
    },
    environments: [{ variables: [{ name: 'baseUrl', value: baseUrl }] }],
    untranslated,
  };
};

/** Temporary server of an entry, because braces in the texts of a description are encoded. */
const anyServer = 'http://server.invalid';

function entryOf(description: Description, operation: Operation): ImportedEntry {
  const { text, values } = entryText(description, operation, anyServer);
  const [title = '', line = '', ...rest] = text.split('\n');
  const request = line.replace(` ${anyServer}`, ' {{baseUrl}}');
  const { headers, query } = loginOf(description, operation);
  const variables = values.map(([name, json]) => {
    const value: unknown = JSON.parse(json);
    return `@${name} = ${oneLine(typeof value === 'string' ? value : json)}`;
  });
  const lines = [title, ...variables, withQuery(request, query), ...headers, ...rest];
  return { kind: 'entry', name: title.replace(/^### /, ''), text: lines.join('\n') };
}

/** Credentials that an operation requires, with names for their values. */
function loginOf(
  { root }: Description,
  { security }: Operation,
): { readonly headers: readonly string[]; readonly query: string } {
  const logins = (security[0] ?? []).map(([name]) =>
    loginOfScheme(resolved(root, componentNamed(root, 'securitySchemes', name))),
  );
  const headers = logins.flatMap(({ header }) => header ?? []);
  const query = logins.findLast(each => each.query !== undefined)?.query ?? '';
  return { headers, query };
}

/** A header or a query parameter for a security scheme. */
function loginOfScheme(scheme: unknown): { readonly header?: string; readonly query?: string } {
  const type = textIn(scheme, 'type');
  const http = textIn(scheme, 'scheme')?.toLowerCase();
  if (type === 'http' && http === 'basic') return { header: 'Authorization: Basic {{username}} {{password}}' };
  if (type === 'oauth2' || type === 'openIdConnect' || http === 'bearer')
    return { header: 'Authorization: Bearer {{token}}' };
  const key = textIn(scheme, 'name') ?? '';
  if (type !== 'apiKey' || !isToken(key)) return {};
  const place = textIn(scheme, 'in');
  const value = `{{${key.replace(/[^\w-]/g, '_')}}}`;
  if (place === 'query') return { query: `${key}=${value}` };
  return { header: place === 'cookie' ? `Cookie: ${key}=${value}` : `${key}: ${value}` };
}
