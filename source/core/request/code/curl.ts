/** A request as a curl command, or as one of this program. */

import { shownUrl, withKeys } from '../../credentials/api-keys.js';
import type { CredentialKind } from '../../credentials/kind.js';
import type { FormPart } from '../../options.js';
import { bullets, isSecret, reveal, type Secret } from '../../secret.js';
import { defaultHeaders } from '../headers.js';
import { boundaryIn, isOwnBoundary, typeOfPart } from '../multipart.js';
import { joinWords, printfBytes, shellWord } from '../shell.js';
import type { BodySpec, Credentials, RequestSpec } from '../spec.js';
import { networkWords, type Program } from './network-words.js';

/** Details of the command that the request does not contain. */
export interface CommandOptions {
  /** False: bullets instead of secrets. */
  readonly showSecrets: boolean;
  /** The parts of a multipart body, written as `-F`. */
  readonly form?: readonly FormPart[];
}

type ShellWords = readonly string[];

/** A curl command for this request (curl 7.76 or later). */
export function curlCommand(spec: RequestSpec, options: CommandOptions): string {
  const body = bodyWords(spec, options, 'curl');
  const words: ShellWords[] = [
    ['curl', ...methodWords(spec), shellWord(urlOf(spec, options))],
    ...credentialWords(spec, options, 'curl'),
    ...headerWords(spec, options, body.multipart, 'curl'),
    ...lengthWords(spec),
    ...body.words,
    ...networkWords(spec.network, 'curl', options.showSecrets),
  ];
  if (/[[\]{}]/.test(spec.url)) words.push(['--globoff']);
  return `${body.before}${joinWords(words)}`;
}

/** A command of this program for this request. */
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
    ...networkWords(spec.network, 'apiclient', options.showSecrets),
  ];
  return `${body.before}${joinWords(words)}`;
}

/** The flags of this program that a `.http` file has no other words for, as words of a shell. */
export function flagWords(spec: RequestSpec, options: CommandOptions): readonly string[] {
  const { digest, aws } = spec.credentials;
  const login = { apiKeys: [], ...(digest ? { digest } : {}), ...(aws ? { aws } : {}) };
  return [
    ...credentialWords({ ...spec, credentials: login }, options, 'apiclient'),
    ...spec.removed.map(name => ['-H', shellWord(`${name}:`)]),
    ...networkWords(spec.network, 'apiclient', options.showSecrets),
  ].flat();
}

const shown = (value: string | Secret, options: CommandOptions): string =>
  isSecret(value) && !options.showSecrets ? bullets : reveal(value);

/** The URL as sent where curl would send another: curl leaves non-ASCII characters, quotes and encoded dots alone. */
const sentUrl = (url: string, asIs: boolean): string =>
  asIs || (/^[!#$%&()*+,\-./0-9:;=?@A-Z[\]_a-z~]*$/.test(url) && !/\/(?:\.|%2e){1,2}(?:[/?#]|$)/i.test(url))
    ? url
    : new URL(url).href;

function urlOf(
  { url, credentials: { apiKeys }, network, hidden }: RequestSpec,
  { showSecrets }: CommandOptions,
): string {
  const whole = withKeys(sentUrl(url, network.pathAsIs === true), apiKeys);
  return showSecrets ? whole : shownUrl(whole, apiKeys, hidden);
}

function methodWords(spec: RequestSpec): ShellWords {
  if (spec.method === 'HEAD') return ['--head'];
  const implied = spec.body ? 'POST' : 'GET';
  return spec.method === implied ? [] : ['-X', shellWord(spec.method)];
}

/** Each kind of credential as flags. */
const credentials: Readonly<
  Record<CredentialKind, (given: Credentials, options: CommandOptions, program: Program) => readonly ShellWords[]>
> = {
  basic: ({ basic }, options) => (basic ? [['-u', shellWord(`${basic.user}:${shown(basic.password, options)}`)]] : []),
  digest: ({ digest }, options) =>
    digest ? [['--digest', '-u', shellWord(`${digest.user}:${shown(digest.password, options)}`)]] : [],
  aws: ({ aws }, options) =>
    aws
      ? [
          ['--aws-sigv4', shellWord(aws.scope)],
          ['-u', shellWord(`${aws.accessKeyId}:${shown(aws.secretAccessKey, options)}`)],
        ]
      : [],
  bearer: ({ bearer }, options, program) =>
    bearer && program === 'apiclient'
      ? [['-B', shellWord(shown(bearer, options))]]
      : tokenWords('Bearer', bearer, options),
  oauth2: ({ accessToken, proof }, options) => tokenWords(proof ? 'DPoP' : 'Bearer', accessToken, options),
  // In curl's URL.
  apiKeys: ({ apiKeys }, options, program) =>
    program === 'curl' ? [] : apiKeys.map(each => ['-K', shellWord(`${each.name}=${shown(each.value, options)}`)]),
  // Written with the other headers.
  header: () => [],
  // Written with the network options.
  cookie: () => [],
  certificate: () => [],
  proxyUser: () => [],
  // WebSockets only.
  connectionParams: () => [],
};

const tokenWords = (scheme: string, token: Secret | undefined, options: CommandOptions): readonly ShellWords[] =>
  token ? [['-H', shellWord(`Authorization: ${scheme} ${shown(token, options)}`)]] : [];

const credentialWords = (spec: RequestSpec, options: CommandOptions, program: Program): readonly ShellWords[] =>
  Object.values(credentials).flatMap(words => words(spec.credentials, options, program));

/** curl sends no length without a body, which some servers reject (411). */
function lengthWords({ method, body, headers, removed }: RequestSpec): ShellWords[] {
  const name = 'content-length';
  const own = removed.includes(name) || headers.some(each => each.name.toLowerCase() === name);
  return !body && !own && /^(?:POST|PUT|PATCH)$/.test(method) ? [['-H', shellWord('Content-Length: 0')]] : [];
}

/** @param multipart the command generates the Content-Type, with its own boundary */
function headerWords(spec: RequestSpec, options: CommandOptions, multipart: boolean, program: Program): ShellWords[] {
  const words: ShellWords[] = [];
  let typed = false;
  for (const { name, value } of spec.headers) {
    const lower = name.toLowerCase();
    if (lower === 'content-type') {
      typed = true;
      const type = reveal(value).replace(/;\s*boundary=.*/is, '');
      if (multipart && type !== 'multipart/form-data') words.push(['-H', shellWord(`${name}: ${type}`)]);
      if (multipart) continue;
    }
    const usual = defaultHeaders.find(each => each.name === name)?.value === value;
    if (usual) {
      if (program === 'curl' && lower === 'accept-encoding') words.push(['--compressed']);
      continue;
    }
    const text = shown(value, options);
    words.push(['-H', shellWord(text === '' ? `${name};` : `${name}: ${text}`)]);
  }
  for (const name of spec.removed) words.push(['-H', shellWord(`${name}:`)]);
  // curl would declare every body a form.
  if (spec.body && !typed && !multipart && !spec.removed.includes('content-type')) words.push(['-H', 'Content-Type:']);
  return words;
}

interface BodyWords {
  /** A command piped into this one. */
  readonly before: string;
  readonly words: readonly ShellWords[];
  readonly multipart: boolean;
}

function bodyWords(spec: RequestSpec, options: CommandOptions, program: Program): BodyWords {
  const { body } = spec;
  if (!body) return { before: '', words: [], multipart: false };
  if (options.form && makesBoundary(spec))
    return { before: '', words: formWords(options.form, program), multipart: true };
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

/** Whether the command may choose the boundary. A body with the user's own boundary, or none, is sent byte for byte. */
function makesBoundary({ headers }: RequestSpec): boolean {
  const type = headers.findLast(each => each.name.toLowerCase() === 'content-type');
  return type !== undefined && isOwnBoundary(boundaryIn(reveal(type.value)) ?? '');
}

/** The bytes as text, if that can be an argument. */
function textOf(bytes: Uint8Array): string | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
  const same = !text.includes('\ufffd') && !text.includes('\0');
  return same ? text : undefined;
}

/** A shell command that prints the body. */
function sourceOf(body: BodySpec): string {
  switch (body.kind) {
    case 'bytes':
      return printfBytes(body.bytes);
    case 'file':
      return `cat -- ${shellWord(body.path)}`;
    case 'stdin':
      return 'cat';
    case 'sequence':
      // fish groups commands with other words than the others.
      return `sh -c ${shellWord(body.pieces.map(sourceOf).join('; '))}`;
  }
}

function formWords(parts: readonly FormPart[], program: Program): ShellWords[] {
  return parts.map(part => {
    const { name, source, filename, inline } = part;
    const type = program === 'curl' && !guessedAlike(part) ? typeOfPart(part) : part.type;
    const extra = `${type === undefined ? '' : `;type=${type}`}${filename === undefined ? '' : `;filename=${formValue(filename)}`}`;
    if (source.from !== 'text') {
      const file = source.from === 'stdin' ? '-' : formValue(source.path);
      return ['-F', shellWord(`${name}=${inline ? '<' : '@'}${file}${extra}`)];
    }
    const literal =
      extra === '' && (program === 'curl' || /^[@<"]|;\s*(?:type|filename|headers|encoder)=/.test(source.text));
    if (literal) return ['--form-string', shellWord(`${name}=${source.text}`)];
    return ['-F', shellWord(`${name}=${extra === '' ? source.text : formValue(source.text)}${extra}`)];
  });
}

/** Whether curl infers the same content type for a file; the tables differ for some suffixes. */
const guessedAlike = ({ source, filename }: FormPart): boolean =>
  source.from === 'file' && filename === undefined && /\.(?:gif|jpe?g|png|svg|pdf|xml)$/i.test(source.path);

/** A `-F` value, quoted if it contains `;`, `,` or quotes. */
const formValue = (text: string): string =>
  /[";,\\\s]|^[@<]/.test(text) ? `"${text.replace(/(["\\])/g, '\\$1')}"` : text;
