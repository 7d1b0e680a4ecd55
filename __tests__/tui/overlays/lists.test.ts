/** Lists of choices: typing narrows them, matches are marked, a page is the visible part, and the selection is preserved. */

import { keyTable } from '../../../source/tui/app/key-table.js';
import { overlayKinds } from '../../../source/tui/app/overlay-kinds.js';
import { kindOf } from '../../../source/tui/overlays/kind.js';
import { overlayRect } from '../../../source/tui/overlays/layout.js';
import { topOverlay } from '../../../source/tui/overlays/open.js';
import { idsWithNames } from '../../../source/tui/overlays/other-names.js';
import { plain, Screen } from '../support.js';

const many = Array.from({ length: 779 }, (_, at) => `V_${String(at).padStart(3, '0')}`);
const sdl = `type Query { pick(code: Code!): Int } enum Code { ${many.join(' ')} "Swiss money." CHF }`;

const boxOf = (screen: Screen) => {
  const top = topOverlay(screen.state);
  if (top === undefined) throw new Error('No box is open.');
  const rect = overlayRect(screen.state, top, overlayKinds);
  const content = kindOf(overlayKinds, top).draw(top, screen.state, { width: rect.width - 2, height: rect.height - 2 });
  return { rect, styled: content.lines, lines: plain(content.lines), scroll: content.scroll };
};
const chosen = (screen: Screen): number => {
  const top = topOverlay(screen.state);
  return top !== undefined && 'selected' in top ? top.selected : -1;
};

const picker = (): Screen => new Screen({ sdl }).press('j', 'space', 'l', 'j', 'enter');

test('an enum of 779 values: three letters and Enter choose one, without cursor keys', () => {
  const screen = picker().type('chf');
  expect(boxOf(screen).lines.filter(line => line.trim() !== '')).toEqual([
    expect.stringMatching(/^ chf\s*$/),
    expect.stringMatching(/^ CHF {4}Swiss money\.\s*$/),
  ]);
  screen.press('enter');
  expect(JSON.parse(screen.variables)).toEqual({ code: 'CHF' });
});

test("matches are marked, even on the cursor's row", () => {
  const { styled } = boxOf(picker().type('77'));
  expect(styled.some(line => line.includes('\u001b[1;30;43m77\u001b[0m'))).toBe(true);
  expect(styled.filter(line => line.includes('\u001b[30;43m77\u001b[0m')).length).toBeGreaterThan(5);
});

test('a page is the visible part, and the box is as tall as the screen allows', () => {
  const screen = picker();
  const { rect } = boxOf(screen);
  expect(rect.height).toBe(36);
  const before = chosen(screen);
  screen.press('pagedown');
  expect(chosen(screen) - before).toBe(rect.height - 4);
  expect(chosen(screen.press('pageup'))).toBe(before);
});

test('clearing a filter leaves its selected entry selected', () => {
  const screen = picker().type('v_500').press('ctrl+u');
  expect(chosen(screen)).toBe(500);
  expect(boxOf(screen).lines.join('\n')).toContain('V_500');
});

test('a filter without matches reports it, and Enter chooses nothing', () => {
  const screen = picker();
  const before = screen.query;
  screen.type('zzz').press('enter');
  expect(boxOf(screen).lines.join('\n')).toContain('No matching entries.');
  expect(screen.query).toBe(before);
});

test('a short list has no field until something is typed', () => {
  const open = new Screen().press('M');
  expect(boxOf(open).lines).toHaveLength(5);
  expect(boxOf(open.type('ext')).lines[0]).toMatch(/^ ext/);
});

test('names and explanations are two columns', () => {
  const { lines } = boxOf(new Screen().press('M'));
  const columns = lines.map(line => line.search(/(?:now|persisted) /));
  expect(new Set(columns).size).toBe(1);
});

test('the end of a long help is its last page: one up selects the key above', () => {
  const screen = new Screen({ rows: 24 }).press('?');
  screen.press(...Array.from({ length: 60 }, () => 'pagedown'));
  const selected = (): number => {
    const top = topOverlay(screen.state);
    return top?.kind === 'help' ? top.selected : Number.NaN;
  };
  const last = selected();
  screen.press('down');
  expect(selected()).toBe(last);
  screen.press('up');
  expect(selected()).toBe(last - 1);
});

test.each([
  ['prettify', 'format'],
  ['beautify', 'format'],
  ['refetch', 'refresh schema'],
  ['merge fragments', 'fragment'],
  ['inline', 'fragment'],
  ['autofill', 'fill missing'],
  ['environment', 'switch environment'],
  ['collection', 'open file'],
  ['theme', 'theme'],
  ['clipboard', 'copy'],
  ['disconnect', 'change endpoint'],
  ['schema.tick', 'tick'],
])('palette and help find %j', (typed, label) => {
  expect(boxOf(new Screen().press(':').type(typed)).lines.slice(2, 5).join('\n')).toContain(label);
  expect(boxOf(new Screen().press('?').type(typed)).lines.join('\n')).not.toContain('No matching keys');
});

test('every command with alternative names exists', () => {
  const ids = new Set(keyTable.map(({ id }) => id));
  expect(idsWithNames.filter(id => !ids.has(id))).toEqual([]);
});

test('a theme is previewed while it is marked; Enter saves it with a notice, Esc restores the old one', () => {
  const screen = new Screen().press(':').type('dark mode').press('enter');
  const name = () => screen.state.settings.theme.name;
  expect(boxOf(screen).lines.join('\n')).toMatch(/dark +terminal palette, dark[\s\S]*high-contrast/);
  screen.press('down', 'down', 'down', 'down');
  expect(name()).toBe('gruvbox');
  expect(screen.notice).toBeUndefined();
  screen.press('escape');
  expect(name()).toBe('dark');
  screen.press(':').type('dark mode').press('enter').type('contr');
  expect(name()).toBe('high-contrast');
  screen.press('enter');
  expect(name()).toBe('high-contrast');
  expect(screen.notice).toContain('remembered');
});

test('operations are found by typing; keys rename, add and delete them', () => {
  const query = 'query Alpha { hello } query Beta { hello } query Gamma { hello }';
  const screen = new Screen({ query }).press('2', 'o').type('gam').press('enter');
  expect(screen.state.query.active).toBe(2);
  expect(new Screen({ query }).press('2', 'o').type('bet').press('delete').query).not.toContain('Beta');
});

test('history and saved files show time, server and outcome', () => {
  const at = new Date(2026, 2, 4, 5, 6).getTime();
  const run = {
    at,
    url: 'https://api.example:8443/graphql',
    kind: 'query',
    query: '{ hello }',
    variables: '',
    outcome: '200',
    took: 1,
  } as const;
  const history = new Screen({ columns: 140 }).do({ type: 'history/open' }, { type: 'history/read', entries: [run] });
  expect(boxOf(history).lines.join('\n')).toMatch(/03-04 05:06 {2}query {2}\{ hello \} +api\.example:8443 {2}200/);
  const entry = { path: 'a.graphql', text: '{ hello }', operations: [], comment: '', lastRun: run };
  const saved = new Screen({ columns: 140 }).do({ type: 'saved/open' }, { type: 'saved/read', entries: [entry] });
  expect(boxOf(saved).lines.join('\n')).toMatch(/a\.graphql .*03-04 05:06 {2}api\.example:8443 {2}200/);
});

test('in a prompt, j and k go down and up, and a letter that begins an answer is typed', () => {
  const ask = (): Screen => new Screen().do({ type: 'response/exists', path: 'a.json' });
  expect(chosen(ask().press('j'))).toBe(1);
  expect(chosen(ask().press('j', 'k'))).toBe(0);
  const typed = ask().press('o', 'j');
  expect(boxOf(typed).lines.join('\n')).toContain(' oj');
});
