/** Whatever is pressed, pasted and clicked, at any size: the screen is drawn within its bounds, and the text stays intact. */

import { render } from 'ink';
import { createElement } from 'react';
import { cellWidth } from '../../source/core/text/cells.js';
import { textOf } from '../../source/core/text/editor.js';
import { cursorPlace } from '../../source/tui/app/cursor.js';
import { keyTable } from '../../source/tui/app/key-table.js';
import { reduce } from '../../source/tui/app/reduce.js';
import { createKeyboard } from '../../source/tui/app/typing/keyboard.js';
import { App } from '../../source/tui/app/view.js';
import type { Action } from '../../source/tui/model/action.js';
import type { Effect } from '../../source/tui/model/effect.js';
import type { State } from '../../source/tui/model/state.js';
import { createStore } from '../../source/tui/store.js';
import type { InputEvent } from '../../source/tui/terminal/events.js';
import { createFieldInput, createSink } from '../../source/tui/terminal/sink.js';
import * as fc from '../support/property.js';
import { plain, Screen } from './support.js';

interface Resize {
  readonly kind: 'resize';
  readonly columns: number;
  readonly rows: number;
}

const keyOf = (chord: string): InputEvent => {
  const text = chord === 'space' ? ' ' : [...chord].length === 1 ? chord : undefined;
  return { kind: 'key', chord, ...(text === undefined ? {} : { text }) };
};
const bound = [...new Set(keyTable.flatMap(({ keys }) => keys.flatMap(key => key.split(' '))))];
const typed = [...'{}()[]":,$!@#.aeiouxyz_019\\|/ü日', '\u{1f468}\u200d\u{1f469}', '\u0301', 'space'];
const pasted = [
  'query Q { user(id: "1") { id friends { name } } }',
  '{"a": [1, {"b": null}]}',
  '日本語\n\tx',
  'fragment F on User { id }',
  '# c\r\n',
];
const step: fc.Arbitrary<InputEvent | Resize> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...bound).map(keyOf) },
  { weight: 2, arbitrary: fc.constantFrom(...typed).map(keyOf) },
  { weight: 2, arbitrary: fc.constantFrom('enter', 'escape', 'space', 'tab', 'j', 'l', 'h', 'i').map(keyOf) },
  { weight: 1, arbitrary: fc.constantFrom(...pasted).map((text): InputEvent => ({ kind: 'paste', text })) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('mouse' as const),
      action: fc.constantFrom(
        'press' as const,
        'release' as const,
        'drag' as const,
        'wheel-up' as const,
        'wheel-down' as const,
      ),
      button: fc.constant('left' as const),
      column: fc.nat(139),
      row: fc.nat(49),
      ctrl: fc.constant(false),
      alt: fc.constant(false),
      shift: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('resize' as const),
      columns: fc.integer({ min: 1, max: 140 }),
      rows: fc.integer({ min: 1, max: 50 }),
    }),
  },
);

const answers = [
  '{"data":{"user":{"id":"1","name":"日本\\u001b[31m","friends":[{"name":"x"},{"name":null}]}}}',
  '{"data":null}',
  'not json',
  '[]',
  '',
];

/** The full screen without a terminal and network: keys go in, frames come out, and operations get an immediate response. */
function start() {
  let frame = '';
  let answered = 0;
  const sink = createSink(120, 40, next => {
    frame = next;
  });
  const store = createStore<State, Action, Effect>({
    initial: new Screen({ query: '{ hello }' }).state,
    reduce,
    perform(effect, dispatch) {
      if (effect.kind === 'later') dispatch(effect.action);
      if (effect.kind !== 'run') return;
      const raw = answers[answered++ % answers.length] ?? '';
      dispatch({
        type: 'response/result',
        id: effect.id,
        raw,
        data: 'absent',
        errors: [{ message: 'x\u0007', line: 'x', path: ['user', 'friends', 1, 'name'] }],
        errorCount: 1,
        bytes: raw.length,
        tookMs: 3,
        timing: {},
        partial: false,
      });
    },
    frameMs: 1000,
  });
  const input = createFieldInput();
  const keyboard = createKeyboard(store, text => input.feed(text));
  const ink = render(createElement(App, { store, target: keyboard }), {
    stdout: sink as unknown as NodeJS.WriteStream,
    stdin: input as unknown as NodeJS.ReadStream,
    debug: true,
    patchConsole: false,
    exitOnCtrlC: false,
  });
  return {
    store,
    sink,
    frame: () => frame,
    end: () => ink.unmount(),
    take(event: InputEvent | Resize) {
      if (event.kind === 'resize') {
        const { columns, rows } = event;
        Object.assign(sink, { columns, rows });
        store.batch(() => store.dispatch({ type: 'app/resize', columns, rows }));
      } else keyboard.take([event]);
      // React draws in a separate task.
      return new Promise(resolve => setImmediate(resolve));
    },
  };
}

test(
  'every frame fits the screen, contains no control character, and the tree matches the visible text',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async events => {
        const { store, sink, frame, take, end } = start();
        try {
          for (const event of events) {
            await take(event);
            const lines = plain(frame().split('\n'));
            expect(lines.length).toBeLessThanOrEqual(sink.rows);
            expect(Math.max(...lines.map(cellWidth))).toBeLessThanOrEqual(sink.columns);
            expect(lines.join('')).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
            const state = store.getState();
            expect(state.query.document.text).toBe(textOf(state.query.editor));
            const { column, row } = cursorPlace(state) ?? { column: 0, row: 0 };
            expect([column >= 0 && column < sink.columns, row >= 0 && row < sink.rows]).toEqual([true, true]);
          }
        } finally {
          end();
        }
      }),
      { numRuns: 15 },
    );
  },
  fc.longTestMs,
);
