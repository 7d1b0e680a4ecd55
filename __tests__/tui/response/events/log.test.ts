import type { LogState, NewEvent } from '../../../../source/tui/model/events.js';
import {
  addEvents,
  cursorRowOf,
  eventAt,
  filteredEvents,
  filterLog,
  linesOf,
  maxCharacters,
  maxEvents,
  moveInLog,
  pauseLog,
  savedWords,
  startLog,
  turnLog,
} from '../../../../source/tui/response/events/log.js';
import * as fc from '../../../support/property.js';
import { events, failed, inside, running, shown, status } from '../pane.js';

const subscribed = () => {
  const screen = running('subscription { ticks }');
  const id = screen.state.response.runId ?? 0;
  return screen.do({
    type: 'response/state',
    id,
    state: 'subscribed',
    text: 'connection acknowledged, operation sent',
  });
};

/** The text of an entry after its time and size. */
const previews = (screen: ReturnType<typeof subscribed>): string[] =>
  shown(screen).map(line => line.slice(line.indexOf('{')));

test('a subscription that completes without an event differs from one that was never run', () => {
  const screen = subscribed();
  screen.do({ type: 'response/done', id: screen.state.response.runId ?? 0, tookMs: 5 });
  expect(shown(screen)).toEqual(['The subscription ended without events.']);
});

test('the state of the connection is shown until events arrive', () => {
  const screen = running('subscription { ticks }');
  const id = screen.state.response.runId ?? 0;
  screen.do({ type: 'response/state', id, state: 'retrying', text: 'retrying 2 of 5 in 1.4 s: closed with 1006' });
  expect(status(screen)).toBe('retrying 2 of 5 in 1.4 s: closed with 1006… · 0 events · following');
  screen.do({ type: 'response/state', id, state: 'subscribed', text: 'connection acknowledged, operation sent' });
  expect(status(screen)).toBe('connection acknowledged, operation sent · 0 events · following');
  expect(shown(screen)).toEqual(['No events yet.']);
});

test('each event is a row: time, size and its data', () => {
  const screen = events(subscribed(), 1, 2);
  expect(shown(screen)[0]).toMatch(/^\d\d:\d\d:\d\d\.\d{3} +19 B {2}\{"tick":1\}$/);
  expect(status(screen)).toBe('subscribed · 2 events · 38 B · following');
});

test('an event with errors has a mark, and its errors are shown with it', () => {
  const screen = events(subscribed(), 1, 1, { bad: true, text: '{"errors":[{"message":"no"}]}' });
  expect(shown(screen)[0]).toContain('✗ {"errors":[{"message":"no"}]}');
});

test('the list follows new events; going up stops that, G resumes it', () => {
  const screen = events(subscribed(), 1, 30);
  expect(previews(screen).at(-1)).toBe('{"tick":30}');
  screen.press('k');
  events(screen, 31, 60);
  expect(previews(screen).at(-1)).toBe('{"tick":30}');
  expect(status(screen)).not.toContain('following');
  screen.press('G');
  events(screen, 61, 61);
  expect(previews(screen).at(-1)).toBe('{"tick":61}');
});

test('Space pauses: nothing moves and new events are counted; Space again shows them', () => {
  const screen = events(subscribed(), 1, 3).press('space');
  events(screen, 4, 9);
  expect(previews(screen)).toEqual(['{"tick":1}', '{"tick":2}', '{"tick":3}']);
  expect(status(screen)).toBe('subscribed · 9 events · 171 B · paused, 6 new');
  screen.press('space');
  expect(previews(screen)).toHaveLength(9);
  expect(status(screen)).toContain('following');
});

test('a pause that hides nothing is not mentioned after the stream has ended', () => {
  const screen = events(subscribed(), 1, 3).press('space');
  screen.do({ type: 'response/done', id: screen.state.response.runId ?? 0, tookMs: 5 });
  expect(status(screen)).toBe('complete · 3 events · 57 B');
});

test('r shows the newest event first, and follows at the top', () => {
  const screen = events(subscribed(), 1, 3).press('r');
  expect(previews(screen)).toEqual(['{"tick":3}', '{"tick":2}', '{"tick":1}']);
  events(screen, 4, 4);
  expect(previews(screen)[0]).toBe('{"tick":4}');
  expect(cursorRowOf(screen.state.response.log)).toBe(0);
});

test('/ lists only matching events, including later ones; Escape lists all again', () => {
  const screen = events(subscribed(), 1, 12).press('/').type(':1');
  expect(previews(screen)).toEqual(['{"tick":1}', '{"tick":10}', '{"tick":11}', '{"tick":12}']);
  expect(status(screen)).toBe('filter :1   4 of 12');
  screen.press('enter');
  events(screen, 13, 21);
  expect(previews(screen)).toHaveLength(11);
  expect(status(screen)).toContain('filter :1: 11');
  expect(status(screen.press('space'))).toMatch(/filter :1: 11 .*paused/);
  screen.press('space');
  screen.press('/').type('9');
  expect(previews(screen)).toEqual(['{"tick":9}', '{"tick":19}']);
  screen.press('escape');
  expect(previews(screen)).toHaveLength(11);
  screen.press('escape');
  expect(screen.state.response.log.listed).toHaveLength(21);
});

test('Enter opens an event for folding, Shift-arrows go to its neighbours, Escape returns to its row', () => {
  const screen = events(subscribed(), 1, 5).press('k', 'k', 'enter');
  expect(shown(screen)).toEqual(['{', '  "data": {', '    "tick": 3', '  }', '}']);
  expect(status(screen)).toMatch(/^event 3 of 5 · /);
  screen.press('j', 'enter');
  expect(shown(screen)).toEqual(['{', '  "data": { … 1 }', '}']);
  screen.press('shift+down');
  expect(shown(screen)[2]).toBe('    "tick": 4');
  events(screen, 6, 8);
  screen.press('escape');
  expect(eventAt(screen.state.response.log, cursorRowOf(screen.state.response.log))?.number).toBe(4);
});

test('C clears the events and continues', () => {
  const screen = events(subscribed(), 1, 5).press('C');
  expect(shown(screen)).toEqual(['Cleared.']);
  events(screen, 6, 6);
  expect(previews(screen)).toEqual(['{"tick":6}']);
  expect(status(screen)).toContain('6 events');
});

test('a closed connection is reported above and below the received events', () => {
  const screen = failed(
    events(subscribed(), 1, 2),
    'The subscription was closed with 4403: forbidden.',
    'Credentials: -B',
  );
  expect(shown(screen).slice(0, 2)).toEqual(['The subscription was closed with 4403: forbidden.', 'Credentials: -B']);
  expect(inside(screen).join('\n')).toContain('{"tick":2}');
  expect(status(screen)).toBe('The subscription was closed with 4403: forbidden · 2 events · 38 B');
});

test('Ctrl-C stops the subscription; received events stay', () => {
  const screen = events(subscribed(), 1, 2).press('ctrl+c');
  expect(screen.effects).toContainEqual({ kind: 'cancel', id: screen.state.response.runId });
  expect(status(screen)).toBe('stopped · 2 events · 38 B');
  expect(previews(screen)).toHaveLength(2);
});

test('memory is limited by number: the oldest events are dropped, and their number is shown', () => {
  const screen = subscribed();
  for (let from = 1; from <= 12_001; from += 1000) events(screen, from, Math.min(from + 999, 12_001));
  const { log } = screen.state.response;
  expect(log.events).toHaveLength(maxEvents);
  expect(log.events.at(-1)?.number).toBe(12_001);
  expect(status(screen)).toContain('12,001 events, oldest 2,001 dropped');
});

test('memory is limited by size: with large events there are fewer, and the newest always stays', () => {
  const large = (characters: number): NewEvent => ({
    at: 0,
    bytes: characters,
    text: 'x'.repeat(characters),
    bad: false,
  });
  let log = startLog;
  for (let count = 0; count < 10; count++) log = addEvents(log, [large(10_000_000)], 10);
  expect(log.held).toBeLessThanOrEqual(maxCharacters);
  expect(log.events).toHaveLength(3);
  expect(log.dropped).toBe(7);
  log = addEvents(log, [large(40_000_000)], 10);
  expect(log.events).toHaveLength(1);
});

type Move = ['add', number] | ['move', number] | ['pause'] | ['turn'] | ['filter', string];
const moves = fc.array(
  fc.oneof(
    fc.tuple(fc.constant('add' as const), fc.nat(30)),
    fc.tuple(fc.constant('move' as const), fc.integer({ min: -20, max: 20 })),
    fc.tuple(fc.constant('pause' as const)),
    fc.tuple(fc.constant('turn' as const)),
    fc.tuple(fc.constant('filter' as const), fc.constantFrom('', '1', '22')),
  ),
);

test('after any keys, the cursor is on a listed, visible event, and the list contains what the filter matches', () => {
  const height = 7;
  fc.assert(
    fc.property(moves, all => {
      let log: LogState = startLog;
      let frozen: number | undefined;
      for (const [what, value] of all as Move[]) {
        if (what === 'add') {
          const list = Array.from({ length: value as number }, (_, n): NewEvent => {
            const text = `${log.received + n + 1}`;
            return { at: 0, bytes: text.length, text, bad: false };
          });
          log = addEvents(log, list, height);
        } else if (what === 'move') log = moveInLog(log, value as number, height);
        else if (what === 'pause') {
          frozen = frozen === undefined ? log.received : undefined;
          log = pauseLog(log, height);
        } else if (what === 'turn') log = turnLog(log, height);
        else log = filterLog(log, value as string, height);
        const numbers = Array.from({ length: frozen ?? log.received }, (_, n) => n + 1);
        const wanted = numbers.filter(number => String(number).includes(log.filter));
        expect(log.listed.map(each => each.number)).toEqual(wanted);
        const row = cursorRowOf(log);
        expect(row).toBeGreaterThanOrEqual(log.top);
        expect(row).toBeLessThan(log.top + height);
        if (wanted.length > 0) expect(eventAt(log, row)).toBeDefined();
        if (log.follows && wanted.length > 0) expect(eventAt(log, row)?.number).toBe(wanted.at(-1));
      }
    }),
  );
});

test('an opened event shows its errors at their positions, and } steps through them', () => {
  const text = '{"data":{"s":{"a":null}},"errors":[{"message":"no","path":["s","a"]}]}';
  const screen = events(subscribed(), 1, 1, { text, bad: true }).press('enter', '}');
  expect(shown(screen)[3]).toBe('      "a": null  ◀ error 1: no');
  expect(screen.state.response.opened?.body.cursor).toBe(3);
});

test('a reconnect is a line between the events: not saved, not opened, not counted', () => {
  const screen = events(subscribed(), 1, 2);
  const id = screen.state.response.runId ?? 0;
  const state = (is: string, text: string) => screen.do({ type: 'response/state', id, state: is, text, at: 1 });
  state('retrying', 'retrying 1 of 5 in 1.4 s: closed with 1006');
  state('connecting', 'connecting');
  state('subscribed', 'connection acknowledged, operation sent');
  state('subscribed', 'connection acknowledged, operation sent');
  events(screen, 3, 3);
  const rows = shown(screen).map(line => line.replace(/^[\d:.]+ +/, ''));
  expect(rows.slice(0, 2)).toEqual([expect.stringContaining('{"tick":1}'), expect.stringContaining('{"tick":2}')]);
  expect(rows.slice(2, 4)).toEqual([
    '↻ retrying 1 of 5 in 1.4 s: closed with 1006',
    '↻ reconnected; events sent meanwhile are missing',
  ]);
  expect(rows[4]).toContain('{"tick":3}');
  expect(status(screen)).toContain('3 events');
  const { log } = screen.state.response;
  expect(linesOf(filteredEvents(log))).toBe('{"data":{"tick":1}}\n{"data":{"tick":2}}\n{"data":{"tick":3}}\n');
  expect(savedWords(log)).toBe('All 3 events.');
  screen.press('k', 'k', 'enter');
  expect(screen.state.response.opened).toBeUndefined();
  expect(screen.notice).toContain('retrying 1 of 5');
  screen.press('k', 'enter', 'J');
  expect(screen.state.response.opened?.event.number).toBe(3);
});

test('going to an error of an open event shows the full event, not only the values at the path', () => {
  const text = '{"data":{"a":null,"b":1},"errors":[{"message":"no","path":["a"]}]}';
  const screen = events(subscribed(), 1, 1, { bad: true, text }).press('enter').press('f', 'ctrl+u').type('$.data.b');
  screen.press('enter');
  expect(shown(screen)).toEqual(['1']);
  screen.press('}');
  expect(shown(screen)[0]).toBe('{');
  expect(screen.state.response.path).toBe('');
});
