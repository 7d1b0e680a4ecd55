/** Extracts the value of a path parameter from a URL. */
import { matchPath } from '../look-up.js';
import type { Range } from './head.js';

/** @param template `/pets/{petId}` */
export function pathValue(text: string, url: Range | undefined, template: string, name: string): Range | undefined {
  if (url === undefined) return undefined;
  const whole = text.slice(url.from, url.to);
  const bare = whole.replace(/\{\{[^{}]*\}\}/g, match => 'x'.repeat(match.length)).split('?', 1)[0] ?? '';
  // The server comes first and may itself have a path.
  for (let at = bare.indexOf('/', bare.indexOf('//') + 2); at >= 0; at = bare.indexOf('/', at + 1)) {
    const values = matchPath(template, bare.slice(at));
    if (values === undefined) continue;
    let from = at;
    for (const piece of template.split(/(\{[^{}]*\})/)) {
      const match = /^\{(.*)\}$/.exec(piece)?.[1];
      const length = match === undefined ? piece.length : (values.get(match) ?? '').length;
      if (match === name) return { from: url.from + from, to: url.from + from + length };
      from += length;
    }
    return undefined;
  }
  return undefined;
}
