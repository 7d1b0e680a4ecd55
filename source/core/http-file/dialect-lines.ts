/** Lines of `.http` files as their tools document them: what begins, continues or ends a part of a request. */
import { isBlank, isComment, isRequestStart, scriptStart, strayProblem, urlStart, variableLine } from './body.js';
import type { BodyPiece, Entry, FileHeader, FileVariable, MessageStream } from './document.js';
import type { LineReader, SourceLine } from './lines.js';
import { scriptCheck } from './scripts.js';

/** Lines above a request that would need another program, and why they are not supported. */
export const unsupportedLines: readonly (readonly [RegExp, string])[] = [
  [/^run\s+(?:#|\S+\.(?:http|rest)\b)/, 'run is not supported. Write # @import FILE, and # @ref NAME above a request.'],
  [/^@xpath_ns\s/, '@xpath_ns is not supported. Use local-name() in XPath.'],
];

/** Maximum number of comments, variables and empty lines between an indented `###` and its request line. */
const maxBetween = 100;

/** Returns true for a line that separates requests: `###`, which is indented only above a request line. */
export function isSeparator(lines: readonly SourceLine[], index: number): boolean {
  const text = lines[index]?.text ?? '';
  if (!/^[ \t]+###/.test(text)) return text.startsWith('###');
  const next = lines
    .slice(index + 1, index + 1 + maxBetween)
    .map(each => each.text.trim())
    .find(each => !isBlank(each) && !isComment(each) && !variableLine.test(each));
  return next !== undefined && isRequestStart(next);
}

/** A header whose name may contain placeholders. */
const headerLine = /^\s*((?:\{\{[^{}]*\}\}|[^\s:{}[\]<>"])+)\s*:(.*)$/;

/** A line that continues the URL: indented, but not a header, or the beginning of a query or path. */
export const urlLine = /^(?:\s+(?![A-Za-z][\w-]*:\s)\S|[?&](?!\?)|\/(?!\/))/;

export const queryLine = /^\s*[?&][^=?&\s]+=/;

/**
 * Returns true for the first line of a body that follows the headers without an empty line, as httpyac allows. For GET and
 * HEAD, a single word is more likely a header without its colon.
 */
export const startsBody = (text: string, method: string): boolean =>
  /^\s*[{[<"]/.test(text) ||
  (/^\s*(?!\.{3})[^\s:]+$/.test(text) && (!/^(?:GET|HEAD)$/.test(method) || text.includes('=')));

/**
 * Reads a header, or an indented line that continues one ending in a comma or semicolon (JetBrains). Returns false for other
 * lines.
 */
export function readsHeader(headers: FileHeader[], { text, line }: SourceLine): boolean {
  const [, name, value = ''] = headerLine.exec(text) ?? [];
  const last = headers.at(-1);
  if (name !== undefined) headers.push({ name, text: value.trim(), line });
  else if (!last || !continues(last.text, text)) return false;
  else headers[headers.length - 1] = { ...last, text: `${last.text} ${text.trim()}` };
  return true;
}

/** Maximum length of a header that another line continues, in UTF-16 units. */
const maxContinued = 64 * 1024;

const continues = (header: string, text: string): boolean =>
  header.length <= maxContinued && /[,;]$/.test(header) && /^[ \t]+[^\s{[<"]/.test(text);

export const headerProblem = (text: string, request: number): string =>
  /^\.{3}\w/.test(text)
    ? `${text.trim()} would add headers that a script sets, and scripts are not run. Write the headers instead.`
    : (strayProblem(text, request) ??
      'This is not a header. Write "Name: value", or put an empty line above the body.');

/** Only common methods are recognised in lower or mixed case. Other such words do not start a request. */
const isMethod = /^(?:[A-Z][A-Z-]*|[Gg]et|[Pp]ost|[Pp]ut|[Pp]atch|[Dd]elete|[Hh]ead|[Oo]ptions|trace|query|graphql)$/;

/** Returns true for a body without JSON that begins with an operation, or with one from a file, as in httpyac. */
export const isGraphqlBody = ([first]: readonly BodyPiece[], type = 'application/json'): boolean =>
  /^application\/(?:[\w.-]+\+)?json\b/i.test(type) &&
  (first?.kind === 'file'
    ? first.isQuery === true
    : /^\s*(?:query|mutation|subscription)\b[^=&]*\{/.test(first?.text ?? ''));

/** Methods of requests whose response is a series of messages (httpyac, kulala, JetBrains). */
const streamMethods: Readonly<Record<string, MessageStream>> = {
  WEBSOCKET: 'websocket',
  WS: 'websocket',
  SSE: 'events',
  EVENTSOURCE: 'events',
};

/** Methods sent for the methods of other tools. */
const methodAliases: Readonly<Record<string, string>> = {
  GRAPHQL: 'POST',
  WS: 'WEBSOCKET',
  SSE: 'GET',
  EVENTSOURCE: 'GET',
};

/** Reasons why requests are refused, by the method: another protocol than HTTP and WebSocket, or a curl command. */
const refusalReasons: ReadonlyMap<string, string> = new Map([
  ...['GRPC', 'RPC', 'RSOCKET', 'MQTT', 'AMQP', 'LSP'].map(
    method => [method, `${method} requests are not supported, only HTTP and WebSocket.`] as const,
  ),
  ['CURL', 'A curl command is not supported here. Convert it with apiclient import.'],
]);

/** Returns how a request with a method is sent, if at all. @param skip words after `# @skip` */
export function protocolOf(method: string, skip?: string): Pick<Entry, 'method' | 'stream' | 'skip' | 'refusal'> {
  const stream = Object.hasOwn(streamMethods, method) ? streamMethods[method] : undefined;
  const sent = Object.hasOwn(methodAliases, method) ? methodAliases[method] : undefined;
  const reason = refusalReasons.get(method);
  const refusal =
    skip === undefined && reason !== undefined
      ? `${reason} Choose other requests with --request, or put # @skip above this one.`
      : undefined;
  return { method: sent ?? method, stream, skip: skip ?? refusal, refusal };
}

/** Returns the Accept line of a request for server-sent events, unless the file has one. */
export const acceptLines = (
  { stream }: Pick<Entry, 'stream'>,
  headers: readonly FileHeader[],
  line: number,
): readonly FileHeader[] =>
  stream === 'events' && !headers.some(({ name }) => /^accept$/i.test(name))
    ? [{ name: 'Accept', text: 'text/event-stream', line }]
    : [];

/**
 * Returns the Content-Type, or undefined if it is absent or not known yet. Variables of the file are filled in only in the media
 * type, because the lines of a multipart body repeat the placeholder of its boundary.
 */
export function contentTypeIn(headers: readonly FileHeader[], variables: readonly FileVariable[]): string | undefined {
  const type = headers.find(({ name }) => /^content-type$/i.test(name))?.text;
  const filled = type?.replace(
    /^\{\{\s*([\w.-]+)\s*\}\}/,
    (all, name: string) => variables.findLast(each => each.name === name)?.text ?? all,
  );
  return /^[^;]*\{\{/.test(filled ?? '') ? undefined : filled;
}

/** Operators of apiclient for httpyac's operators. */
const operators: Readonly<Record<string, string>> = {
  '===': '==',
  includes: 'contains',
  isTrue: '== true',
  isFalse: '== false',
  isNumber: 'is number',
  isString: 'is string',
  isBoolean: 'is boolean',
  isArray: 'is array',
};

/**
 * Converts a httpyac check to apiclient's syntax. Returns undefined if it would require a script engine.
 * @param name name of the request
 */
export function inOurWords(check: string, name?: string): string | undefined {
  const [, script] = /^js\s+(.+)$/s.exec(check) ?? [];
  const translated = script === undefined ? check : scriptCheck(script, name);
  if (translated === undefined) return undefined;
  const [, hash, base64 = ''] = /^body\s+(sha256|md5)\s+([\w+/]+=*)$/.exec(check) ?? [];
  if (hash) return `${hash} == ${Buffer.from(base64, 'base64').toString('hex')}`;
  return translated
    .replace(/^duration(?:\s+(?:total\b))?/, 'time')
    .replace(/^body\s+(?=\$)/, '')
    .replace(
      /^body\s+(?!(?:not|count|is|contains|includes|startsWith|endsWith|matches|exists|equals)\b|is[A-Z])([A-Za-z_][\w.[\]]*)(?=\s)/,
      '$.$1',
    )
    .replace(
      /^(status|time|\$\S*|header \S+|body)\s+(===|includes|is[A-Z]\w+)(?=\s|$)/,
      (all, target: string, by: string) => (Object.hasOwn(operators, by) ? `${target} ${operators[by]}` : all),
    );
}

/** A request line, a note about it, or why it cannot be read. */
interface ReadRequestLine {
  readonly request?: Pick<Entry, 'method' | 'url' | 'httpVersion'>;
  readonly note?: string;
  readonly problem?: string;
}

/** The first line of a curl command, which REST Client sends as a request. */
const curlCommand = /^curl(?:\.exe)?\s/;

/** Returns the pattern of the lines that continue a request line. A curl command ends at a blank line. */
export const continuationOf = (first: string): RegExp => (curlCommand.test(first) ? /\S/ : urlLine);

/** Reads a request line with its continuation lines joined. */
export function readRequestLine(whole: string): ReadRequestLine {
  if (curlCommand.test(whole)) {
    const [url = 'curl'] = /(?:https?:\/\/|\{\{)[^\s'"]+/.exec(whole) ?? [];
    return { request: { method: 'CURL', url } };
  }
  const [afterTarget = '', httpVersion] = /\sHTTP\/(\d(?:\.\d)?)(?:\s+\(Prior Knowledge\))?$/i.exec(whole) ?? [];
  const target = whole.slice(0, whole.length - afterTarget.length).trimEnd();
  const [, typed, url] = /^([A-Za-z][A-Za-z-]*)\s+(\S.*)$/.exec(target) ?? [];
  if (url === '*') return { problem: 'The target * is not supported. Write the URL of the server.' };
  if (typed !== undefined && url !== undefined && isMethod.test(typed)) {
    const method = typed.toUpperCase();
    const note = /^[A-Z][a-z]/.test(typed) ? `${typed} is sent as ${method}.` : undefined;
    return { request: { method, url, httpVersion }, note };
  }
  if (urlStart.test(target) && !/\s/.test(target.replace(/\{\{[^{}]*\}\}/g, '')))
    return { request: { method: /^wss?:/i.test(target) ? 'WEBSOCKET' : 'GET', url: target, httpVersion } };
  return {
    problem:
      typed !== undefined && url !== undefined && urlStart.test(url)
        ? `Methods are upper case. Write ${typed.toUpperCase()} ${url}`
        : 'This is not a request line. Write a method and a URL: GET https://api.example.com/users',
  };
}

/** Returns the text of a script that begins on a line, or undefined if none does. Reads its other lines. */
export function scriptAfter(text: string, mark: string, reader: LineReader): string | undefined {
  if (mark === '') return scriptStart.test(text.trim()) ? reader.until(/^\s*\}\}\s*$/, '').lines : undefined;
  const start = text.startsWith(mark) ? text.slice(mark.length).trim() : '';
  if (!start.startsWith('{%')) return undefined;
  const end = /%\}.*$/s;
  if (start.includes('%}')) return start.slice(2).replace(end, '');
  const { lines, last } = reader.until(end, start.slice(2));
  return `${lines}\n${last.replace(end, '')}`;
}
