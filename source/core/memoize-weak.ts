/**
 * Returns a function that computes a result once per argument and caches it for as long as the argument is in memory.
 * Curried calls cache by several arguments.
 */
export function memoizeWeak<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const cache = new WeakMap<Key, { readonly value: Value }>();
  return key => {
    let made = cache.get(key);
    if (made === undefined) {
      made = { value: make(key) };
      cache.set(key, made);
    }
    return made.value;
  };
}

/** Like `memoizeWeak`, but for texts. The cache is cleared when it contains `most` results. */
export function memoizeTexts<Value extends NonNullable<unknown>>(
  most: number,
  make: (text: string) => Value,
): (text: string) => Value {
  const cache = new Map<string, Value>();
  return text => {
    const known = cache.get(text);
    if (known !== undefined) return known;
    if (cache.size >= most) cache.clear();
    const value = make(text);
    cache.set(text, value);
    return value;
  };
}

/**
 * Returns a function that computes a result once per argument, and one that does so in slices of a few milliseconds. Callers of
 * either share the work.
 */
export function memoizeSlices<Key extends object, Value>(
  make: (key: Key) => Generator<void, Value>,
): readonly [whole: (key: Key) => Value, slices: (key: Key) => Generator<void, Value>] {
  const workOf = memoizeWeak((key: Key) => ({ generator: make(key), made: undefined as { value: Value } | undefined }));
  function* slices(key: Key): Generator<void, Value> {
    const work = workOf(key);
    while (work.made === undefined) {
      const next = work.generator.next();
      if (next.done) work.made = { value: next.value };
      else yield;
    }
    return work.made.value;
  }
  return [key => finished(slices(key)), slices];
}

/** Returns the result of work in slices, done in one go. */
export function finished<Value>(slices: Generator<void, Value>): Value {
  let next = slices.next();
  while (!next.done) next = slices.next();
  return next.value;
}
