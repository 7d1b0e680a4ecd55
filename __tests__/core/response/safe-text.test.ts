import { BodyView } from '../../../source/core/response/body-view.js';
import { needsSafeText, safeLine, safeText } from '../../../source/core/response/safe-text.js';
import * as fc from '../../support/property.js';

test.each([
  ['\u001b]52;c;aGk=\u0007', '␛]52;c;aGk=␇'],
  ['a\u009b2Jb', 'a<U+009B>2Jb'],
  ['one\r\ntwo\rthree', 'one\ntwo␍three'],
  ['\u202eevil', '<U+202E>evil'],
  ['pay\u200bpal', 'pay<U+200B>pal'],
  ['\ufeffname', '<U+FEFF>name'],
  ['tag\u{e0041}', 'tag<U+E0041>'],
  ['a\u200db', 'a<U+200D>b'],
])('%j is shown as %j', (raw, shown) => {
  expect(safeText(raw)).toBe(shown);
});

test('joiners that belong to a script or an emoji are preserved', () => {
  expect(safeText('👨\u200d👩\u200d👧 می\u200cخواهم')).toBe('👨\u200d👩\u200d👧 می\u200cخواهم');
});

test('consecutive joiners, or joiners next to another mark, join nothing and are shown', () => {
  expect(safeText('本\u200d\u200d日')).toBe('本<U+200D><U+200D>日');
  expect(safeText('本\u200d\u202e')).toBe('本<U+200D><U+202E>');
});

test('a joiner next to a tag character, split or not, joins nothing', () => {
  expect(safeText('👨\u200d\u{e0041}👩')).toBe('👨<U+200D><U+E0041>👩');
  expect(safeText('\u{e0041}\u200d👩')).toBe('<U+E0041><U+200D>👩');
  expect(safeText('本\u200d ')).toBe('本<U+200D> ');
});

describe('characters without a visible shape', () => {
  test.each([
    ['a\u034fb', 'a<U+034F>b'],
    ['a\u180bb', 'a<U+180B>b'],
    ['\u180f', '<U+180F>'],
    ['a\ufe0f', 'a<U+FE0F>'],
    ['a\ufe00', 'a<U+FE00>'],
    ['admin\u{e0100}', 'admin<U+E0100>'],
    ['😀\u{e0100}\u{e0101}', '😀<U+E0100><U+E0101>'],
    ['❤\ufe0f\ufe0f', '❤\ufe0f<U+FE0F>'],
    ['葛\u{e0100}\u{e0101}', '葛\u{e0100}<U+E0101>'],
    ['a\u{e0020}\u{e007f}\u{e01ef}\u{e0fff}', 'a<U+E0020><U+E007F><U+E01EF><U+E0FFF>'],
    ['a\uffa0\u17b4\u{1d173}\u{1bca0}', 'a<U+FFA0><U+17B4><U+1D173><U+1BCA0>'],
  ])('%j is shown as %j', (raw, shown) => {
    expect(safeText(raw)).toBe(shown);
  });

  test.each([
    ['an emoji in its colours', '❤\ufe0f ©\ufe0f 1\ufe0f\u20e3 🅰\ufe0f'],
    ['an emoji joined after its style', '❤\ufe0f\u200d🔥 👁\ufe0f\u200d🗨\ufe0f 🏳\ufe0f\u200d🌈'],
    ['an emoji as text', '☎\ufe0e'],
    ['a variant of an ideograph', '葛\u{e0100}城 𠮟\u{e0101} 神\ufe00'],
    ['a variant of a Mongolian letter', 'ᠭ\u180bᠠ'],
    ['a variant of a mathematical sign', '∩\ufe00'],
    ['skin and family', '👩🏽\u200d🚀 👨\u200d👩\u200d👧'],
  ])('%s is preserved', (_, text) => {
    expect(safeText(text)).toBe(text);
  });

  test('no character that Unicode calls ignorable is accepted after a letter', () => {
    for (let code = 0x80; code < 0x110000; code++) {
      const character = String.fromCodePoint(code);
      if (!/^[\p{DI}\p{Cc}\p{Zl}\p{Zp}]$/u.test(character)) continue;
      expect(safeText(`a${character}b`)).toBe(`a<U+${code.toString(16).toUpperCase().padStart(4, '0')}>b`);
    }
  });
});

describe('in pieces', () => {
  const pieces = fc.array(
    fc.constantFrom(
      ...['a', '1', ' ', '\n', '\r', '\r\n', '\u001b', '\u009b', '\u202e', '👨', '🏽', '❤', '葛', '𠮟', 'ᠭ', '\u3000'],
      ...['\u200c', '\u200d', '\u200d', '\ufe0f', '\ufe00', '\u180b', '\u{e0041}', '\u{e0100}'],
    ),
    { maxLength: 12 },
  );

  const openView = () => {
    const shown: string[] = [];
    const content = { kind: 'text', type: 'text/plain', charset: 'utf-8' } as const;
    return { shown, view: new BodyView(content, piece => shown.push(piece), false) };
  };

  test('however a text is split, its safe pieces add up to the safe text', () => {
    fc.assert(
      fc.property(pieces, fc.array(fc.nat({ max: 9 }), { maxLength: 12 }), (parts, cuts) => {
        const text = parts.join('');
        const bytes = Buffer.from(text);
        const { shown, view } = openView();
        let at = 0;
        for (const cut of cuts) {
          view.write(bytes.subarray(at, at + cut));
          at += cut;
        }
        view.write(bytes.subarray(at));
        view.end();
        expect(shown.join('')).toBe(safeText(text));
      }),
      { numRuns: 5000 },
    );
  });

  test('a character whose display is certain is not held back', () => {
    const { shown, view } = openView();
    view.write(Buffer.from('ready 👍'));
    expect(shown).toEqual(['ready 👍']);
    view.write(Buffer.from('\u200d'));
    expect(shown).toEqual(['ready 👍']);
    view.write(Buffer.from('x'));
    expect(shown.join('')).toBe('ready 👍<U+200D>x');
  });
});

test('in a single line, newlines and tabs are shown as marks', () => {
  expect(safeLine('a\n\tb')).toBe('a␊␉b');
});

test('for any input, the output cannot control a terminal, and clean text is unchanged', () => {
  const live = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), text => {
      const shown = safeText(text);
      expect(shown).not.toMatch(live);
      expect(safeText(shown)).toBe(shown);
      if (!needsSafeText(text)) expect(shown).toBe(text);
    }),
  );
});
