import { footerKeys } from '../../../source/tui/app/footer.js';
import { graphqlKeys } from '../../../source/tui/app/http-keys.js';
import { keyTable } from '../../../source/tui/app/key-table.js';
import { chordLabel } from '../../../source/tui/components/key-labels.js';
import { keyEntries } from '../../../source/tui/overlays/key-entries.js';
import { rankedCommands } from '../../../source/tui/overlays/palette.js';
import { answer, running } from '../response/pane.js';
import { Screen } from '../support.js';

test('no key has two meanings in one context', () => {
  const seen = new Map<string, string>();
  for (const binding of keyTable) {
    for (const where of typeof binding.where === 'string' ? [binding.where] : binding.where) {
      for (const key of binding.keys) {
        expect([`${where} ${key}`, seen.get(`${where} ${key}`)]).toEqual([`${where} ${key}`, undefined]);
        seen.set(`${where} ${key}`, binding.id);
      }
    }
  }
});

test('IDs are unique, and every binding has a label and help', () => {
  expect(new Set(keyTable.map(each => each.id)).size).toBe(keyTable.length);
  for (const each of keyTable) expect(each.help).toMatch(/^[A-Z$].*\.$/);
});

test('no key is bound that tmux, screen, flow control or terminals use', () => {
  const taken = ['ctrl+b', 'ctrl+a', 'ctrl+s', 'ctrl+q', 'ctrl+h', 'ctrl+i', 'ctrl+j', 'ctrl+m', 'ctrl+['];
  expect(keyTable.flatMap(each => each.keys).filter(key => taken.includes(key))).toEqual([]);
});

test('Alt and function keys are only aliases', () => {
  const only = keyTable.filter(
    each => each.keys.length > 0 && each.keys.every(key => /^(alt\+|f\d)/.test(key)) && !each.id.startsWith('focus.'),
  );
  expect(only.map(each => each.id)).toEqual([]);
});

test('the footer shows the keys of the pane, and different ones while editing', () => {
  const screen = new Screen();
  expect(footerKeys(screen.state).map(each => each.label)).toEqual(
    expect.arrayContaining(['tick', 'open/edit', 'run', 'help', 'quit']),
  );
  screen.press('2', 'i');
  expect(footerKeys(screen.state).map(each => each.label)).toEqual(expect.arrayContaining(['done', 'run']));
  expect(footerKeys(screen.state).map(each => each.label)).not.toContain('quit');
});

test('help and palette contain every command', () => {
  const help = keyEntries(keyTable, false).map(each => each.help);
  for (const each of keyTable) if (each.quiet !== true) expect(help).toContain(each.help);
  expect(rankedCommands('', new Screen().state)).toHaveLength(
    graphqlKeys(keyTable).filter(each => each.quiet !== true).length,
  );
});

test('the palette finds a command by its label and runs it in its pane', () => {
  const screen = new Screen().press('4', ':').type('only ticked').press('enter');
  expect(screen.state.schema.onlyTicked).toBe(true);
  expect(screen.state.focus).toBe('schema');
  expect(screen.state.overlays).toEqual([]);
});

test('letters are text while editing, and commands otherwise', () => {
  const screen = new Screen().press('2', 'i').type('q?:g');
  expect(screen.query).toBe('q?:g');
  expect(screen.quits).toEqual([]);
  screen.press('escape', '1');
  expect(screen.state.focus).toBe('schema');
});

test('q quits immediately if no text would be lost', () => {
  expect(new Screen().press('q').quits).toMatchObject([{ kind: 'quit', code: 0 }]);
});

test('Ctrl-C asks for confirmation, which any other key cancels', () => {
  const screen = new Screen().press('ctrl+c');
  expect(screen.notice).toMatch(/again/);
  screen.press('j', 'ctrl+c');
  expect(screen.quits).toEqual([]);
  screen.press('ctrl+c');
  expect(screen.quits).toMatchObject([{ kind: 'quit', code: 0 }]);
});

test('Esc never quits and never discards', () => {
  const screen = new Screen().press('2', 'i').type('{ hello').press('escape', 'escape', 'escape');
  expect(screen.query).toBe('{ hello}');
  expect(screen.quits).toEqual([]);
});

test('pasted text is never keys', () => {
  const screen = new Screen().send({ kind: 'paste', text: 'q\nq' });
  expect(screen.quits).toEqual([]);
  expect(screen.notice).toMatch(/paste/);
  screen.press('2', 'i').send({ kind: 'paste', text: '{\n  hello\n}' });
  expect(screen.query).toBe('{\n  hello\n}');
});

test('the first key of a pair waits for the second, and any other key cancels it', () => {
  const screen = new Screen().press('j', 'j', 'g');
  expect(screen.state.prefix).toBe('g');
  screen.press('j');
  expect(screen.state.prefix).toBeUndefined();
  expect(screen.state.schema.cursor).toBe(3);
});

test('below 40x10 q still quits', () => {
  expect(new Screen({ columns: 30, rows: 8 }).press('q').quits).toMatchObject([{ kind: 'quit', code: 0 }]);
});

test('a click focuses, a click on the box ticks, and the wheel scrolls', () => {
  const screen = new Screen();
  const at = screen.names.indexOf('hello');
  const mouse = { kind: 'mouse', button: 'left', ctrl: false, alt: false, shift: false } as const;
  screen.send({ ...mouse, action: 'press', column: 7, row: 2 + at });
  expect(screen.query).toContain('hello');
  screen.send({ ...mouse, action: 'press', column: 80, row: 5 });
  expect(screen.state.focus).toBe('query');
});

test.each([
  ['ctrl+r', 'Ctrl-R'],
  ['alt+enter', 'Alt-Enter'],
  ['g g', 'g g'],
  ['f5', 'F5'],
  ['+', '+'],
  ['shift+tab', 'Shift-Tab'],
])('%s is displayed as %s', (chord, label) => {
  expect(chordLabel(chord)).toBe(label);
});

test('a quick Esc and a key in one read both take effect', () => {
  const screen = new Screen({ query: '{ hello }' }).press('2', 'i', 'alt+q');
  expect(screen.state.editing).toBe(false);
  expect(screen.query).toBe('{ hello }');
  expect(screen.quits).toMatchObject([{ kind: 'quit', code: 0 }]);
  expect(new Screen({ query: 'one two' }).press('2', 'i', 'ctrl+end', 'alt+b').state.editing).toBe(true);
});

test('a quick Esc and Ctrl-R, which arrive as one key with Ctrl and Alt, end editing and run', () => {
  const screen = new Screen({ query: '{ hello }' }).press('2', 'i', 'ctrl+alt+r');
  expect(screen.state.editing).toBe(false);
  expect(screen.asked).toContainEqual(expect.objectContaining({ kind: 'run' }));
});

test('if there is nothing to accept, Enter closes the box, and the footer shows that', () => {
  const help = new Screen().press('?');
  expect(labels(help)).toContain('close');
  expect(labels(help)).not.toContain('use');
  expect(help.press('enter').state.overlays).toEqual([]);
  const docs = new Screen().press('j', 'K');
  expect(labels(docs)).not.toContain('use');
  expect(docs.press('enter').state.overlays).toEqual([]);
});

const labels = (screen: Screen): readonly string[] => footerKeys(screen.state).map(each => each.label);

test('the footer labels Enter with its effect in the response', () => {
  const enter = (screen: Screen): string | undefined =>
    footerKeys(screen.state).find(each => each.id === 'response.enter')?.label;
  expect(enter(new Screen().press('4'))).toBeUndefined();
  const body = answer(running(), '{ "data": { "hello": [ { "a": 1 } ] } }', { errors: [{}], partial: true });
  expect(enter(body)).toBe('fold');
  expect(enter(body.press('j', 'j', 'j', 'j'))).toBe('show all');
  expect(enter(body.press('t'))).toBe('leave the table');
  expect(labels(body)).toContain('sort');
  expect(enter(body.press('t', ']'))).toBe('go to');
});

test('the footer only offers what exists: recent endpoints, matches', () => {
  const asked = new Screen({ sdl: null, url: undefined as never }).do({ type: 'connect/ask' });
  expect(labels(asked)).not.toContain('recent endpoints');
  asked.do({ type: 'connect/recent', urls: ['http://localhost/graphql'] });
  expect(labels(asked)).toContain('recent endpoints');
  expect(labels(asked)).not.toContain('back');
  expect(labels(new Screen().press('E'))).toContain('back');
  expect(labels(new Screen().press('M'))).toContain('use');
  expect(labels(new Screen().press('/').type('hello'))).toContain('go to match');
  expect(labels(new Screen().press('/').type('zzzzqx'))).not.toContain('go to match');
});
