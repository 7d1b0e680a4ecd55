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
  const open: JsonFrame[] = [];
  let place: JsonPlace | undefined;
  for (const token of jsonTokens(text)) {
    if (place === undefined && token.to >= offset) {
      if (hasNoPlace(text, token, offset)) return undefined;
      place = placeAt(open, token, offset);
      if (place !== undefined && token.from < offset) continue;
    }
    step(open, token, text);
    // Names after the cursor count too: the frame shares the set until it closes.
    if (place !== undefined && open.length < place.frames.length) break;
  }
  return place ?? placeIn(open, offset);
}

/** Returns true if the cursor is in a comment or after a closed string. */
const hasNoPlace = (text: string, token: JsonToken, offset: number): boolean =>
  token.from < offset &&
  (token.kind === 'comment' || (token.kind === 'string' && token.to === offset && isClosed(text, token)));

/** Returns the place in or before a token, or undefined if the token is punctuation before the cursor. */
function placeAt(open: readonly JsonFrame[], { kind, from }: JsonToken, offset: number): JsonPlace | undefined {
  if (from >= offset) return placeIn(open, offset);
  const isWord = kind === 'string' || kind === 'word' || kind === 'number';
  return isWord ? placeIn(open, from, kind === 'string') : undefined;
}

const placeIn = (open: readonly JsonFrame[], from: number, quoted = false): JsonPlace => ({
  frames: open.map(frame => ({ ...frame })),
  from,
  quoted,
});

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
