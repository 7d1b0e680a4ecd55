/** `,` and `.` in the response: the past responses of a tab, one by one. */

import { topOverlay } from '../../../source/tui/overlays/open.js';
import type { Screen } from '../support.js';
import { answer, failed, pane, running, shown, status } from './pane.js';

const at = Date.UTC(2026, 0, 1, 14, 2);
/** Local time, as displayed. */
const two = (value: number): string => String(value).padStart(2, '0');
const clock = `${two(new Date(at).getHours())}:${two(new Date(at).getMinutes())}`;

/** Responses to as many runs, in order. */
function ran(...raw: readonly string[]): Screen {
  const screen = running('query One { hello }', { rows: 60 });
  screen.do({ type: 'connect/aged', now: at });
  for (const [index, text] of raw.entries()) answer(index === 0 ? screen : screen.press('ctrl+r'), text);
  screen.effects.length = 0;
  return screen;
}
const three = (): Screen => ran('{"n": 1}', '{"n": 2}', '{"n": 3}');
const heading = (screen: Screen): string => pane(screen)[0] ?? '';

test('the frame shows the number of the response, nothing is sent, and the texts are unchanged', () => {
  const screen = three().press(',');
  expect(shown(screen)).toEqual(['{', '  "n": 2', '}']);
  expect(heading(screen)).toContain(` 2 of 3, ${clock} `);
  screen.press(',');
  expect(shown(screen)).toEqual(['{', '  "n": 1', '}']);
  expect(heading(screen)).toContain(` 1 of 3, ${clock} `);
  expect(screen.press(',').notice).toBe('This is the oldest stored response.');
  screen.press('.', '.');
  expect(shown(screen)).toEqual(['{', '  "n": 3', '}']);
  expect(heading(screen)).not.toContain(' of 3');
  expect(screen.press('.').notice).toBe('This is the latest response.');
  expect(screen.query).toBe('query One { hello }');
  expect(screen.effects.filter(({ kind }) => kind === 'run')).toEqual([]);
});

test('status, headers and errors belong to the shown response', () => {
  const screen = answer(running('{ hello }'), '{"data": {"hello": null}, "errors": [{}]}', {
    status: 500,
    errors: [{ message: 'broken' }],
  });
  answer(screen.press('ctrl+r', '['), '{"data": {"hello": "x"}}');
  screen.press(',');
  expect(screen.state.response.errorCount).toBe(1);
  expect(screen.state.response.head?.status).toBe(500);
});

test('a failure is retained too, with its reason', () => {
  const screen = failed(three().press('ctrl+r'), 'Cannot connect.', 'Is it running?');
  screen.press(',');
  expect(shown(screen)).toContain('  "n": 3');
  screen.press('.');
  expect(shown(screen).join(' ')).toContain('Cannot connect.');
});

test('each tab has its own past responses', () => {
  const screen = three().press('ctrl+t');
  expect(screen.press('4', ',').notice).toBe('This tab has no earlier response.');
  screen.do({ type: 'query/edited', text: '{ hello }' });
  answer(screen.press('ctrl+r'), '{"other": true}');
  expect(screen.press('4', ',').notice).toBe('This is the only response.');
});

test('any two responses can be compared: the shown one with another, including those of another tab', () => {
  const screen = three().press(',', '=');
  expect(topOverlay(screen.state)).toMatchObject({
    title: 'Compare with',
    selected: 1,
    options: [{ label: 'One' }, { label: 'One, previous response' }],
  });
  screen.press('enter');
  expect(screen.state.response.shown?.comparison?.marks).toMatchObject([{ kind: 'changed', text: 'was 1' }]);
  screen.press('ctrl+t').do({ type: 'query/edited', text: '{ hello }' });
  answer(screen.press('ctrl+r'), '{"n": 4}').press('4', '=');
  expect(topOverlay(screen.state)).toMatchObject({
    options: [{ detail: expect.stringMatching(/, tab 1$/) }, {}, {}],
  });
});

test('a run started from an earlier response continues from the latest, and the filter stays while stepping', () => {
  const screen = three().press('f', 'alt+a').type('$.n').press('enter', ',');
  expect(shown(screen)).toEqual(['2']);
  expect(status(screen)).toMatch(/^\$\.n 1 value/);
  answer(screen.press('ctrl+r'), '{"n": 4}');
  expect(shown(screen)).toEqual(['4']);
  screen.press(',');
  expect(heading(screen)).toContain(' 3 of 4, ');
});

test('during a run, and on events, the keys give the reason why they do nothing', () => {
  const screen = three().press('ctrl+r');
  expect(screen.press(',').notice).toBe('Wait for the response first, or press Ctrl-C to stop it.');
});

test('it is possible to return to a stopped run', () => {
  const screen = three().press('ctrl+r');
  answer(screen, '{"n": "half"}', { partial: true }).press('ctrl+c', ',');
  expect(shown(screen)).toContain('  "n": 3');
  screen.press('.');
  expect(shown(screen)).toContain('  "n": "half"');
});

test('at 60x20 the frame still shows the number of the response', () => {
  const screen = running('query One { hello }', { columns: 60, rows: 20 });
  answer(screen, '{"n": 1}');
  answer(screen.press('ctrl+r'), '{"n": 2}').press(',');
  expect(heading(screen)).toMatch(/ 4 Response \[Body\] .* 1 of 2 /);
  expect(heading(screen)).not.toContain('…');
});
