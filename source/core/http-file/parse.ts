/**
 * Parses a `.http` file into requests. Supports the syntax that JetBrains' HTTP Client, VS Code's REST Client, Visual Studio
 * and httpyac agree on. Placeholders are not filled in here.
 */

import { BodyReader, isBlank, isComment, isRequestStart, isResponseStart, strayProblem, variableLine } from './body.js';
import {
  acceptLines,
  contentTypeIn,
  continuationOf,
  headerProblem,
  inOurWords,
  isGraphqlBody,
  isSeparator,
  protocolOf,
  queryLine,
  readRequestLine,
  readsHeader,
  scriptAfter,
  startsBody,
  unsupportedLines,
  urlLine,
} from './dialect-lines.js';
import { applyComment, noDirectives } from './directives.js';
import type {
  Entry,
  FileHeader,
  FileVariable,
  Fragment,
  HttpFile,
  LineText,
  SavedResponse,
  Unsupported,
} from './document.js';
import { LineReader, type SourceLine, sourceLines } from './lines.js';
import { isCertificate } from './login-words.js';
import { namesSetIn, readScript, responseTarget } from './scripts.js';

/** Parts of a file that its sections contribute to. */
interface Reading {
  readonly entries: Entry[];
  readonly variables: FileVariable[];
  readonly sections: string[];
  readonly problems: LineText[];
  readonly unsupported: Unsupported[];
  readonly imports: LineText[];
  readonly fragments: Fragment[];
  readonly notes: LineText[];
  /** Unknown directives that have already been reported. */
  readonly unknown: Set<string>;
}

/** Parses a file. Lines that cannot be read are reported as problems, and the rest is read anyway. */
export function parseHttpFile(text: string): HttpFile {
  const lines = sourceLines(text);
  const file: Reading = {
    entries: [],
    variables: [],
    sections: [],
    problems: [],
    unsupported: [],
    imports: [],
    fragments: [],
    notes: [],
    unknown: new Set(),
  };
  let at = 0;
  while (at < lines.length) {
    let end = at + 1;
    while (end < lines.length && !isSeparator(lines, end)) end++;
    for (let part = lines.slice(at, end); part.length > 0; ) {
      const section = new Section(part, file);
      const entry = section.read(lines[end]?.offset ?? text.length);
      if (entry) file.entries.push(entry);
      part = section.rest();
    }
    at = end;
  }
  const { fragments, unknown, ...read } = file;
  return read;
}

/** A request's body, the handling of its response (scripts, checks, saved bodies), or a response saved below it. */
type BodyPart = 'body' | 'handling' | 'response';

/** Lines from one `###` to the next, or to a request line in between, which also separates requests (httpyac). */
class Section {
  /** True if another request line has ended the request. */
  #isOver = false;
  /** Line of the last `# @name`. */
  #nameLine = 0;
  /** Query lines after the first header. */
  #query = '';
  readonly #directives: ReturnType<typeof noDirectives>;
  readonly #saves: SavedResponse[] = [];

  readonly #lines: LineReader;
  readonly #after: number;
  readonly #file: Reading;

  constructor(lines: readonly SourceLine[], file: Reading) {
    this.#lines = new LineReader(lines);
    this.#directives = { ...noDirectives(), imports: file.imports };
    this.#after = file.entries.length;
    this.#file = file;
  }

  /** Lines after the request, which begin with another request line. */
  rest(): SourceLine[] {
    return this.#isOver ? this.#lines.rest() : [];
  }

  read(end: number): Entry | undefined {
    const first = this.#lines.peek();
    if (!first) return undefined;
    const [, title] = /^\s*###+(.*)/.exec(first.text) ?? [];
    if (title !== undefined) this.#lines.next();
    const line = this.#begin();
    if (!line) return this.#endWithoutRequest(first.line);
    const request = this.#requestLine(line);
    const headers = this.#headers(request?.method ?? 'GET', line.line);
    const type = headers.find(each => /^x-request-type$/i.test(each.name));
    const said = this.#directives;
    const certificate = this.#omittedCertificate(headers);
    const isGraphql = request?.method === 'GRAPHQL' || said.graphql === true || /^graphql$/i.test(type?.text ?? '');
    const contentType = contentTypeIn(headers, this.#file.variables);
    const { body, operation } = this.#body(request, line.line, contentType, isGraphql);
    if (!request) return undefined;
    const protocol = protocolOf(request.method, said.skip);
    const graphql = protocol.stream === undefined && (isGraphql || isGraphqlBody(body, contentType));
    const { imports, omitsCertificate, fillsFiles, ...directives } = said;
    return {
      ...directives,
      name: (said.name ?? title?.trim()) || undefined,
      line: line.line,
      at: this.#after,
      from: first.offset,
      to: this.rest()[0]?.offset ?? end,
      ...request,
      url: request.url + this.#query,
      ...protocol,
      headers: [
        ...acceptLines(protocol, headers, line.line),
        ...headers.filter(each => each !== type && each !== certificate),
        ...(operation ? [{ name: 'X-GraphQL-Operation', ...operation }] : []),
      ],
      body: fillsFiles ? body.map(piece => (piece.kind === 'file' ? { ...piece, filled: true } : piece)) : body,
      graphql,
      fragments: graphql ? this.#file.fragments : [],
      saves: this.#saves,
      cookies: said.cookies !== false,
      shown: said.shown !== false,
    };
  }

  #endWithoutRequest(first: number): undefined {
    const { name, unsupported } = this.#directives;
    this.#file.unsupported.push(...unsupported);
    if (name === undefined) return undefined;
    const text = `# @name ${name} has no effect, because ### separates it from a request.`;
    const sets = this.#file.variables.some(({ line }) => line > first);
    return void (sets ? this.#file.sections.push(name) : this.#file.notes.push({ text, line: this.#nameLine }));
  }

  #omittedCertificate(headers: readonly FileHeader[]): FileHeader | undefined {
    if (!this.#directives.omitsCertificate) return undefined;
    const certificate = headers.find(each => isCertificate.test(each.name));
    if (certificate) this.#file.notes.push({ text: `${certificate.name} is not sent.`, line: certificate.line });
    return certificate;
  }

  /** Reads everything before the request line and returns that line. */
  #begin(): SourceLine | undefined {
    for (let line = this.#lines.next(); line; line = this.#lines.next()) if (!this.#precedesRequest(line)) return line;
    return undefined;
  }

  /** Reads a line that can precede the request line. */
  #precedesRequest(line: SourceLine): boolean {
    const { text } = line;
    if (isBlank(text) || this.#skipsComment(line)) return true;
    if (this.#isVariable({ ...line, text: text.trimStart() }, this.#after)) return true;
    if (isResponseStart(text)) {
      this.#ignoredResponse(line.line);
      while (this.#lines.next());
      return true;
    }
    const [, imported] = /^import\s+(\S.*\.(?:http|rest))$/.exec(text.trim()) ?? [];
    if (imported !== undefined) this.#file.imports.push({ text: imported, line: line.line });
    const isProto = /^proto\s+<\s/.test(text);
    if (isProto) this.#file.unsupported.push({ text: 'proto', line: line.line });
    if (isProto || imported !== undefined || this.#isFragment(line)) return true;
    const other = unsupportedLines.find(([form]) => form.test(text));
    this.#problem(other?.[1], line.line);
    if (other || this.#script(line, '<', true) || this.#script(line, '', true)) return true;
    const isScriptFile = /^<\s+\S/.test(text);
    if (isScriptFile)
      this.#directives.unsupported.push({ text: 'a script before the request', line: line.line, isScript: true });
    return isScriptFile;
  }

  /** Reads a comment: a line, or lines from `/*` to its end. */
  #skipsComment(line: SourceLine): boolean {
    if (isComment(line.text.trimStart())) {
      this.#comment({ ...line, text: line.text.trim() });
      return true;
    }
    if (line.text.trim() !== '/*') return false;
    for (let next = this.#lines.next(); next && next.text.trim() !== '*/'; next = this.#lines.next());
    return true;
  }

  /** Reads `@name = value`. @param after number of requests before it */
  #isVariable({ text, line }: SourceLine, after: number): boolean {
    const [, name, lazy, value = ''] = variableLine.exec(text) ?? [];
    if (name === undefined) return false;
    this.#file.variables.push({ name, text: value.trim(), line, after, lazy: lazy ? true : undefined });
    return true;
  }

  /** Reads `@name = {{response.parsedBody.x}}` after a request (httpyac). */
  #isCapture({ text, line }: SourceLine): boolean {
    const [, name = '', , value = ''] = variableLine.exec(text) ?? [];
    const [, expression = ''] = /^\{\{([^{}]*)\}\}$/.exec(value.trim()) ?? [];
    const target = responseTarget(expression.trim());
    if (target !== undefined) this.#directives.captures.push({ name, text: target, line, isOptional: true });
    return target !== undefined;
  }

  /** Reads `fragment NAME on TYPE {`, which ends at an empty line, or `gql NAME < FILE`. */
  #isFragment({ text, line }: SourceLine): boolean {
    const [, fileName, path] = /^gql\s+([\w.-]+)\s+<\s+(\S.*)$/.exec(text.trim()) ?? [];
    const name = fileName ?? /^\s*fragment\s+(\w+)\s+on\s/.exec(text)?.[1];
    if (name === undefined) return false;
    if (path !== undefined)
      this.#file.fragments.push({ name, piece: { kind: 'file', path, filled: false, isQuery: true, line } });
    else
      this.#file.fragments.push({ name, piece: { kind: 'text', text: this.#lines.until(/^\s*$/, text).lines, line } });
    return true;
  }

  /** Returns true, and does not read the line, if it begins the next request. */
  #isNextRequest({ text }: SourceLine): boolean {
    if (!isRequestStart(text)) return false;
    this.#lines.back();
    this.#isOver = true;
    return true;
  }

  #comment({ text, line }: SourceLine): void {
    const { name } = this.#directives;
    const { problem, unknown } = applyComment(this.#directives, text, line);
    if (this.#directives.name !== name) this.#nameLine = line;
    this.#problem(problem, line);
    if (unknown === undefined || this.#file.unknown.has(unknown)) return;
    this.#file.unknown.add(unknown);
    this.#file.unsupported.push({ text: `the unknown directive # @${unknown}`, line });
  }

  #problem(text: string | undefined, line: number): void {
    if (text !== undefined) this.#file.problems.push({ text, line });
  }

  /**
   * Reads `< {% … %}`, `> {% … %}`, or `{{ … }}` on separate lines. Simple statements become captures, checks and variables;
   * other scripts would require a script engine.
   */
  #script({ text, line }: SourceLine, mark: string, isBefore = false): boolean {
    const script = scriptAfter(text, mark, this.#lines);
    if (script === undefined) return false;
    // `{{+` and `{{@event` run for every request, or at another time than a script without a name.
    const isPlain = mark !== '' || /^\{\{(?:@response)?$/.test(text.trim());
    const { captures, asserts, values, isWhole } = readScript(isPlain ? script : '?', line, isBefore);
    this.#directives.captures.push(...captures);
    this.#directives.asserts.push(...asserts);
    const after = this.#after + (isBefore ? 0 : 1);
    this.#file.variables.push(...values.map(each => ({ ...each, after, isScripted: true as const })));
    const sets = namesSetIn(script);
    if (!isWhole) this.#directives.unsupported.push({ text: 'a script', line, isScript: true, sets });
    return true;
  }

  #requestLine(first: SourceLine): Pick<Entry, 'method' | 'url' | 'httpVersion'> | undefined {
    let whole = first.text.trim();
    const continuation = continuationOf(whole);
    let isNoted = continuation !== urlLine;
    for (let line = this.#lines.peek(); line && continuation.test(line.text); line = this.#lines.peek()) {
      const text = line.text.trim();
      const isVersion = /^HTTP\/[\d.]+$/i.test(text);
      if (!isComment(text) && !/^[/?&]/.test(text) && !isVersion && !isNoted) {
        isNoted = true;
        this.#file.notes.push({ text: 'Indented lines continue the URL.', line: line.line });
      }
      if (!isComment(text)) whole += isVersion ? ` ${text}` : text;
      this.#lines.next();
    }
    const { request, note, problem } = readRequestLine(whole);
    if (note !== undefined) this.#file.notes.push({ text: note, line: first.line });
    this.#problem(problem, first.line);
    return request;
  }

  /** Reads the lines up to the first blank one. */
  #headers(method: string, request: number): readonly FileHeader[] {
    const headers: FileHeader[] = [];
    for (let line = this.#lines.next(); line && !isBlank(line.text); line = this.#lines.next()) {
      const { text } = line;
      if (this.#skipsComment(line) || this.#isTrailer(line) || readsHeader(headers, line)) continue;
      if (this.#isNextRequest(line)) break;
      if (queryLine.test(text)) {
        this.#query += text.trim();
        continue;
      }
      if (startsBody(text, method) || isResponseStart(text) || variableLine.test(text)) {
        this.#lines.back();
        break;
      }
      this.#problem(headerProblem(text, request), line.line);
    }
    return headers;
  }

  /** Reads the body and the response handling after it. */
  #body(request: Pick<Entry, 'method'> | undefined, line: number, type: string | undefined, isGraphql: boolean) {
    const body = new BodyReader({ line, method: request?.method ?? '', type, isGraphql });
    let part: BodyPart = 'body';
    for (let next = this.#isOver ? undefined : this.#lines.next(); next; next = this.#lines.next()) {
      if (body.isChecked && this.#isNextRequest(next)) {
        body.dropComments();
        break;
      }
      part = this.#bodyLine(next, body, part, line);
    }
    const pieces = body.pieces();
    const [comment] = body.comments;
    if (comment !== undefined && pieces.length > 0)
      this.#file.notes.push({ text: 'Comment lines in the body are not sent.', line: comment });
    return { body: pieces, operation: body.operation };
  }

  /** Reads a line, and returns the part of the request that the next line belongs to. @param request line of the request */
  #bodyLine(next: SourceLine, body: BodyReader, part: BodyPart, request: number): BodyPart {
    const { text, line } = next;
    if (part === 'response') return part;
    if (body.isChecked && isResponseStart(text)) {
      this.#ignoredResponse(line);
      return 'response';
    }
    if (body.isChecked && (this.#isCapture(next) || this.#isVariableBelow(next)))
      return body.isEmpty ? part : 'handling';
    if (this.#isTrailer(next) || (body.isChecked && this.#script(next, ''))) return 'handling';
    if (part === 'body') this.#problem(body.add(next), line);
    else if (isComment(text)) this.#comment(next);
    else if (!isBlank(text))
      this.#problem(
        strayProblem(text, request) ??
          'This line follows the response handling and is not sent. Put ### above the next request.',
        line,
      );
    return part;
  }

  #ignoredResponse(line: number): void {
    this.#file.notes.push({ text: 'The response in the file is ignored.', line });
  }

  /** Reads `@name = value` below the request line, which applies to the next requests. */
  #isVariableBelow(next: SourceLine): boolean {
    if (!this.#isVariable(next, this.#after + 1)) return false;
    const text = `${next.text.trim().split(/[\s:=]/, 1)[0]} applies to the requests below it.`;
    this.#file.notes.push({ text, line: next.line });
    return true;
  }

  /** Handling of the response: scripts, saved bodies, httpyac's checks. */
  #isTrailer(line: SourceLine): boolean {
    const { text } = line;
    const check = /^\?\?\s+(\S.*)$/.exec(text)?.[1];
    if (check !== undefined) {
      const translated = inOurWords(check.trim(), this.#directives.name);
      if (translated === undefined)
        this.#directives.unsupported.push({ text: 'a check in JavaScript', line: line.line, isScript: true });
      else this.#directives.asserts.push({ text: translated, line: line.line });
      return true;
    }
    if (/^<>\s/.test(text)) return true;
    if (this.#script(line, '>')) return true;
    const [, mark = '', path] = /^(>>?!?)\s+(\S.*)$/.exec(text.trimEnd()) ?? [];
    if (path === undefined || !(mark.startsWith('>>') || /^(?:\.{0,2}\/|~\/|\{\{|\S+\.m?[jt]s$)/.test(path)))
      return false;
    if (mark === '>' && /\.m?[jt]s$/.test(path))
      this.#directives.unsupported.push({ text: `the script ${path}`, line: line.line, isScript: true });
    else this.#saves.push({ path, overwrites: mark !== '>>', line: line.line });
    return true;
  }
}
