/** SGR (ECMA-48 8.3.117) styles as strings of parameters, in one canonical form so that equal styles are equal strings. */

import { isLink, linkedUrl } from '../../core/text/hyperlinks.js';

/** The attribute of an SGR parameter. A later one replaces an earlier one of the same group. */
function groupOf(code: string): string | undefined {
  const number = Number.parseInt(code, 10);
  if ((number >= 30 && number <= 38) || (number >= 90 && number <= 97)) return 'fg';
  if ((number >= 40 && number <= 48) || (number >= 100 && number <= 107)) return 'bg';
  if (number >= 1 && number <= 9) return `a${number}`;
  if (isLink(number)) return 'link';
  return undefined;
}

const offs: Readonly<Record<number, readonly string[]>> = {
  21: ['a1'],
  22: ['a1', 'a2'],
  23: ['a3'],
  24: ['a4'],
  25: ['a5'],
  27: ['a7'],
  28: ['a8'],
  29: ['a9'],
  39: ['fg'],
  49: ['bg'],
};

/** `1;38;5;12;4` → `1`, `38;5;12`, `4`. */
function split(parameters: string): string[] {
  const numbers = parameters.split(';');
  const tokens: string[] = [];
  for (let i = 0; i < numbers.length; i++) {
    const number = numbers[i] ?? '';
    if (number === '38' || number === '48') {
      const length = numbers[i + 1] === '5' ? 3 : 5;
      tokens.push(numbers.slice(i, i + length).join(';'));
      i += length - 1;
    } else tokens.push(number);
  }
  return tokens;
}

/** The parameters of a style, by group. */
function groupsOf(style: string, parameters = ''): Map<string, string> {
  const groups = new Map<string, string>();
  for (const token of [...(style === '' ? [] : split(style)), ...(parameters === '' ? [] : split(parameters))]) {
    const number = Number.parseInt(token, 10) || 0;
    if (number === 0) groups.clear();
    for (const off of offs[number] ?? []) groups.delete(off);
    const group = groupOf(token);
    if (group !== undefined) groups.set(group, token);
  }
  return groups;
}

/** `make`, memoized. There are few styles and style changes. */
function remembered(make: (a: string, b: string) => string): (a: string, b: string) => string {
  const cache = new Map<string, string>();
  return (a, b) => {
    const key = `${a}|${b}`;
    let value = cache.get(key);
    if (value === undefined) {
      value = make(a, b);
      if (cache.size > 5000) cache.clear();
      cache.set(key, value);
    }
    return value;
  };
}

/** The style after an SGR sequence of these parameters. */
export const applySgr = remembered((style, parameters) =>
  [...groupsOf(style, parameters === '' ? '0' : parameters).entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, token]) => token)
    .join(';'),
);

/**
 * The part of a style visible on a blank cell: the background, or the entire style if a blank is inverse, underlined or struck
 * through, since those use the foreground colour.
 */
const shownOnBlank = remembered((style, _) => {
  const groups = groupsOf(style);
  return groups.has('a4') || groups.has('a7') || groups.has('a9') || groups.has('link')
    ? style
    : (groups.get('bg') ?? '');
});
export const onBlank = (style: string): string => (style === '' ? '' : shownOnBlank(style, ''));

/** The style to write a cell with. It is `pen` if the cell looks the same in it. */
export const visibleStyle = (pen: string, text: string, style: string): string =>
  text === ' ' && onBlank(pen) === style ? pen : style;

/** The sequence that begins the link of a parameter, or ends one. The ID joins the parts of a link on several lines. */
function linkSequence(parameter: string | undefined): string {
  const url = parameter === undefined ? undefined : linkedUrl(parameter);
  return url === undefined ? '\u001b]8;;\u001b\\' : `\u001b]8;id=${parameter};${url}\u001b\\`;
}

/** The shortest sequence that turns one style into another. */
export const sgrSwitch = remembered((from, to) => {
  if (from === to) return '';
  const before = groupsOf(from);
  const after = groupsOf(to);
  const link = before.get('link') === after.get('link') ? '' : linkSequence(after.get('link'));
  before.delete('link');
  after.delete('link');
  if (after.size === 0) return before.size === 0 ? link : `\u001b[m${link}`;
  // Attributes that stay on need not be sent again. Switching one off requires a reset.
  const grows = [...before.keys()].every(group => after.has(group));
  const tokens = [...after].filter(([group, token]) => !grows || before.get(group) !== token).map(([, token]) => token);
  return tokens.length === 0 && grows ? link : `\u001b[${grows ? '' : '0;'}${tokens.join(';')}m${link}`;
});
