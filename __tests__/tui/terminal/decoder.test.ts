import { createDecoder } from '../../../source/tui/terminal/decoder.js';
import type { InputEvent } from '../../../source/tui/terminal/events.js';
import * as fc from '../../support/property.js';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** What a text of keys becomes, fed in one piece. */
function decode(text: string): InputEvent[] {
  const decoder = createDecoder();
  return [...decoder.feed(bytes(text)), ...decoder.flush()];
}

const chords = (text: string): string[] =>
  decode(text).map(event =>
    event.kind === 'key' ? event.chord : event.kind === 'paste' ? `paste:${event.text}` : event.kind,
  );

const keys: readonly (readonly [sequence: string, chord: string])[] = [
  ['a', 'a'],
  ['G', 'G'],
  [' ', 'space'],
  ['é', 'é'],
  ['😀', '😀'],
  ['\r', 'enter'],
  ['\n', 'enter'],
  ['\t', 'tab'],
  ['\x7f', 'backspace'],
  ['\x08', 'backspace'],
  ['\x00', 'ctrl+space'],
  ['\x01', 'ctrl+a'],
  ['\x12', 'ctrl+r'],
  ['\x1f', 'ctrl+_'],
  ['\x1b', 'escape'],
  ['\x1ba', 'alt+a'],
  ['\x1bA', 'alt+A'],
  ['\x1b1', 'alt+1'],
  ['\x1b\r', 'alt+enter'],
  ['\x1b\x7f', 'alt+backspace'],
  ['\x1b\x02', 'ctrl+alt+b'],
  ['\x1b[', 'alt+['],
  ['\x1bO', 'alt+O'],
  ['\x1b[A', 'up'],
  ['\x1bOA', 'up'],
  ['\x1b[1;2A', 'shift+up'],
  ['\x1b[1;3A', 'alt+up'],
  ['\x1b[1;5D', 'ctrl+left'],
  ['\x1b[1;6C', 'ctrl+shift+right'],
  ['\x1b[a', 'shift+up'],
  ['\x1bOd', 'ctrl+left'],
  ['\x1b[H', 'home'],
  ['\x1b[1~', 'home'],
  ['\x1b[7~', 'home'],
  ['\x1b[7$', 'shift+home'],
  ['\x1b[7^', 'ctrl+home'],
  ['\x1b[7@', 'ctrl+shift+home'],
  ['\x1bOH', 'home'],
  ['\x1b[F', 'end'],
  ['\x1b[4~', 'end'],
  ['\x1b[3~', 'delete'],
  ['\x1b[3;5~', 'ctrl+delete'],
  ['\x1b[5~', 'pageup'],
  ['\x1b[6~', 'pagedown'],
  ['\x1b[Z', 'shift+tab'],
  ['\x1bOP', 'f1'],
  ['\x1b[P', 'f1'],
  ['\x1b[11~', 'f1'],
  ['\x1b[[A', 'f1'],
  ['\x1b[15~', 'f5'],
  ['\x1b[15;5~', 'ctrl+f5'],
  ['\x1b[24~', 'f12'],
  ['\x1b[1;2R', 'shift+f3'],
  ['\x1bOM', 'enter'],
  ['\x1bOj', '*'],
  ['\x1b[97u', 'a'],
  ['\x1b[97;5u', 'ctrl+a'],
  ['\x1b[105;5u', 'tab'],
  ['\x1b[97;6u', 'ctrl+shift+a'],
  ['\x1b[97:65;2u', 'A'],
  ['\x1b[49:33;2u', '!'],
  ['\x1b[13;5u', 'ctrl+enter'],
  ['\x1b[13;3u', 'alt+enter'],
  ['\x1b[27u', 'escape'],
  ['\x1b[27;5;13~', 'ctrl+enter'],
  ['\x1b[27;2;9~', 'shift+tab'],
  ['\x1b[57417u', 'left'],
];

test.each(keys)('%j is the key %s', (sequence, chord) => {
  expect(chords(sequence)).toEqual([chord]);
});

test('several keys in one read are several keys', () => {
  expect(chords('jjj\x1b[B\x1b[Bab\r')).toEqual(['j', 'j', 'j', 'down', 'down', 'a', 'b', 'enter']);
});

test('Esc followed by an arrow in one read is two keys', () => {
  expect(chords('\x1b\x1b[A')).toEqual(['escape', 'up']);
});

test.each([
  ['a cursor report', '\x1b[12;40R'],
  ['device attributes', '\x1b[?62;22c'],
  ['a mode report', '\x1b[?2026;2$y'],
  ['focus in and out', '\x1b[I\x1b[O'],
  ['an X10 mouse report', '\x1b[M !!'],
  ['a title report', '\x1b]lhostile\x1b\\'],
  ['a DCS reply ended by ST', '\x1bP>|xterm(370)\x1b\\'],
  ['a key release', '\x1b[97;1:3u'],
  ['bytes that are no UTF-8', ''],
])('%s types nothing', (_what, sequence) => {
  expect(chords(`${sequence}x`)).toEqual(['x']);
});

test('bytes that are no UTF-8 type nothing and end nothing', () => {
  const decoder = createDecoder();
  const events = decoder.feed(Uint8Array.from([0xff, 0xc3, 0x28, 0x78]));
  expect(events.map(event => (event.kind === 'key' ? event.chord : ''))).toEqual(['(', 'x']);
});

test('a paste is text, its CR and CRLF line ends are newlines, control characters are gone', () => {
  expect(decode('\x1b[200~a\rb\r\nc\x1b[31md\x07\te\x1b[201~j')).toEqual([
    { kind: 'paste', text: 'a\nb\nc[31md\te' },
    { kind: 'key', chord: 'j', text: 'j' },
  ]);
});

test('keys inside a paste are never keys', () => {
  expect(chords('\x1b[200~\x12\x03q\x1b[201~')).toEqual(['paste:q']);
});

test('a paste whose end never comes is given out after a wait', () => {
  const decoder = createDecoder();
  expect(decoder.feed(bytes('\x1b[200~half'))).toEqual([]);
  expect(decoder.pending).toBe('paste');
  expect(decoder.flush()).toEqual([{ kind: 'paste', text: 'half' }]);
  expect(decoder.pending).toBeUndefined();
});

test.each([
  ['\x1b[<0;3;2M', { action: 'press', button: 'left', column: 2, row: 1 }],
  ['\x1b[<2;300;2M', { action: 'press', button: 'right', column: 299, row: 1 }],
  ['\x1b[<0;3;2m', { action: 'release', button: 'left', column: 2, row: 1 }],
  ['\x1b[<32;3;2M', { action: 'drag', button: 'left', column: 2, row: 1 }],
  ['\x1b[<64;3;2M', { action: 'wheel-up', button: 'none', column: 2, row: 1 }],
  ['\x1b[<65;3;2M', { action: 'wheel-down', button: 'none', column: 2, row: 1 }],
  ['\x1b[<16;3;2M', { action: 'press', button: 'left', ctrl: true }],
])('%j is the mouse', (sequence, wanted) => {
  expect(decode(sequence)).toMatchObject([{ kind: 'mouse', ...wanted }]);
});

test('the terminal’s offer of the Kitty protocol is heard', () => {
  expect(decode('\x1b[?1u')).toEqual([{ kind: 'reply', reply: 'kitty', value: '1' }]);
});

test('a lone ESC waits: it may be the beginning of a sequence', () => {
  const decoder = createDecoder();
  expect(decoder.feed(bytes('\x1b'))).toEqual([]);
  expect(decoder.pending).toBe('escape');
  expect(decoder.feed(bytes('[A'))).toEqual([{ kind: 'key', chord: 'up' }]);
  expect(decoder.pending).toBeUndefined();
});

const piece = fc.oneof(
  fc.constantFrom(...keys.map(([sequence]) => sequence).filter(sequence => !/^\x1b[[O]?$/.test(sequence))),
  fc.constantFrom('\x1b[200~pasted\rtext ü\x1b[201~', '\x1b[<0;10;10M', '\x1b]11;rgb:0000/0000/0000\x07', '\x1b[?62c'),
  fc.string({ unit: 'grapheme', maxLength: 3 }).filter(text => !/[\u0000-\u001f\u007f-\u009f]/.test(text)),
);

test('any chunking of the same bytes gives the same keys', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.array(fc.integer({ min: 1, max: 5 })), (pieces, cuts) => {
      const all = bytes(pieces.join(''));
      const whole = createDecoder();
      const wanted = [...whole.feed(all), ...whole.flush()];
      const decoder = createDecoder();
      const got: InputEvent[] = [];
      let at = 0;
      for (let i = 0; at < all.length; i++) {
        const size = cuts.length === 0 ? 1 : (cuts[i % cuts.length] ?? 1);
        got.push(...decoder.feed(all.subarray(at, at + size)));
        at += size;
      }
      got.push(...decoder.flush());
      expect(got).toEqual(wanted);
    }),
    { numRuns: 300 },
  );
});

test('no bytes whatever make it throw or wait for ever', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), noise => {
      const decoder = createDecoder();
      decoder.feed(noise);
      decoder.flush();
      decoder.flush();
      expect(decoder.pending).toBeUndefined();
    }),
    { numRuns: 500 },
  );
});
