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
