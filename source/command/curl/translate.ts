/** Translates a curl line to the apiclient line that sends the same request. Pure: reads no file. */
import { addTo } from '../../core/add-to.js';
import { type Failure, usageError } from '../../core/failure.js';
import { flagOfOtherTool } from '../other-tools.js';
import { curlFlag } from './flags.js';
import { bodyWords, type CurlLine, urlOf } from './request.js';

/** The translation of a curl line. */
export interface Translated {
  /** Our arguments, without the program's name. */
  readonly argv: readonly string[];
  /** A note for each ignored flag. */
  readonly notes: readonly string[];
}

/** Translates the arguments of `curl`. A flag without an equivalent is a usage failure that names it. */
export function translateCurl(argv: readonly string[]): Translated | Failure {
  const line: CurlLine = { urls: [], values: new Map(), data: [], headers: [], ours: [] };
  const notes: string[] = [];
  let refused: Failure | undefined;
  let next = 0;

  const flag = (typed: string, attached: string | undefined): void => {
    const negated = /^--no-(?!buffer$|keepalive$|progress-meter$|clobber$)/.test(typed)
      ? typed.replace('--no-', '--')
      : undefined;
    const translation = curlFlag(negated ?? typed);
    if (!translation || (negated && takesValue(translation.meaning))) {
      refused ??= unknown(typed, attached ?? argv[next], argv);
      return;
    }
    const { name, meaning } = translation;
    let value = '';
    if (takesValue(meaning)) {
      const taken = attached ?? argv[next++];
      if (taken === undefined)
        refused ??= usageError(`curl's ${typed} needs a value.`, `Usage: curl ${typed} VALUE URL`);
      value = taken ?? '';
    }
    // Switched off again, as if it had not been typed.
    if (negated) {
      line.values.delete(name);
      if (meaning.kind === 'switch') for (const word of meaning.ours) removeFrom(line.ours, word);
      return;
    }
    switch (meaning.kind) {
      case 'passed':
        if (meaning.why) notes.push(`curl's ${typed} is ignored: ${meaning.why}.`);
        return;
      case 'switch':
        for (const word of meaning.ours) replaceIn(line.ours, rivalOf[word] ?? word, word);
        return;
      case 'value':
        if (repeatable.has(meaning.ours)) line.ours.push(`${meaning.ours}=${value}`);
        else replaceIn(line.ours, meaning.ours, `${meaning.ours}=${meaning.prefix}${value}`);
        return;
      case 'own':
        take(line, name, value);
    }
  };

  while (next < argv.length && !refused) {
    const typed = argv[next++] ?? '';
    if (typed === '--') {
      line.urls.push(...argv.slice(next));
      break;
    }
    if (typed.startsWith('--')) flag(typed, undefined);
    else if (typed.startsWith('-') && typed !== '-') cluster(typed, flag, () => refused !== undefined);
    else line.urls.push(typed);
  }
  if (refused) return refused;
  return assembled(line, notes);
}

/** Flags that curl accumulates. For others the last one counts. */
const repeatable: ReadonlySet<string> = new Set(['--resolve', '--connect-to']);
const rivalOf: Readonly<Record<string, string>> = {
  '--ipv4': '--ipv6',
  '--ipv6': '--ipv4',
  '--http1.1': '--http2',
  '--http2': '--http1.1',
};

function replaceIn(words: string[], name: string, word: string): void {
  removeFrom(words, name);
  removeFrom(words, word);
  words.push(word);
}

function removeFrom(words: string[], name: string): void {
  const at = words.findIndex(each => each === name || each.startsWith(`${name}=`));
  if (at >= 0) words.splice(at, 1);
}

const takesValue = (meaning: NonNullable<ReturnType<typeof curlFlag>>['meaning']): boolean =>
  meaning.kind === 'value' || (meaning.kind !== 'switch' && meaning.takesValue);

/** `-sSL`, `-XPOST`, `-uada:pw`. */
function cluster(
  typed: string,
  flag: (typed: string, attached: string | undefined) => void,
  over: () => boolean,
): void {
  for (let at = 1; at < typed.length && !over(); at++) {
    const name = `-${typed[at]}`;
    const translation = curlFlag(name);
    const rest = typed.slice(at + 1);
    const isLast = translation !== undefined && takesValue(translation.meaning);
    flag(name, isLast && rest !== '' ? rest : undefined);
    if (isLast) return;
  }
}

/** Letters that mean another flag here than in curl. */
const longNameOf: Readonly<Record<string, string>> = {
  '-a': '--append',
  '-B': '--use-ascii',
  '-K': '--config',
  '-l': '--list-only',
  '-p': '--proxytunnel',
};

function unknown(typed: string, value: string | undefined, argv: readonly string[]): Failure {
  const advice = flagOfOtherTool(longNameOf[typed] ?? typed, value, argv);
  if (advice) return usageError(`curl's ${typed} is not supported.`, advice);
  return usageError(`Unknown curl flag ${typed}.`, 'Put apiclient flags before curl: apiclient --dry-run curl …');
}

/** Records a flag that is combined with others later. */
function take(line: CurlLine, name: string, value: string): void {
  switch (name) {
    case '--url':
      line.urls.push(value);
      return;
    case '-d':
    case '--data-binary':
    case '--data-raw':
    case '--data-urlencode':
    case '--json':
    case '-F':
    case '--form-string':
    case '--url-query':
      line.data.push({ flag: name, value });
      return;
    case '-H':
      line.headers.push(value);
      return;
    case '-b':
      // An empty value only switches cookies on.
      if (value !== '') take(line, value.includes('=') ? '-b TEXT' : '-b FILE', value);
      return;
    default:
      addTo(line.values, name, value);
  }
}

/** Returns the line in our order: method, URL, flags. */
function assembled(line: CurlLine, notes: string[]): Translated | Failure {
  const url = urlOf(line);
  if (typeof url !== 'string') return url;
  const body = bodyWords(line, notes);
  if (!Array.isArray(body)) return body as Failure;
  const protocols = line.values.get('--proto')?.at(-1);
  if (protocols !== undefined && /^=(?:https,?)+$/.test(protocols) && /^http:/i.test(url)) {
    return usageError("curl's --proto allows only https, but the URL uses http.", 'Put https:// before the host.');
  }
  const rest = restWords(line, url, notes);
  if (!Array.isArray(rest)) return rest as Failure;
  return { argv: [methodOf(line), url, ...body, ...rest, ...line.ours], notes };
}

const lastOf = ({ values }: CurlLine, name: string): string | undefined => values.get(name)?.at(-1);

function methodOf(line: CurlLine): string {
  const typed = lastOf(line, '-X');
  if (typed !== undefined) return typed;
  if (line.values.has('-I')) return 'HEAD';
  if (line.values.has('-T')) return 'PUT';
  const sends = line.data.some(({ flag }) => flag !== '--url-query');
  return sends && !line.values.has('-G') ? 'POST' : 'GET';
}

/** Flags translated according to their value. */
function restWords(line: CurlLine, url: string, notes: string[]): string[] | Failure {
  const words: string[] = [];
  const on = (name: string): boolean => line.values.has(name);
  const agent = lastOf(line, '-A');
  if (agent !== undefined) words.push(`--header=User-Agent:${agent === '' ? '' : ` ${agent}`}`);
  const referer = lastOf(line, '-e')?.replace(/;auto$/, '');
  if (referer) words.push(`--header=Referer: ${referer}`);
  const range = lastOf(line, '-r');
  if (range !== undefined) words.push(`--header=Range: bytes=${range}`);
  words.push(...line.headers.map(header => `--header=${header}`));

  for (const cookies of line.values.get('-b TEXT') ?? []) words.push(`--cookie=${cookies}`);
  const [jar, read] = [lastOf(line, '-c'), lastOf(line, '-b FILE')];
  if (read && read !== jar) {
    return usageError(
      "curl's -b FILE reads cookies without saving them, which is not supported.",
      `Use --cookie-jar FILE, which reads and saves cookies (in curl: -b FILE -c FILE).`,
    );
  }
  if (jar === '-') notes.push("curl's -c - is ignored: pass -i to see the cookies that the server sets.");
  else if (jar !== undefined) words.push(`--cookie-jar=${jar}`);

  if (on('-I')) words.push('--print=h');
  const dumped = lastOf(line, '-D');
  if (dumped === '-') words.push('--include');
  else if (dumped !== undefined) return unknown('-D', dumped, []);
  const file = fileOf(line, url);
  if (file === 'by the server') words.push('--download');
  else if (file !== undefined) words.push(`--output=${file}`);
  if (line.values.has('--no-clobber') && file !== undefined && file !== 'by the server')
    return unknown('--no-clobber', undefined, []);
  const trace = lastOf(line, '--trace');
  if (trace !== undefined) words.push(/^[-%]$/.test(trace) ? '--verbose' : `--debug-log=${trace}`);
  const from = lastOf(line, '-C');
  if (from === '-') words.push('--continue');
  else if (from !== undefined) return unknown('--continue-at', from, []);

  const certificate = lastOf(line, '-E');
  if (certificate !== undefined) {
    const [, path = '', pass] = /^((?:[A-Za-z]:[\\/])?(?:[^:\\]|\\.)*)(?::(.*))?$/s.exec(certificate) ?? [];
    words.push(`--cert=${path.replace(/\\(.)/g, '$1')}`);
    if (pass !== undefined) words.push(`--key-pass=text:${pass}`);
  }
  const proxy = proxyOf(line);
  if (proxy !== undefined) words.push(`--proxy=${proxy}`);
  return words;
}

/** Output file: `-o`, or the last segment of the URL with `-O`, in the folder of `--output-dir`. */
function fileOf(line: CurlLine, url: string): string | undefined {
  const named = lastOf(line, '-o');
  // Neither overwrites an existing file.
  if (named === undefined && (line.values.has('-J') || isUnclobbered(line))) return 'by the server';
  const last = url
    .replace(/[?#].*$/s, '')
    .split('/')
    .at(-1);
  const file = named ?? (line.values.has('-O') ? last : undefined);
  const folder = lastOf(line, '--output-dir');
  return file === undefined || file === '-' || folder === undefined ? file : `${folder.replace(/\/$/, '')}/${file}`;
}

const isUnclobbered = ({ values }: CurlLine): boolean => values.has('--no-clobber') && values.has('-O');

/** The proxy as one URL, with its credentials. */
function proxyOf(line: CurlLine): string | undefined {
  const socks = (['socks4', 'socks4a', 'socks5', 'socks5-hostname'] as const).find(name =>
    line.values.has(`--${name}`),
  );
  const typed = socks ? lastOf(line, `--${socks}`) : lastOf(line, '-x');
  if (!typed) return typed;
  const scheme = socks === 'socks5-hostname' ? 'socks5h' : (socks ?? 'http');
  const url = /^[a-z][a-z0-9]*:\/\//i.test(typed) ? typed : `${scheme}://${typed}`;
  // curl's default proxy port.
  const withPort = /^\w+:\/\/[^/]*:\d+\/?$/.test(url) ? url : `${url.replace(/\/$/, '')}:1080`;
  const login = lastOf(line, '-U');
  if (login === undefined) return withPort;
  const colon = login.indexOf(':');
  const parts = colon < 0 ? [login] : [login.slice(0, colon), login.slice(colon + 1)];
  return withPort.replace('://', `://${parts.map(encodeURIComponent).join(':')}@`);
}
