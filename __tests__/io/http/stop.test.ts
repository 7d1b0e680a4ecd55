import { getEventListeners } from 'node:events';
import { anySignal } from '../../../source/io/http/stop.js';

test('what waits for several signals is ended by the first, for its reason, and holds on to none', () => {
  const [first, second] = [new AbortController(), new AbortController()];
  const { signal } = anySignal([first.signal, second.signal]);
  second.abort('late');
  first.abort('later');
  expect(signal.reason).toBe('late');
  for (const each of [first, second]) expect(getEventListeners(each.signal, 'abort')).toEqual([]);
});

test('a signal that has come already counts', () => {
  const over = AbortSignal.abort('over');
  expect(anySignal([new AbortController().signal, over]).signal.reason).toBe('over');
});

test('what is let go of hears nothing any more, and leaves nothing in a signal that lasts', () => {
  const lasting = new AbortController();
  const { signal, release } = anySignal([lasting.signal]);
  release();
  expect(getEventListeners(lasting.signal, 'abort')).toEqual([]);
  lasting.abort();
  expect(signal.aborted).toBe(false);
});
