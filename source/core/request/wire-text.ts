/**
 * Header bytes as text. Node hands each byte of a received header over as one character (Latin-1); most who send more than
 * ASCII there mean UTF-8, which is also what this program sends.
 */
export function wireText(latin1: string): string {
  if (!/[\x80-\xff]/.test(latin1) || /[^\x00-\xff]/.test(latin1)) return latin1;
  const text = Buffer.from(latin1, 'latin1').toString('utf8');
  return text.includes('\ufffd') ? latin1 : text;
}
