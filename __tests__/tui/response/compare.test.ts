/** `=` in the response: differences from an earlier response, marked in its tree. */

import { layout } from '../../../source/tui/layout.js';
import { topOverlay } from '../../../source/tui/overlays/open.js';
import { responsePaneLines } from '../../../source/tui/response/view.js';
import { plain, Screen, theme } from '../support.js';
import { answer, running } from './pane.js';

const first = '{"data": {"user": {"id": 1, "name": "Ada", "old": true}, "list": [1, 2, 3]}}';
const second = '{"data": {"list": [1, 3], "user": {"name": "Grace", "id": 1.0, "new": null}}}';

/** Two responses, with the second one visible. */
function twice(one = first, two = second): Screen {
  const screen = answer(running('query One { hello }'), one);
  return answer(screen.press('ctrl+r'), two);
}
const shown = ({ state }: Screen): string => {
  const { response, settings } = state;
  const rect = layout(state).panes.response;
  if (rect === undefined) throw new Error('no pane');
  return plain(
    responsePaneLines({ response, rect, theme: settings.theme ?? theme, focused: true, outdated: '' } as never),
  ).join('\n');
};
const compared = (screen: Screen): Screen => screen.press('=', 'enter');

test('= lists the past responses, and marks changed, added and removed values, whatever the order of members', () => {
  const screen = twice().press('=');
  expect(topOverlay(screen.state)).toMatchObject({
    title: 'Compare with',
    options: [{ label: 'One, previous response', detail: expect.stringContaining('localhost/graphql, 200, 184 ms') }],
  });
  screen.press('enter');
  const { comparison, source } = screen.state.response.shown ?? {};
  const marks = comparison?.marks.map(({ line, kind, text }) => [
    source?.text.slice(...(source.parts(line).key ?? [0, 0])),
    kind,
    text,
  ]);
  expect(marks).toEqual(
    [
      ['"list"', 'removed', 'removed: [1] 2'],
      ['"name"', 'changed', 'was "Ada"'],
      ['"new"', 'added', 'new'],
    ].toSpliced(1, 0, ['"user"', 'removed', 'removed: old true']),
  );
  expect(screen.notice).toBe('4 differences. Press n or N to step through them, Esc to leave.');
});

test('of a long text, the part that differs is shown', () => {
  const at = (time: string): string => `{"at": "2026-11-28T17:50:${time}Z", "token": "${'x'.repeat(300)}${time}"}`;
  const screen = compared(answer(answer(running(), at('54')).press('ctrl+r'), at('55')));
  const texts = screen.state.response.shown?.comparison?.marks.map(({ text }) => text);
  expect(texts).toEqual(['was "…T17:50:54Z"', 'was "…xxxxxxx54"']);
});

test('n and N step through the differences and wrap around; Esc removes the marks, and so does the next response', () => {
  const screen = compared(twice());
  const line = (): number | undefined => screen.state.response.shown?.cursor;
  const lines = screen.state.response.shown?.comparison?.marks.map(mark => mark.line) ?? [];
  expect(line()).toBe(lines[0]);
  screen.press('n');
  expect(line()).toBe(lines[1]);
  screen.press('N', 'N');
  expect(line()).toBe(lines.at(-1));
  screen.press('escape');
  expect(screen.state.response.shown?.comparison).toBeUndefined();
  compared(screen);
  expect(screen.state.response.shown?.comparison).toBeDefined();
  answer(screen.press('ctrl+r'), first);
  expect(screen.state.response.shown?.comparison).toBeUndefined();
});

test('equal responses are reported; without another response, and for text that is not JSON, the key gives the reason', () => {
  expect(compared(twice(first, first.replaceAll(' ', ''))).notice).toBe('No differences.');
  expect(answer(running(), first).press('=').notice).toBe('No other response yet. Run again, here or in another tab.');
  expect(new Screen().press('4', '=').notice).toBe('Only a JSON response can be compared.');
});

test('the last ten responses are retained, and long ones replace others by their size in bytes', () => {
  const screen = answer(running('query One { hello }'), first);
  for (const n of Array.from({ length: 12 }).keys()) answer(screen.press('ctrl+r'), `{"data": ${n}}`);
  expect(screen.state.past.map(({ text }) => text)).toEqual(
    Array.from({ length: 10 }, (_, at) => `{"data": ${11 - at}}`),
  );
  const long = (fill: string): string => JSON.stringify({ data: fill.repeat(3_500_000) });
  for (const fill of ['a', 'b', 'ж', 'я']) answer(screen.press('ctrl+r'), long(fill));
  expect(screen.state.past.map(({ text }) => text[9])).toEqual(['я', 'ж']);
});

test('text from the server in a mark cannot reach the terminal unsanitized', () => {
  const screen = compared(twice('{"data": "\u009b2J\u202e"}', '{"data": "x"}'));
  expect(shown(screen)).toContain('was');
  expect(shown(screen)).not.toMatch(/[\u009b\u202e]/);
});
