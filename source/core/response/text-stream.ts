/** Decodes bytes to text chunk by chunk. Characters and CRLF may span chunks. */
import { StringDecoder } from 'node:string_decoder';
import { undecided } from './invisible.js';

interface Decoder {
  write(bytes: Uint8Array): string;
  end(): string;
}

/** Labels of UTF-8 or a subset of it. */
const utf8 = /^(?:unicode-1-1-)?utf-?8$|^(?:us-)?ascii$/i;

/** Detects a byte order mark, which overrides every label (WHATWG Encoding, "decode"). */
function markOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined;
}

/** Returns the encoding, determined by the byte order mark, the label, or the default of UTF-8. */
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
  // Use StringDecoder, because TextDecoder loads ICU, which takes longer than printing a small response.
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
 * Decodes a body. Invalid bytes become U+FFFD, CRLF becomes LF (or `safeText` converts it), and a byte order mark is dropped. A
 * piece never ends at a position where its display depends on the next piece.
 */
export class TextStream {
  readonly #decoder: Decoder;
  #began = false;
  #held = '';

  /** @param charset result of `charsetOf` */
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
    // After another CR, the CRLF is preserved so that the first CR is still recognised as a lone one.
    return text.includes('\r') && !text.includes('\r\r') ? text.replaceAll('\r\n', '\n') : text;
  }
}
