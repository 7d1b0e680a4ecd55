/**
 * Commands on keyboards with another alphabet: a letter that is not Latin means the Latin key at the same position, unless it
 * is text. The positions are from xkeyboard-config's layouts ru, ua, gr, il and ara.
 */
import type { KeyEvent } from '../terminal/events.js';

const latin = 'qwertyuiop[]asdfghjkl;\'zxcvbnm,.`QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>~';

/** Characters at the positions of `latin`. A blank marks a key that types a Latin character or punctuation. */
const layouts: readonly string[] = [
  'йцукенгшщзхъфывапролджэячсмитьбюёЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮЁ',
  'йцукенгшщзхїфівапролджєячсмитьбюґЙЦУКЕНГШЩЗХЇФІВАПРОЛДЖЄЯЧСМИТЬБЮҐ',
  ' ςερτυθιοπ  ασδφγηξκλ  ζχψωβνμ    ΅ΕΡΤΥΘΙΟΠ  ΑΣΔΦΓΗΞΚΛ  ΖΧΨΩΒΝΜ   ',
  '  קראטוןםפ  שדגכעיחלךף זסבהנמצתץ ',
  'ضصثقفغعهخحجدشسيبلاتنمكطئءؤر ىةوزذ',
];

const table: ReadonlyMap<string, string> = new Map(
  layouts.flatMap(layout =>
    [...layout].flatMap((character, at) => (character === ' ' ? [] : [[character, latin[at] ?? '']])),
  ) as [string, string][],
);

/**
 * Returns the event with the Latin key at the same position, or the same event if its key is Latin or unknown.
 * @param layout the user's own positions, which override the table
 */
export function latinKey(event: KeyEvent, layout: ReadonlyMap<string, string>): KeyEvent {
  const key = [...event.chord].at(-1) ?? '';
  if (key.charCodeAt(0) < 128 && !layout.has(key)) return event;
  const position = layout.get(key) ?? table.get(key);
  if (position === undefined) return event;
  const chord = event.chord.slice(0, event.chord.length - key.length) + position;
  return event.text === undefined ? { kind: 'key', chord } : { kind: 'key', chord, text: position };
}
