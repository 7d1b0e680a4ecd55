/** Text as man(7) macros, for groff and mandoc alike. */

/** Characters special to troff everywhere. */
const special: Readonly<Record<string, string>> = { '\\': '\\e', '~': '\\(ti', '^': '\\(ha', '`': '\\(ga' };

/** A leading dot or apostrophe would be a macro. */
const guarded = (line: string): string => line.replace(/^(?=[.'])/, '\\&');

/** Non-ASCII characters, by code point. */
const beyondAscii = (text: string): string =>
  text.replace(/[^\x20-\x7e\n]/gu, sign => {
    const code = sign.codePointAt(0) ?? 0;
    return `\\[u${code.toString(16).toUpperCase().padStart(4, '0')}]`;
  });

/** Running text. A dash before a word belongs to a flag; one inside a word is a hyphen. */
export const prose = (text: string): string =>
  guarded(
    beyondAscii(text.replace(/[\\~^`]/g, sign => special[sign] ?? sign).replace(/(?<![\w\\])-(?=[-\w])/g, '\\-')),
  );

/** Verbatim text, in ASCII as typed. */
export const literal = (text: string): string =>
  guarded(
    beyondAscii(
      text
        .replace(/[\\~^`]/g, sign => special[sign] ?? sign)
        .replace(/-/g, '\\-')
        .replace(/'/g, '\\(aq'),
    ),
  );

/** A form to type: words in bold, placeholders (in capitals) in italics. */
export const form = (text: string): string =>
  text
    .split(/(\b[A-Z][A-Z0-9_]+\b)/)
    .map((part, index) => (part === '' ? '' : `\\f${index % 2 === 1 ? 'I' : 'B'}${literal(part)}\\fR`))
    .join('');

/** A heading; `"` would end it. */
export const section = (title: string): string => `.SH "${prose(title.toUpperCase()).replace(/"/g, '\\(dq')}"`;
export const subsection = (title: string): string => `.SS "${prose(title).replace(/"/g, '\\(dq')}"`;

/** A tag and its meaning, indented. `tag` is already roff. */
export const tagged = (tag: string, meaning: string): readonly string[] => ['.TP', tag, prose(meaning)];
