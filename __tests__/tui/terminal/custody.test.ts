/** Every event in every state, and invariants of all paths through the table. */
import {
  type Custody,
  type CustodyEvent,
  type CustodyStep,
  type Transition,
  transitions,
} from '../../../source/tui/terminal/custody.js';
import * as fc from '../../support/property.js';

test.each<[Custody, CustodyEvent, Custody, readonly CustodyStep[]]>([
  ['ours', 'lend', 'lent', ['give', 'remember']],
  ['ours', 'returned', 'ours', []],
  ['ours', 'stop', 'stopped', ['give', 'report-lost', 'stop']],
  ['ours', 'continued', 'ours', ['cook', 'clear', 'take']],
  ['ours', 'not-stopped', 'ours', []],
  ['ours', 'leave', 'left', ['give', 'report-lost']],
  ['lent', 'returned', 'ours', ['mend', 'take']],
  ['lent', 'stop', 'lent', []],
  ['lent', 'continued', 'lent', []],
  ['lent', 'not-stopped', 'lent', []],
  ['lent', 'leave', 'left', ['dismiss']],
  ['stopped', 'returned', 'stopped', []],
  ['stopped', 'stop', 'stopped', []],
  ['stopped', 'continued', 'ours', ['take']],
  ['stopped', 'not-stopped', 'ours', ['take', 'warn-not-stopped']],
  ['stopped', 'leave', 'left', []],
  ['left', 'returned', 'left', ['restore', 'mend']],
  ['left', 'stop', 'left', []],
  ['left', 'continued', 'left', []],
  ['left', 'not-stopped', 'left', []],
  ['left', 'leave', 'left', []],
])('%s, %s: %s, %j', (state, event, next, steps) => {
  expect(transitions[state][event]).toEqual({ next, actions: steps });
});

test.each<Custody>(['lent', 'stopped', 'left'])('lending it while it is %s is a programming error', state => {
  expect(transitions[state].lend).toBe('mistake');
});

const events = Object.keys(transitions.ours) as CustodyEvent[];

test('whatever the order of events, the terminal is only given away while ours, and only taken while not ours', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...events), { maxLength: 30 }), happened => {
      let state = 'stopped' as Custody;
      let held = false;
      for (const event of happened) {
        const passage: Transition = transitions[state][event];
        if (passage === 'mistake') continue;
        const { next, actions } = passage;
        for (const step of actions) {
          if (step === 'give' || step === 'clear' || step === 'take') {
            expect([event, step, held]).toEqual([event, step, step !== 'take']);
            held = step === 'take';
          }
        }
        state = next;
        expect(held).toBe(state === 'ours');
      }
    }),
  );
});
