/** Writes a request as an entry of a `.http` file, for apiclient, JetBrains' client, VS Code's REST Client and httpyac. */

import { urlWithKeys } from '../../credentials/api-keys.js';
import { isAuthorization } from '../../credentials/header.js';
import { isComment, strayProblem } from '../../http-file/body.js';
import { hasMarks, writeEntry } from '../../http-file/write-entry.js';
import { bullets, isSecret, reveal, type Secret } from '../../secret.js';
import { withoutEnd } from '../../text/runs.js';
import { defaultHeaders } from '../headers.js';
import type { BodySpec, Credentials, RequestSpec } from '../spec.js';
import { type CommandOptions, flagWords } from './curl.js';

/** Returns the entry. Secrets are replaced with placeholders such as `{{token}}`, whose values must be supplied to send it. */
export function httpEntry(spec: RequestSpec, options: CommandOptions, title = ''): string {
  const hidden = (value: string | Secret, name: string): string =>
    isSecret(value) && !options.showSecrets ? placeholderFor(name) : reveal(value);
  const flags = flagWords(spec, options).join(' ');
  const body = bodyText(spec.body);
  const headers = spec.headers
    .filter(({ name, value }) => !defaultHeaders.some(each => each.name === name && each.value === value))
    .map(({ name, value }) => ({ name, value: hidden(value, name) }));
  const hasLogin = spec.headers.some(each => isAuthorization(each.name));
  const url = urlWithKeys(spec.url, spec, options.showSecrets).replaceAll(' ', '%20');
  return writeEntry({
    title,
    comments: [
      ...(flags === '' ? [] : [`# @flags ${named(flags)}`]),
      ...(body.unsaid === undefined ? [] : [`# Not included: ${body.unsaid}.`]),
    ],
    method: spec.method,
    url: options.showSecrets ? url : named(url),
    headers: [...headers, ...(hasLogin ? [] : authorization(spec.credentials, hidden))],
    body: body.text,
  });
}

type Hide = (value: string | Secret, name: string) => string;

const placeholderFor = (name: string): string => `{{${name.toLowerCase().replace(/[^a-z0-9_]+/g, '_')}}}`;

function authorization({ basic, bearer, accessToken, proof }: Credentials, hidden: Hide) {
  const login = (value: string) => [{ name: 'Authorization', value }];
  if (basic) return login(`Basic ${basic.user}:${hidden(basic.password, 'password')}`);
  const token = bearer ?? accessToken;
  return token ? login(`${proof ? 'DPoP' : 'Bearer'} ${hidden(token, 'token')}`) : [];
}

/** Replaces bullets with placeholders, named after the value they hide if it has a name. */
const named = (flags: string): string =>
  flags.replace(new RegExp(`(?<![\\w-])([\\w-]+)=${bullets}|${bullets}`, 'g'), (_, name: string | undefined) =>
    name === undefined ? '{{password}}' : `${name}=${placeholderFor(name)}`,
  );

/** Returns the body as written in the file, or why the file cannot contain it. */
function bodyText(body: BodySpec | undefined): { readonly text: string; readonly unsaid?: string } {
  if (body === undefined) return { text: '' };
  const text = textOf(body).replaceAll('\r\n', '\n');
  if (/\ufffd|\0/.test(text)) return { text: '', unsaid: 'the body, which is not text' };
  if (body.kind === 'stdin' || (body.kind === 'sequence' && body.pieces.some(each => each.kind === 'stdin')))
    return { text: '', unsaid: 'the body, which is read from standard input' };
  if (holdsMarks(body) || /^[ \t]*\n/.test(text))
    return { text: '', unsaid: 'the body, with a line that means something else in such a file' };
  return { text: withoutEnd(text, /\n/) };
}

function textOf(body: BodySpec): string {
  switch (body.kind) {
    case 'bytes':
      return Buffer.from(body.bytes).toString('utf8');
    case 'file':
      return `< ${/^[./~]/.test(body.path) ? body.path : `./${body.path}`}`;
    case 'stdin':
      return '';
    case 'sequence':
      return body.pieces.map(textOf).join('');
  }
}

/**
 * Returns true if a text in the body would be interpreted as something else: a separator, file, script, placeholder, request
 * line or comment.
 */
function holdsMarks(body: BodySpec): boolean {
  if (body.kind === 'sequence') return body.pieces.some(holdsMarks);
  if (body.kind !== 'bytes') return false;
  const text = Buffer.from(body.bytes)
    .toString('utf8')
    .slice(0, 1 << 20);
  if (hasMarks(text)) return true;
  const mayBeJson = /^\s*[[{]/.test(text);
  return text
    .split('\n')
    .some(line => strayProblem(line, 1) !== undefined || (mayBeJson && isComment(line.trimStart())));
}
