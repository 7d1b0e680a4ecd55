/** The benchmarks that a command line of `npm run bench` selects. */
import { readSelection } from './names.js';

test.each([
  [[], { kind: 'all' }],
  [['5'], { kind: 'all', rounds: 5 }],
  [['page'], { kind: 'page' }],
  [['search'], { kind: 'one', name: 'search', isWhole: true, measurement: { parts: ['keys', 'index'], rounds: 3 } }],
  [['tui', 'keys'], { kind: 'one', name: 'tui', isWhole: false, measurement: { parts: ['keys'], rounds: 1 } }],
  [
    ['tui', 'rows', 'keys', 'rows', '2'],
    { kind: 'one', name: 'tui', isWhole: false, measurement: { parts: ['keys', 'rows'], rounds: 2 } },
  ],
  [
    ['startup', '7', 'tls'],
    { kind: 'one', name: 'startup', isWhole: false, measurement: { parts: ['tls'], rounds: 7 } },
  ],
  [
    ['graphql', 'introspection', 'events'],
    { kind: 'one', name: 'graphql', isWhole: true, measurement: { parts: ['events', 'introspection'], rounds: 7 } },
  ],
])('%j', (argv, selection) => {
  expect(readSelection(argv)).toEqual(selection);
});

test.each([
  [['tuy'], '"tuy" is not a benchmark. Available: startup, transfer, graphql, tui, run, search, openapi, packages'],
  [['toString'], '"toString" is not a benchmark.'],
  [['page', 'keys'], '"page" is not a benchmark.'],
  [['search', 'kyes'], '"kyes" is not a part of search. Available: keys, index'],
  [['tui', '0'], 'ROUNDS is one number from 1 to 9999.'],
  [['tui', '3', '4'], 'ROUNDS is one number from 1 to 9999.'],
  [['3x'], 'ROUNDS is one number from 1 to 9999.'],
])('%j is rejected with the available names', (argv, text) => {
  const selection = readSelection(argv);
  expect(selection).toMatchObject({ kind: 'problem', text: expect.stringContaining(text) });
  expect(selection).toMatchObject({ text: expect.stringContaining('\nUsage: npm run bench [ROUNDS], ') });
});
