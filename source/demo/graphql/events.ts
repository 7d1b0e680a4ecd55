/** The demo's subscriptions, as sources of root values. */
import { EventEmitter, once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { Book, Genre, Shop } from '../shop.js';

/** `count` numbers, `every` milliseconds apart. */
export async function* ticks({ count, every }: { readonly count: number; readonly every: number }) {
  for (let number = 1; number <= count; number++) {
    if (number > 1) await wait(Math.min(Math.max(every, 1), 60_000));
    yield { ticks: { number, at: new Date().toISOString() } };
  }
}

/** Each book added from now on, optionally of one genre. Ends when the reader returns. */
export function bookAdded<Shown>(shop: Shop, genre: Genre | undefined, show: (book: Book) => Shown) {
  const waiting: Book[] = [];
  const bell = new EventEmitter();
  const stop = shop.onAdded(book => {
    if (genre && book.genre !== genre) return;
    waiting.push(book);
    bell.emit('more');
  });
  let over = false;
  const done = { value: undefined, done: true } as const;
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      while (!over && waiting.length === 0) await once(bell, 'more');
      const book = waiting.shift();
      return book && !over ? { value: { bookAdded: show(book) }, done: false as const } : done;
    },
    async return() {
      over = true;
      stop();
      bell.emit('more');
      return done;
    },
  };
}
