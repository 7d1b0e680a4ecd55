/** CSS selectors in HTML bodies. A separate chunk: css-select and htmlparser2 add 100 kB and load in 10 ms. */
import { compile, selectAll } from 'css-select';
import { parseDocument } from 'htmlparser2';
import type { SelectMarkup } from './exchange.js';
import { limited, parseExpression } from './markup.js';

type Document = ReturnType<typeof parseDocument>;
type Node = Document['children'][number];
type Element = Extract<Node, { readonly attribs: unknown }>;

/** Returns a selector for bodies, which selects the texts of elements with blanks collapsed, as a browser shows them. */
export function cssEngine(): SelectMarkup {
  let last: { readonly body: string; readonly document: Document } | undefined;
  return limited((path, body) => {
    parseExpression(() => compile(path));
    if (last?.body !== body) last = { body, document: parseDocument(body) };
    return selectAll<unknown, Element>(path, last.document as never).map(textOf);
  });
}

/** Text of an element. Not recursive, because a server controls the depth. */
function textOf(element: Element): string {
  let text = '';
  const work: Node[] = [element];
  for (let node = work.pop(); node !== undefined; node = work.pop()) {
    if ('data' in node && node.type === 'text') text += node.data;
    else if ('children' in node)
      for (let at = node.children.length - 1; at >= 0; at--) work.push(node.children[at] as Node);
  }
  return text.replace(/\s+/g, ' ').trim();
}
