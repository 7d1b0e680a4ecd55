/**
 * The words after the URL: `name=text`, `name:=json`, `name==query`. The earliest operator wins, the longest at that
 * place; a backslash before `=`, `:` or `\` in the name takes it literally. Values are taken byte for byte.
 */
import { type Failure, usageError } from '../core/failure.js';

/** One word behind the URL, its name without the backslashes. */
export interface Item {
  /** `field`: `value` is JSON text. `query`: `value` is text. */
  readonly kind: 'field' | 'query';
  readonly name: string;
  readonly value: string;
}

const form = 'Form: name=text, name:=json or name==query';

/** Reads one item. Values never appear in the failure. */
export function readItem(word: string): Item | Failure {
  let name = '';
  for (let at = 0; at < word.length; at++) {
    const [here, after] = [word[at], word[at + 1]];
    if (here === '\\' && after !== undefined && '=:\\'.includes(after)) {
      name += after;
      at++;
    } else if (here === '=') {
      const query = after === '=';
      return withName(name, query ? 'query' : 'field', word.slice(at + (query ? 2 : 1)), query ? undefined : 'text');
    } else if (here === ':') {
      return after === '='
        ? withName(name, 'field', word.slice(at + 2), 'json')
        : refuseColon(name, word.slice(at + 1));
    } else name += here;
  }
  const file = /^[\w.-]+@/.test(word) ? ' To send a file: -F name=@FILE, or -d @FILE.' : '';
  return usageError(`The word "${shortened(word)}" after the URL is no item.`, `${form}.${file}`);
}

function withName(name: string, kind: Item['kind'], value: string, encoding?: 'text' | 'json'): Item | Failure {
  if (name === '') return usageError('An item has no name before its operator.', form);
  if (encoding === 'text') return { kind, name, value: JSON.stringify(value) };
  if (encoding === 'json' && !isJson(value)) {
    return usageError(`The value of ${shortened(name)}:= is not JSON.`, `For a text write ${shortened(name)}=text.`);
  }
  return { kind, name, value };
}

function refuseColon(name: string, value: string): Failure {
  if ((/^https?$/i.test(name) && value.startsWith('//')) || (name === '' && /^\d+(?:$|\/)/.test(value))) {
    return usageError(
      'There are two URLs.',
      'One request has one URL; items after it are name=text, name:=json or name==query.',
    );
  }
  const shown = shortened(name) || 'name';
  return usageError(
    `"${shown}:…" could mean a header or a field: tools disagree, so it is refused.`,
    `Header: -H "${shown}: …". Field: ${shown}=text or ${shown}:=json.`,
  );
}

/** A word in a message: its beginning is enough to find it, and the rest may be a secret. */
const shortened = (word: string): string => (word.length > 24 ? `${word.slice(0, 24)}…` : word);

/** True if the text is one JSON document. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
