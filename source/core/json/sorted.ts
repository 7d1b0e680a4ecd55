/** Sorts the members of all objects in a JSON text by name. Numbers and strings stay as written. Not recursive. */
import { isProblem } from '../problem.js';
import { type JsonNode, jsonTree } from './tree.js';

/** Returns the text on one line with sorted members, or undefined if it is not JSON. Duplicate names stay in their order. */
export function sortedJson(text: string): string | undefined {
  const tree = jsonTree(text, {});
  if (isProblem(tree)) return undefined;
  const out: string[] = [];
  // Pending work, last item first.
  const work: (JsonNode | string)[] = [tree.root];
  for (let item = work.pop(); item !== undefined; item = work.pop()) {
    if (typeof item === 'string') out.push(item);
    else if (item.kind === 'object') {
      const members = [...item.members].sort((a, b) => Number(a.name > b.name) - Number(a.name < b.name));
      pushAll(
        work,
        '{',
        members.flatMap(({ key, value }) => [`${text.slice(key.from, key.to)}:`, value, ',']),
        '}',
      );
    } else if (item.kind === 'array')
      pushAll(
        work,
        '[',
        item.items.flatMap(value => [value, ',']),
        ']',
      );
    else out.push(text.slice(item.from, item.to));
  }
  return out.join('');
}

/** Pushes items in reverse, without the comma at the end. */
function pushAll(
  work: (JsonNode | string)[],
  open: string,
  items: readonly (JsonNode | string)[],
  close: string,
): void {
  work.push(close);
  for (let at = items.length - 2; at >= 0; at--) work.push(items[at] as JsonNode | string);
  work.push(open);
}
