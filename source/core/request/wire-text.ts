/**
 * Decodes header bytes as text. Node returns each byte as a Latin-1 character, but most senders of non-ASCII text use UTF-8, as
 * apiclient does.
 */
export function wireText(latin1: string): string {
  if (!/[\x80-\xff]/.test(latin1) || /[^\x00-\xff]/.test(latin1)) return latin1;
  const text = Buffer.from(latin1, 'latin1').toString('utf8');
  return text.includes('\ufffd') ? latin1 : text;
}

/**
 * Decodes a value that will be sent back: as UTF-8 if valid, otherwise with each non-ASCII byte as a lone surrogate (U+DC80 to
 * U+DCFF, as in Python's PEP 383), which `wireBytes` restores.
 */
export function wireValue(latin1: string): string {
  const text = wireText(latin1);
  if (text !== latin1 || /[^\x00-\xff]/.test(latin1)) return text;
  return latin1.replace(/[\x80-\xff]/g, byte => String.fromCharCode(0xdc00 + byte.charCodeAt(0)));
}

/** Returns the bytes to send, one per character: UTF-8, except for bytes preserved by `wireValue`. */
export const wireBytes = (text: string): string =>
  text.replace(/[^\x00-\x7f]/gu, each => {
    const code = each.charCodeAt(0);
    const isByte = each.length === 1 && code >= 0xdc80 && code <= 0xdcff;
    return isByte ? String.fromCharCode(code - 0xdc00) : Buffer.from(each, 'utf8').toString('latin1');
  });
