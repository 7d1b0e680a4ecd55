/** Compares the behaviour that HTTPie and xh document with ours: each row of `peers/` runs against a real server. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { type Ended, runProgram, temporaryFolder } from '../support/program.js';
import { certificates } from '../support/servers/certificates.js';
import { closeServers, httpServer, type Seen, type TestServer } from '../support/servers/http-server.js';
import { closeHttp2Servers, http2Server } from '../support/servers/http2-server.js';
import { closeProxies, httpProxy, type ProxyServer } from '../support/servers/proxy-server.js';
import { type Check, type Row, type Run, rows } from './peers/rows.js';
import { answer } from './peers/server.js';
import { wordsOf } from './words.js';

const certificate = certificates();
const socket = path.join(temporaryFolder(), 's');

let server: TestServer;
let other: TestServer;
let secure: TestServer;
let mutual: TestServer;
let proxy: ProxyServer;
let names: Readonly<Record<string, string>>;
const onSocket = createServer((request, response) => void response.end(`socket ${request.url}`));

beforeAll(async () => {
  server = await httpServer(answer);
  other = await httpServer(answer);
  secure = await httpServer(answer, certificate.server);
  mutual = await httpServer(
    (response, _, request) => {
      const { authorized } = request.socket as { authorized?: boolean };
      response.writeHead(authorized ? 200 : 400).end(authorized ? 'certified' : 'no certificate');
    },
    { ...certificate.server, ca: certificate.ca, requestCert: true },
  );
  const [expired, named, second] = [
    await httpServer(answer, certificate.expired),
    await httpServer(answer, certificate.otherName),
    await http2Server((request, response) => void response.end(`HTTP/${request.httpVersion} ${request.url}`)),
  ];
  proxy = await httpProxy();
  await new Promise<void>(resolve => onSocket.listen(socket, resolve));
  names = {
    U: server.url,
    H: new URL(server.url).host,
    P: String(server.port),
    O: other.url,
    T: secure.url,
    TP: String(secure.port),
    M: mutual.url,
    EXPIRED: expired.url,
    NAMED: named.url,
    H2: second.url,
    // No server listens on this port, and no test can open it.
    CLOSED: 'http://127.0.0.1:1',
    PROXY: `127.0.0.1:${proxy.port}`,
    SOCKET: socket,
    CA: certificate.caFile,
    CERT: certificate.client.certFile,
    KEY: certificate.client.keyFile,
  };
});
afterAll(async () => {
  onSocket.close();
  closeHttp2Servers();
  await Promise.all([closeServers(), closeProxies()]);
});

/** Replaces `$NAME` with a value that exists only during the test. */
const filled = (value: string): string => value.replace(/\$\{?([A-Z]\w*)\}?/g, (whole, name) => names[name] ?? whole);
const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '0': '\0', '\\': '\\' };
const unescaped = (value: string): string =>
  filled(value).replace(/\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|([nrt0\\]))/g, (_, byte, unit, letter) =>
    letter === undefined ? String.fromCharCode(Number.parseInt(byte ?? unit, 16)) : (escapes[letter] ?? letter),
  );
const halves = (value: string, separator: string): readonly [name: string, text: string] => {
  const at = value.indexOf(separator);
  return [value.slice(0, at), unescaped(value.slice(at + separator.length))];
};

interface Place {
  readonly home: string;
  readonly folder: string;
}

function place({ given, config }: Row): Place {
  const [home, folder] = [temporaryFolder(), path.join(temporaryFolder(), 'work')];
  mkdirSync(folder);
  for (const each of given) {
    const [name, text] = halves(each, ' = ');
    const file = name.startsWith('~/') ? path.join(home, name.slice(2)) : path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text, { mode: 0o600 });
  }
  if (config !== undefined) {
    mkdirSync(path.join(home, '.config/apiclient'), { recursive: true });
    writeFileSync(path.join(home, '.config/apiclient/config.json'), filled(config), { mode: 0o600 });
  }
  return { home, folder };
}

/** Requests of a run at the servers that record them. */
const requests = (): readonly Seen[] => [server, other, secure, mutual].flatMap(({ seen }) => seen);

/** The part of a result that a check reads, as text. */
function actual({ key, value }: Check, { code, stdout, stderr }: Ended, { folder }: Place): string {
  const last = requests().at(-1);
  const file = path.join(folder, halves(value, ' = ')[0] || value);
  if (key === 'code') return String(code);
  if (key === 'file') return existsSync(file) ? readFileSync(file, 'utf8') : '(no file)';
  if (key === 'no-file') return existsSync(path.join(folder, value)) ? 'a file' : '';
  if (key === 'requests')
    return requests()
      .map(each => `${each.method} ${each.path}`)
      .join(', ');
  if (key === 'body' || key === 'body~') return last?.body.toString() ?? '(no request)';
  if (key === 'sent' || key === 'sent~') return sentOf(last, value);
  return key.includes('out') ? stdout : stderr;
}

function sentOf(last: Seen | undefined, value: string): string {
  if (!last) return '(no request)';
  const name = /^(?:no )?([^\s:]+)/.exec(value)?.[1] ?? '';
  if (/^[A-Z][A-Z-]* \S/.test(value)) return `${last.method} ${last.path}`;
  const lines = last.lines.filter(([each]) => each.toLowerCase() === name.toLowerCase());
  return lines.length === 0 ? `no ${name}` : lines.map(([, text]) => `${name}: ${text}`).join('\n');
}

function isMet(check: Check, text: string): boolean {
  const { key, value } = check;
  const wanted = unescaped(value);
  if (key.endsWith('~')) return new RegExp(filled(value), 's').test(text);
  if (key === 'out' || key === 'err') return text.includes(wanted);
  if (key === 'no-out' || key === 'no-err') return !text.includes(wanted);
  if (key === 'file') return text === halves(value, ' = ')[1];
  if (key === 'no-file') return text === '';
  return text.trimEnd() === wanted.trimEnd();
}

async function failures({ line, checks }: Run, row: Row, at: Place): Promise<readonly string[]> {
  for (const each of [server, other, secure, mutual]) each.seen.length = 0;
  const ended = await runProgram(wordsOf(line).map(filled), {
    ...at,
    variables: Object.fromEntries(row.env.map(each => halves(each.replace('=~/', `=${at.home}/`), '='))),
    ...(row.stdin === undefined ? {} : { input: unescaped(row.stdin) }),
    ...(row.isTerminal ? { terminal: true } : {}),
    ...(row.isProcess ? { spawn: true } : {}),
  });
  const code = checks.some(({ key }) => key === 'code') ? [] : [{ key: 'code', value: '0' } as const];
  const failed = [...checks, ...code].flatMap(check => {
    const text = actual(check, ended, at);
    return isMet(check, text) ? [] : [`${check.key} ${check.value}\n  is ${JSON.stringify(text)}`];
  });
  const { stdout, stderr, code: exit } = ended;
  return failed.length === 0
    ? []
    : [`apiclient ${line}`, ...failed, `(code ${exit})\n${JSON.stringify(stdout)}\n${stderr}`];
}

test.each(rows.map(row => [`${row.area}: ${row.topic}`, row] as const))('%s', async (_, row) => {
  const at = place(row);
  for (const run of row.runs) expect((await failures(run, row, at)).join('\n')).toBe('');
});

test('there are at least 389 topics, each with one row, and each difference with a reason', () => {
  expect(rows.length).toBeGreaterThanOrEqual(389);
  const topics = rows.map(({ topic }) => topic);
  expect(topics.filter((topic, at) => topics.indexOf(topic) !== at)).toEqual([]);
  expect(rows.map(({ theirs }) => theirs).filter(theirs => !/^(?:.* \| )?(?:https?|xhs?)(?: |$)/.test(theirs))).toEqual(
    [],
  );
  expect(rows.flatMap(({ why }) => why ?? []).filter(why => !/^[-\w].* .*\.$/.test(why))).toEqual([]);
});
