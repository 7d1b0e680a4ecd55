import { messageLine } from '../../../source/core/response/message-line.js';

test('a message is one line without control characters', () => {
  expect(messageLine('a\nb\x1b[2J')).toBe('a␊b␛[2J');
});

test('of a text that nobody reads the middle is left out, and how much of it is told', () => {
  const line = messageLine(`The host ${'h'.repeat(200_000)} does not answer.`);
  expect(line.length).toBeLessThan(4100);
  expect(line).toMatch(/^The host hhh.*… \(\d+ characters left out\) …h+ does not answer\.$/);
});
