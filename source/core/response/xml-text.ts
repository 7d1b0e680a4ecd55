/** Escapes text for XML 1.0 and HTML, in an element or a quoted attribute. Characters that XML does not allow become U+FFFD. */
export const xml = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>"']/g, match => `&#${match.charCodeAt(0)};`);
