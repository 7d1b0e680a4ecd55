/**
 * Decodes the terminal's bytes: UTF-8, and the 8-bit controls (C1) of terminals that send them raw (S8C1T) or as UTF-8. Both
 * become their 7-bit form, `ESC` and a letter (ECMA-48, 5.3).
 */

/** Introducers: SS3, DCS, SOS, CSI, OSC, PM, APC. The 7-bit form is ESC and the code minus 0x40. */
const introducers = /[\u008f\u0090\u0098\u009b\u009d-\u009f]/g;

/** Decodes a chunk. Chunks may split a character. */
interface Bytes {
  decode(chunk: Uint8Array): string;
}

/** Number of bytes that follow the first byte of a character, or 0 if a character cannot begin with it (RFC 3629, 3). */
function continuationBytes(first: number): number {
  if (first < 0xc2 || first > 0xf4) return 0;
  if (first < 0xe0) return 1;
  return first < 0xf0 ? 2 : 3;
}

/** Bytes that are neither UTF-8 nor C1 become U+FFFD. */
export function createBytes(): Bytes {
  const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
  /** Number of continuation bytes still expected for the current character. */
  let wanted = 0;

  /** The chunk with each lone C1 control encoded as UTF-8. */
  function whole(chunk: Uint8Array): Uint8Array {
    const out: number[] = [];
    for (const byte of chunk) {
      const follows = byte >= 0x80 && byte < 0xc0;
      if (follows && wanted > 0) wanted -= 1;
      else {
        wanted = continuationBytes(byte);
        if (follows && byte < 0xa0) out.push(0xc2);
      }
      out.push(byte);
    }
    return Uint8Array.from(out);
  }

  return {
    decode(chunk) {
      const plain = wanted === 0 && chunk.every(byte => byte < 0x80);
      const text = utf8.decode(plain ? chunk : whole(chunk), { stream: true });
      return plain
        ? text
        : text.replace(introducers, each => `\u001b${String.fromCharCode(each.charCodeAt(0) - 0x40)}`);
    },
  };
}
