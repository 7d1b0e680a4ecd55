/** Colors of a `.http` file: request line, headers, `{{name}}` placeholders, and JSON bodies. */
import { StreamLanguage, type StringStream } from '@codemirror/language';

interface Position {
  /** Whether the position is above the request line, in it, in the headers, or in the body. */
  part: 'above' | 'line' | 'head' | 'body';
}

const name = /^\{\{[^{}]*\}\}/;

function token(stream: StringStream, position: Position): string | null {
  if (stream.sol()) {
    if (stream.match('###')) {
      position.part = 'above';
      return toEnd(stream, 'comment');
    }
    if (position.part === 'line' && !/^[ \t?&]/.test(stream.string)) position.part = 'head';
    if (position.part !== 'body' && stream.match(/^\s*(?:#|\/\/)/)) return toEnd(stream, 'comment');
    if (position.part === 'above') {
      if (stream.match(/^@[\w.-]+/)) return 'variableName';
      position.part = 'line';
      if (stream.match(/^[A-Za-z][A-Za-z-]*(?=\s)/)) return 'keyword';
    }
    if (position.part === 'head' && stream.match(/^\s*[^\s:{}]+(?=\s*:)/)) return 'propertyName';
  }
  if (stream.match(name)) return 'variableName';
  return position.part === 'body' ? bodyToken(stream) : lineToken(stream, position);
}

function toEnd(stream: StringStream, style: string): string {
  stream.skipToEnd();
  return style;
}

function lineToken(stream: StringStream, { part }: Position): string | null {
  if (stream.eatSpace()) return null;
  stream.next();
  stream.eatWhile(/[^\s{]/);
  return part === 'line' ? 'string' : null;
}

function bodyToken(stream: StringStream): string | null {
  if (stream.match(/^"(?:[^"\\]|\\.)*"(?=\s*:)/)) return 'propertyName';
  if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return 'string';
  if (stream.match(/^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b/)) return 'number';
  if (stream.match(/^(?:true|false|null)\b/)) return 'atom';
  if (stream.match(/^[{}[\],:]/)) return 'punctuation';
  stream.next();
  stream.eatWhile(/[^\s"{}[\],:\d]/);
  return null;
}

export const httpLanguage = StreamLanguage.define<Position>({
  name: 'http',
  startState: () => ({ part: 'above' }),
  copyState: position => ({ ...position }),
  token,
  blankLine(position) {
    if (position.part === 'line' || position.part === 'head') position.part = 'body';
  },
  languageData: { commentTokens: { line: '#' } },
});
