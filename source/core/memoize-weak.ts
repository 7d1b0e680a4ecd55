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
  const whole = (key: Key): Value => {
    const steps = slices(key);
    let next = steps.next();
    while (!next.done) next = steps.next();
    return next.value;
  };
  return [whole, slices];
}
