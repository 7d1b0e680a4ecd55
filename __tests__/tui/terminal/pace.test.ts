import { createPace, type Pace } from '../../../source/tui/terminal/pace.js';

/** A terminal that replied to its first query at time 10. */
function answering(): Pace {
  const pace = createPace();
  pace.sent(100, 0, true);
  pace.answered(10);
  return pace;
}

test('frames are sent while little is unconfirmed, and again after a reply', () => {
  const pace = answering();
  pace.sent(1500, 20, true);
  expect(pace.mayShow(20)).toBe(true);
  pace.sent(1500, 30, false);
  expect(pace.mayShow(1000)).toBe(false);
  expect(pace.isAsked).toBe(true);
  pace.answered(1100);
  expect(pace.mayShow(1100)).toBe(true);
  expect(pace.isAsked).toBe(false);
});

test.each<[what: string, unconfirmed: number, bytes: number, keyMs: number, asks: boolean]>([
  ['a short frame', 0, 199, 10_000, false],
  ['a longer one', 0, 200, 10_000, true],
  ['a longer one that a key asked for', 0, 1000, 0, false],
  ['a longer one half a second after a key', 0, 1000, 500, false],
  ['the same a moment later', 0, 1000, 501, true],
  ['while keys are coming, when half of the window is full', 900, 124, 0, true],
  ['a short one, when half of the window is full', 1000, 24, 10_000, true],
  ['nothing', 1000, 0, 10_000, false],
  ['nothing, when half of the window is full', 1024, 0, 0, true],
])('%s', (_, unconfirmed, bytes, keyMs, asks) => {
  const pace = answering();
  pace.sent(unconfirmed, 20, false);
  pace.typed(1000);
  expect(pace.shouldAsk(bytes, 1000 + keyMs)).toBe(asks);
});

test('only one query is pending', () => {
  const pace = answering();
  pace.sent(5000, 20, true);
  expect(pace.shouldAsk(5000, 30)).toBe(false);
  pace.sent(5000, 30, false);
  pace.answered(200);
  // The reply confirms nothing that was sent after the query.
  expect(pace.mayShow(200)).toBe(false);
  expect(pace.shouldAsk(0, 200)).toBe(true);
});

test('until the first reply, more may be in flight; a terminal that never replies is neither waited for nor queried again', () => {
  const pace = createPace();
  pace.sent(10_000, 0, true);
  expect(pace.mayShow(0)).toBe(true);
  pace.sent(10_000, 0, false);
  expect(pace.mayShow(2999)).toBe(false);
  expect(pace.mayShow(2999 + pace.patience)).toBe(true);
  expect([pace.isAsked, pace.owedMs(6000)]).toEqual([false, 0]);
  for (let i = 0; i < 10; i++) {
    expect(pace.shouldAsk(10_000, 6000)).toBe(false);
    pace.sent(10_000, 6000, false);
    expect(pace.mayShow(6000)).toBe(true);
  }
});

test('a pending reply is waited for from its query on, longer if the terminal has replied before', () => {
  const pace = createPace();
  expect(pace.owedMs(0)).toBe(0);
  pace.sent(100, 0, true);
  expect([pace.owedMs(0), pace.owedMs(500)]).toEqual([2000, 1500]);
  pace.answered(500);
  expect(pace.owedMs(500)).toBe(0);
  pace.sent(100, 600, true);
  expect([pace.owedMs(600), pace.owedMs(1600), pace.owedMs(9999)]).toEqual([3000, 2000, 0]);
});

test('an abandoned reply may still arrive', () => {
  const pace = answering();
  pace.sent(100, 20, true);
  pace.abandon();
  expect([pace.isAsked, pace.owedMs(20)]).toEqual([false, 3000]);
  pace.answered(50);
  expect(pace.owedMs(50)).toBe(0);
  pace.sent(100, 60, true);
  pace.forget();
  expect(pace.owedMs(60)).toBe(0);
});

test('a lost reply does not block forever', () => {
  const pace = answering();
  pace.sent(5000, 20, true);
  expect(pace.mayShow(20)).toBe(false);
  expect(pace.mayShow(21 + pace.patience)).toBe(true);
});
