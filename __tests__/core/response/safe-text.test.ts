import { safeLine, safeText } from '../../../source/core/response/safe-text.js';

test.each([
  ['\u001b]52;c;aGk=\u0007', '␛]52;c;aGk=␇'],
  ['a\u009b2Jb', 'a<U+009B>2Jb'],
  ['one\r\ntwo\rthree', 'one\ntwo␍three'],
  ['\u202eevil', '<U+202E>evil'],
])('%j is shown as %j', (raw, shown) => {
  expect(safeText(raw)).toBe(shown);
});

test('a one-line place shows newlines and tabs as marks', () => {
  expect(safeLine('a\n\tb')).toBe('a␊␉b');
});
