/** Text in the language of man pages: the macros of man(7), understood by groff and mandoc alike. */

/** What troff would read as something else, everywhere. */
const special: Readonly<Record<string, string>> = { '\\': '\\e', '~': '\\(ti', '^': '\\(ha', '`': '\\(ga' };

/** A line that begins with a dot or an apostrophe would be a macro. */
const guarded = (line: string): string => line.replace(/^(?=[.'])/, '\\&');

/** Letters and signs beyond ASCII, by their code point. */
const beyondAscii = (text: string): string =>
  text.replace(/[^\x20-\x7e\n]/gu, sign => {
    const code = sign.codePointAt(0) ?? 0;
    return `\\[u${code.toString(16).toUpperCase().padStart(4, '0')}]`;
  });

/** Words of a sentence. A dash before a word is a flag's, one inside a word joins. */
export const prose = (text: string): string =>
  guarded(
    beyondAscii(text.replace(/[\\~^`]/g, sign => special[sign] ?? sign).replace(/(?<![\w\\])-(?=[-\w])/g, '\\-')),
  );

/** What is typed or printed as it stands: every sign is the one that a keyboard makes. */
export const literal = (text: string): string =>
  guarded(
    beyondAscii(
      text
        .replace(/[\\~^`]/g, sign => special[sign] ?? sign)
        .replace(/-/g, '\\-')
        .replace(/'/g, '\\(aq'),
    ),
  );

/** A form to type: its words bold, what stands for something else (in capitals) in italics. */
export const form = (text: string): string =>
  text
    .split(/(\b[A-Z][A-Z0-9_]+\b)/)
    .map((part, index) => (part === '' ? '' : `\\f${index % 2 === 1 ? 'I' : 'B'}${literal(part)}\\fR`))
    .join('');

/** A heading; `"` would end it. */
export const section = (title: string): string => `.SH "${prose(title.toUpperCase()).replace(/"/g, '\\(dq')}"`;
export const subsection = (title: string): string => `.SS "${prose(title).replace(/"/g, '\\(dq')}"`;

/** Something and what it means, the meaning indented below or behind it. `tag` is ready for the page. */
export const tagged = (tag: string, meaning: string): readonly string[] => ['.TP', tag, prose(meaning)];

/** Lines that keep their breaks, indented. */
export const example = (lines: readonly string[]): readonly string[] => [
  '.PP',
  '.RS 4',
  '.nf',
  ...lines.map(literal),
  '.fi',
  '.RE',
];
