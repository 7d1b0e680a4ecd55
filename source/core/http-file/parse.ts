/**
 * Parses a `.http` file into requests. Supports the syntax that JetBrains' HTTP Client, VS Code's REST Client, Visual Studio
 * and httpyac agree on. Placeholders are not filled in here.
 */

import { BodyReader, isBlank, isComment, scriptStart, strayProblem, urlStart, variableLine } from './body.js';
import { applyComment, noDirectives } from './directives.js';
import type { Entry, FileHeader, FileVariable, HttpFile, LineText, SavedResponse } from './document.js';
import { type SourceLine, sourceLines } from './lines.js';

const isSeparator = ({ text }: SourceLine): boolean => text.startsWith('###');

/** Parts of a file that its sections contribute to. */
interface Reading {
  readonly entries: Entry[];
  readonly variables: FileVariable[];
  readonly problems: LineText[];
  readonly unsupported: LineText[];
  readonly notes: LineText[];
  /** Unknown directives that have already been reported. */
  readonly unknown: Set<string>;
}

/** Parses a file. Lines that cannot be read are reported as problems, and the rest is read anyway. */
export function parseHttpFile(text: string): HttpFile {
  const lines = sourceLines(text);
  const file: Reading = { entries: [], variables: [], problems: [], unsupported: [], notes: [], unknown: new Set() };
  let at = 0;
  while (at < lines.length) {
    let end = at + 1;
    while (end < lines.length && !isSeparator(lines[end] as SourceLine)) end++;
    const to = lines[end]?.offset ?? text.length;
    const entry = new Section(lines.slice(at, end), file).read(to);
    if (entry) file.entries.push(entry);
    at = end;
  }
  const { entries, variables, problems, unsupported, notes } = file;
  return { entries, variables, problems, unsupported, notes };
}

/** Lines from one `###` to the next. */
class Section {
  #at = 0;
  readonly #directives = noDirectives();
  readonly #saves: SavedResponse[] = [];

  readonly #lines: readonly SourceLine[];
  readonly #after: number;
  readonly #file: Reading;

  constructor(lines: readonly SourceLine[], file: Reading) {
    this.#lines = lines;
    this.#after = file.entries.length;
    this.#file = file;
  }

  read(to: number): Entry | undefined {
    const [first] = this.#lines;
    if (!first) return undefined;
    let title = '';
    if (isSeparator(first)) {
      title = first.text.replace(/^#+/, '').trim();
      this.#at = 1;
    }
    const line = this.#begin();
    if (!line) {
      this.#file.unsupported.push(...this.#directives.unsupported);
      return undefined;
    }
    const request = this.#requestLine(line);
    const headers = this.#headers(line.line);
    const type = headers.find(each => /^x-request-type$/i.test(each.name));
    const said = this.#directives;
    const graphql = request?.method === 'GRAPHQL' || said.graphql === true || /^graphql$/i.test(type?.text ?? '');
    const contentType = headers.find(each => /^content-type$/i.test(each.name))?.text;
    const body = this.#body(request, line.line, contentType, graphql);
    if (!request) return undefined;
    const { name = title, skip, retry, asserts, captures, flags, needs, after, tags, always, rows, unsupported } = said;
    const foreign = foreignMethods.find(each => each === request.method);
    return {
      ...(name === '' ? {} : { name }),
      line: line.line,
      at: this.#after,
      from: first.offset,
      to,
      ...request,
      method: request.method === 'GRAPHQL' ? 'POST' : request.method,
      headers: headers.filter(each => each !== type),
      body,
      graphql,
      asserts,
      captures,
      flags,
      needs,
      after,
      tags,
      ...(always ? { always } : {}),
      ...(rows ? { rows } : {}),
      ...(foreign === undefined ? {} : { skip: `${foreign} is not an HTTP request` }),
      ...(skip === undefined ? {} : { skip }),
      ...(retry ? { retry } : {}),
      saves: this.#saves,
      cookies: said.cookies !== false,
      shown: said.shown !== false,
      unsupported: foreign === undefined ? unsupported : [...unsupported, { text: foreign, line: line.line }],
    };
  }

  #next(): SourceLine | undefined {
    return this.#lines[this.#at++];
  }

  /** Reads everything before the request line and returns that line. */
  #begin(): SourceLine | undefined {
    for (let line = this.#next(); line; line = this.#next()) {
      const { text } = line;
      if (isBlank(text)) continue;
      if (isComment(text)) {
        this.#comment(line);
        continue;
      }
      const [, name, value = ''] = variableLine.exec(text) ?? [];
      if (name !== undefined) {
        this.#file.variables.push({ name, text: value.trim(), line: line.line, after: this.#after });
        continue;
      }
      if (this.#script(line, '<') || this.#script(line, '')) continue;
      if (/^<\s+\S/.test(text)) {
        this.#directives.unsupported.push({ text: 'a script before the request', line: line.line });
        continue;
      }
      return line;
    }
    return undefined;
  }

  #comment({ text, line }: SourceLine): void {
    const { problem, unknown } = applyComment(this.#directives, text, line);
    this.#problem(problem, line);
    if (unknown === undefined || this.#file.unknown.has(unknown)) return;
    this.#file.unknown.add(unknown);
    this.#file.unsupported.push({ text: `the unknown directive # @${unknown}`, line });
  }

  #problem(text: string | undefined, line: number): void {
    if (text !== undefined) this.#file.problems.push({ text, line });
  }

  /** Skips `< {% … %}`, `> {% … %}`, or `{{ … }}` on separate lines, all of which would require a script engine. */
  #script({ text, line }: SourceLine, mark: string): boolean {
    const rest = text.startsWith(mark) ? text.slice(mark.length).trim() : '';
    const begins = mark === '' ? scriptStart.test(text.trim()) : rest.startsWith('{%');
    if (!begins) return false;
    this.#directives.unsupported.push({ text: 'a script', line });
    const end = mark === '' ? '}}' : '%}';
    if (mark !== '' && rest.includes(end)) return true;
    for (let next = this.#next(); next; next = this.#next()) {
      if (mark === '' ? next.text.trim() === end : next.text.includes(end)) return true;
    }
    return true;
  }

  #requestLine(first: SourceLine): Pick<Entry, 'method' | 'url' | 'httpVersion'> | undefined {
    let whole = first.text.trim();
    for (
      let line = this.#lines[this.#at];
      line && /^(?:\s+\S|[?&](?!\?))/.test(line.text);
      line = this.#lines[this.#at]
    ) {
      if (!isComment(line.text.trim())) whole += line.text.trimEnd().replace(/^\s+/, '');
      this.#at++;
    }
    const [afterTarget = '', httpVersion] = /\sHTTP\/(\d(?:\.\d)?)$/i.exec(whole) ?? [];
    const target = whole.slice(0, whole.length - afterTarget.length).trimEnd();
    const [, typed, typedUrl] = /^([A-Za-z][A-Za-z-]*)\s+(\S.*)$/.exec(target) ?? [];
    const version = httpVersion === undefined ? {} : { httpVersion };
    if (typed !== undefined && typedUrl !== undefined && isMethod.test(typed))
      return { method: typed.toUpperCase(), url: typedUrl, ...version };
    if (urlStart.test(target) && !/\s/.test(target.replace(/\{\{[^{}]*\}\}/g, '')))
      return { method: 'GET', url: target, ...version };
    this.#problem(
      typed !== undefined && typedUrl !== undefined && urlStart.test(typedUrl)
        ? `Methods are upper case. Write ${typed.toUpperCase()} ${typedUrl}`
        : 'This is not a request line. Write a method and a URL: GET https://api.example.com/users',
      first.line,
    );
    return undefined;
  }

  /** Reads the lines up to the first blank one. */
  #headers(request: number): readonly FileHeader[] {
    const headers: FileHeader[] = [];
    for (let line = this.#next(); line; line = this.#next()) {
      const { text } = line;
      if (isBlank(text)) break;
      if (isComment(text)) {
        this.#comment(line);
        continue;
      }
      if (this.#isTrailer(line)) continue;
      const [, name, value] = /^\s*([^\s:]+)\s*:(.*)$/.exec(text) ?? [];
      if (name === undefined)
        this.#problem(
          strayProblem(text, request) ??
            'This is not a header. Write "Name: value", or put an empty line above the body.',
          line.line,
        );
      else headers.push({ name, text: (value ?? '').trim(), line: line.line });
    }
    return headers;
  }

  /** Reads the body and the response handling after it. */
  #body(request: Pick<Entry, 'method'> | undefined, line: number, type: string | undefined, isGraphql: boolean) {
    const body = new BodyReader({ line, method: request?.method ?? '', type, isGraphql });
    let isEnded = false;
    for (let next = this.#next(); next; next = this.#next()) {
      const { text } = next;
      if (this.#isTrailer(next)) isEnded = true;
      else if (!isEnded) this.#problem(body.add(next), next.line);
      else if (isComment(text)) this.#comment(next);
      else if (!isBlank(text))
        this.#problem(
          strayProblem(text, line) ??
            'This line follows the response handling and is not sent. Put ### above the next request.',
          next.line,
        );
    }
    const pieces = body.pieces();
    const [comment] = body.comments;
    if (comment !== undefined && pieces.length > 0)
      this.#file.notes.push({ text: 'Comment lines in the body are not sent.', line: comment });
    return pieces;
  }

  /** Handling of the response: scripts, saved bodies, httpyac's checks. */
  #isTrailer(line: SourceLine): boolean {
    const { text } = line;
    const check = /^\?\?\s+(\S.*)$/.exec(text)?.[1];
    if (check !== undefined) {
      this.#directives.asserts.push({ text: inOurWords(check.trim()), line: line.line });
      return true;
    }
    if (/^<>\s/.test(text)) return true;
    if (this.#script(line, '>')) return true;
    const [, mark = '', path] = /^(>>?!?)\s+(\S.*)$/.exec(text.trimEnd()) ?? [];
    if (path === undefined || !(mark.startsWith('>>') || /^(?:\.{0,2}\/|~\/|\{\{|[\w-]+\.m?[jt]s$)/.test(path)))
      return false;
    if (mark === '>' && /\.m?[jt]s$/.test(path))
      this.#directives.unsupported.push({ text: `the script ${path}`, line: line.line });
    else this.#saves.push({ path, overwrites: mark !== '>>', line: line.line });
    return true;
  }
}

/** Only common methods are recognized in lower case. Other lower-case words do not start a request. */
const isMethod = /^(?:[A-Z][A-Z-]*|get|post|put|patch|delete|head|options|trace|query|graphql)$/;

/** Methods of protocols other than HTTP. */
const foreignMethods = ['WEBSOCKET', 'WS', 'GRPC', 'RSOCKET', 'MQTT', 'AMQP', 'SSE', 'EVENTSOURCE'];

/** Converts a httpyac check to apiclient's syntax. */
const inOurWords = (check: string): string =>
  check
    .replace(/^duration\b/, 'time')
    .replace(/^body\s+(?=\$)/, '')
    .replace(/^(status|time|\$\S*|header \S+|body)\s+(?:===|includes|isFalse|isTrue)(?=\s|$)/, match =>
      match
        .replace('===', '==')
        .replace('includes', 'contains')
        .replace('isTrue', '== true')
        .replace('isFalse', '== false'),
    );
