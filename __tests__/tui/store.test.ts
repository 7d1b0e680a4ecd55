import { jest } from '@jest/globals';
import { createStore } from '../../source/tui/store.js';

const counter = () => {
  const performed: number[] = [];
  const store = createStore<number, number, number>({
    initial: 0,
    reduce: (state, action) => ({ state: state + action, effects: action === 5 ? [state] : [] }),
    perform: (effect, dispatch) => {
      performed.push(effect);
      dispatch(100);
    },
    frameMs: 16,
  });
  const told: number[] = [];
  store.subscribe(() => told.push(store.getState()));
  return { store, told, performed };
};

afterEach(() => {
  jest.useRealTimers();
});

test('two hundred keys of one read are two hundred changes and one frame', () => {
  const { store, told } = counter();
  store.batch(() => {
    for (let i = 0; i < 200; i++) store.dispatch(1);
  });
  expect(store.getState()).toBe(200);
  expect(told).toEqual([200]);
});

test('a key’s frame is drawn immediately, and frames of events are throttled', () => {
  jest.useFakeTimers();
  const { store, told } = counter();
  for (let i = 0; i < 50; i++) store.dispatch(1);
  expect(told).toEqual([]);
  jest.advanceTimersByTime(16);
  expect(told).toEqual([50]);
  store.dispatch(1);
  store.batch(() => store.dispatch(1));
  expect(told).toEqual([50, 52]);
  jest.advanceTimersByTime(100);
  expect(told).toEqual([50, 52]);
});

test('effects reply with actions; an unchanged state draws nothing', () => {
  const { store, told, performed } = counter();
  store.batch(() => store.dispatch(5));
  expect(performed).toEqual([0]);
  expect(told).toEqual([105]);
  store.batch(() => store.dispatch(0));
  expect(told).toEqual([105]);
});
