/** Bytes to text, chunk by chunk, for showing: a character or CRLF that is split over two chunks comes out whole. */
import { StringDecoder } from 'node:string_decoder';
import { undecided } from './invisible.js';

interface Decoder {
  write(bytes: Uint8Array): string;
  end(): string;
}

/** Labels that are UTF-8 or a part of it. */
const utf8 = /^(?:unicode-1-1-)?utf-?8$|^(?:us-)?ascii$/i;

/** A byte order mark outranks every label (WHATWG Encoding, "decode"). */
function markOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined;
}

/** The character encoding of bytes that begin so: by their byte order mark, or the label, or UTF-8. */
export function charsetOf(start: Uint8Array, label: string | undefined): { charset: string; known: boolean } {
  const charset = markOf(start) ?? label ?? 'utf-8';
  if (utf8.test(charset)) return { charset: 'utf-8', known: true };
  try {
    return { charset: new TextDecoder(charset).encoding, known: true };
  } catch {
    return { charset: 'utf-8', known: false };
  }
}

function decoderOf(charset: string): Decoder {
  // StringDecoder: TextDecoder would start ICU, which costs more than a small answer takes to print.
  if (charset === 'utf-8') {
    const decoder = new StringDecoder('utf8');
    return {
      write: bytes => decoder.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)),
      end: () => decoder.end(),
    };
  }
  const decoder = new TextDecoder(charset, { ignoreBOM: true });
  return { write: bytes => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() };
}

/**
 * Decodes one body. Bytes that are no text in this encoding become U+FFFD; CRLF becomes LF (or `safeText` makes it one); a byte
 * order mark goes. No piece
 * ends where only the next can tell how its end is shown.
 */
export class TextStream {
  readonly #decoder: Decoder;
  #began = false;
  #held = '';

  /** @param charset as `charsetOf` gives it */
  constructor(charset: string) {
    this.#decoder = decoderOf(charset);
  }

  write(bytes: Uint8Array): string {
    return this.#joined(this.#decoder.write(bytes), false);
  }

  end(): string {
    return this.#joined(this.#decoder.end(), true);
  }

  #joined(decoded: string, last: boolean): string {
    let text = this.#held + decoded;
    this.#held = '';
    if (!this.#began && text.length > 0) {
      this.#began = true;
      if (text.charCodeAt(0) === 0xfeff) text = text.slice(1);
    }
    if (!last) {
      this.#held = undecided(text);
      if (this.#held) text = text.slice(0, -this.#held.length);
    }
    // Behind another CR a line end stays as it is: else that one would seem to belong to it.
    return text.includes('\r') && !text.includes('\r\r') ? text.replaceAll('\r\n', '\n') : text;
  }
}
