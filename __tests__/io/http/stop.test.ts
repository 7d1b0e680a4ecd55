import { getEventListeners } from 'node:events';
import { anySignal, cleanupLimit, startStop } from '../../../source/io/http/stop.js';

test('a wait on several signals ends with the first one and its reason, and releases all of them', () => {
  const [first, second] = [new AbortController(), new AbortController()];
  const { signal } = anySignal([first.signal, second.signal]);
  second.abort('late');
  first.abort('later');
  expect(signal.reason).toBe('late');
  for (const each of [first, second]) expect(getEventListeners(each.signal, 'abort')).toEqual([]);
});

test('a signal that was already aborted counts', () => {
  const over = AbortSignal.abort('over');
  expect(anySignal([new AbortController().signal, over]).signal.reason).toBe('over');
});

test('a released listener is not called, and leaves nothing in a long-lived signal', () => {
  const lasting = new AbortController();
  const { signal, release } = anySignal([lasting.signal]);
  release();
  expect(getEventListeners(lasting.signal, 'abort')).toEqual([]);
  lasting.abort();
  expect(signal.aborted).toBe(false);
});

test('many exchanges that depend on one signal share a listener, because Node warns about the eleventh', () => {
  const stop = new AbortController();
  const all = Array.from({ length: 20 }, () => anySignal([stop.signal]));
  expect(getEventListeners(stop.signal, 'abort')).toHaveLength(1);
  all[0]?.release();
  stop.abort('over');
  expect(all.map(({ signal }) => signal.reason)).toEqual([undefined, ...Array.from({ length: 19 }, () => 'over')]);
});

test('the limit of cleanups aborts with a failure that reports it', async () => {
  const signal = cleanupLimit(1);
  await new Promise(resolve => signal.addEventListener('abort', resolve));
  const exchange = startStop([signal], undefined);
  expect(exchange.failure).toMatchObject({ kind: 'timeout', text: 'The cleanups took longer than 0.001 s.' });
});
