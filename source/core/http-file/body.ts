/** The body of a request in a `.http` file: its pieces, its comment lines, and lines that do not belong in it. */
import { directiveIn } from './directives.js';
import type { BodyPiece, FilePiece, LineText, TextPiece } from './document.js';
import type { SourceLine } from './lines.js';

/** Returns true if a line is a comment in a context where comments are allowed. */
export const isComment = (text: string): boolean => /^(?:#|\/\/)/.test(text);

export const isBlank = (text: string): boolean => text.trim() === '';

/** Start of a URL as it can follow a method: a scheme, a name, a path, a profile, a port or a host. */
export const urlStart = /^(?:(?:https?|wss?):\/\/|\{\{|\/|@|:\d|localhost|[\w-]+(?:\.[\w-]+)+(?:[:/?#]|$)|\[)/i;

/** Start of a httpyac script. */
export const scriptStart = /^\{\{[@+]?\w*$/;

/** `@name = value`, or `@name := value` for a value that is filled in for each request. */
export const variableLine = /^@([\p{L}\p{M}\p{N}_.-]+)\s*(:)?=\s?(.*)$/u;

const methods =
  /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|TRACE|CONNECT|QUERY|PROPFIND|PROPPATCH|MKCOL|COPY|MOVE|LOCK|UNLOCK|REPORT|CHECKOUT|CHECKIN|MERGE|MKACTIVITY|MKWORKSPACE|VERSION-CONTROL|BASELINE-CONTROL|SEARCH|GRAPHQL|GRPC|RPC|WEBSOCKET|WS|SSE|EVENTSOURCE|RSOCKET|MQTT|AMQP|get|post|put|patch|delete|head|options)\s+(\S.*)$/;

/** Methods whose requests normally have no body. */
const bodiless: ReadonlySet<string> = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT']);

/** A line that does not belong in the request that contains it. */
interface StrayLine {
  /** Subject of the message. */
  readonly what: string;
  readonly fix: string;
}

const separate = 'Put ### above it.';

/** Returns true for a request line with an upper-case method, which begins another request. */
export const isRequestStart = (text: string): boolean =>
  /^[A-Z]/.test(text) && urlStart.test(methods.exec(text)?.[1] ?? '');

/** Returns true for a status line. Tools save responses below their requests. */
export const isResponseStart = (text: string): boolean => /^HTTP\/\d(?:\.\d)?\s+\d{3}\b/.test(text);

/** Identifies a line that looks like a part of the file which cannot occur inside a request. */
function strayLine(text: string): StrayLine | undefined {
  const target = methods.exec(text)?.[1];
  if (target !== undefined && urlStart.test(target)) return { what: 'A request line', fix: separate };
  if (scriptStart.test(text.trim())) return { what: 'A script', fix: 'Put ### above it, or delete it.' };
  const variable = variableLine.exec(text)?.[1];
  if (variable !== undefined) return moved(`@${variable}`);
  const directive = isComment(text) ? directiveIn(text) : undefined;
  return directive === undefined ? undefined : moved(`# @${directive}`);
}

const moved = (what: string): StrayLine => ({
  what,
  fix: 'Move it above the request line, or put ### above it if it belongs to the next request.',
});

/**
 * Returns the error message for a line that is inside a request by mistake.
 * @param request line number of the request
 */
export function strayProblem(text: string, request: number): string | undefined {
  const stray = strayLine(text);
  return (
    stray && `${stray.what} is part of the request on line ${request}, because no ### separates them. ${stray.fix}`
  );
}

/** Properties of a request that determine how the lines of its body are read. */
interface BodyOf {
  /** Line number of the request. */
  readonly line: number;
  readonly method: string;
  /** Content-Type specified in the file. */
  readonly type: string | undefined;
  readonly isGraphql: boolean;
}

/** Reads a body line by line. */
export class BodyReader {
  /** Line numbers of comments, which are not sent. */
  readonly comments: number[] = [];
  /** Name of the operation in `gql NAME < FILE`. */
  operation: LineText | undefined;
  readonly #pieces: BodyPiece[] = [];
  readonly #line: number;
  /**
   * True if lines that do not belong in the body are errors. They are not if the body is declared as text, multipart, XML and
   * so on.
   */
  readonly isChecked: boolean;
  readonly #isBodiless: boolean;
  /** Undefined until the first line that is not a comment, if the file specifies no type. */
  #isJson: boolean | undefined;
  /** Lines before the first one that is not a comment, if the file specifies no type. */
  #held: SourceLine[] = [];
  /** Line end of the last line in the body. */
  #lineEnd = '';
  /** True if the body contains more than comments and blank lines. */
  #hasContent = false;
  /** Delimiter between the parts of a multipart body (RFC 2046 5.1.1). */
  readonly #delimiter: string | undefined;
  /** Position in a multipart body. Comments are recognised at the start of a part's content (JetBrains) and after the parts. */
  #part: 'headers' | 'start' | 'content' | 'end' = 'content';

  constructor({ line, method, type, isGraphql }: BodyOf) {
    this.#line = line;
    this.#isBodiless = bodiless.has(method);
    const isJson = type !== undefined && /^[^;]*[/+]json\s*(?:;|$)/i.test(type);
    const boundary = /^multipart\/[^;]*;.*?\bboundary="?([^";]+)/i.exec(type ?? '')?.[1]?.trim();
    this.#delimiter = boundary && `--${boundary}`;
    this.#isJson = type === undefined && !isGraphql ? undefined : isJson && !isGraphql;
    const isForm = type !== undefined && /^application\/x-www-form-urlencoded\b/i.test(type);
    this.isChecked = this.#isBodiless || isGraphql || type === undefined || isJson || isForm;
  }

  /** True until the first line that is sent. */
  get isEmpty(): boolean {
    return !this.#hasContent;
  }

  /** Reads the next line. Returns a problem if the line cannot be in the body. */
  add(line: SourceLine): string | undefined {
    const { text } = line;
    const isEmpty = this.#pieces.length === 0 && this.#held.length === 0;
    if (isEmpty && isBlank(text)) return undefined;
    const problem = this.#problem(text);
    if (problem !== undefined) return problem;
    if (isEmpty && this.isChecked && this.#addQuery(line)) return undefined;
    if (this.#isPartComment(text)) {
      this.comments.push(line.line);
      this.#textLine(line);
      return undefined;
    }
    const [, mark = '', encoding = '', path] = /^<(@?)([\w-]*)\s+(\S.*)$/.exec(text.trimEnd()) ?? [];
    const delimiter = this.#delimiterAfter(path);
    if (path === undefined || (delimiter === undefined && mark === '' && encoding !== '')) this.#addText(line);
    else if (delimiter === undefined)
      this.#addFile({ path, filled: mark === '@', encoding: encoding || undefined }, line);
    else {
      const name = path.slice(0, -delimiter.length).trimEnd();
      const problem = this.add({ ...line, text: text.slice(0, text.indexOf(path)) + name });
      // The delimiter counts as the next line, because the line end in front of it belongs to the line of the file.
      return problem ?? this.add({ ...line, text: delimiter, line: line.line + 1 });
    }
    return undefined;
  }

  /** Reads `gql [NAME] < FILE` (httpyac). */
  #addQuery(line: SourceLine): boolean {
    const [, operation, path] = /^\s*gql(?:\s+([^\s(<]+))?\s*<\s+(\S.*)$/.exec(line.text.trimEnd()) ?? [];
    if (path === undefined) return false;
    if (operation !== undefined) this.operation = { text: operation, line: line.line };
    this.#isJson = false;
    this.#addFile({ path, filled: false, isQuery: true }, line);
    return true;
  }

  #addFile(piece: Omit<FilePiece, 'kind' | 'line'>, { line, end }: SourceLine): void {
    for (const each of this.#held.splice(0)) if (!isBlank(each.text)) this.comments.push(each.line);
    if (this.#lineEnd !== '') this.#text(this.#lineEnd, line - 1);
    this.#pieces.push({ kind: 'file', ...piece, line });
    this.#hasContent = true;
    this.#lineEnd = end;
  }

  #addText(line: SourceLine): void {
    const { text } = line;
    const isSkipped = isBlank(text) || isComment(text.trimStart());
    if (isSkipped && this.#isJson === undefined) {
      this.#held.push(line);
      return;
    }
    this.#isJson ??= /^\s*(?:\[|\{(?!\{))/.test(text);
    for (const each of this.#held.splice(0)) this.#textLine(each);
    this.#textLine(line);
    this.#hasContent ||= !isSkipped || !this.#isJson;
  }

  /** Removes comment lines at the end, because they describe the next request. */
  dropComments(): void {
    const last = this.#pieces.at(-1);
    if (last?.kind !== 'text') return;
    const lines = last.text.split('\n');
    while (lines.length > 1 && (isBlank(lines.at(-1) ?? '') || isComment((lines.at(-1) ?? '').trimStart())))
      lines.pop();
    this.#pieces[this.#pieces.length - 1] = { ...last, text: lines.join('\n') };
  }

  /** Returns the pieces of the body without trailing line ends, and without comments at its start and end. */
  pieces(): readonly BodyPiece[] {
    if (!this.#hasContent) return [];
    const { comments } = this;
    const last = this.#pieces.length - 1;
    return this.#pieces.flatMap((piece, index): readonly BodyPiece[] => {
      if (piece.kind !== 'text') return [piece];
      const marked = comments.length > 0 ? { ...piece, comments } : piece;
      const trimmed = trimmedPiece(marked, { start: index === 0, end: index === last });
      return index === last && trimmed.text === '' ? [] : [trimmed];
    });
  }

  /** Returns the delimiter on the same line as a file, as in an example of JetBrains: `< ./input.txt --boundary--`. */
  #delimiterAfter(path = ''): string | undefined {
    const last = /\s(--\S+)$/.exec(path)?.[1];
    return last !== undefined && (last === this.#delimiter || last === `${this.#delimiter}--`) ? last : undefined;
  }

  /** Returns true for a comment around the content of a part, and moves to the next position in the body. */
  #isPartComment(text: string): boolean {
    if (this.#delimiter === undefined) return false;
    if (this.#part === 'end') return isComment(text.trimStart());
    if (text.trimEnd() === `${this.#delimiter}--`) this.#part = 'end';
    else if (text.startsWith(this.#delimiter)) this.#part = 'headers';
    else if (this.#part === 'headers') this.#part = isBlank(text) ? 'start' : 'headers';
    else if (!(this.#part === 'start' && text.startsWith('//'))) this.#part = 'content';
    return this.#part === 'start' && text.startsWith('//');
  }

  #problem(text: string): string | undefined {
    if (!this.isChecked) return undefined;
    const isUrl = this.#isBodiless && /^https?:\/\/\S+$/.test(text.trimEnd());
    return strayProblem(isUrl ? `GET ${text}` : text, this.#line);
  }

  #textLine({ text, line, end }: SourceLine): void {
    if (this.#isJson && isComment(text.trimStart())) this.comments.push(line);
    this.#text(this.#lineEnd + text, this.#lineEnd === '' ? line : line - 1);
    this.#lineEnd = end;
  }

  #text(text: string, line: number): void {
    const last = this.#pieces.at(-1);
    if (last?.kind === 'text') this.#pieces[this.#pieces.length - 1] = { ...last, text: last.text + text };
    else this.#pieces.push({ kind: 'text', text, line });
  }
}

/** Removes trailing line ends from a text. */
function withoutLineEnds(text: string): string {
  let end = text.length;
  while (/[\r\n]/.test(text[end - 1] ?? '')) end--;
  return text.slice(0, end);
}

/** Returns the lines of a text piece that are sent, each with its line number and line end. */
export function sentLines({ text, line, comments = [] }: TextPiece): readonly LineText[] {
  const lines = text.split(/(?<=\n)/).map((each, index) => ({ text: each, line: line + index }));
  return comments.length === 0 ? lines : lines.filter(each => !comments.includes(each.line));
}

/** Returns the text of a piece without its comments. */
export const sentText = (piece: TextPiece): string =>
  piece.comments === undefined
    ? piece.text
    : sentLines(piece)
        .map(({ text }) => text)
        .join('');

/** Removes comments and blank lines at the start of a piece that has comments, and comments and line ends at its end. */
function trimmedPiece(piece: TextPiece, at: { readonly start: boolean; readonly end: boolean }): TextPiece {
  const { comments } = piece;
  if (comments === undefined) return at.end ? { ...piece, text: withoutLineEnds(piece.text) } : piece;
  const lines = piece.text.split(/(?<=\n)/);
  const isComment = (index: number): boolean => comments.includes(piece.line + index);
  let [from, to] = [0, lines.length];
  while (at.start && from < to && (isBlank(lines[from] ?? '') || isComment(from))) from++;
  while (at.end && from < to && (/^[\r\n]*$/.test(lines[to - 1] ?? '') || isComment(to - 1))) to--;
  const text = lines.slice(from, to).join('');
  return { ...piece, text: at.end ? withoutLineEnds(text) : text, line: piece.line + from };
}
