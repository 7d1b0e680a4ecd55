import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { aboutTopic, topics as allTopics, commandHelp, keyText, searchHelp } from '../../source/command/about.js';
import { commandNames, flagTable, groups, shownName } from '../../source/command/flags.js';
import { flagForms, noteOf } from '../../source/command/help/flag-page.js';
import { groupTopic } from '../../source/command/help/help.js';
import { manual } from '../../source/command/help/manual.js';
import { aboutOf, rowsOf } from '../../source/command/help/page.js';
import { helpTopics } from '../../source/command/help/topics.js';
import { parse } from '../../source/command/parse.js';
import { exitCodes, isFailure } from '../../source/core/failure.js';
import { keyHelp } from '../../source/tui/app/key-help.js';
import { callsInEach } from '../support/shells/shell-words.js';

const keys = keyHelp();
const topics = Object.keys(helpTopics) as (keyof typeof helpTopics)[];

/** The help of an existing topic. */
function helpOn(topic: string | undefined): string {
  const text = aboutTopic(topic);
  if (text === undefined) throw new Error(`There is no topic ${topic}.`);
  return text;
}

const tooLong = (text: string): readonly string[] => text.split('\n').filter(line => line.length > 80);

test.each(topics)('--help of %s fits 80 columns', topic => {
  expect(tooLong(commandHelp(topic))).toEqual([]);
});

test.each(topics)('--help of %s lists exactly the flags that apply', topic => {
  const lines = commandHelp(topic)
    .split('\n')
    .map(line => line.trim());
  const { command } = helpTopics[topic];
  for (const flag of flagTable) {
    const listed = lines.some(
      line => line === flagForms(flag).trim() || line.startsWith(`${flagForms(flag).trim()}  `),
    );
    expect([flag.name, listed]).toEqual([flag.name, (flag.commands as readonly string[]).includes(command)]);
  }
});

test.each(topics)('-h of %s lists at most twenty flags, and where to find the others', topic => {
  const text = commandHelp(topic, true);
  expect(tooLong(text)).toEqual([]);
  expect(text.split('\n').length).toBeLessThan(60);
  const { command } = helpTopics[topic];
  const all = flagTable.filter(flag => (flag.commands as readonly string[]).includes(command));
  const shown = all.filter(flag => text.includes(`\n  ${flagForms(flag)}`));
  expect(shown.length).toBeLessThanOrEqual(20);
  if (topic === 'request' || topic === 'graphql') expect(shown).toHaveLength(20);
  const others = all.length - shown.length;
  if (others > 0) expect(text.replace(/\s+/g, ' ')).toContain(`${others} more: apiclient`);
});

test('-h is brief, --help is complete', () => {
  expect(parse(['-h'])).toEqual({ kind: 'usage', command: 'request', brief: true });
  expect(parse(['GET', 'a.example', '-sh'])).toEqual({ kind: 'usage', command: 'request', brief: true });
  expect(parse(['graphql', '-h'])).toEqual({ kind: 'usage', command: 'graphql', brief: true });
  expect(parse(['--help'])).toEqual({ kind: 'usage', command: 'request' });
  expect(parse(['graphql', '--help'])).toEqual({ kind: 'usage', command: 'graphql' });
});

test.each(groups.map(groupTopic))(
  'apiclient help %s shows the group of flags, or the command with that name',
  topic => {
    const text = helpOn(topic);
    const flags = flagTable.filter(flag => groupTopic(flag.group) === topic);
    if (!topics.includes(topic as (typeof topics)[number]))
      for (const flag of flags) expect(text).toContain(`\n  ${flagForms(flag)}`);
  },
);

test('examples precede the flags', () => {
  const help = commandHelp('request');
  expect(help.indexOf('Examples')).toBeGreaterThan(0);
  expect(help.indexOf('Examples')).toBeLessThan(help.indexOf('Authentication'));
});

const topicExamples = topics.flatMap(topic => helpTopics[topic].examples);
const topicCalls = callsInEach(topicExamples);

test.each(topicExamples.map((example, at) => [example, topicCalls[at] ?? []] as const))(
  'the example can be typed: %s',
  (_, calls) => {
    expect(calls.length).toBeGreaterThan(0);
    for (const argv of calls) {
      const parsed = parse(argv, [], () => 'https://profile.example');
      expect(isFailure(parsed) ? parsed.text : 'a command').toBe('a command');
    }
  },
);

test('every exit code of the program is explained', () => {
  const explained = rowsOf(manual['exit-codes']).flatMap(([codes = '']) => codes.split(', '));
  for (const code of Object.values(exitCodes)) expect(explained).toContain(String(code));
});

describe('apiclient help', () => {
  test('without a topic it fits a screen of 24 rows with its prompt, and names every topic', () => {
    const text = helpOn(undefined);
    expect(text.split('\n').length).toBeLessThanOrEqual(24);
    expect(tooLong(text)).toEqual([]);
    const words = text.split(/[\s,]+/);
    expect(allTopics.filter(topic => !words.includes(topic) && !topics.includes(topic as never))).toEqual([]);
  });

  test.each(Object.entries(manual))('%s is its page of the manual, and fits 80 columns', (topic, page) => {
    const text = helpOn(topic);
    expect(text.replace(/\s+/g, ' ')).toContain(aboutOf(page).replace(/`/g, ''));
    // An example is one line, so that it can be copied.
    const examples = page.flatMap(block => (block.kind === 'code' ? block.lines.map(line => `  ${line}`) : []));
    expect(tooLong(text).filter(line => !examples.includes(line))).toEqual([]);
  });

  test('each page in the folder is a topic, and begins with a title and one sentence', () => {
    const files = readdirSync('source/manual', { recursive: true, encoding: 'utf8' })
      .filter(file => file.endsWith('.md'))
      .map(file => path.basename(file, '.md'));
    const known = [...Object.keys(manual), 'keys', 'flags', 'readme'];
    expect(files.sort()).toEqual(known.sort());
    for (const page of Object.values(manual)) {
      expect(page.slice(0, 2).map(({ kind }) => kind)).toEqual(['heading', 'paragraph']);
      expect(aboutOf(page)).toMatch(/^[A-Z][^.]+$/);
    }
  });

  test('links in a page lead to topics', () => {
    const links = Object.values(manual)
      .flat()
      .flatMap(block => JSON.stringify(block).match(/"href":"[\w./-]+\.md/g) ?? [])
      .map(each => /([\w-]+)\.md$/.exec(each)?.[1] ?? '');
    expect(links.length).toBeGreaterThan(30);
    expect(links.filter(name => !allTopics.includes(name) && name !== 'README')).toEqual([]);
  });

  test('the program can print each message on the troubleshooting page', () => {
    const source = readdirSync('source', { recursive: true, encoding: 'utf8' })
      .filter(file => /\.(?:tsx?|mjs)$/.test(file))
      .map(file => readFileSync(path.join('source', file), 'utf8').replace(/\$\{[^}]*\}/g, '…'))
      .join('\n');
    const messages = rowsOf(manual.troubleshooting).map(([message = '']) => message);
    expect(messages.length).toBeGreaterThanOrEqual(40);
    const said = (message: string): boolean =>
      // The status line is the server's, and a file that cannot be executed prints nothing.
      /^4\d\d |, said by the shell /.test(message) || message.split('…').every(part => source.includes(part.trim()));
    expect(messages.filter(message => !said(message))).toEqual([]);
  });

  test('without a topic it names every command and every group of flags', () => {
    const words = helpOn(undefined).split(/[\s,|[]+/);
    const commands = [...commandNames, 'curl'];
    expect([...commands, ...groups.map(groupTopic)].filter(name => !words.includes(name))).toEqual([]);
  });

  test.each([
    ['auth', 'logout', /^Revoke a token/, /--all/, /--decode/],
    ['auth', 'token', /^Print the access token/, /--decode/, /--all {2}/],
    ['auth', 'login', /^Log in and store/, /--oauth2-scope/, /Examples/],
    ['sessions', 'remove', /^Delete a session/, /sessions remove ada/, /sessions show/],
  ])('help %s %s and --help after it describe that action', (command, action, about, contains, lacks) => {
    const text = helpOn(`${command} ${action}`);
    expect(text).toMatch(about);
    expect(text).toMatch(contains);
    expect(text).not.toMatch(lacks);
    expect(tooLong(text)).toEqual([]);
    expect(parse(['help', command, action])).toEqual({ kind: 'help', topic: `${command} ${action}` });
    expect(parse([command, action, '--help'])).toEqual({ kind: 'usage', command, action });
    expect(parse([command, action, '-h'])).toEqual({ kind: 'usage', command, action, brief: true });
    expect(commandHelp(command, false, action)).toBe(text);
    expect(commandHelp(command, true, action)).toMatch(about);
  });

  test('an unknown action is searched for, and --help after one shows the command', () => {
    expect(aboutTopic('auth logot')).toBeUndefined();
    expect(commandHelp('auth', false, 'logot')).toBe(commandHelp('auth'));
  });

  test('`help help` does not change the case of names such as JSON and GraphQL', () => {
    expect(helpOn('help')).toMatch(/bodies +JSON, files[\s\S]*screen +the schema as/);
    expect(helpOn('help')).toMatch(/start +first commands/);
  });

  test('help names every topic with a summary', () => {
    const text = helpOn('help');
    for (const topic of [...Object.keys(manual), 'keys', 'flags', 'licences']) expect(text).toContain(`\n  ${topic} `);
  });

  test.each([
    ['--timeout', '--timeout SECONDS'],
    ['timeout', '--timeout SECONDS'],
    ['-L', '-L, --follow'],
    ['-4', '-4, --ipv4'],
    ['--no-mouse', '--no-mouse'],
    ['--no-follow', '-L, --follow'],
  ])('%s shows the page of the flag', (topic, shown) => {
    const text = helpOn(topic);
    expect(text.split('\n')[0]).toContain(shown);
    expect(text).toMatch(/\n {2}Commands +\S/);
    expect(text).toMatch(/\n {2}\$ .*apiclient /);
  });

  test('a flag is shown with the flags whose names begin with its name', () => {
    const listed = [...helpOn('--oauth2').matchAll(/^ {6}--([\w-]+)/gm)].map(([, name]) => name);
    expect(listed).toEqual(flagTable.map(({ name }) => name).filter(name => name.startsWith('oauth2-')));
  });

  test('--retry lists the retried statuses', () => {
    expect(helpOn('--retry').replace(/\s+/g, ' ')).toContain('the statuses 408, 425, 429, 500, 502, 503, 504');
  });

  test('every flag has a page', () => {
    for (const flag of flagTable) expect(helpOn(shownName(flag))).toContain(flagForms(flag).trim());
  });

  const flagCalls = callsInEach(flagTable.map(flag => noteOf(flag).example));

  test.each(flagTable.map((flag, at) => [flag.name, flagCalls[at] ?? []] as const))(
    'the example of --%s contains it, and can be typed',
    (name, calls) => {
      const flag = flagTable.find(each => each.name === name);
      expect(calls.length).toBeGreaterThan(0);
      const words = calls.flat();
      const forms = [flag && shownName(flag), flag?.short && `-${flag.short}`].filter(Boolean);
      expect(words.filter(word => forms.includes(word.split('=')[0] ?? ''))).not.toEqual([]);
      for (const argv of calls) {
        const parsed = parse(argv, [], () => 'https://profile.example');
        expect(isFailure(parsed) ? parsed.text : '').toBe('');
      }
    },
  );

  test.each(['get', 'GET', 'post', 'DELETE'])('%s describes requests', method => {
    expect(helpOn(method)).toBe(helpOn('requests'));
  });

  test('again is described with the history', () => {
    expect(helpOn('again')).toBe(helpOn('history'));
  });

  test.each([
    ['kyes', /Did you mean apiclient help keys\?/],
    ['', /apiclient help help/],
    ['-', /apiclient help help/],
    ['--', /apiclient help help/],
  ])('%j matches nothing, and the hint suggests a topic', (topic, hint) => {
    expect(aboutTopic(topic)).toBeUndefined();
    const text = searchHelp(topic, keys);
    expect(isFailure(text) ? text : text.slice(0, 80)).toMatchObject({
      kind: 'usage',
      hint: expect.stringMatching(hint),
    });
  });

  // Words of users, with a result that explains them. It must be among the first three.
  test.each(
    Object.entries({
      'help auth login': ['login', 'log in'],
      'help auth logout': ['logout', 'log out'],
      'help auth ': ['whoami', 'signout'],
      'help authentication': ['saml', 'ntlm', 'kerberos'],
      '-u, --auth': ['password', 'basic auth'],
      '-B, --bearer': ['bearer token', 'bearer'],
      '-b, --cookie': ['cookie', 'cookies'],
      '-F, --form': ['multipart', 'file upload', 'upload a file'],
      '-L, --follow': ['redirect', 'redirects', 'follow redirects'],
      '-C, --continue': ['resume', 'resume download'],
      '-a, --assert': ['assertions', 'check the response'],
      '-x, --proxy': ['corporate proxy', 'socks'],
      '--retry': ['retry', 'retries', 'rate limit'],
      '--timeout': ['time out', 'timeouts'],
      '--max-size': ['size limit'],
      '--report': ['junit', 'tap'],
      '--paginate': ['pagination', 'all pages'],
      '--compress': ['gzip', 'compress', 'zstd'],
      '--response-charset': ['charset', 'encoding'],
      '--format-options': ['indent', 'sort keys'],
      '--debug-log': ['debug', 'log file'],
      '--unix-socket': ['unix socket'],
      '--filter': ['jsonpath', 'select values'],
      'help tls': ['certificate', 'mtls', 'self-signed', 'pfx'],
      'help load': ['benchmark', 'latency', 'percentile', 'stress'],
      'help bodies': ['stdin', 'soap', 'standard input'],
      'help line-mode': ['accessibility', 'screen reader', 'blind'],
      'help ws': ['websocket', 'chat'],
      'help openapi': ['swagger'],
      'help import': ['postman', 'insomnia'],
      'help exit-codes': ['exit code', 'exit status'],
      'help environment': ['docker', 'dotenv', 'environment variable'],
      'help secrets': ['secret'],
      'help profiles': ['profile'],
      'help oauth2': ['ssh', 'device code'],
      'help requests': ['grpc', 'webhook', 'sse'],
      'help troubleshooting': ['cors', 'hang'],
      'help scripting': ['jenkins', 'powershell'],
      'help start': ['tutorial', 'beginner'],
    }).flatMap(([match, words]) => words.map(each => [each, match] as const)),
  )('%j is explained by %s', (words, match) => {
    const text = searchHelp(words, keys);
    const results = isFailure(text) ? [] : text.split('\n').filter(line => /^ {2}\S/.test(line));
    expect(results.slice(0, 3).join('\n')).toContain(match);
  });

  test.each([
    ['grapqhl', 'apiclient help graphql'],
    ['--retrry', '--retry N'],
    ['sign in', 'apiclient help oauth2'],
    ['delete a token', 'apiclient help oauth2'],
    ['proxy', '--proxy'],
    ['websocket', '--connection-params'],
    ['secrets off the command line', 'apiclient help authentication'],
    ['rerun', '--rerun-failed'],
    ['screen reader', '--linear'],
    ['accessibility', '--linear'],
    ['turn redirects on', '--follow'],
    ['erase a session', 'apiclient help sessions'],
  ])('%j finds %s among the first matches', (words, match) => {
    const text = searchHelp(words, keys);
    expect(isFailure(text) ? text.text : text).toContain(`\n  ${match}`.replace('\n  --', '--'));
    expect(tooLong(isFailure(text) ? '' : text)).toEqual([]);
  });

  test('the keys match the key table, under their headings', () => {
    const text = keyText(keys);
    expect(tooLong(text)).toEqual([]);
    for (const { heading } of keys) expect(`\n${text}`).toContain(`\n${heading}\n`);
    expect(text).toContain('  Ctrl-R / Alt-Enter / F5  Run');
    expect(text.replace(/\s+/g, ' ')).toContain('or stop the running one. · run');
  });
});
