/**
 * Header bytes as text. Node hands each byte of a received header over as one character (Latin-1); most who send more than
 * ASCII there mean UTF-8, which is also what this program sends.
 */
export function wireText(latin1: string): string {
  if (!/[\x80-\xff]/.test(latin1) || /[^\x00-\xff]/.test(latin1)) return latin1;
  const text = Buffer.from(latin1, 'latin1').toString('utf8');
  return text.includes('\ufffd') ? latin1 : text;
}

/**
 * A value as the server sent it, to be sent back: text if its bytes are UTF-8, else with each byte beyond ASCII as a lone
 * surrogate (U+DC80 to U+DCFF, as in Python's PEP 383), which `wireBytes` makes that byte again.
 */
export function wireValue(latin1: string): string {
  const text = wireText(latin1);
  if (text !== latin1 || /[^\x00-\xff]/.test(latin1)) return text;
  return latin1.replace(/[\x80-\xff]/g, byte => String.fromCharCode(0xdc00 + byte.charCodeAt(0)));
}

/** A value as the bytes that are sent, each as one character: UTF-8, but for the bytes that `wireValue` kept. */
export const wireBytes = (text: string): string =>
  text.replace(/[^\x00-\x7f]/gu, each => {
    const code = each.charCodeAt(0);
    const isByte = each.length === 1 && code >= 0xdc80 && code <= 0xdcff;
    return isByte ? String.fromCharCode(code - 0xdc00) : Buffer.from(each, 'utf8').toString('latin1');
  });
