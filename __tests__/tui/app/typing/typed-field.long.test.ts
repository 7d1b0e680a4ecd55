/** Fields using the input of Ink's package: no input is lost, and drawing is unchanged. */
import { render } from 'ink';
import { createElement } from 'react';
import { textOf } from '../../../../source/core/text/editor.js';
import { reduce } from '../../../../source/tui/app/reduce.js';
import { createKeyboard } from '../../../../source/tui/app/typing/keyboard.js';
import { typedField } from '../../../../source/tui/app/typing/typed-field.js';
import { App } from '../../../../source/tui/app/view.js';
import type { Action } from '../../../../source/tui/model/action.js';
import type { Effect } from '../../../../source/tui/model/effect.js';
import type { State } from '../../../../source/tui/model/state.js';
import { createStore, type Store } from '../../../../source/tui/store.js';
import type { InputEvent } from '../../../../source/tui/terminal/events.js';
import { createFieldInput, createSink } from '../../../../source/tui/terminal/sink.js';
import { Screen } from '../../support.js';

const open: (() => void)[] = [];
afterEach(() => {
  for (const end of open.splice(0)) end();
});

/** The screen as drawn by the program. Without a target, no field component is drawn. */
function draw(store: Store<State, Action>, heard: boolean) {
  let frame = '';
  const sink = createSink(100, 30, next => {
    frame = next;
  });
  const input = createFieldInput();
  const keyboard = createKeyboard(store, text => input.feed(text));
  const ink = render(createElement(App, heard ? { store, target: keyboard } : { store }), {
    stdout: sink as unknown as NodeJS.WriteStream,
    stdin: input as unknown as NodeJS.ReadStream,
    debug: true,
    patchConsole: false,
    exitOnCtrlC: false,
  });
  open.push(() => ink.unmount());
  return { keyboard, frame: () => frame };
}

function start(state: State = new Screen({ query: '{ hello }', columns: 100, rows: 30 }).state) {
  const store = createStore<State, Action, Effect>({ initial: state, reduce, perform: () => {}, frameMs: 5 });
  const { keyboard, frame } = draw(store, true);
  const without = draw(store, false);
  return { store, frame, without: without.frame, take: (events: readonly InputEvent[]) => keyboard.take(events) };
}

const keys = (...chords: readonly string[]): InputEvent[] =>
  chords.map(chord => {
    const text = chord === 'space' ? ' ' : [...chord].length === 1 ? chord : undefined;
    return { kind: 'key', chord, ...(text === undefined ? {} : { text }) };
  });
const letters = (text: string): InputEvent[] => keys(...[...text].map(each => (each === ' ' ? 'space' : each)));
/** React draws and listens in separate tasks. */
async function drawn(): Promise<void> {
  for (let task = 0; task < 4; task++) await new Promise(resolve => setImmediate(resolve));
}
const fieldOf = (store: Store<State, Action>): string | undefined => {
  const field = typedField(store.getState())?.field;
  return field && textOf(field);
};

const burst = Array.from({ length: 200 }, (_, index) => String.fromCharCode(97 + (index % 26))).join('');

test.each([
  ['the palette', [':']],
  ['the help', ['?']],
  ['a search in the schema', ['/']],
  ['a file name', ['w', 'ctrl+u']],
  ['a search in the query', ['2', '/']],
  ['what replaces it', ['2', '/', 'h', 'tab']],
  ['another URL', ['E', 'ctrl+u']],
] as const)('200 letters in one read arrive completely in %s, after the keys that open it', async (_what, before) => {
  const { store, take, frame, without } = start();
  take([...keys(...before), ...letters(burst)]);
  await drawn();
  expect(fieldOf(store)).toBe(burst);
  expect(frame()).toBe(without());
});

test('200 letters arrive completely in separate reads', async () => {
  const { store, take } = start();
  take(keys(':'));
  for (const letter of letters(burst)) take([letter]);
  await drawn();
  expect(fieldOf(store)).toBe(burst);
});

test('words, undo and moves in between take effect in the order typed', async () => {
  const { store, take, frame, without } = start();
  const events: readonly InputEvent[] = [
    ...keys(':'),
    ...letters('one two'),
    ...keys('ctrl+w'),
    ...letters('three'),
    ...keys('ctrl+left', 'left', 'left'),
    ...letters('日本 '),
    ...keys('home'),
    ...letters('x'),
    { kind: 'paste', text: '[y\nz]' },
    ...keys('end'),
    ...letters('!'),
    ...keys('backspace', 'ctrl+_'),
    ...letters('👨‍👩‍👧'),
    ...keys('backspace', 'left'),
    ...letters('.'),
  ];
  take(events);
  await drawn();
  const expected = new Screen({ query: '{ hello }' });
  for (const event of events) expected.send(event);
  const text = (state: State): string => textOf(typedField(state)?.field ?? state.query.editor);
  expect(text(store.getState())).toBe(text(expected.state));
  expect(text(store.getState())).toContain('x[y z]on日本 e');
  expect(frame()).toBe(without());
});

test('each frame is the same as without the component, even if the text is longer than its field', async () => {
  const { take, frame, without } = start();
  take(keys('w', 'ctrl+u'));
  const events = [...letters('a日'.repeat(60)), ...keys('home', 'right'), ...letters('b c '), ...keys('ctrl+u', 'end')];
  for (let at = 0; at < events.length; at += 7) {
    take(events.slice(at, at + 7));
    await drawn();
    expect(frame()).toBe(without());
  }
});

test('the selection in a field is drawn: a prefilled value, and every row of the login form', async () => {
  const { take, frame, without } = start();
  take(keys('w'));
  await drawn();
  expect(frame()).toBe(without());
  expect(frame()).toContain('\u001b[7mquery.graphql');
  take(keys('left', 'shift+left', 'shift+left', 'escape', 'H'));
  for (const key of ['down', 'enter', ...Array.from({ length: 24 }, () => 'tab')]) {
    take([...keys(key), ...letters('a b')]);
    await drawn();
    expect(frame()).toBe(without());
  }
});

test('Enter after a text in the same read accepts it', async () => {
  const { store, take } = start();
  take([...keys('2', '/'), ...letters('hello'), ...keys('enter', 'i'), ...letters('x')]);
  await drawn();
  expect(textOf(store.getState().query.editor)).toBe('{ x }');
});

test('a letter that is bound in a field acts as a key, others are text', async () => {
  const { store, take } = start();
  take([...keys(':'), ...letters('quit ?q'), ...keys('escape', '2')]);
  await drawn();
  expect(store.getState().focus).toBe('query');
  expect(store.getState().overlays).toEqual([]);
});
