import type { InputEvent } from '../../../../source/tui/terminal/events.js';
import { createDecoder } from '../../../../source/tui/terminal/keys/decoder.js';
import * as fc from '../../../support/property.js';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The keys decoded from a text fed in one piece. */
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

test.each([
  ['\x1b\x1b[A', ['alt+up']],
  ['\x1b\x1bOB', ['alt+down']],
  ['\x1b\x1b[1;5C', ['ctrl+alt+right']],
  ['\x1b\x1b[5~', ['alt+pageup']],
  ['\x1b\x1b', ['escape', 'escape']],
  ['\x1b\x1b\x1b[A', ['escape', 'alt+up']],
  ['\x1b\x1bx', ['escape', 'alt+x']],
  ['\x1b\x1b[0n', ['escape', 'reply']],
  ['\x1b\x1b[?62c', ['escape']],
  ['\x1b\x1b[', ['escape', 'alt+[']],
])('%j: Alt with an arrow, or Esc followed by a key', (sequence, wanted) => {
  expect(chords(sequence)).toEqual(wanted);
});

test('CR and LF together are one Enter, however they are split', () => {
  expect(chords('a\r\nb\n\nc\r\r\n')).toEqual(['a', 'enter', 'b', 'enter', 'enter', 'c', 'enter', 'enter']);
  const decoder = createDecoder();
  expect([...decoder.feed(bytes('\r')), ...decoder.feed(bytes('\nx'))]).toHaveLength(2);
});

test.each([
  ['CSI A', [0x9b, 0x41], ['up']],
  ['SS3 P', [0x8f, 0x50], ['f1']],
  ['OSC 11 ended by ST', [0x9d, ...Buffer.from('11;rgb:0/0/0'), 0x9c, 0x78], ['reply', 'x']],
  ['DCS', [0x90, ...Buffer.from('>|term'), 0x9c, 0x78], ['x']],
  ['CSI as UTF-8', [0xc2, 0x9b, 0x35, 0x7e], ['pageup']],
  ['one that introduces nothing', [0x84, 0x78], ['x']],
  ['letters whose bytes look like it', [...Buffer.from('\u00db\u09bd\u{1f7db}')], ['\u00db', '\u09bd', '\u{1f7db}']],
])('8-bit controls: %s', (_what, sent, wanted) => {
  for (const size of [1, 2, 100]) {
    const decoder = createDecoder();
    const got: InputEvent[] = [];
    for (let at = 0; at < sent.length; at += size)
      got.push(...decoder.feed(Uint8Array.from(sent.slice(at, at + size))));
    expect(got.map(event => (event.kind === 'key' ? event.chord : event.kind))).toEqual(wanted);
  }
});

/** Reports that terminals send without a query. None of them may become a key. */
const replies: readonly string[] = [
  '\x1b[?62;1;2;6;9;15;22c',
  '\x1b[?6c',
  '\x1b[>41;370;0c',
  '\x1b[=1c',
  '\x1bP!|00000000\x1b\\',
  '\x1bP>|xterm(370)\x1b\\',
  '\x1bP1$r0m\x1b\\',
  '\x1bP0$r\x1b\\',
  '\x1bP1+r544e=787465726d\x1b\\',
  '\x1bP0+r\x1b\\',
  '\x1b[0n',
  '\x1b[3n',
  '\x1b[12;40R',
  '\x1b[?12;40R',
  '\x1b[?2026;2$y',
  '\x1b[4;1$y',
  '\x1b[8;40;120t',
  '\x1b[4;800;1200t',
  '\x1b[48;40;120;800;1200t',
  '\x1b[?1u',
  '\x1b[?997;1n',
  '\x1b]11;rgb:0000/0000/0000\x1b\\',
  '\x1b]10;rgb:ffff/ffff/ffff\x07',
  '\x1b]4;1;rgb:ffff/0000/0000\x07',
  '\x1b]52;c;aGVsbG8=\x1b\\',
  '\x1b]lhostile\x1b\\',
  '\x1b_Gi=31;OK\x1b\\',
  '\x1b^private message\x1b\\',
  '\x1bXstring\x1b\\',
  '\x1b[?0;4;2;0S',
];

test.each(replies)('%j types nothing, however long it stalls, wherever it is split', reply => {
  // Two bytes determine the kind. After that, the decoder waits for the end. A lone ESC is resolved by a timeout (input.ts).
  for (let cut = 3; cut < reply.length; cut++) {
    const decoder = createDecoder();
    decoder.feed(bytes(reply.slice(0, cut)));
    expect([cut, decoder.pending]).toEqual([cut, 'sequence']);
    const keys = decoder.feed(bytes(`${reply.slice(cut)}x`)).filter(event => event.kind === 'key');
    expect([cut, keys]).toEqual([cut, [{ kind: 'key', chord: 'x', text: 'x' }]]);
  }
});

test('a reply after an ESC that was treated as the Escape key is still not text', () => {
  for (const reply of replies.filter(each => !/^\x1b(?:[\^X]|\]l)/.test(each))) {
    const decoder = createDecoder();
    expect(decoder.feed(bytes('\x1b'))).toEqual([]);
    expect(decoder.flush()).toEqual([{ kind: 'key', chord: 'escape' }]);
    expect([reply, decoder.feed(bytes(reply.slice(1))).filter(event => event.kind === 'key')]).toEqual([reply, []]);
  }
  const decoder = createDecoder();
  decoder.feed(bytes('\x1b'));
  decoder.flush();
  expect(decoder.feed(bytes('[x')).map(event => (event.kind === 'key' ? event.chord : ''))).toEqual(['[', 'x']);
});

test('a reply after the start of a sequence that was treated as an Alt key is not text either, but a typed letter is', () => {
  const beginning = /^\x1b[[\]P_]/;
  for (const reply of replies.filter(each => beginning.test(each) && !each.startsWith('\x1b]l'))) {
    const decoder = createDecoder();
    decoder.feed(bytes(reply.slice(0, 2)));
    expect(decoder.flush()).toMatchObject([{ chord: `alt+${reply.charAt(1)}` }]);
    expect([reply, decoder.feed(bytes(reply.slice(2))).filter(event => event.kind === 'key')]).toEqual([reply, []]);
    expect(decoder.pending).toBeUndefined();
  }
  for (const typed of ['>', '0', '?']) {
    const decoder = createDecoder();
    decoder.feed(bytes('\x1b['));
    decoder.flush();
    expect(decoder.feed(bytes(typed))).toMatchObject([{ chord: typed }]);
  }
});

test('endless input uses no memory and ends at any terminator: nothing of it is typed', () => {
  for (const [begin, end] of [
    ['\x1b]0;', '\x07'],
    ['\x1bP', '\x1b\\'],
    ['\x1b[', 'm'],
    ['\x1b]0;', '\x1b[0n'],
  ] as const) {
    const decoder = createDecoder();
    const long = bytes(begin + '1'.repeat(20_000));
    expect(decoder.feed(long)).toEqual([]);
    for (let i = 0; i < 50; i++) expect(decoder.feed(bytes('1'.repeat(20_000)))).toEqual([]);
    expect(decoder.pending).toBe('sequence');
    expect(decoder.feed(bytes(`${end}x`)).filter(event => event.kind === 'key')).toMatchObject([{ chord: 'x' }]);
  }
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

test('invalid UTF-8 types nothing and ends nothing', () => {
  const decoder = createDecoder();
  const events = decoder.feed(Uint8Array.from([0xff, 0xc3, 0x28, 0x78]));
  expect(events.map(event => (event.kind === 'key' ? event.chord : ''))).toEqual(['(', 'x']);
});

test('a paste is text, its CR and CRLF line ends become newlines, control characters are removed', () => {
  expect(decode('\x1b[200~a\rb\r\nc\x1b[31md\x07\te\x1b[201~j')).toEqual([
    { kind: 'paste', text: 'a\nb\nc[31md\te' },
    { kind: 'key', chord: 'j', text: 'j' },
  ]);
});

test('keys inside a paste are never keys', () => {
  expect(chords('\x1b[200~\x12\x03q\x1b[201~')).toEqual(['paste:q']);
});

test('a paste that never ends is delivered after a timeout', () => {
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
])('%j is a mouse event', (sequence, wanted) => {
  expect(decode(sequence)).toMatchObject([{ kind: 'mouse', ...wanted }]);
});

test('the terminal’s reply that it supports the Kitty protocol is decoded', () => {
  expect(decode('\x1b[?1u')).toEqual([{ kind: 'reply', reply: 'kitty', value: '1' }]);
});

test('a lone ESC waits, because it may start a sequence', () => {
  const decoder = createDecoder();
  expect(decoder.feed(bytes('\x1b'))).toEqual([]);
  expect(decoder.pending).toBe('escape');
  expect(decoder.feed(bytes('[A'))).toEqual([{ kind: 'key', chord: 'up' }]);
  expect(decoder.pending).toBeUndefined();
});

const piece = fc.oneof(
  fc.constantFrom(
    ...keys.map(([sequence]) => sequence).filter(sequence => !/^\x1b[[O]?$/.test(sequence) && sequence !== '\n'),
  ),
  fc.constantFrom(
    '\x1b\x1b[A',
    '\x1b\x1b[0n',
    '\x9b1;2A',
    '\x1b[200~pasted\rtext ü\x1b[201~',
    '\x1b[<0;10;10M',
    '\x1b]11;rgb:0000/0000/0000\x07',
    '\x1b[?62c',
  ),
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

test('no input makes it throw or wait forever', () => {
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
