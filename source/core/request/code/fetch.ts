/** Writes a request as JavaScript that uses `fetch`, for browsers and Node.js 20. */

import { urlWithKeys } from '../../credentials/api-keys.js';
import { authorizationLines, signerOf } from '../../credentials/request-credentials.js';
import { maskCookies } from '../../masking/pairs.js';
import type { FormPart } from '../../options.js';
import { escapeUnsafe } from '../../response/escape-unsafe.js';
import { needsSafeText } from '../../response/safe-text.js';
import { printedValue } from '../../secret.js';
import { asksForChunks, defaultHeaders } from '../headers.js';
import { makesBoundary } from '../multipart.js';
import type { BodySpec, HeaderLine, RequestSpec } from '../spec.js';
import type { CommandOptions } from './curl.js';
import { notInFetch } from './network-words.js';

const input = 'process.stdin';

/** Collects imports, statements and comments. */
class Code {
  readonly before: string[] = [];
  readonly members: string[] = [];
  needsFiles = false;

  member(name: string, value: string): void {
    this.members.push(`  ${name}: ${value.replaceAll('\n', '\n  ')},`);
  }
}

/** Returns JavaScript that sends this request and prints the response, with comments about anything `fetch` cannot do. */
export function fetchCode(spec: RequestSpec, options: CommandOptions): string {
  const code = new Code();
  const form = options.form !== undefined && makesBoundary(spec.headers) ? options.form : undefined;
  code.member('method', literal(spec.method));
  const headers = headersOf(spec, options, form !== undefined);
  if (headers.length > 0) {
    const lines = headers.map(([name, value]) => `    [${literal(name)}, ${literal(value)}],`);
    const pairs = new Set(headers.map(([name]) => name.toLowerCase())).size === headers.length;
    const members = headers.map(([name, value]) => `    ${literal(name)}: ${literal(value)},`);
    code.members.push(pairs ? `  headers: {\n${members.join('\n')}\n  },` : `  headers: [\n${lines.join('\n')}\n  ],`);
  }
  if (spec.body) bodyOf(spec.body, form, asksForChunks(spec.headers), code);
  if (!spec.network.follow) code.member('redirect', "'manual'");
  const { timeoutMs } = spec.network;
  if (timeoutMs !== undefined) code.member('signal', `AbortSignal.timeout(${timeoutMs})`);
  const url = urlWithKeys(spec.url, spec, options.showSecrets);
  const imports = code.needsFiles ? ["import { openAsBlob } from 'node:fs';", ''] : [];
  return [
    ...imports,
    ...unsaid(spec).map(text => `// Not included: ${text}.`),
    ...code.before,
    `const response = await fetch(${literal(url)}, {`,
    ...code.members,
    '});',
    'console.log(response.status, await response.text());',
  ].join('\n');
}

/** Returns a JavaScript string literal, in single quotes unless it needs escapes. */
const literal = (text: string): string =>
  /^[^'\\\u0000-\u001f]*$/.test(text) && !needsSafeText(text) ? `'${text}'` : json(text);

/** Returns JSON in which all characters that a terminal would interpret or hide are escaped. */
const json = (value: unknown, space?: number): string => escapeUnsafe(JSON.stringify(value, undefined, space));

function headersOf(spec: RequestSpec, options: CommandOptions, isForm: boolean): (readonly [string, string])[] {
  const usual = (line: HeaderLine): boolean =>
    defaultHeaders.some(each => each.name === line.name && each.value === line.value);
  const lines = [...spec.headers.filter(line => !usual(line)), ...authorizationLines(spec.credentials)];
  const cookie = spec.network.cookies.join('; ');
  return [
    ...lines
      // fetch sets the framing itself and rejects these headers.
      .filter(({ name }) => !(isForm && /^content-type$/i.test(name)) && !/^transfer-encoding$/i.test(name))
      .map(({ name, value }) => [name, printedValue(value, options)] as const),
    ...(cookie === '' ? [] : [['Cookie', options.showSecrets ? cookie : maskCookies(cookie)] as const]),
  ];
}

function bodyOf(body: BodySpec, form: readonly FormPart[] | undefined, inChunks: boolean, code: Code): void {
  if (form !== undefined) {
    code.before.push('const form = new FormData();', ...form.map(part => partLine(part, code)));
    code.member('body', 'form');
  } else if (body.kind === 'stdin' && inChunks) {
    code.member('body', input);
    code.member('duplex', "'half'");
  } else code.member('body', bodyValue(body, code));
}

function bodyValue(body: BodySpec, code: Code): string {
  switch (body.kind) {
    case 'bytes': {
      const text = Buffer.from(body.bytes).toString('utf8');
      if (Buffer.from(text, 'utf8').equals(Buffer.from(body.bytes))) return textValue(text);
      return `Buffer.from('${Buffer.from(body.bytes).toString('base64')}', 'base64')`;
    }
    case 'file':
      code.needsFiles = true;
      return `await openAsBlob(${literal(body.path)})`;
    case 'stdin':
      return `Buffer.concat(await ${input}.toArray())`;
    case 'sequence':
      return `new Blob([${body.pieces.map(piece => bodyValue(piece, code)).join(', ')}])`;
  }
}

/** Returns JSON as an object literal if JSON.stringify would restore the same text. */
function textValue(text: string): string {
  if (!/^\s*[{[]/.test(text) || text.includes('__proto__')) return literal(text);
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(value) === text ? `JSON.stringify(${json(value, 2)})` : literal(text);
  } catch {
    return literal(text);
  }
}

function partLine({ name, source, inline, filename, type }: FormPart, code: Code): string {
  const kind = type === undefined ? '' : `, { type: ${literal(type)} }`;
  if (source.from === 'text') {
    const value =
      type === undefined && filename === undefined
        ? literal(source.text)
        : `new Blob([${literal(source.text)}]${kind})`;
    return `form.append(${literal(name)}, ${value}${filename === undefined ? '' : `, ${literal(filename)}`});`;
  }
  if (inline && type === undefined && filename === undefined) {
    const blob = bodyValue(source.from === 'stdin' ? { kind: 'stdin' } : { kind: 'file', path: source.path }, code);
    return `form.append(${literal(name)}, await new Blob([${blob}]).text());`;
  }
  if (source.from === 'stdin') return `form.append(${literal(name)}, new Blob(await ${input}.toArray()${kind}));`;
  code.needsFiles = true;
  const base = filename ?? source.path.replace(/^.*\//s, '');
  return `form.append(${literal(name)}, await openAsBlob(${literal(source.path)}${kind}), ${literal(base)});`;
}

/** Returns the options that `fetch` cannot express. */
function unsaid({ credentials, network, body, method, compress }: RequestSpec): readonly string[] {
  const said: readonly (readonly [given: boolean, words: string])[] = [
    [body !== undefined && (method === 'GET' || method === 'HEAD'), `the body, which fetch refuses with ${method}`],
    [compress !== undefined, `the compression of the body (${compress})`],
    [
      signerOf(credentials) !== undefined || credentials.digest !== undefined,
      'credentials that are made for each request',
    ],
  ];
  return [...said.flatMap(([given, words]) => (given ? [words] : [])), ...notInFetch(network)];
}
