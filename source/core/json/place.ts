/** Determines where an offset is in a possibly incomplete JSON text: the enclosing objects and arrays, and the word. */
import { type JsonToken, jsonTokens } from './tokens.js';

/** An object or array around the cursor. */
interface JsonFrame {
  readonly kind: '{' | '[';
  /** Names before and after the cursor. */
  readonly keys: Set<string>;
  key: string | undefined;
  /** True after the colon. */
  value: boolean;
}

/** Position of a cursor in a JSON text. */
interface JsonPlace {
  /** Frames from the root inwards. */
  readonly frames: readonly JsonFrame[];
  /** Start of the word at the cursor. */
  readonly from: number;
  readonly quoted: boolean;
}

/** Returns the enclosing frames and the start of the word. Returns undefined in a comment and after a closed string. */
export function jsonPlace(text: string, offset: number): JsonPlace | undefined {
  const frames: JsonFrame[] = [];
  const open: JsonFrame[] = [];
  let from = offset;
  let quoted = false;
  let isFound = false;
  const here = (): void => {
    frames.push(...open.map(frame => ({ ...frame })));
    isFound = true;
  };
  for (const token of jsonTokens(text)) {
    if (!isFound && token.to >= offset) {
      const inWord =
        token.from < offset && (token.kind === 'string' || token.kind === 'word' || token.kind === 'number');
      if (token.kind === 'comment' && token.from < offset) return undefined;
      if (inWord) {
        if (token.kind === 'string' && token.to === offset && isClosed(text, token)) return undefined;
        from = token.from;
        quoted = token.kind === 'string';
        here();
        continue;
      }
      if (token.from >= offset) here();
    }
    step(open, token, text);
    // Names after the cursor count too: the frame shares the set until it closes.
    if (isFound && open.length < frames.length) break;
  }
  if (!isFound) here();
  return { frames, from, quoted };
}

const isClosed = (text: string, { from, to }: JsonToken): boolean => to - from > 1 && text[to - 1] === '"';

function step(open: JsonFrame[], token: JsonToken, text: string): void {
  const top = open.at(-1);
  switch (token.kind) {
    case '{':
    case '[':
      open.push({ kind: token.kind, keys: new Set(), key: undefined, value: false });
      break;
    case '}':
    case ']':
      open.pop();
      break;
    case ':':
      if (top) top.value = true;
      break;
    case ',':
      if (top?.kind === '{') {
        top.key = undefined;
        top.value = false;
      }
      break;
    case 'string':
      if (top?.kind === '{' && !top.value) {
        top.key = text.slice(token.from + 1, isClosed(text, token) ? token.to - 1 : token.to);
        top.keys.add(top.key);
      }
  }
}
