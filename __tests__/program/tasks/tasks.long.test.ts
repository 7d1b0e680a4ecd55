/**
 * Twelve tasks of a new user, done with only `apiclient help`: each topic is named on the previous page, and each line is on
 * the last page and works (manual-examples.long.test.ts runs the script). `tasks.md` is the table; `UPDATE_README=1` writes it.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { manual } from '../../../source/command/help/manual.js';
import { isFailure } from '../../../source/core/failure.js';
import { type Demo, startDemo } from '../../../source/demo/start.js';
import { browserScript } from '../../support/browser-script.js';
import { type Follower, follower, pagePort } from '../../support/pages/followed-page.js';
import { stepsOf } from '../../support/pages/readme-commands.js';
import { type Ended, runProgram, temporaryFolder } from '../../support/program.js';
import { withPrograms } from '../../support/programs.js';
import { Person } from '../../support/servers/authorization-server.js';
import { closeProxies, httpProxy } from '../../support/servers/proxy-server.js';
import { callsIn } from '../../support/shells/shell-words.js';
import { closeTerminals, startInTerminal } from '../../support/terminal.js';

interface Task {
  readonly task: string;
  /** The page, as named by `apiclient help`. */
  readonly topic: keyof typeof manual;
  /** Lines of the page, verbatim. */
  readonly lines: readonly string[];
}

const logins = ['client_credentials', 'authorization_code', 'device_code', 'password', 'token_exchange'] as const;
const loginLine = (flow: string): string =>
  stepsOf(path.resolve('source/manual/oauth2.md')).flatMap(step =>
    step.kind === 'command' && step.line.includes(`--oauth2 ${flow}::demo`) ? [step.line] : [],
  )[0] ?? '';

const tasks = {
  token: {
    task: 'send with a token from the environment',
    topic: 'authentication',
    lines: ['apiclient GET :4000/private/bearer -B env:TOKEN'],
  },
  json: {
    task: 'POST nested JSON',
    topic: 'bodies',
    lines: ['apiclient POST :4000/echo address[city]=Bath tags[]=x bio=@bio.txt'],
  },
  upload: {
    task: 'upload a file',
    topic: 'bodies',
    lines: ["apiclient POST :4000/echo -F title=Cat -F 'photo=@cat.png;type=image/png'"],
  },
  logins: { task: 'each login of the demo', topic: 'oauth2', lines: logins.map(loginLine) },
  failure: { task: 'why did it fail', topic: 'troubleshooting', lines: ['refused the connection.'] },
  profile: { task: 'save a profile', topic: 'profiles', lines: ['apiclient GET @shop/private/bearer'] },
  screen: {
    task: 'tick, run, copy as curl, save, reopen',
    topic: 'screen',
    lines: ['Space in Schema', 'Ctrl-R', 'g y', 'w, O'],
  },
  subscription: {
    task: 'follow a subscription into jq',
    topic: 'graphql',
    lines: ["apiclient graphql :4000/graphql --query 'subscription { ticks(count: 3) { number } }' | jq -c .data"],
  },
  script: { task: 'a script with errors handled', topic: 'scripting', lines: ['books=$(apiclient GET "$api/books"'] },
  proxy: {
    task: 'through a proxy',
    topic: 'proxies',
    lines: ['apiclient GET http://api.example.com/users -x http://proxy.example.com:3128'],
  },
  configuration: { task: 'find the configuration', topic: 'files', lines: ['.config/apiclient/config.json'] },
  uninstall: {
    task: 'uninstall',
    topic: 'uninstall',
    lines: [
      'apiclient auth logout --all',
      'npm uninstall --global apiclient',
      'rm -rf ~/.config/apiclient ~/.local/state/apiclient ~/.cache/apiclient',
    ],
  },
} as const satisfies Readonly<Record<string, Task>>;

let demo: Demo;
let port = '';
beforeAll(async () => {
  const started = await startDemo({ port: 0 });
  if (isFailure(started)) throw new Error(started.text);
  demo = started;
  port = new URL(demo.url).port;
});
afterAll(() => demo.close());
afterEach(closeTerminals);
afterEach(closeProxies);

const squeezed = (text: string): string => text.replace(/(?:\\?\s)+/g, ' ');
const help = async (...topic: readonly string[]): Promise<string> => {
  const { code, stdout } = await runProgram(['help', ...topic]);
  expect(code).toBe(0);
  return squeezed(stdout);
};
const here = (line: string): string => line.replaceAll(`:${pagePort}`, `:${port}`);
/** A new user's home, with the files that the pages mention. */
async function stranger(): Promise<Follower> {
  const reader = follower(port);
  for (const [name, text] of Object.entries({ 'bio.txt': 'Born in Bath.', 'cat.png': '\u0089PNG' }))
    writeFileSync(path.join(reader.home, name), text);
  await reader.follow({
    kind: 'command',
    line: 'export PASSWORD=secret123 TOKEN=demo-token SECRET=demo-secret',
  });
  return reader;
}

test.each(Object.values<Task>(tasks).map(({ task, ...rest }) => [task, rest] as const))(
  '%s: help names the page, and the page has the lines',
  async (_, { topic, lines }) => {
    expect(await help()).toMatch(new RegExp(`\\b${topic}\\b`));
    const page = await help(topic);
    for (const line of lines) expect(page).toContain(squeezed(line));
  },
);

test('every page to which help refers exists', async () => {
  const named = new Set<string>();
  for (const topic of Object.keys(manual))
    for (const [, word = ''] of (await help(topic)).matchAll(/apiclient help ([\w-]+)/g)) named.add(word);
  for (const standsForMany of ['FLAG', 'TOPIC']) named.delete(standsForMany);
  expect(named.size).toBeGreaterThan(15);
  for (const word of named) expect([word, (await runProgram(['help', word])).code]).toEqual([word, 0]);
});

test.each(['token', 'json', 'upload'] as const)('the lines of %j work', async name => {
  const reader = await stranger();
  for (const line of tasks[name].lines) await reader.follow({ kind: 'command', line });
});

withPrograms(['jq'], () => {
  test('a subscription can be piped to jq line by line', async () => {
    const [line] = tasks.subscription.lines;
    await (await stranger()).follow({ kind: 'command', line });
  });
});

test.each(logins)('the login %s on the page succeeds', async flow => {
  const [argv = []] = callsIn(here(loginLine(flow)));
  const variables = { PASSWORD: 'secret123', TOKEN: 'demo-token', SECRET: 'demo-secret' };
  let ended: Pick<Ended, 'code' | 'stdout'>;
  if (flow === 'device_code') {
    const terminal = startInTerminal(argv, { variables, columns: 200 });
    await terminal.untilShown('user_code=');
    await new Person().open(/http\S+user_code=\S+/.exec(terminal.history())?.[0] ?? '');
    ended = { code: (await terminal.ended).code, stdout: terminal.history() };
  } else {
    const browser = flow === 'authorization_code' ? browserScript().variables : {};
    const words = flow === 'authorization_code' ? [...argv, '--oauth2-port', '0'] : argv;
    ended = await runProgram(words, { variables: { ...variables, ...browser } });
  }
  expect(ended).toEqual(expect.objectContaining({ code: 0, stdout: expect.stringContaining('token holder') }));
});

test('the message of a failure is found on the troubleshooting page, with advice', async () => {
  const { code, stderr } = await runProgram(['GET', 'http://127.0.0.1:1/']);
  expect(code).toBe(1);
  const [said = ''] = tasks.failure.lines;
  expect(stderr).toContain(said);
  expect(await help(tasks.failure.topic)).toContain('start the server, or correct the port');
});

test('a profile saved as on the page is used by name', async () => {
  const reader = await stranger();
  const [file] = stepsOf(path.resolve('source/manual/profiles.md')).filter(({ kind }) => kind === 'file');
  if (file === undefined) throw new Error('The page of profiles has no file to save.');
  await reader.follow(file);
  for (const line of tasks.profile.lines) await reader.follow({ kind: 'command', line });
});

test('on the screen: ticked, run, copied as curl, saved, and opened again', async () => {
  const home = temporaryFolder();
  const options = { columns: 120, rows: 40, home, folder: home };
  const first = startInTerminal(['graphql', demo.graphqlUrl], options);
  await first.untilShown('Query  10 fields');
  first.write('/authors\r a');
  await first.untilShown('5 ticked');
  first.write('\u0012');
  await first.untilShown('Jane Austen');
  first.write('\u0010');
  await first.untilShown('Enter');
  first.write('copy as curl\r');
  await first.untilScreen((_, { bytes }) => /\u001b\]52;c;\S/.test(bytes), 'a command in the clipboard');
  const [, copied = ''] = /\u001b\]52;c;([A-Za-z\d+/=]+)/.exec(first.bytes) ?? [];
  expect(Buffer.from(copied, 'base64').toString()).toMatch(/^curl .*authors/s);
  first.write('w');
  await first.untilShown('.graphql');
  first.write('\u0015mine.graphql\r');
  await first.untilShown('mine.graphql');
  first.write('q');
  expect((await first.ended).code).toBe(0);
  expect(readFileSync(path.join(home, 'mine.graphql'), 'utf8')).toContain('authors');

  const second = startInTerminal(['graphql', demo.graphqlUrl], { ...options, home: temporaryFolder() });
  await second.untilShown('Query  10 fields');
  second.write('O');
  await second.untilShown('Enter');
  second.write('\u0015mine.graphql\r');
  await second.untilShown('country');
  expect(second.screen()).toContain('5 ticked');
});

test('a line of the page uses the proxy', async () => {
  const proxy = await httpProxy();
  const [line = ''] = tasks.proxy.lines;
  const typed = line
    .replace('http://api.example.com/users', `${demo.url}/books/1`)
    .replace('http://proxy.example.com:3128', `http://127.0.0.1:${proxy.port}`);
  const [argv = []] = callsIn(typed);
  expect(await runProgram(argv, { variables: { NO_PROXY: '' } })).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Pride and Prejudice'),
  });
  expect(proxy.asked).toEqual([`GET ${demo.url}/books/1`]);
});

test('help files names the configuration that is read', async () => {
  const home = temporaryFolder();
  const { stdout } = await runProgram(['help', 'files'], { home });
  const file = /^ +(\/\S+config\.json)/m.exec(stdout)?.[1] ?? '';
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, '{"flags": {"user-agent-that-is-no-flag": true}}');
  const { code, stderr } = await runProgram(['GET', `${demo.url}/books/1`], { home });
  expect([code, stderr]).toEqual([2, expect.stringContaining('user-agent-that-is-no-flag')]);
});

test('after uninstalling as on the page, no file of the program is in the home', async () => {
  const home = temporaryFolder();
  const variables = { PASSWORD: 'secret123' };
  const [login = []] = callsIn(here(loginLine('password')));
  expect((await runProgram(login, { home, variables })).code).toBe(0);
  expect(existsSync(path.join(home, '.local/state/apiclient/tokens.json'))).toBe(true);
  const [logout, , remove = ''] = tasks.uninstall.lines;
  const [argv = []] = callsIn(logout);
  expect(await runProgram(argv, { home })).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('Revoked and removed'),
  });
  await runProgram([], { command: ['sh', '-c', remove], home });
  for (const folder of ['.config', '.local/state', '.cache'])
    expect([folder, existsSync(path.join(home, folder, 'apiclient'))]).toEqual([folder, false]);
});

const table = (): string =>
  [
    '# Twelve tasks',
    '',
    'How a stranger gets from `apiclient help` to each, in three steps at most. `tasks.long.test.ts` runs the lines.',
    'Made by `UPDATE_README=1 npm run test:long -- program/tasks`.',
    '',
    '| task | way | on that page |',
    '| --- | --- | --- |',
    ...Object.values<Task>(tasks).map(
      ({ task, topic, lines }) =>
        `| ${task} | \`apiclient help\`, \`apiclient help ${topic}\` | ${lines.map(line => `\`${line.replaceAll('|', '\\|')}\``).join('<br>')} |`,
    ),
    '',
  ].join('\n');

test('tasks.md is up to date', () => {
  const file = path.resolve('__tests__/program/tasks/tasks.md');
  if (process.env.UPDATE_README) writeFileSync(file, table());
  expect(readFileSync(file, 'utf8')).toBe(table());
});
