import { cellWidth } from '../../../../source/core/text/cells.js';
import { layout } from '../../../../source/tui/layout.js';
import { answer, failed, inside, pane, running, settle, shown, status } from '../pane.js';

const body = '{"data":{"user":{"id":"1","posts":[{"title":"a"},{"title":null}]},"best":null},"n":12345678901234567890}';

test('a response is formatted, with its status, time and size below', () => {
  const screen = answer(running(), '{"data":{"a":1.0,"b":[],"c":"x"}}');
  expect(shown(screen)).toEqual(['{', '  "data": {', '    "a": 1.0,', '    "b": [],', '    "c": "x"', '  }', '}']);
  expect(status(screen)).toBe('200 · 184 ms · 33 B');
});

test('a 64-bit number is shown with all digits as received', () => {
  expect(shown(answer(running(), body).press('G'))).toContain('  "n": 12345678901234567890');
});

test('Enter folds a container into its count and opens it again', () => {
  const screen = answer(running(), body).press('j', 'j', 'enter');
  expect(shown(screen)[2]).toBe('    "user": { … 2 },');
  expect(shown(screen)[3]).toBe('    "best": null');
  screen.press('enter');
  expect(shown(screen)[3]).toBe('      "id": "1",');
});

test('h on a value goes to its parent, and h again folds that; l expands and goes to the first child', () => {
  const screen = answer(running(), body).press('j', 'j', 'j', 'h', 'h');
  expect(shown(screen)[2]).toBe('    "user": { … 2 },');
  screen.press('l', 'l');
  expect(screen.state.response.shown?.cursor).toBe(3);
});

test('a closing bracket folds its container', () => {
  const screen = answer(running(), body).press('G', 'k', 'k', 'enter');
  expect(shown(screen)).toEqual(['{', '  "data": { … 2 },', '  "n": 12345678901234567890', '}']);
});

test('- folds each element of a list, + opens all of them', () => {
  const screen = answer(running(), '[{"a":1},{"a":2},3]').press('-');
  expect(shown(screen)).toEqual(['[', '  { … 1 },', '  { … 1 },', '  3', ']']);
  screen.press('+');
  expect(shown(screen)).toHaveLength(9);
});

test('Enter on a value shows it in full, without escapes', () => {
  const screen = answer(running(), JSON.stringify({ text: 'line 1\nline 2 "quoted"' })).press('j', 'enter');
  expect(screen.state.overlays.at(-1)).toMatchObject({ kind: 'text', title: 'text', text: 'line 1\nline 2 "quoted"' });
});

test('errors are shown at the positions of their paths; data with errors is called partial', () => {
  const errors = [
    { message: 'not authorised', path: ['best'] },
    { message: 'boom', path: ['user', 'posts', 1, 'title'] },
    { message: 'general' },
  ];
  const screen = answer(running('{ hello }', { rows: 60 }), body, { errors });
  expect(shown(screen)).toContain('    "best": null  ◀ error 1: not authorised');
  expect(shown(screen)).toContain('          "title": null  ◀ error 2: boom');
  expect(status(screen)).toBe('200 · 184 ms · 104 B · partial data');
  expect(pane(screen)[0]).toContain('Errors 3');
});

test('an error below a null is shown at the null', () => {
  const screen = answer(running(), '{"data":{"n":1,"user":null}}', {
    errors: [{ message: 'gone', path: ['user', 'name'] }],
  });
  expect(shown(screen)[3]).toBe('    "user": null  ◀ error 1: gone');
});

test('a fold shows the number of hidden errors, and } opens it to show the next one', () => {
  const screen = answer(running(), body, { errors: [{ message: 'boom', path: ['user', 'posts', 1, 'title'] }] });
  screen.press('j', 'j', 'enter');
  expect(shown(screen)[2]).toBe('    "user": { … 2 },  ◀ 1 error inside');
  screen.press('}');
  expect(inside(screen).join('\n')).toContain('"title": null  ◀ error 1: boom');
  expect(screen.notice).toBe('error 1 of 1: boom');
});

test('} and { step through all errors of the body and wrap around', () => {
  const errors = [{ path: ['best'] }, { path: ['user', 'id'] }];
  const screen = answer(running(), body, { errors });
  const lines = ['}', '}', '}', '{'].map(key => screen.press(key).state.response.shown?.cursor);
  expect(lines[0]).toBe(3);
  expect(lines[1]).toBeGreaterThan(3);
  expect(lines[2]).toBe(lines[0]);
  expect(lines[3]).toBe(lines[1]);
});

test('the Errors tab lists them with path, position and code; Enter goes to the position in the body', () => {
  const error = { message: 'boom', path: ['best'], pathText: 'best', position: { line: 3, column: 5 }, code: 'BAD' };
  const screen = answer(running(), body, { errors: [error, { message: 'general' }] }).press(']');
  expect(shown(screen)).toEqual(['1 boom', '  at best; query line 3, column 5; code BAD', '2 general']);
  screen.press('enter');
  expect(screen.state.response.tab).toBe('body');
  expect(inside(screen).join('\n')).toContain('◀ error 1: boom');
});

test('a response without data is described as such', () => {
  const screen = answer(running(), '{"data":null}', { errors: [{}, {}] });
  expect(status(screen)).toBe('200 · 184 ms · 13 B · 2 errors, no data');
});

test('] and [ step through Body, Errors, Headers, Timing and Raw', () => {
  const screen = answer(running('{ hello }', { rows: 60 }), '{"a": 1.0}').press(']', ']');
  expect(shown(screen)).toEqual([
    'Response',
    'HTTP/1.1 200 OK',
    'Content-Type: application/json',
    'Request',
    'POST http://localhost/graphql',
    'Authorization: Bearer ••••',
  ]);
  screen.press(']');
  expect(shown(screen).map(line => line.replace(/ +/g, ' '))).toEqual([
    'connect 10 ms',
    'first byte 90 ms',
    'body 84 ms',
    'total 184 ms',
    'size 10 B',
  ]);
  screen.press(']');
  expect(shown(screen)).toEqual(['{"a": 1.0}']);
  screen.press(']', '[');
  expect(screen.state.response.tab).toBe('raw');
});

test('a failure is shown in full with its hint, wrapped, above the received body', () => {
  const text = 'The server answered 502 Bad Gateway with a text/html body, which is no GraphQL response.';
  const screen = failed(running('{ hello }', { columns: 80 }), text, 'Is this the path?', '<h1>\nBad gateway');
  const lines = inside(screen);
  expect(lines.join(' ').replace(/ +/g, ' ')).toContain(`${text} Is this the path? <h1> Bad gateway`);
  expect(status(screen)).toBe('failed · 5.0 ms · 16 B');
});

test('control and direction characters of a body are shown as marks', () => {
  const screen = answer(running(), '{"a":"\u009b31m\u202e\u200b","\u2028":1}');
  expect(shown(screen)[1]).toBe('  "a": "<U+009B>31m<U+202E><U+200B>",');
  expect(pane(screen).join('\n')).not.toMatch(/[\u0080-\u009f\u202e\u200b\u2028]/);
});

test('long lines end in … and scroll to both ends, with … for text scrolled out on the left', () => {
  const screen = answer(running(), JSON.stringify({ long: 'abc '.repeat(100), short: 1 }));
  expect(inside(screen)[1]).toMatch(/^ {2}"long": "abc .*…$/);
  screen.press('$');
  expect(inside(screen)[1]).toMatch(/^….*abc ",$/);
  expect(inside(screen)[2]).toBe('…');
  screen.press('0');
  expect(inside(screen)[1]).toMatch(/^ {2}"long"/);
});

test('every line is as wide as the pane, whatever the body contains', () => {
  const odd = { 日本語: '漢字'.repeat(60), '👩‍👩‍👧‍👦': 'e\u0301'.repeat(80), tab: 'a\tb' };
  for (const columns of [120, 99, 80, 60, 41]) {
    const screen = answer(running('{ hello }', { columns }), JSON.stringify(odd), { errors: [{ path: ['tab'] }] });
    for (const key of ['j', 'right', 'right', '$', '-'])
      expect(widths(screen.press(key))).toEqual([layout(screen.state).panes.response?.width]);
  }
});

/** The distinct widths of the pane's lines, in cells. */
function widths(screen: ReturnType<typeof running>): number[] {
  return [...new Set(pane(screen).map(line => cellWidth(line)))];
}

test('@defer extends the response in place: folds stay folded, and the cursor stays on its value', () => {
  const screen = answer(running(), '{"data":{"a":{"x":1},"b":2}}', { partial: true });
  expect(status(screen)).toContain('receiving');
  screen.press('j', 'j', 'enter', 'j');
  expect(shown(screen)).toEqual(['{', '  "data": {', '    "a": { … 1 },', '    "b": 2', '  }', '}']);
  answer(screen, '{"data":{"new":{"y":1},"a":{"x":1,"z":2},"b":2}}');
  expect(shown(screen)).toEqual([
    '{',
    '  "data": {',
    '    "new": {',
    '      "y": 1',
    '    },',
    '    "a": { … 2 },',
    '    "b": 2',
    '  }',
    '}',
  ]);
  expect(inside(screen)[(screen.state.response.shown?.cursor ?? 0) - 3]).toBe('    "b": 2');
});

test('during the next run, the earlier response stays visible, and is marked as such', () => {
  const screen = answer(running(), '{"data":{"a":1}}').press('ctrl+r');
  expect(shown(screen)).toContain('    "a": 1');
  expect(status(screen)).toBe('sending… · Ctrl-C: stop · showing the earlier response');
  answer(screen, '{"data":{"a":2}}');
  expect(shown(screen)).toContain('    "a": 2');
  expect(status(screen)).not.toContain('earlier');
});

test('a text of megabytes is read between frames; its errors are marked once it is read', () => {
  const items = Array.from({ length: 60_000 }, (_, id) => ({ id, name: `name ${id}` }));
  const raw = JSON.stringify({ data: { items } });
  const screen = running();
  const id = screen.state.response.runId ?? 0;
  const errors = [{ message: 'late', line: 'late', path: ['items', 59_999, 'name'] }];
  screen.do({
    type: 'response/result',
    id,
    raw,
    data: 'present',
    errors,
    errorCount: 1,
    bytes: raw.length,
    tookMs: 1,
    timing: {},
    partial: false,
  });
  expect(screen.state.response.shown?.source.complete).toBe(false);
  expect(screen.effects).toContainEqual(expect.objectContaining({ kind: 'later' }));
  settle(screen);
  expect(screen.state.response.shown?.source.complete).toBe(true);
  screen.press('}');
  expect(shown(screen).join('\n')).toContain('"name": "name 59999"  ◀ error 1: late');
});

test('a click on a tab opens it, a click on a row selects it, and another one folds it', () => {
  const screen = answer(running(), body);
  const rect = layout(screen.state).panes.response ?? { x: 0, y: 0 };
  const mouse = { kind: 'mouse', button: 'left', shift: false, alt: false, ctrl: false } as const;
  const click = (column: number, row: number) => {
    const cell = { column: rect.x + column, row: rect.y + row };
    screen.send({ ...mouse, action: 'press', ...cell }).send({ ...mouse, action: 'release', ...cell });
  };
  click((pane(screen)[0] ?? '').indexOf('Timing'), 0);
  expect(screen.state.response.tab).toBe('timing');
  click((pane(screen)[0] ?? '').indexOf('Body'), 0);
  click(4, 3);
  expect(screen.state.response.shown?.cursor).toBe(2);
  click(4, 3);
  expect(shown(screen)[2]).toBe('    "user": { … 2 },');
});

test('after the screen has shrunk, the cursor is still visible', () => {
  const screen = answer(running('{ hello }', { rows: 60 }), body).press('G');
  screen.do({ type: 'app/resize', columns: 120, rows: 20 });
  expect(inside(screen).at(-1)).toBe('}');
});

test('on narrow screens, the tabs have short names, and then only the open one is named', () => {
  const title = (columns: number): string => {
    const screen = answer(running('{ hello }', { columns }), body, { errors: [{ path: ['best'] }] });
    return /Response (.*?) *[━┓]/.exec(pane(screen)[0] ?? '')?.[1] ?? '';
  };
  expect(title(120)).toBe('[Body] Errors 1  Headers  Timing  Raw');
  expect(title(80)).toBe('[Body] Err 1 Head Time Raw');
  expect(title(60)).toBe('[Body] 1 of 5');
});

test('if there is little room, an error is reduced to its number, after the value', () => {
  const errors = [{ message: 'a very long message that nobody can read here', path: ['best'] }];
  const screen = answer(running('{ hello }', { columns: 60 }), '{"data":{"n":1,"best":null}}', { errors });
  expect(shown(screen)[3]).toMatch(/^ {4}"best": null {2}◀ error 1/);
});

test('the list of errors is folded at first, as each error is shown in the data; once opened, it stays open', () => {
  const raw = '{"errors":[{"message":"no","path":["a"]}],"data":{"a":null,"b":1}}';
  const errors = [{ message: 'no', path: ['a'] }];
  const screen = answer(running(), raw, { errors });
  expect(shown(screen).slice(1, 4)).toEqual(['  "errors": [ … 1 ],', '  "data": {', '    "a": null,  ◀ error 1: no']);
  screen.press('j', 'enter', 'ctrl+r');
  answer(screen, raw, { errors });
  expect(shown(screen)[1]).toBe('  "errors": [');
  const without = answer(running(), '{"errors":[{"message":"no"}],"data":null}', { errors });
  // The errors come first, because the response contains nothing else.
  expect(without.state.response.tab).toBe('errors');
  expect(shown(without.press('['))[1]).toBe('  "errors": [');
});
