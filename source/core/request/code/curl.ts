/** Writes a request as a curl or apiclient command. */

import { shownUrl, urlWithKeys } from '../../credentials/api-keys.js';
import type { CredentialKind } from '../../credentials/kind.js';
import type { FormPart } from '../../options.js';
import { printedValue, reveal, type Secret } from '../../secret.js';
import { defaultHeaders } from '../headers.js';
import { makesBoundary, typeOfPart } from '../multipart.js';
import { joinWords, printfBytes, shellWord } from '../shell.js';
import type { BodyCoding, BodySpec, Credentials, HeaderLine, RequestSpec } from '../spec.js';
import { networkWords, type Program } from './network-words.js';

/** Details of the command that are not part of the request. */
export interface CommandOptions {
  /** False to print bullets instead of secrets. */
  readonly showSecrets: boolean;
  /** Parts of a multipart body, written as `-F`. */
  readonly form?: readonly FormPart[];
}

type ShellWords = readonly string[];

/** Returns a curl command for this request (curl 7.76 or later). */
export function curlCommand(spec: RequestSpec, options: CommandOptions): string {
  const body = bodyWords(spec, options, 'curl');
  const words: ShellWords[] = [
    ['curl', ...methodWords(spec), shellWord(urlOf(spec, options))],
    ...credentialWords(spec, options, 'curl'),
    ...headerWords(spec, options, body.multipart, 'curl'),
    ...lengthWords(spec),
    ...(spec.compress && spec.body ? [['-H', shellWord(`Content-Encoding: ${spec.compress}`)]] : []),
    ...body.words,
    ...networkWords(spec.network, 'curl', options.showSecrets),
  ];
  if (/[[\]{}]/.test(spec.url)) words.push(['--globoff']);
  return `${body.before}${joinWords(words)}`;
}

export function apiclientCommand(spec: RequestSpec, options: CommandOptions): string {
  const body = bodyWords(spec, options, 'apiclient');
  const words: ShellWords[] = [
    [
      'apiclient',
      shellWord(spec.method),
      shellWord(options.showSecrets ? spec.url : shownUrl(spec.url, [], spec.hidden)),
    ],
    ...credentialWords(spec, options, 'apiclient'),
    ...headerWords(spec, options, body.multipart, 'apiclient'),
    ...body.words,
    ...compressWords(spec),
    ...networkWords(spec.network, 'apiclient', options.showSecrets),
  ];
  return `${body.before}${joinWords(words)}`;
}

/** Returns, as shell words, the apiclient flags for settings that a `.http` file cannot express otherwise. */
export function flagWords(spec: RequestSpec, options: CommandOptions): readonly string[] {
  const { digest, aws } = spec.credentials;
  return [
    ...credentialWords({ ...spec, credentials: { apiKeys: [], digest, aws } }, options, 'apiclient'),
    ...spec.removed.map(name => ['-H', shellWord(`${name}:`)]),
    ...compressWords(spec),
    ...networkWords(spec.network, 'apiclient', options.showSecrets),
  ].flat();
}

const compressWords = ({ compress }: RequestSpec): readonly ShellWords[] =>
  compress ? [['--compress', compress]] : [];

/** Commands that compress a pipe, because curl cannot. */
const compressors: Readonly<Record<BodyCoding, string>> = {
  gzip: 'gzip -c',
  br: 'brotli -c',
  zstd: 'zstd -c',
  deflate: 'zlib-flate -compress',
};

/**
 * Returns the URL as sent, for cases in which curl would send a different one: curl does not change non-ASCII characters,
 * quotes and encoded dots.
 */
const sentUrl = (url: string, asIs: boolean): string =>
  asIs || (/^[!#$%&()*+,\-./0-9:;=?@A-Z[\]_a-z~]*$/.test(url) && !/\/(?:\.|%2e){1,2}(?:[/?#]|$)/i.test(url))
    ? url
    : new URL(url).href;

const urlOf = (spec: RequestSpec, { showSecrets }: CommandOptions): string =>
  urlWithKeys(sentUrl(spec.url, spec.network.pathAsIs === true), spec, showSecrets);

function methodWords(spec: RequestSpec): ShellWords {
  if (spec.method === 'HEAD') return ['--head'];
  const implied = spec.body ? 'POST' : 'GET';
  return spec.method === implied ? [] : ['-X', shellWord(spec.method)];
}

/** Flags for each kind of credential. */
const credentials: Readonly<
  Record<CredentialKind, (given: Credentials, options: CommandOptions, program: Program) => readonly ShellWords[]>
> = {
  basic: ({ basic }, options) =>
    basic ? [['-u', shellWord(`${basic.user}:${printedValue(basic.password, options)}`)]] : [],
  digest: ({ digest }, options) =>
    digest ? [['--digest', '-u', shellWord(`${digest.user}:${printedValue(digest.password, options)}`)]] : [],
  aws: ({ aws }, options) =>
    aws
      ? [
          ['--aws-sigv4', shellWord(aws.scope)],
          ['-u', shellWord(`${aws.accessKeyId}:${printedValue(aws.secretAccessKey, options)}`)],
        ]
      : [],
  bearer: ({ bearer }, options, program) =>
    bearer && program === 'apiclient'
      ? [['-B', shellWord(printedValue(bearer, options))]]
      : tokenWords('Bearer', bearer, options),
  oauth2: ({ accessToken, proof }, options) => tokenWords(proof ? 'DPoP' : 'Bearer', accessToken, options),
  // Part of curl's URL.
  apiKeys: ({ apiKeys }, options, program) =>
    program === 'curl'
      ? []
      : apiKeys.map(each => ['-K', shellWord(`${each.name}=${printedValue(each.value, options)}`)]),
  // Written along with the other headers.
  header: () => [],
  // Written along with the network options.
  cookie: () => [],
  certificate: () => [],
  proxyUser: () => [],
  // Only for WebSockets.
  connectionParams: () => [],
};

const tokenWords = (scheme: string, token: Secret | undefined, options: CommandOptions): readonly ShellWords[] =>
  token ? [['-H', shellWord(`Authorization: ${scheme} ${printedValue(token, options)}`)]] : [];

const credentialWords = (spec: RequestSpec, options: CommandOptions, program: Program): readonly ShellWords[] =>
  Object.values(credentials).flatMap(words => words(spec.credentials, options, program));

/** Sends a Content-Length for an empty body, which curl omits and some servers require (411). */
function lengthWords({ method, body, headers, removed }: RequestSpec): ShellWords[] {
  const name = 'content-length';
  const own = removed.includes(name) || headers.some(each => each.name.toLowerCase() === name);
  return !body && !own && /^(?:POST|PUT|PATCH)$/.test(method) ? [['-H', shellWord('Content-Length: 0')]] : [];
}

const isContentType = ({ name }: HeaderLine): boolean => name.toLowerCase() === 'content-type';

/** @param multipart true if the command generates the Content-Type with its own boundary */
function headerWords(spec: RequestSpec, options: CommandOptions, multipart: boolean, program: Program): ShellWords[] {
  const words = spec.headers.flatMap(header =>
    multipart && isContentType(header) ? multipartTypeWords(header) : wordsOfHeader(header, options, program),
  );
  for (const name of spec.removed) words.push(['-H', shellWord(`${name}:`)]);
  const isTyped = multipart || spec.headers.some(isContentType) || spec.removed.includes('content-type');
  // Otherwise curl would declare every body to be a form.
  if (spec.body && !isTyped) words.push(['-H', 'Content-Type:']);
  return words;
}

/** Returns a Content-Type without its boundary, or nothing if the command would send the same. */
function multipartTypeWords({ name, value }: HeaderLine): ShellWords[] {
  const type = reveal(value).replace(/;\s*boundary=.*/is, '');
  return type === 'multipart/form-data' ? [] : [['-H', shellWord(`${name}: ${type}`)]];
}

function wordsOfHeader({ name, value }: HeaderLine, options: CommandOptions, program: Program): ShellWords[] {
  const isDefault = defaultHeaders.find(each => each.name === name)?.value === value;
  if (isDefault) return program === 'curl' && name.toLowerCase() === 'accept-encoding' ? [['--compressed']] : [];
  const text = printedValue(value, options);
  return [['-H', shellWord(text === '' ? `${name};` : `${name}: ${text}`)]];
}

interface BodyWords {
  /** A command whose output is piped into this one. */
  readonly before: string;
  readonly words: readonly ShellWords[];
  readonly multipart: boolean;
}

function bodyWords(spec: RequestSpec, options: CommandOptions, program: Program): BodyWords {
  const { body } = spec;
  if (!body) return { before: '', words: [], multipart: false };
  if (spec.compress && program === 'curl')
    return {
      before: `${sourceOf(body)} | ${compressors[spec.compress]} | `,
      words: [['--data-binary', '@-']],
      multipart: false,
    };
  if (options.form && makesBoundary(spec.headers))
    return { before: '', words: options.form.map(part => formWords(part, program)), multipart: true };
  const fromInput = program === 'curl' ? ['--data-binary', '@-'] : ['-d', '@-'];
  if (body.kind === 'stdin') return { before: '', words: [fromInput], multipart: false };
  if (body.kind === 'file') {
    const flag = program === 'curl' ? '--data-binary' : '-d';
    return { before: '', words: [[flag, shellWord(`@${body.path}`)]], multipart: false };
  }
  const text = body.kind === 'bytes' ? textOf(body.bytes) : undefined;
  if (text !== undefined) {
    const flag = program === 'curl' || text.startsWith('@') ? '--data-raw' : '-d';
    return { before: '', words: [[flag, shellWord(text)]], multipart: false };
  }
  return { before: `${sourceOf(body)} | `, words: [fromInput], multipart: false };
}

/** Returns the bytes as text if that can be passed as an argument. */
function textOf(bytes: Uint8Array): string | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
  const same = !text.includes('\ufffd') && !text.includes('\0');
  return same ? text : undefined;
}

/** Returns a shell command that prints the body. */
function sourceOf(body: BodySpec): string {
  switch (body.kind) {
    case 'bytes':
      return printfBytes(body.bytes);
    case 'file':
      return `cat -- ${shellWord(body.path)}`;
    case 'stdin':
      return 'cat';
    case 'sequence':
      // fish uses different syntax from other shells to group commands.
      return `sh -c ${shellWord(body.pieces.map(sourceOf).join('; '))}`;
  }
}

/** Returns the words for a part of a form. */
function formWords(part: FormPart, program: Program): ShellWords {
  const { name, source, inline } = part;
  const attributes = partAttributes(part, program);
  if (source.from !== 'text') {
    const file = source.from === 'stdin' ? '-' : formValue(source.path);
    return ['-F', shellWord(`${name}=${inline ? '<' : '@'}${file}${attributes}`)];
  }
  if (attributes !== '') return ['-F', shellWord(`${name}=${formValue(source.text)}${attributes}`)];
  const isLiteral = program === 'curl' || /^[@<"]|;\s*(?:type|filename|headers|encoder)=/.test(source.text);
  return [isLiteral ? '--form-string' : '-F', shellWord(`${name}=${source.text}`)];
}

/** Returns the `;type=` and `;filename=` of a `-F` value. */
function partAttributes(part: FormPart, program: Program): string {
  const type = program === 'curl' && !guessedAlike(part) ? typeOfPart(part) : part.type;
  const filename = part.filename === undefined ? '' : `;filename=${formValue(part.filename)}`;
  return `${type === undefined ? '' : `;type=${type}`}${filename}`;
}

/** Returns true if curl infers the same content type for a file. The tables differ for some suffixes. */
const guessedAlike = ({ source, filename }: FormPart): boolean =>
  source.from === 'file' && filename === undefined && /\.(?:gif|jpe?g|png|svg|pdf|xml)$/i.test(source.path);

/** Returns a `-F` value, quoted if it contains `;`, `,` or quotes. */
const formValue = (text: string): string =>
  /[";,\\\s]|^[@<]/.test(text) ? `"${text.replace(/(["\\])/g, '\\$1')}"` : text;
