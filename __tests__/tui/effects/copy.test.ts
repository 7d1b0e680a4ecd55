/** The destination of a copy: a program, the terminal or the output. The notice reports it correctly. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { appEffects } from '../../../source/tui/effects/app.js';
import type { EffectContext } from '../../../source/tui/effects/context.js';
import { testEnvironment } from '../../support/environment.js';
import { withPrograms } from '../../support/programs.js';
import { startTmux } from '../../support/shells/multiplexers.js';

/** Copies when only these programs exist, each of which records its input. A failing program has the failure as its script. */
async function copy(
  text: string,
  programs: Readonly<Record<string, string>>,
  variables: Readonly<Record<string, string>>,
  { isTerminal = true, platform = 'linux' }: { isTerminal?: boolean; platform?: NodeJS.Platform } = {},
) {
  const plain = testEnvironment();
  const bin = path.join(plain.folder, 'bin');
  mkdirSync(bin);
  for (const [name, script] of Object.entries(programs)) {
    const kept = path.join(plain.folder, name);
    writeFileSync(
      path.join(bin, name),
      `#!/bin/sh\n${script}\nPATH=${process.env.PATH}\necho "$@" > ${kept}.words; cat > ${kept}\n`,
    );
    chmodSync(path.join(bin, name), 0o755);
  }
  const sent: string[] = [];
  const said: string[] = [];
  const environment = {
    ...plain,
    platform,
    variables: { PATH: bin, ...variables },
    stdout: Object.assign(new PassThrough(), { isTTY: isTerminal }),
  };
  const context = {
    environment,
    session: () => ({ send: (bytes: string) => sent.push(bytes) }),
  } as unknown as EffectContext;
  await appEffects.copy({ kind: 'copy', text, what: 'the value' }, context, action => {
    if (action.type === 'app/notice') said.push(action.text);
  });
  const read = (name: string) => {
    const file = path.join(plain.folder, name);
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  };
  return { sent: sent.join(''), said: said.join('\n'), read };
}

const all = { tmux: '', 'wl-copy': '', xclip: '', pbcopy: '' };
const osc = (text: string): string => `\u001b]52;c;${Buffer.from(text).toString('base64')}\u0007`;

test.each([
  [
    'tmux',
    { TMUX: '/tmp/t,1,0', DISPLAY: ':0' },
    'load-buffer -w -',
    /^Copied the value to tmux's buffer and the terminal's clipboard/,
  ],
  ['wl-copy', { WAYLAND_DISPLAY: 'wayland-0', DISPLAY: ':0' }, '', /^Copied the value to the clipboard \(wl-copy\)\.$/],
  ['xclip', { DISPLAY: ':0' }, '-selection clipboard', /^Copied the value to the clipboard \(xclip\)\.$/],
] as const)('%s is used if it reaches a clipboard, and reported', async (name, variables, words, said) => {
  const copied = await copy('a\u001b[31m\r\nb', all, variables);
  expect([copied.read(name), copied.read(`${name}.words`)?.trim(), copied.sent]).toEqual(['a[31m\nb', words, '']);
  expect(copied.said).toMatch(said);
});

test('pbcopy is used on a Mac, and not in a session over the network', async () => {
  expect((await copy('x', all, {}, { platform: 'darwin' })).read('pbcopy')).toBe('x');
  const away = await copy('x', all, { SSH_CONNECTION: 'a 1 b 22' }, { platform: 'darwin' });
  expect([away.read('pbcopy'), away.sent]).toEqual([undefined, osc('x')]);
});

test.each([
  ['is missing', {}],
  ['fails', { xclip: 'exit 1' }],
])('the terminal is used if the tool %s, and the notice claims no more', async (_, programs) => {
  const { sent, said } = await copy('x', programs, { DISPLAY: ':0' });
  expect([sent, said]).toEqual([osc('x'), "Copied the value to the terminal's clipboard."]);
});

test('only the terminal has a limit', async () => {
  const long = 'x'.repeat(300_000);
  expect((await copy(long, all, { DISPLAY: ':0' })).read('xclip')).toBe(long);
  const { sent, said } = await copy(long, {}, {});
  expect([sent, said]).toEqual(['', expect.stringMatching(/^Too long for the terminal's clipboard/)]);
});

test('if the output is not a terminal, the text is printed', async () => {
  const { sent, said, read } = await copy('a\u001b[2J\nb\u202e', all, { DISPLAY: ':0' }, { isTerminal: false });
  expect([sent, read('xclip')]).toEqual(['a[2J\nb<U+202E>\n', undefined]);
  expect(said).toMatch(/^Printed the value/);
});

withPrograms(['tmux', 'bash'], () => {
  test("in tmux with default settings, the copy is in tmux's buffer", async () => {
    const tmux = await startTmux();
    try {
      const socket = tmux.command('display-message', '-p', '#{socket_path},#{pid},0').trim();
      const tool = `PATH="${process.env.PATH}"; exec tmux "$@"`;
      const { said } = await copy('héllo', { tmux: tool }, { TMUX: socket });
      expect(tmux.command('show-buffer')).toBe('héllo');
      expect(said).toMatch(/tmux's buffer/);
    } finally {
      tmux.close();
    }
  });
});
