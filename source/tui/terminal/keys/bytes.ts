/**
 * The terminal's bytes as text: UTF-8, and beside it the 8-bit controls (C1) of terminals that send them as they are (S8C1T) or
 * as UTF-8. Both become the same text as the 7-bit form, `ESC` and a letter (ECMA-48, 5.3).
 */

/** Controls that introduce something: SS3, DCS, SOS, CSI, OSC, PM, APC. Their text form in 7 bits is ESC and 0x40 less. */
const introducers = /[\u008f\u0090\u0098\u009b\u009d-\u009f]/g;

/** Turns chunks to text; a character may be cut anywhere. */
export interface Bytes {
  decode(chunk: Uint8Array): string;
}

/** What is no UTF-8 and no C1 control becomes U+FFFD. */
export function createBytes(): Bytes {
  const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
  /** How many more bytes the character that has begun wants. */
  let wanted = 0;

  /** The chunk with each C1 control that stands by itself written as UTF-8. */
  function whole(chunk: Uint8Array): Uint8Array {
    const out: number[] = [];
    for (const byte of chunk) {
      const follows = byte >= 0x80 && byte < 0xc0;
      if (follows && wanted > 0) wanted -= 1;
      else {
        wanted = byte < 0xc2 || byte > 0xf4 ? 0 : byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
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
