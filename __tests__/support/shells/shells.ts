/** Real bash, zsh and fish in a pseudo-terminal. Types a line with keys such as Tab and returns what the shell then ran. */
import { spawnSync } from 'node:child_process';
import {
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type IPty, spawn } from '@lydell/node-pty';
import { completionStubs } from '../../../source/command/about.js';
import { cliFile, type ProgramOptions, runProgram } from '../program.js';
import { type ProgramName, programFile } from '../programs.js';

export type ShellName = 'bash' | 'bash-completion' | 'zsh' | 'fish';
/** The programs that a shell needs. */
export const programsOf = {
  bash: ['bash'],
  'bash-completion': ['bash', 'bash-completion'],
  zsh: ['zsh'],
  fish: ['fish'],
} as const satisfies Readonly<Record<ShellName, readonly ProgramName[]>>;

/** The key that inserts every candidate into the line (bash and zsh). fish lists them with `complete -C`. */
export const insertAll = '\u001d';

export interface Shell {
  /** Types `apiclient ` and the keys, then Enter. Returns the words that `apiclient` was called with. */
  type(keys: string): Promise<readonly string[]>;
  /** Every candidate for the last word of `apiclient <line>`, in the shell's order. */
  candidates(line: string): Promise<readonly string[]>;
  /** Whether an offered name was executed, which would have created a file. */
  hasRun(): boolean;
  /** Starts the built program for completions from now on. Before, they are made in the test's process. */
  useBuiltProgram(): void;
  end(): void;
}

/** A file whose name is executed wherever it is not quoted. */
export const hostileFile = 'zed\'"$(touch ran)`touch ran`;x y';
/** The files that completions may find. */
export const files = [hostileFile, 'data.json', 'my file.json', "it's.txt", 'ünï.json', 'sub/inner.txt'];

/** The schema file in the parent folder, `../schema.graphql`. */
const pickable = `
  type Query { books(first: Int, by: Filter, sort: Sort): Books bookCount: Int search(text: String!): Result }
  type Books { nodes: [Book!]! }
  input Filter { author: String genre: Genre }
  enum Genre { CRIME POETRY }
  enum Sort { NEWEST OLDEST }
  type Book { title: String author: Author }
  type Author { name: String }
  union Result = Book | Author
  type Mutation { rate(id: ID!): Book }
`;

/** A hostile server's schema, `../hostile.json`, with several invalid names and a valid one. */
const hostileSchema = JSON.stringify({
  data: {
    __schema: {
      queryType: { name: 'Query' },
      types: [
        {
          kind: 'OBJECT',
          name: 'Query',
          fields: ['zed$(touch ran)', 'zed`touch ran`', 'zed;touch ran', 'zed\'"', 'zebra'].map(name => ({
            name,
            args: [],
            type: { kind: 'SCALAR', name: 'Int' },
          })),
        },
        { kind: 'SCALAR', name: 'Int' },
      ],
    },
  },
});

/** The configuration that the program finds. */
const config = JSON.stringify({
  profiles: { live: { url: 'https://live.example' }, staging: { url: 'https://staging.example' } },
});
const record = `for word in "$@"; do printf '%s\\0' "$word" >> "$CALL.part"; done; : >> "$CALL.part"; mv "$CALL.part" "$CALL"; echo "ran $((++RUNS))."`;

const bashStart = (folder: string, load: string) => ({
  argv: ['--noprofile', '--rcfile', path.join(folder, 'rc'), '-i'],
  rc: `apiclient() { ${record}; }\nbind '"\\C-]": insert-completions'\nbind 'set bell-style none'\n${load}\nPS1='$ '; cd "$FILES"; echo ready.\n`,
});

const starts: Readonly<
  Record<ShellName, (folder: string) => { readonly argv: readonly string[]; readonly rc: string }>
> = {
  bash: folder => bashStart(folder, 'source "$SCRIPT"'),
  // It finds the script in the folder used by packages, at the first Tab.
  'bash-completion': folder => bashStart(folder, 'source /usr/share/bash-completion/bash_completion'),
  zsh: folder => ({
    argv: ['-d', '-i'],
    // Like a user's setup: the script is a file in fpath.
    rc: `fpath=("${folder}/functions" $fpath); autoload -Uz compinit; compinit -u -d "${folder}/dump"
apiclient() { ${record}; }
zle -C all-matches complete-word _generic; bindkey '^]' all-matches
zstyle ':completion:all-matches:*' insert true; zstyle ':completion:all-matches:*' completer _all_matches _complete
unsetopt beep; PS1='$ '; cd "$FILES"; echo ready.\n`,
  }),
  fish: folder => ({
    argv: ['--no-config', '-i', '-C', `source ${path.join(folder, 'rc')}`],
    rc: `set -g RUNS 0
function apiclient
    printf '' > $CALL.part
    for word in $argv; printf '%s\\0' $word >> $CALL.part; end
    mv $CALL.part $CALL
    set -g RUNS (math $RUNS + 1); echo "ran $RUNS."
end
function candidates
    complete -C "$argv" | string split -f 1 \\t | string join0 > $CALL.part
    mv $CALL.part $CALL
    set -g RUNS (math $RUNS + 1); echo "ran $RUNS."
end
function fish_prompt; echo '> '; end
function fish_greeting; end
source $SCRIPT; cd $FILES; echo ready.\n`,
  }),
};

/** A command that passes its arguments to `serveCompletions` and prints the reply. */
const passOn = (folder: string): string => `#!/bin/sh
mkfifo '${folder}/reply'$$
printf '%s\\0' $$ $# "$@" > '${folder}/calls'
cat '${folder}/reply'$$
rm '${folder}/reply'$$
`;

/** Runs each call of `passOn` in this process, which takes a tenth of the time. Returns a function that ends it. */
function serveCompletions(folder: string, options: ProgramOptions): () => void {
  const calls = path.join(folder, 'calls');
  spawnSync('mkfifo', [calls]);
  // Opened for both directions, a FIFO has no end, and opening it does not wait.
  const socket = new Socket({ fd: openSync(calls, constants.O_RDWR | constants.O_NONBLOCK) });
  let received = '';
  socket.setEncoding('utf8').on('data', async (text: string) => {
    received += text;
    for (;;) {
      const [caller, count, ...words] = received.split('\0');
      // The last part follows the last NUL.
      if (count === undefined || words.length <= Number(count)) return;
      received = words.slice(Number(count)).join('\0');
      const { stdout } = await runProgram(words.slice(0, Number(count)), options);
      await writeFile(path.join(folder, `reply${caller}`), stdout);
    }
  });
  return () => socket.destroy();
}

/** Starts a shell with the completions loaded. */
export async function startShell(name: ShellName): Promise<Shell> {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), `apiclient-${name}-`)));
  const [filesFolder, call, script] = [
    path.join(folder, 'files'),
    path.join(folder, 'call'),
    path.join(folder, 'script'),
  ];
  for (const file of files) {
    mkdirSync(path.dirname(path.join(filesFolder, file)), { recursive: true });
    writeFileSync(path.join(filesFolder, file), '');
  }
  const { argv, rc } = starts[name](folder);
  mkdirSync(path.join(folder, 'functions'));
  mkdirSync(path.join(folder, 'bash-completion/completions'), { recursive: true });
  const stub = completionStubs[name === 'bash-completion' ? 'bash' : name];
  for (const file of ['script', 'functions/_apiclient', 'bash-completion/completions/apiclient'])
    writeFileSync(path.join(folder, file), stub);
  writeFileSync(path.join(folder, 'rc'), rc);
  writeFileSync(path.join(folder, '.zshrc'), rc);
  // The program that completions call, next to the function that records calls.
  mkdirSync(path.join(folder, 'bin'));
  const program = path.join(folder, 'bin', 'apiclient');
  writeFileSync(program, passOn(folder), { mode: 0o755 });
  mkdirSync(path.join(folder, 'apiclient'), { mode: 0o700 });
  writeFileSync(path.join(folder, 'apiclient', 'config.json'), config, { mode: 0o600 });
  writeFileSync(path.join(folder, 'schema.graphql'), pickable);
  writeFileSync(path.join(folder, 'hostile.json'), hostileSchema);

  const variables = { XDG_CONFIG_HOME: folder, APICLIENT_TEST_ONE: '1', APICLIENT_TEST_TWO: '2' };
  const endCompletions = serveCompletions(folder, { home: folder, folder: filesFolder, variables });
  const terminal = spawn(programFile(programsOf[name][0]), [...argv], {
    name: 'xterm-256color',
    cols: 1000,
    rows: 50,
    cwd: filesFolder,
    env: {
      PATH: `${path.join(folder, 'bin')}:${process.env.PATH}`,
      HOME: folder,
      ZDOTDIR: folder,
      XDG_DATA_HOME: folder,
      LANG: 'C.UTF-8',
      TERM: 'xterm-256color',
      CALL: call,
      SCRIPT: script,
      FILES: filesFolder,
      ...variables,
    },
  });
  const screen = watch(terminal);
  await screen.until('ready.');
  let runs = 0;

  const run = async (typed: string): Promise<readonly string[]> => {
    rmSync(call, { force: true });
    terminal.write(`\u0015${typed}\r`);
    await screen.until(`ran ${++runs}.`);
    return readFileSync(call, 'utf8').split('\0').slice(0, -1);
  };
  return {
    type: keys => run(`apiclient ${keys}`),
    async candidates(line) {
      if (name === 'fish') return run(`candidates ${quotedForFish(`apiclient ${line}`)}`);
      const before = line.slice(0, line.lastIndexOf(' ') + 1);
      const words = await run(`apiclient ${line}${insertAll}`);
      return words.slice(before.split(' ').length - 1);
    },
    hasRun: () => existsSync(path.join(filesFolder, 'ran')),
    useBuiltProgram: () => writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${cliFile}' "$@"\n`),
    end() {
      endCompletions();
      terminal.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const quotedForFish = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;

/** Waits for text on the screen. A timeout shows the current screen. */
function watch(terminal: IPty): { until(wanted: string): Promise<void> } {
  let seen = '';
  let check = () => {};
  terminal.onData(data => {
    seen += data;
    // Newer shells query the terminal's identity, and wait for the reply.
    if (/\u001b\[0?c/.test(data)) terminal.write('\u001b[?62c');
    check();
  });
  return {
    until: wanted =>
      new Promise((resolve, reject) => {
        const late = setTimeout(
          () => reject(new Error(`No ${JSON.stringify(wanted)} on the screen: ${JSON.stringify(seen.slice(-2000))}`)),
          60_000,
        );
        check = () => {
          // The echo of a typed line is not followed by a separate line end.
          if (!new RegExp(`${wanted.replace(/\./g, '\\.')}\\r?\\n`).test(seen)) return;
          clearTimeout(late);
          check = () => {};
          resolve();
        };
        check();
      }),
  };
}
