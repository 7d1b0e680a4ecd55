import { createPace } from '../../../source/tui/terminal/pace.js';

test('frames go out while little is unanswered, and again with each answer', () => {
  const pace = createPace();
  pace.sent(100, 0);
  pace.answered(10);
  pace.sent(1500, 20);
  expect(pace.mayShow(20)).toBe(true);
  pace.sent(1500, 30);
  expect(pace.mayShow(1000)).toBe(false);
  pace.answered(1100);
  expect(pace.mayShow(1100)).toBe(true);
  expect(pace.unanswered).toBe(1);
});

test('until the first answer more may be on its way; a terminal that never answers is not waited for', () => {
  const pace = createPace();
  pace.sent(10_000, 0);
  expect(pace.mayShow(0)).toBe(true);
  pace.sent(10_000, 0);
  expect(pace.mayShow(2999)).toBe(false);
  expect(pace.mayShow(2999 + pace.patience)).toBe(true);
  expect(pace.unanswered).toBe(0);
  for (let i = 0; i < 10; i++) {
    pace.sent(10_000, 6000);
    expect(pace.mayShow(6000)).toBe(true);
  }
});

test('the last answers of a terminal that answers are waited for longer than the first one', () => {
  const pace = createPace();
  pace.sent(100, 0);
  expect(pace.settleMs).toBe(600);
  pace.answered(10);
  expect(pace.settleMs).toBe(1200);
});

test('an answer that is lost holds nothing up for ever', () => {
  const pace = createPace();
  pace.sent(10, 0);
  pace.answered(10);
  pace.sent(5000, 20);
  expect(pace.mayShow(20)).toBe(false);
  expect(pace.mayShow(21 + pace.patience)).toBe(true);
});

test('a way over a network is known by its answers', () => {
  const pace = createPace();
  pace.sent(10, 0);
  pace.answered(1);
  expect(pace.isFar).toBe(false);
  pace.sent(10, 10);
  pace.answered(260);
  expect(pace.isFar).toBe(true);
});
