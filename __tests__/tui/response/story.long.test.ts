/**
 * The response pane in the built program, in a pseudo-terminal, against a server that does what the name of a query requests.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { temporaryFolder } from '../../support/program.js';
import { type ScriptedServer, scriptedServer } from '../../support/servers/websocket-server.js';
import { closeTerminals, effectsOfOthers, startInTerminal, type TerminalProgram } from '../../support/terminal.js';

const sdl = 'type Query { partial: String } type Subscription { s: String }';

let server: ScriptedServer;
let folder: string;
/** Called when a connection is closed before its request got a response. */
let onCancelled: () => void = () => {};
/** Called when a request has arrived. */
let onArrived: () => void = () => {};

/** The response to each query. `slow` gets none. */
const answers: Readonly<Record<string, string>> = {
  partial: JSON.stringify({
    data: { user: { name: 'Ada', posts: [{ title: null }] }, best: null },
    errors: [
      { message: 'not authorised', path: ['best'] },
      { message: 'no title', path: ['user', 'posts', 0, 'title'] },
    ],
  }),
  hostile: `{"data":{"a":"\u009b2J\u009d0;title\u0007","b\\u001b[2J":"\u202e\u200b","c":"${'漢字👍🏽e\u0301'.repeat(60)}"}}`,
  exact: '{ "data" : {"n":12345678901234567890, "list":[{"id":1,"name":"one"},{"id":2,"name":"two"}]} }',
  large: `{"data":{"items":[${Array.from({ length: 100_000 }, (_, id) => `{"id":${id},"name":"name ${id}"}`).join(',')}]}}`,
};

function onRequest(request: IncomingMessage, response: ServerResponse): void {
  let body = '';
  request.on('data', chunk => {
    body += String(chunk);
  });
  request.on('end', () => {
    const name = /\{ *(\w+)/.exec((JSON.parse(body) as { query: string }).query)?.[1] ?? '';
    onArrived();
    response.on('close', () => {
      if (!response.writableEnded) onCancelled();
    });
    if (name === 'html') {
      response.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>\nBad gateway\u001b[31m</h1>');
    } else if (name === 'defer') {
      response.writeHead(200, { 'Content-Type': 'multipart/mixed; boundary="-"' });
      const part = (value: unknown): unknown =>
        response.write(`Content-Type: application/json\r\n\r\n${JSON.stringify(value)}\r\n---`);
      response.write('---\r\n');
      part({ data: { first: 1 }, hasNext: true });
      response.write('\r\n');
      more = () => {
        part({ incremental: [{ data: { second: 2 }, path: [] }], hasNext: false });
        response.end('--\r\n');
      };
    } else if (name === 'sse') {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write('event: next\ndata: {"data":{"s":1}}\n\n');
      events = response;
    } else if (answers[name] !== undefined) {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(answers[name]);
    }
  });
}

/** The response to which events are written. */
let events: ServerResponse | undefined;
/** Sends the rest of the `defer` response. */
let more: () => void = () => {};

beforeAll(async () => {
  server = await scriptedServer({
    onRequest: onRequest as never,
    onMessage(message, socket, count) {
      if (message.type === 'connection_init') socket.send('{"type":"connection_ack"}');
      if (message.type !== 'subscribe') return;
      const query = String((message.payload as { query: string }).query);
      const next = (number: number): void => {
        const payload = { data: { s: { number, text: `event ${number}` } } };
        socket.send(JSON.stringify({ id: message.id, type: 'next', payload }));
      };
      if (query.includes('few')) {
        for (let number = 1; number <= 3; number++) next(number);
        socket.send(JSON.stringify({ id: message.id, type: 'complete' }));
      }
      if (query.includes('forbidden')) socket.close(4403, 'Forbidden');
      if (query.includes('restart')) {
        next(count);
        if (count === restarting) socket.close(1012, 'restart');
      }
      if (query.includes('flood')) {
        let number = 0;
        const timer = setInterval(() => {
          for (let sent = 0; sent < 200; sent++) next(++number);
        }, 20);
        socket.on('close', () => clearInterval(timer));
      }
    },
    onConnection(_socket, count) {
      connections = count;
    },
  });
  folder = temporaryFolder();
  writeFileSync(path.join(folder, 'schema.graphql'), sdl);
});
let connections = 0;
/** The connection that is closed with 1012. */
let restarting = 0;

afterAll(() => server.close());
afterEach(closeTerminals);

interface RunOptions {
  readonly columns?: number;
  readonly rows?: number;
  readonly variables?: Record<string, string>;
  readonly flags?: readonly string[];
}

/** Opens the screen, types the query, runs it and zooms the response pane. */
async function run(query: string, { flags = [], ...options }: RunOptions = {}): Promise<TerminalProgram> {
  const argv = ['graphql', server.url, '--schema', path.join(folder, 'schema.graphql'), ...flags];
  const terminal = startInTerminal(argv, { columns: 100, rows: 30, folder, ...options });
  await terminal.untilShown('Query  1 field');
  terminal.write(`2i${query}`);
  await terminal.untilShown(query.slice(0, 12));
  terminal.write('\x1b');
  await terminal.untilScreen(screen => !screen.includes('editing'), 'the end of editing');
  terminal.write('\x124z');
  return terminal;
}

test('read a response with errors: at their positions, one by one, in their tab, folded', async () => {
  const terminal = await run('{ partial }');
  await terminal.untilShown('"best": null  ◀ error 1: not authorised');
  await terminal.untilShown('partial data');
  terminal.write('}');
  await terminal.untilShown('error 2 of 2: no title');
  terminal.write('hh');
  await terminal.untilShown('{ … 1 }  ◀ 1 error inside');
  terminal.write(']');
  await terminal.untilShown('at user.posts.0.title');
  terminal.write(']');
  await terminal.untilShown('HTTP/1.1 200 OK');
});

test('a response that is not GraphQL is reported with its body, even on a narrow screen', async () => {
  const terminal = await run('{ html }', { columns: 60, rows: 20 });
  await terminal.untilShown('Bad gateway␛[31m</h1>');
  const words = terminal
    .screen()
    .replace(/[│┃\n]| {2,}/g, ' ')
    .replace(/ +/g, ' ');
  expect(words).toContain('The server answered 502 Bad Gateway with a text/html body, which is not a GraphQL response');
});

test('a hostile body moves nothing, colours nothing, and breaks no border', async () => {
  const terminal = await run('{ hostile }');
  await terminal.untilShown('"b\\u001b[2J"');
  expect(effectsOfOthers(terminal)).toEqual([]);
  const rows = terminal.rows().slice(3, 28);
  for (const row of rows) expect(row).toMatch(/^[│┃].*[│┃█]$/u);
  terminal.write('G');
  terminal.write('gg');
  await terminal.untilShown('<U+009B>2J<U+009D>0;title');
});

test('Ctrl-C aborts a slow request: the server notices, and the screen reports it', async () => {
  const arrived = new Promise<void>(resolve => {
    onArrived = resolve;
  });
  const closed = new Promise<void>(resolve => {
    onCancelled = resolve;
  });
  const terminal = await run('{ slow }');
  await terminal.untilShown('Ctrl-C: stop');
  await arrived;
  terminal.write('\x03');
  await terminal.untilShown(' Stopped before a response arrived.');
  await closed;
});

test('@defer: later parts are merged into the existing response', async () => {
  const terminal = await run('{ defer }');
  await terminal.untilShown('receiving…');
  await terminal.untilShown('"first": 1');
  more();
  await terminal.untilShown('"second": 2');
  await terminal.untilScreen(screen => !screen.includes('receiving'), 'the end of the answer');
});

test('100,000 objects: the last line, a search and back', async () => {
  const terminal = await run('{ large }');
  await terminal.untilShown('"name": "name 0"');
  terminal.write('G');
  await terminal.untilShown('"name": "name 99999"');
  terminal.write('gg/name 54321\r');
  await terminal.untilShown('"name": "name 54321"');
  await terminal.untilShown('1 of 1');
  terminal.write('t');
  await terminal.untilShown('row 54,322 of 100,000');
});

test('save writes the bytes of the response, asks before it overwrites, and leaves no other file', async () => {
  const terminal = await run('{ exact }');
  await terminal.untilShown('12345678901234567890');
  terminal.write('s');
  await terminal.untilShown('Save to a file');
  terminal.write('\x15out.json\r');
  await terminal.untilShown('Saved out.json (93 B).');
  expect(readFileSync(path.join(folder, 'out.json'), 'utf8')).toBe(answers.exact);
  writeFileSync(path.join(folder, 'out.json'), 'precious');
  terminal.write('s');
  await terminal.untilShown('Save to a file');
  terminal.write('\x15out.json\r');
  await terminal.untilShown('out.json already exists');
  expect(readFileSync(path.join(folder, 'out.json'), 'utf8')).toBe('precious');
  terminal.write('j\r');
  await terminal.untilShown('Saved out.json');
  expect(readFileSync(path.join(folder, 'out.json'), 'utf8')).toBe(answers.exact);
  terminal.write('s');
  await terminal.untilShown('Save to a file');
  terminal.write('\x15nowhere/out.json\r');
  await terminal.untilShown('Cannot write nowhere/out.json: its folder does not exist.');
  // The name remains for correction.
  terminal.write('\x1b[Hs');
  await terminal.untilShown('snowhere/out.json');
  terminal.write('\x1b[F\x15other.json\r');
  await terminal.untilShown('Saved other.json');
  expect(readdirSync(folder).filter(name => name.endsWith('.part'))).toEqual([]);
});

test('| pipes the response through a command; its failure and standard error are shown, Escape restores the response', async () => {
  const terminal = await run('{ exact }');
  await terminal.untilShown('12345678901234567890');
  terminal.write('|');
  await terminal.untilShown('Filter through a command');
  terminal.write('\x15tr a-z A-Z; printf "\\033[31mno\\n" >&2; exit 3\r');
  await terminal.untilShown('exited with code 3.');
  await terminal.untilShown('␛[31mno');
  await terminal.untilShown('"NAME": "ONE"');
  terminal.write('\x1b');
  await terminal.untilShown('"name": "one"');
});

test('Ctrl-C ends a running filter with all its children', async () => {
  const terminal = await run('{ exact }');
  await terminal.untilShown('12345678901234567890');
  terminal.write('|');
  await terminal.untilShown('Filter through a command');
  terminal.write('\x15sleep 600 | cat\r');
  await terminal.untilShown('running…');
  terminal.write('\x03');
  await terminal.untilShown('Stopped.');
});

test('p lends the terminal to the pager with the formatted text, and takes it back', async () => {
  const pager = path.join(folder, 'pager.sh');
  writeFileSync(pager, '#!/bin/sh\ncp "$1" paged.json\nprintf "in the pager\\n"\nread -r line\n', { mode: 0o755 });
  const terminal = await run('{ exact }', { variables: { PAGER: pager } });
  await terminal.untilShown('12345678901234567890');
  terminal.write('p');
  await terminal.untilShown('in the pager');
  expect(terminal.alternate).toBe(false);
  terminal.write('\r');
  // A pager that exits within half a second is assumed to have only printed.
  await terminal.untilScreen((screen, { alternate }) => alternate || screen.includes('Any key goes back'), 'its end');
  if (!terminal.alternate) terminal.write('\r');
  await terminal.untilShown('"name": "one"');
  expect(terminal.alternate).toBe(true);
  expect(readFileSync(path.join(folder, 'paged.json'), 'utf8')).toContain('    "n": 12345678901234567890,\n');
});

test('y copies the value under the cursor to the terminal’s clipboard', async () => {
  const terminal = await run('{ exact }');
  await terminal.untilShown('12345678901234567890');
  terminal.write('jjy');
  await terminal.untilShown('Copied the value');
  const encoded = Buffer.from('12345678901234567890').toString('base64');
  expect(terminal.effects).toContain(`osc 52 c;${encoded}`);
});

test('a subscription is a log: rows, an opened event, saved as JSON lines', async () => {
  const terminal = await run('subscription { few }');
  await terminal.untilShown('complete · 3 events');
  expect(terminal.screen()).toContain('{"s":{"number":3,"text":"event 3"}}');
  terminal.write('k\r');
  await terminal.untilShown('"text": "event 2"');
  await terminal.untilShown('event 2 of 3');
  terminal.write('\x1b');
  await terminal.untilShown('complete · 3 events');
  terminal.write('s');
  await terminal.untilShown('Save to a file');
  terminal.write('\r');
  await terminal.untilShown('Saved events.jsonl');
  const lines = readFileSync(path.join(folder, 'events.jsonl'), 'utf8').trimEnd().split('\n');
  expect(lines.map(line => (JSON.parse(line) as { data: { s: { number: number } } }).data.s.number)).toEqual([1, 2, 3]);
});

test('a connection that the server forbids is reported with its code', async () => {
  const terminal = await run('subscription { forbidden }');
  await terminal.untilShown('closed with 4403: forbidden');
});

test('a broken connection is retried with a message, and the log continues', async () => {
  restarting = connections + 1;
  const terminal = await run('subscription { restart }');
  await terminal.untilShown('retrying 1 of 5');
  await terminal.untilShown(`"text":"event ${restarting + 1}"`);
  await terminal.untilShown('subscribed · 2 events');
});

test('10,000 events a second: keys still work, memory is limited and dropped events are reported', async () => {
  const terminal = await run('subscription { flood }');
  await terminal.untilScreen(screen => /oldest [\d,]+ dropped/.test(screen), 'dropped events');
  terminal.write(' ');
  await terminal.untilShown('paused');
  const row = terminal.rows()[5];
  await terminal.untilScreen(screen => /paused, [\d,]{5,} new/.test(screen), 'events that come meanwhile');
  expect(terminal.rows()[5]).toBe(row);
  terminal.write('r');
  terminal.write(' \r');
  await terminal.untilShown('"number": ');
  terminal.write('\x1b');
  terminal.write('/event 1234\r');
  await terminal.untilShown('filter event 1234');
  terminal.write('\x03');
  await terminal.untilShown('stopped');
  terminal.write('qq');
  expect((await terminal.ended).code).toBe(0);
});

test('at 80x24 the pane is complete next to the tree', async () => {
  const terminal = await run('{ partial }', { columns: 80, rows: 24 });
  await terminal.untilShown('◀ error 1');
  terminal.write('z');
  await terminal.untilShown('1 Schema');
  for (const row of terminal.rows().slice(2, 22)) expect(row).toMatch(/[│┃┓┛╮╯█]$/u);
  expect(existsSync(path.join(folder, 'schema.graphql'))).toBe(true);
});

test('names, strings, numbers and errors differ by colour; with NO_COLOR, nothing is coloured', async () => {
  const terminal = await run('{ partial }');
  await terminal.untilShown('◀ error 1');
  const colours = ['"best"', '"Ada"', '◀ error'].map(text => terminal.cellOf(text).foreground);
  expect(new Set(colours).size).toBe(3);
  expect(colours).not.toContain('default');
  const plain = await run('{ partial }', { variables: { NO_COLOR: '1' } });
  await plain.untilShown('◀ error 1');
  const cells = Array.from({ length: 30 * 100 }, (_, at) => plain.cell(Math.floor(at / 100), at % 100));
  expect(cells.filter(cell => cell.foreground !== 'default' || cell.background !== 'default')).toEqual([]);
});

test('a subscription works over server-sent events as well', async () => {
  const terminal = await run('subscription { sse }', { flags: ['--subscription-protocol', 'sse'] });
  await terminal.untilShown('{"s":1}');
  await terminal.untilShown('subscribed · 1 event');
  events?.write('event: next\ndata: {"data":{"s":2}}\n\nevent: complete\ndata:\n\n');
  await terminal.untilShown('{"s":2}');
  await terminal.untilShown('complete · 2 events');
});
