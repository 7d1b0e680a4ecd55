import fc from 'fast-check';
import { needsSafeText, safeLine, safeText } from '../../../source/core/response/safe-text.js';

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

test('joiners that belong to a script or an emoji stay', () => {
  expect(safeText('👨\u200d👩\u200d👧 می\u200cخواهم')).toBe('👨\u200d👩\u200d👧 می\u200cخواهم');
});

test('joiners in a row, or beside another mark, join nothing and are shown', () => {
  expect(safeText('本\u200d\u200d日')).toBe('本<U+200D><U+200D>日');
  expect(safeText('本\u200d\u202e')).toBe('本<U+200D><U+202E>');
});

test('a one-line place shows newlines and tabs as marks', () => {
  expect(safeLine('a\n\tb')).toBe('a␊␉b');
});

test('whatever comes, nothing that drives a terminal is left, and clean text is untouched', () => {
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
