/** The title of the terminal's window, in a pseudo-terminal. */
import { hasTitles } from '../../../source/tui/terminal/known.js';
import { titleSequence } from '../../../source/tui/terminal/modes.js';
import { programCommand } from '../../support/program.js';
import { schemaFile } from '../../support/schemas.js';
import { closeTerminals, startInTerminal, type TerminalProgram } from '../../support/terminal.js';

afterEach(closeTerminals);

const titles = ({ effects }: TerminalProgram): readonly string[] =>
  effects.filter(each => each.startsWith('title ')).map(each => each.slice('title '.length));

const untilTitle = (terminal: TerminalProgram, title: string): Promise<void> =>
  terminal.untilScreen(() => titles(terminal).at(-1) === title, `the title ${title}`);

const command = [...programCommand, 'graphql', 'http://127.0.0.1:9/graphql', '--schema', schemaFile('swapi')];

test('the title shows the host and the operation; the shell gets its own back on Ctrl-Z and at the end', async () => {
  const terminal = startInTerminal([], {
    columns: 100,
    rows: 30,
    command: ['sh', '-i'],
    variables: { PS1: 'shell> ' },
  });
  await terminal.untilShown('shell>');
  terminal.write(`printf '\\033]2;mine\\033\\\\'; ${command.join(' ')}\r`);
  await untilTitle(terminal, 'apiclient: 127.0.0.1:9');
  terminal.write('2iquery Films { allFilms { totalCount } }');
  await untilTitle(terminal, 'apiclient: 127.0.0.1:9 · Films (query)');
  terminal.write('\x1b\x1a');
  await untilTitle(terminal, 'mine');
  // The title comes before the program stops, and the shell discards keys that are typed before its prompt.
  await terminal.untilScreen(screen => /Stopped.*shell>$/s.test(screen), 'the prompt of the shell');
  terminal.write('fg\r');
  await untilTitle(terminal, 'apiclient: 127.0.0.1:9 · Films (query)');
  terminal.write('q');
  await untilTitle(terminal, 'mine');
});

test('titles are sent to terminals with windows and to tmux only', () => {
  const terms = [
    'xterm-256color',
    'tmux-256color',
    'alacritty',
    'st-256color',
    'linux',
    'dumb',
    'vt100',
    'eterm-color',
  ];
  expect(terms.filter(TERM => hasTitles({ TERM }))).toEqual(terms.slice(0, 4));
  expect(['screen', 'screen-256color'].map(TERM => [hasTitles({ TERM }), hasTitles({ TERM, TMUX: '/tmp/x' })])).toEqual(
    [
      [false, true],
      [false, true],
    ],
  );
  expect(hasTitles({})).toBe(false);
});

test('a title cannot end its sequence, and is short', () => {
  const hostile = titleSequence(`a\u0007b\u001b\\c\u009cd\u009d52;c;eA==\n\u202e${'x'.repeat(5000)}`, false);
  expect(hostile).toMatch(/^\u001b\]2;a␇b␛\\c<U\+009C>d<U\+009D>52;c;eA==␊<U\+202E>x+\u001b\\$/);
  expect(hostile.length).toBeLessThan(200);
  expect(titleSequence('shop · Mé', true)).toBe('\u001b]2;shop ? M?\u001b\\');
});
