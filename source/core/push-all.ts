/** Appends items to a list, however many. As arguments of `push`, about 120,000 items overflow the stack. */
export function pushAll<Item>(list: Item[], items: readonly Item[]): void {
  for (const item of items) list.push(item);
}
