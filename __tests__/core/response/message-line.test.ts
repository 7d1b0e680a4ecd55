import { messageLine } from '../../../source/core/response/message-line.js';

test('a message is one line without control characters', () => {
  expect(messageLine('a\nb\x1b[2J')).toBe('a␊b␛[2J');
});

test('the middle of an overlong text is left out, with the number of omitted characters', () => {
  const line = messageLine(`The host ${'h'.repeat(200_000)} does not answer.`);
  expect(line.length).toBeLessThan(4100);
  expect(line).toMatch(/^The host hhh.*… \(\d+ characters omitted\) …h+ does not answer\.$/);
});
