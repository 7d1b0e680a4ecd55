/**
 * The text of a `.http` file -> its requests. What is read is what JetBrains' HTTP Client, VS Code's REST Client, Visual
 * Studio and httpyac agree on. Nothing is filled in here: `{{names}}` stay as they were written.
 */

import { applyComment, noDirectives } from './directives.js';
import type { BodyPiece, Entry, FileHeader, FileVariable, HttpFile, LineText, SavedResponse } from './document.js';
import { type SourceLine, sourceLines } from './lines.js';

const isSeparator = ({ text }: SourceLine): boolean => text.startsWith('###');
const isComment = (text: string): boolean => /^(?:#|\/\/)/.test(text);
const isBlank = (text: string): boolean => text.trim() === '';

/** Reads a file. What cannot be read is a problem with its line; the rest is read all the same. */
export function parseHttpFile(text: string): HttpFile {
  const lines = sourceLines(text);
  const entries: Entry[] = [];
  const variables: FileVariable[] = [];
  const problems: LineText[] = [];
  let at = 0;
  while (at < lines.length) {
    let end = at + 1;
    while (end < lines.length && !isSeparator(lines[end] as SourceLine)) end++;
    const to = lines[end]?.offset ?? text.length;
    const section = new Section(lines.slice(at, end), entries.length, variables, problems);
    const entry = section.read(to);
    if (entry) entries.push(entry);
    at = end;
  }
  return { entries, variables, problems };
}

/** The lines from one `###` to the next. */
class Section {
  #at = 0;
  readonly #directives = noDirectives();
  readonly #saves: SavedResponse[] = [];

  readonly #lines: readonly SourceLine[];
  readonly #after: number;
  readonly #variables: FileVariable[];
  readonly #problems: LineText[];

  constructor(lines: readonly SourceLine[], after: number, variables: FileVariable[], problems: LineText[]) {
    this.#lines = lines;
    this.#after = after;
    this.#variables = variables;
    this.#problems = problems;
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
    if (!line) return undefined;
    const request = this.#requestLine(line);
    const headers = this.#headers();
    const type = headers.find(each => /^x-request-type$/i.test(each.name));
    const said = this.#directives;
    const graphql = request?.method === 'GRAPHQL' || said.graphql === true || /^graphql$/i.test(type?.text ?? '');
    const body = this.#body();
    if (!request) return undefined;
    const { name = title, skip, retry, asserts, captures, flags, needs, unsupported } = said;
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

  /** All that stands above the request line, which it answers. */
  #begin(): SourceLine | undefined {
    for (let line = this.#next(); line; line = this.#next()) {
      const { text } = line;
      if (isBlank(text)) continue;
      if (isComment(text)) {
        this.#comment(line);
        continue;
      }
      const [, name, value = ''] = /^@([\w.-]+)\s*=\s?(.*)$/.exec(text) ?? [];
      if (name !== undefined) {
        this.#variables.push({ name, text: value.trim(), line: line.line, after: this.#after });
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
    const problem = applyComment(this.#directives, text, line);
    if (problem !== undefined) this.#problems.push({ text: problem, line });
  }

  /** `< {% … %}`, `> {% … %}` or `{{ … }}` on lines of their own: what only a script engine could do. */
  #script({ text, line }: SourceLine, mark: string): boolean {
    const rest = text.startsWith(mark) ? text.slice(mark.length).trim() : '';
    const begins = mark === '' ? /^\{\{[@+]?\w*$/.test(text.trim()) : rest.startsWith('{%');
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
    const [behindTarget = '', httpVersion] = /\sHTTP\/(\d(?:\.\d)?)$/i.exec(whole) ?? [];
    const target = whole.slice(0, whole.length - behindTarget.length).trimEnd();
    const [, typed, behind] = /^([A-Za-z][A-Za-z-]*)\s+(\S.*)$/.exec(target) ?? [];
    const version = httpVersion === undefined ? {} : { httpVersion };
    if (typed !== undefined && behind !== undefined && isMethod.test(typed))
      return { method: typed.toUpperCase(), url: behind, ...version };
    if (
      /^(?:https?:\/\/|\{\{|\/|@|:\d|localhost|[\w-]+(?:\.[\w-]+)+(?:[:/?#]|$)|\[)/i.test(target) &&
      !/\s/.test(target.replace(/\{\{[^{}]*\}\}/g, ''))
    )
      return { method: 'GET', url: target, ...version };
    this.#problems.push({
      text: 'This is not a request line, which is a method and a URL, as in GET https://api.example.com/users.',
      line: first.line,
    });
    return undefined;
  }

  /** The lines up to the first blank one. */
  #headers(): readonly FileHeader[] {
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
      if (name === undefined) {
        const hint = 'A body follows an empty line.';
        this.#problems.push({ text: `This is not a header, which is "Name: value". ${hint}`, line: line.line });
      } else headers.push({ name, text: (value ?? '').trim(), line: line.line });
    }
    return headers;
  }

  /** The body, and what stands after it about the response. Line ends at its end are no part of it. */
  #body(): readonly BodyPiece[] {
    const pieces: BodyPiece[] = [];
    let ended = false;
    let between = '';
    let begun = false;
    for (let line = this.#next(); line; line = this.#next()) {
      const { text } = line;
      if (this.#isTrailer(line)) {
        ended = true;
        continue;
      }
      if (ended) {
        if (isComment(text)) this.#comment(line);
        else if (!isBlank(text))
          this.#problems.push({
            text: 'This comes after the response handling and would not be sent.',
            line: line.line,
          });
        continue;
      }
      if (!begun && isBlank(text)) continue;
      begun = true;
      const [, mark, encoding, path] = /^<(@?)([\w-]*)\s+(\S.*)$/.exec(text.trimEnd()) ?? [];
      if (path !== undefined && (mark !== '' || encoding === '')) {
        if (between !== '') addText(pieces, between, line.line);
        pieces.push({
          kind: 'file',
          path,
          filled: mark === '@',
          ...(encoding ? { encoding } : {}),
          line: line.line,
        });
      } else addText(pieces, between + text, line.line);
      between = line.end;
    }
    const last = pieces.at(-1);
    if (last?.kind === 'text') {
      pieces.pop();
      let end = last.text.length;
      while (/[\r\n]/.test(last.text[end - 1] ?? '')) end--;
      if (end > 0) pieces.push({ ...last, text: last.text.slice(0, end) });
    }
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

/** In lower case only the usual ones: other words are no request. */
const isMethod = /^(?:[A-Z][A-Z-]*|get|post|put|patch|delete|head|options|trace|query|graphql)$/;

/** Methods of other protocols than HTTP. */
const foreignMethods = ['WEBSOCKET', 'WS', 'GRPC', 'RSOCKET', 'MQTT', 'AMQP', 'SSE', 'EVENTSOURCE'];

function addText(pieces: BodyPiece[], text: string, line: number): void {
  const last = pieces.at(-1);
  if (last?.kind !== 'text') pieces.push({ kind: 'text', text, line });
  else pieces[pieces.length - 1] = { ...last, text: last.text + text };
}

/** A check of httpyac in the words of ours. */
const inOurWords = (check: string): string =>
  check
    .replace(/^duration\b/, 'time')
    .replace(/^body\s+(?=\$)/, '')
    .replace(/^(status|time|\$\S*|header \S+|body)\s+(?:===|includes|isFalse|isTrue)(?=\s|$)/, found =>
      found
        .replace('===', '==')
        .replace('includes', 'contains')
        .replace('isTrue', '== true')
        .replace('isFalse', '== false'),
    );
