/** A pasted text whose tree has many rows. */
import { Screen } from '../../support.js';

test('a pasted megabyte of fields on one line is handled like any text', () => {
  const text = `{ ${'hello '.repeat(170_000)}}`;
  const screen = new Screen().press('2', 'i').send({ kind: 'paste', text });
  expect(screen.query).toBe(text);
  expect(screen.press('escape').state.schema.rows.length).toBeGreaterThan(170_000);
});
