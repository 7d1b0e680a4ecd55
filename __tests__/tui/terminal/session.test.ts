import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { jest } from '@jest/globals';
import type { Environment, ProcessHooks } from '../../../source/environment.js';
import type { InputEvent } from '../../../source/tui/terminal/events.js';
import { openSession, type Session } from '../../../source/tui/terminal/session.js';
import { testEnvironment } from '../../support/environment.js';

/** A terminal of two streams, and a log of the calls to it. */
function terminal(variables: Record<string, string> = {}, mouse = true) {
  const clock = { now: 1000 };
  const stdin = Object.assign(new PassThrough(), {
    isTTY: true,
    raw: [] as boolean[],
    setRawMode(raw: boolean) {
      stdin.raw.push(raw);
    },
  });
  const written: string[] = [];
  const stdout = Object.assign(new PassThrough(), { isTTY: true, columns: 20, rows: 4 });
  stdout.on('data', (chunk: Buffer) => written.push(chunk.toString()));
  const hooks = Object.assign(new EventEmitter(), { kill: jest.fn(), exit: jest.fn() });
  const environment = {
    ...testEnvironment(variables),
    monotonic: () => clock.now,
    stdin,
    stdout,
    hooks: hooks as unknown as ProcessHooks,
  } as Environment;
  const events: InputEvent[] = [];
  const sizes: string[] = [];
  const lost: string[] = [];
  const session: Session = openSession(environment, {
    mouse,
    askBackground: false,
    titles: false,
    ascii: false,
    onInput: each => events.push(...each),
    onResize: (columns, rows) => sizes.push(`${columns}x${rows}`),
    onGone: () => events.push({ kind: 'key', chord: 'gone' }),
    onNotStopped: () => events.push({ kind: 'key', chord: 'not stopped' }),
    onLost: text => lost.push(text),
  });
  return { clock, stdin, stdout, hooks, events, sizes, lost, session, written, text: () => written.join('') };
}

/** The terminal's reply to the query after each frame. */
const ready = '\x1b[0n';

const settle = (): Promise<void> => new Promise(resolve => setImmediate(resolve));
const chords = (events: readonly InputEvent[]): string[] =>
  events.map(event => (event.kind === 'key' ? event.chord : event.kind));

afterEach(() => {
  jest.useRealTimers();
});

test.each([
  [{}, 50],
  [{ SSH_CONNECTION: '10.0.0.1 1 10.0.0.2 22' }, 150],
] as const)('a lone Esc waits for the rest of a sequence: %j %i ms', async (variables, wait) => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  const { stdin, events, session } = terminal(variables);
  stdin.write(ready);
  await settle();
  stdin.write('\x1b');
  await settle();
  jest.advanceTimersByTime(wait - 1);
  await settle();
  expect(events).toEqual([]);
  jest.advanceTimersByTime(1);
  await settle();
  expect(chords(events)).toEqual(['escape']);
  session.leave();
});

test('while a reply is pending, a lone Esc may be its start, for at most a second', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  const { stdin, events, session } = terminal();
  stdin.write('\x1b');
  await settle();
  jest.advanceTimersByTime(400);
  stdin.write('[?62;22c\x1b');
  await settle();
  jest.advanceTimersByTime(900);
  await settle();
  expect(events).toEqual([]);
  jest.advanceTimersByTime(100);
  await settle();
  expect(chords(events)).toEqual(['escape']);
  session.leave();
});

test('an Esc pressed just before SIGCONT is processed', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  const { stdin, hooks, events, session } = terminal();
  stdin.write(ready);
  await settle();
  stdin.write('\x1b');
  await settle();
  hooks.emit('SIGCONT');
  jest.advanceTimersByTime(1000);
  await settle();
  expect(chords(events)).toEqual(['escape']);
  session.leave();
});

test('a stalled sequence, reply or paste is waited for; Ctrl-C after a long silence still works', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  const { stdin, events, session } = terminal();
  for (const piece of [
    '\x1b]11;rgb:',
    '0/0/0',
    '\x1b',
    '\\',
    '\x1b[200~one',
    ' two',
    '\x1b[201',
    '~',
    '\x1b]0;for ever',
  ]) {
    stdin.write(piece);
    await settle();
    jest.advanceTimersByTime(5000);
  }
  expect(events).toEqual([
    { kind: 'reply', reply: 'background', value: 'rgb:0/0/0' },
    { kind: 'paste', text: 'one two' },
  ]);
  stdin.write('\x03');
  await settle();
  expect(chords(events).at(-1)).toBe('ctrl+c');
  session.leave();
});

test('a sequence whose rest arrives in time is one key', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  const { stdin, events, session } = terminal();
  stdin.write('\x1b');
  await settle();
  jest.advanceTimersByTime(40);
  stdin.write('[A');
  await settle();
  jest.advanceTimersByTime(1000);
  expect(chords(events)).toEqual(['up']);
  session.leave();
});

test('the Kitty protocol is enabled only if supported, and disabled again', async () => {
  const { stdin, session, text } = terminal();
  await settle();
  expect(text()).not.toContain('\x1b[>5u');
  stdin.write('\x1b[?0u');
  await settle();
  expect(text()).toContain('\x1b[>5u');
  session.leave();
  await settle();
  expect(text()).toContain('\x1b[<u');
});

test('GNU screen, which delays Esc if the mouse is enabled, never enables the mouse, even after an editor; other terminals do', async () => {
  for (const [device, given] of [
    ['\x1b[>83;40900;0c', false],
    ['\x1b[>84;0;0c', true],
    ['\x1b[>41;370;0c', true],
  ] as const) {
    const { stdin, session, text, written } = terminal();
    await settle();
    expect(text()).toContain('\x1b[>c');
    written.length = 0;
    stdin.write(device);
    await settle();
    expect(text().includes('\x1b[?1000l\x1b[?1002l\x1b[?1006l')).toBe(!given);
    await session.lend(async () => {
      written.length = 0;
    });
    expect(text().includes('\x1b[?1002h')).toBe(given);
    // The terminal has reported its identity.
    expect(text()).not.toContain('\x1b[>c');
    session.leave();
  }
});

test("without a mouse, the terminal's identity is not queried; an unanswered query is repeated", async () => {
  for (const mouse of [true, false]) {
    const { session, text, written } = terminal({}, mouse);
    await settle();
    expect(text().includes('\x1b[>c')).toBe(mouse);
    written.length = 0;
    await session.lend(async () => {});
    expect(text().includes('\x1b[>c')).toBe(mouse);
    session.leave();
  }
});

test.each(['', '\x1b', '\x1b[', '\x1b[>', '\x1b[>83;4'])(
  'a late identity reply split after %j is processed and is not text',
  async cut => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
    const { stdin, events, session, written, text } = terminal();
    stdin.write(ready);
    await settle();
    jest.advanceTimersByTime(60_000);
    written.length = 0;
    for (const piece of [cut, '\x1b[>83;40900;0c'.slice(cut.length), 'x']) {
      if (piece !== '') stdin.write(piece);
      await settle();
      jest.advanceTimersByTime(5000);
    }
    expect(chords(events).filter(each => !/escape|alt/.test(each))).toEqual(['x']);
    expect(text()).toContain('\x1b[?1000l\x1b[?1002l\x1b[?1006l');
    session.leave();
  },
);

test('leaving twice restores once, and raw mode is off', async () => {
  const { stdin, session, written, text } = terminal();
  session.leave();
  await settle();
  const length = written.length;
  session.leave();
  await settle();
  expect(written.length).toBe(length);
  expect(stdin.raw).toEqual([true, false]);
  expect(text()).toContain('\x1b[?1049l');
});

test('while the terminal is lent, nothing is drawn or read; afterwards everything is redrawn', async () => {
  const { stdin, session, events, sizes, text, written } = terminal();
  session.show('one');
  await settle();
  await session.lend(async () => {
    await settle();
    written.length = 0;
    session.show('two');
    stdin.write('x');
    await settle();
    expect(text()).toBe('');
    expect(session.lent).toBe(true);
  });
  await settle();
  expect(sizes).toEqual(['20x4']);
  expect(text()).toContain('\x1b[?1049h');
  expect(chords(events)).toEqual(['x']);
  session.leave();
});

test('Ctrl-Z stops the process group, and the continued process takes the terminal again', async () => {
  const { session, hooks, text, written } = terminal();
  session.suspend();
  await settle();
  expect(hooks.kill).toHaveBeenCalledWith(0, 'SIGTSTP');
  expect(text()).toContain('\x1b[?1049l');
  written.length = 0;
  hooks.emit('SIGCONT');
  await settle();
  expect(text()).toContain('\x1b[?1049h');
  session.leave();
});

test('on a slow line, intermediate frames are dropped, and the newest is shown', async () => {
  const { session, stdout, text, written } = terminal();
  await settle();
  const write = stdout.write.bind(stdout);
  stdout.write = ((bytes: string) => {
    write(bytes);
    return false;
  }) as typeof stdout.write;
  session.show('frame 1');
  session.show('frame 2');
  session.show('frame 3');
  await settle();
  expect(text()).toContain('frame 1');
  expect(text()).not.toMatch(/2\x1b|3\x1b/);
  stdout.write = write as typeof stdout.write;
  written.length = 0;
  stdout.emit('drain');
  await settle();
  expect(text()).toContain('3');
  expect(text()).not.toContain('2\x1b[?25l');
  session.leave();
});

test('a disconnected terminal is reported', () => {
  const { stdin, events, session } = terminal();
  stdin.emit('end');
  expect(chords(events)).toEqual(['gone']);
  session.leave();
});

test('a signal during a program and until 500 ms after it belongs to that program', async () => {
  const { clock, stdin, session } = terminal();
  stdin.write(ready);
  await settle();
  expect(session.isBorrowersSignal).toBe(false);
  await session.lend(async () => {
    expect(session.isBorrowersSignal).toBe(true);
    clock.now += 60_000;
  });
  expect(session.isBorrowersSignal).toBe(true);
  clock.now += 499;
  expect(session.isBorrowersSignal).toBe(true);
  clock.now += 1;
  expect(session.isBorrowersSignal).toBe(false);
  session.leave();
});
