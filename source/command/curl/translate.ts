/** Translates a curl line to the apiclient line that sends the same request. Pure: reads no file. */
import { addTo } from '../../core/add-to.js';
import { type Failure, isFailure, usageError } from '../../core/failure.js';
import { flagOfOtherTool } from '../other-tools.js';
import { curlFlag, type Meaning } from './flags.js';
import { bodyWords, type CurlLine, urlOf } from './request.js';

/** The translation of a curl line. */
export interface Translated {
  /** Our arguments, without the program's name. */
  readonly argv: readonly string[];
  /** A note for each ignored flag. */
  readonly notes: readonly string[];
  /** File of `-b`, whose cookies are sent. New ones are not saved. */
  readonly cookieFile?: string;
}

/** Translates the arguments of `curl`. A flag without an equivalent is a usage failure that names it. */
export function translateCurl(argv: readonly string[]): Translated | Failure {
  const reader = new CurlReader(argv);
  return reader.read() ?? assembled(reader.line, reader.notes);
}

/** Reads the flags and URLs of a curl line. */
class CurlReader {
  readonly line: CurlLine = { urls: [], values: new Map(), data: [], headers: [], ours: [] };
  readonly notes: string[] = [];
  readonly #argv: readonly string[];
  #next = 0;

  constructor(argv: readonly string[]) {
    this.#argv = argv;
  }

  /** Reads the whole line, or up to a flag without an equivalent, which it returns as a failure. */
  read(): Failure | undefined {
    while (this.#next < this.#argv.length) {
      const typed = this.#argv[this.#next++] ?? '';
      if (typed === '--') {
        this.line.urls.push(...this.#argv.slice(this.#next));
        return undefined;
      }
      const refused = this.#word(typed);
      if (refused) return refused;
    }
    return undefined;
  }

  #word(typed: string): Failure | undefined {
    if (typed.startsWith('--')) return this.#flag(typed, undefined);
    if (typed.startsWith('-') && typed !== '-') return this.#cluster(typed);
    this.line.urls.push(typed);
    return undefined;
  }

  /** `-sSL`, `-XPOST`, `-uada:pw`. */
  #cluster(typed: string): Failure | undefined {
    for (let at = 1; at < typed.length; at++) {
      const name = `-${typed[at]}`;
      const translation = curlFlag(name);
      const rest = typed.slice(at + 1);
      const isLast = translation !== undefined && takesValue(translation.meaning);
      const refused = this.#flag(name, isLast && rest !== '' ? rest : undefined);
      if (refused || isLast) return refused;
    }
    return undefined;
  }

  #flag(typed: string, attached: string | undefined): Failure | undefined {
    const negated = /^--no-(?!buffer$|keepalive$|progress-meter$|clobber$)/.test(typed)
      ? typed.replace('--no-', '--')
      : undefined;
    const translation = curlFlag(negated ?? typed);
    if (!translation || (negated && takesValue(translation.meaning)))
      return unknown(typed, attached ?? this.#argv[this.#next], this.#argv);
    const { name, meaning } = translation;
    if (negated) {
      this.#switchOff(name, meaning);
      return undefined;
    }
    const value = takesValue(meaning) ? (attached ?? this.#argv[this.#next++]) : '';
    if (value === undefined) return usageError(`curl's ${typed} needs a value.`, `Usage: curl ${typed} VALUE URL`);
    this.#apply(typed, name, meaning, value);
    return undefined;
  }

  /** Removes a switch, as if it had not been typed. */
  #switchOff(name: string, meaning: Meaning): void {
    this.line.values.delete(name);
    if (meaning.kind === 'switch') for (const word of meaning.ours) removeFrom(this.line.ours, word);
  }

  #apply(typed: string, name: string, meaning: Meaning, value: string): void {
    const { ours } = this.line;
    switch (meaning.kind) {
      case 'passed':
        if (meaning.why) this.notes.push(`curl's ${typed} is ignored: ${meaning.why}.`);
        return;
      case 'switch':
        for (const word of meaning.ours) replaceIn(ours, rivalOf[word] ?? word, word);
        return;
      case 'value':
        if (repeatable.has(meaning.ours)) ours.push(`${meaning.ours}=${value}`);
        else replaceIn(ours, meaning.ours, `${meaning.ours}=${meaning.prefix}${value}`);
        return;
      case 'own':
        take(this.line, name, value);
    }
  }
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

const takesValue = (meaning: Meaning): boolean =>
  meaning.kind === 'value' || (meaning.kind !== 'switch' && meaning.takesValue);

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
  if (isFailure(url)) return url;
  const body = bodyWords(line, notes);
  if (isFailure(body)) return body;
  const protocols = line.values.get('--proto')?.at(-1);
  if (protocols !== undefined && /^=(?:https,?)+$/.test(protocols) && /^http:/i.test(url)) {
    return usageError("curl's --proto allows only https, but the URL uses http.", 'Put https:// before the host.');
  }
  if (line.headers.some(header => /^authorization\s*:\s*\S/i.test(header)))
    for (const login of ['--auth', '--bearer']) removeFrom(line.ours, login);
  const rest = restWords(line, url, notes);
  if (isFailure(rest)) return rest;
  const argv = [methodOf(line), url, ...body, ...rest, ...line.ours];
  const cookieFile = lastOf(line, '-b FILE');
  const isSaved = argv.some(word => word.startsWith('--cookie-jar='));
  return cookieFile === undefined || isSaved ? { argv, notes } : { argv, notes, cookieFile };
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
function restWords(line: CurlLine, url: string, notes: string[]): readonly string[] | Failure {
  const cookies = cookieWords(line, notes);
  if (isFailure(cookies)) return cookies;
  const output = outputWords(line, url);
  if (isFailure(output)) return output;
  const proxy = proxyOf(line);
  return [
    ...headerWords(line),
    ...cookies,
    ...output,
    ...certificateWords(line),
    ...(proxy === undefined ? [] : [`--proxy=${proxy}`]),
  ];
}

function headerWords(line: CurlLine): readonly string[] {
  const words: string[] = [];
  const agent = lastOf(line, '-A');
  if (agent !== undefined) words.push(`--header=User-Agent:${agent === '' ? '' : ` ${agent}`}`);
  const referer = lastOf(line, '-e')?.replace(/;auto$/, '');
  if (referer) words.push(`--header=Referer: ${referer}`);
  const range = lastOf(line, '-r');
  if (range !== undefined) words.push(`--header=Range: bytes=${range}`);
  return [...words, ...line.headers.map(header => `--header=${header}`)];
}

function cookieWords(line: CurlLine, notes: string[]): readonly string[] | Failure {
  const words = (line.values.get('-b TEXT') ?? []).map(cookies => `--cookie=${cookies}`);
  const [jar, read] = [lastOf(line, '-c'), lastOf(line, '-b FILE')];
  if (read && jar !== undefined && jar !== '-' && read !== jar)
    return usageError("curl's -b and -c with different files are not supported.", 'Use one file: -b FILE -c FILE.');
  if (jar === '-') notes.push("curl's -c - is ignored: pass -i to see the cookies that the server sets.");
  else if (jar !== undefined) words.push(`--cookie-jar=${jar}`);
  return words;
}

function outputWords(line: CurlLine, url: string): readonly string[] | Failure {
  const words = line.values.has('-I') ? ['--print=h'] : [];
  const dumped = lastOf(line, '-D');
  if (dumped !== undefined && dumped !== '-') return unknown('-D', dumped, []);
  if (dumped === '-') words.push('--include');
  const file = fileOf(line, url);
  if (file === 'by the server') words.push('--download');
  else if (file !== undefined && line.values.has('--no-clobber')) return unknown('--no-clobber', undefined, []);
  else if (file !== undefined) words.push(`--output=${file}`);
  const trace = lastOf(line, '--trace');
  if (trace !== undefined) words.push(/^[-%]$/.test(trace) ? '--verbose' : `--debug-log=${trace}`);
  const from = lastOf(line, '-C');
  if (from !== undefined && from !== '-') return unknown('--continue-at', from, []);
  if (from === '-') words.push('--continue');
  return words;
}

function certificateWords(line: CurlLine): readonly string[] {
  const certificate = lastOf(line, '-E');
  if (certificate === undefined) return [];
  const [, path = '', pass] = /^((?:[A-Za-z]:[\\/])?(?:[^:\\]|\\.)*)(?::(.*))?$/s.exec(certificate) ?? [];
  const file = `--cert=${path.replace(/\\(.)/g, '$1')}`;
  return pass === undefined ? [file] : [file, `--key-pass=text:${pass}`];
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
