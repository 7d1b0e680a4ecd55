/** Very long untrusted text: the displayed part is limited, followed by the length of the rest. */
import { wrapText } from '../../../source/core/text/wrap.js';
import { noticeLines } from '../../../source/tui/app/footer.js';
import { answer, running, shown } from '../response/pane.js';
import { plain, theme } from '../support.js';

const long = 'all work and no play '.repeat(100_000);

test('lines are made from the beginning, whatever follows', () => {
  const word = 'x'.repeat(5_000_000);
  expect(wrapText(word, 10, 3)).toEqual(['x'.repeat(10), 'x'.repeat(10), 'x'.repeat(10)]);
  expect(wrapText(`a ${word}`, 4, 2)).toEqual(['a', 'xxxx']);
  expect(wrapText(`${'é🎉'.repeat(1_000_000)}`, 6, 2)).toEqual(['é🎉é🎉', 'é🎉é🎉']);
  expect(wrapText(long, 21, 2000)).toHaveLength(2000);
});

test('a notice that does not fit ends in an ellipsis', () => {
  const lines = plain(noticeLines({ text: long, tone: 'error' }, 40, theme));
  expect(lines).toHaveLength(4);
  expect(lines.at(-1)).toMatch(/…\s*$/);
  expect(plain(noticeLines({ text: 'short', tone: 'info' }, 10, theme))).toEqual([' short    ']);
});

test('the errors tab shows the length of a message, and Enter shows its beginning and how to see the rest', () => {
  const screen = answer(running(), '{"data":null}', { errors: [{ message: long, line: long }] });
  expect(shown(screen).join('\n')).toContain('… 2,100,000 characters in total, all in Raw.');
  screen.press('enter');
  const top = screen.state.overlays.at(-1);
  expect(top).toMatchObject({ kind: 'text', text: expect.stringMatching(/^… 2,040,000 more characters .* save it/) });
  expect(top?.kind === 'text' && top.text.length).toBeLessThan(61_000);
});

test('y still copies the full message', () => {
  const screen = answer(running(), '{"data":null}', { errors: [{ message: long, line: long }] }).press('y');
  expect(screen.effects.at(-1)).toMatchObject({ kind: 'copy', text: long });
});
