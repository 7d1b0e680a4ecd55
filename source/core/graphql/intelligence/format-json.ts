/** Formats JSON token by token. Numbers, escapes, comments and duplicate names are preserved. */

import { type JsonProblem, jsonProblem } from '../../json/read.js';
import { type JsonToken, jsonTokens } from '../../json/tokens.js';

/** Puts each member or item on its own line, indented by two spaces, or returns the problem. Line endings are preserved. */
export function formatJson(text: string): { readonly text: string } | JsonProblem {
  const wrong = jsonProblem(text, { relaxed: true });
  if (wrong !== undefined) return wrong;
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const out: string[] = [];
  let depth = 0;
  let before: JsonToken | undefined;
  for (const token of jsonTokens(text)) {
    const { kind } = token;
    if (closes(kind)) depth -= 1;
    if (before !== undefined) out.push(gap(before, token, text) ? `${end}${'  '.repeat(depth)}` : space(before, token));
    const source = text.slice(token.from, token.to);
    out.push(kind === 'comment' ? source.trimEnd() : source);
    if (opens(kind)) depth += 1;
    before = token;
  }
  return { text: out.join('') };
}

const opens = (kind: JsonToken['kind']): boolean => kind === '{' || kind === '[';
const closes = (kind: JsonToken['kind']): boolean => kind === '}' || kind === ']';

/** Returns true if a line ends between two tokens. */
function gap(before: JsonToken, token: JsonToken, text: string): boolean {
  const { kind } = token;
  if (before.kind === 'comment' && text.startsWith('//', before.from)) return true;
  const wasBroken = text.slice(before.to, token.from).includes('\n');
  if (kind === 'comment' || before.kind === 'comment') return wasBroken;
  return closes(kind) ? !opens(before.kind) : opens(before.kind) || before.kind === ',';
}

function space(before: JsonToken, { kind }: JsonToken): string {
  if (kind === 'comment' || before.kind === 'comment') return ' ';
  return before.kind === ':' ? ' ' : '';
}
