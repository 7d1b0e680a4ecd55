/** Events per second of a subscription, and introspection of a large schema, compared with graphqurl. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { buildSchema, graphqlSync } from 'graphql';
import { type WebSocket, WebSocketServer } from 'ws';
import { passingFolder } from '../support/run/passing-folder.js';
import { inParts, interleaved, type Lines, median, ratio, type Subject, table } from './measure.js';
import type { Measurement } from './names.js';

const events = 50_000;
/** The latest version (2022), which supports only the older WebSocket protocol. */
const peer = 'graphqurl@2.0.0';

/** Sends all events as fast as they are read, over the negotiated protocol. */
async function pour(socket: WebSocket, id: string): Promise<void> {
  const type = socket.protocol === 'graphql-ws' ? 'data' : 'next';
  for (let n = 0; n < events; n++) {
    socket.send(
      `{"id":"${id}","type":"${type}","payload":{"data":{"tick":{"n":${n},"text":"some text of an event"}}}}`,
    );
    if (socket.bufferedAmount > 1e6) await new Promise(resolve => setImmediate(resolve));
  }
  socket.send(`{"id":"${id}","type":"complete"}`);
  // graphqurl waits forever after `complete`; closing the connection ends it.
  if (type === 'data') socket.close(1000);
}

function serve(): Promise<string> {
  const sdl = readFileSync('__tests__/support/fixtures/schemas/github.graphql', 'utf8');
  const schema = buildSchema(sdl, { assumeValidSDL: true });
  const answers = new Map<string, Buffer>();
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { query } = JSON.parse(Buffer.concat(chunks).toString()) as { query: string };
    const known = answers.get(query) ?? Buffer.from(JSON.stringify(graphqlSync({ schema, source: query })));
    answers.set(query, known);
    response.setHeader('content-type', 'application/json');
    response.end(known);
  });
  const sockets = new WebSocketServer({
    server,
    handleProtocols: offered => (offered.has('graphql-transport-ws') ? 'graphql-transport-ws' : 'graphql-ws'),
  });
  sockets.on('connection', socket => {
    socket.on('error', () => {});
    socket.on('message', data => {
      const message = JSON.parse(String(data)) as { type: string; id?: string };
      if (message.type === 'connection_init') socket.send('{"type":"connection_ack"}');
      if (message.type === 'subscribe' || message.type === 'start') void pour(socket, message.id ?? '1');
    });
  });
  return new Promise(resolve => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`));
  });
}

function installPeer(folder: string): string | undefined {
  try {
    execFileSync('npm', ['install', '--silent', '--no-audit', '--no-fund', '--prefix', folder, peer], {
      stdio: 'ignore',
    });
  } catch {
    return undefined;
  }
  const file = path.join(folder, 'node_modules/.bin/gq');
  return existsSync(file) ? file : undefined;
}

export async function* bench({ parts, rounds }: Measurement): Lines {
  const home = passingFolder();
  const url = await serve();
  const cli = process.env.APICLIENT_CLI ?? path.resolve('dist/cli.cjs');
  const gq = installPeer(path.join(home, 'peer'));
  const ours = (...argv: string[]): Subject['command'] => [process.execPath, cli, 'graphql', url, ...argv];
  const theirs = (...argv: string[]): Subject['command'] => [process.execPath, gq ?? '', url, ...argv];
  const subscription = 'subscription { tick { n text } }';
  const groups: Readonly<Record<string, readonly [title: string, subjects: readonly Subject[]]>> = {
    events: [
      `A subscription of ${events.toLocaleString('en')} events into a pipe`,
      [
        { name: 'apiclient', command: ours('--query', subscription) },
        ...(gq ? [{ name: peer, command: theirs('-q', subscription) }] : []),
      ],
    ],
    introspection: [
      'Introspection of github.graphql, printed as SDL',
      [
        { name: 'apiclient', command: ours('--print-schema', '--refresh-schema') },
        { name: 'apiclient, schema cached', command: ours('--print-schema') },
        ...(gq ? [{ name: peer, command: theirs('--introspect') }] : []),
      ],
    ],
  };
  async function* group(part: string): Lines {
    const [title, subjects] = groups[part] ?? ['', []];
    yield `## ${title}`;
    yield '';
    const runs = await interleaved(subjects, rounds, home);
    const base = runs.get('apiclient') ?? [];
    const streams = part === 'events';
    yield* table(
      ['', 'median ms', ...(streams ? ['events per second'] : []), 'ratio to apiclient', 'peak MiB'],
      [...runs].map(([name, list]) => {
        const ms = median(list.map(run => run.ms));
        return [
          name,
          ms.toFixed(0),
          ...(streams ? [Math.round(events / (ms / 1000)).toLocaleString('en')] : []),
          ratio(list, base).toFixed(2),
          Math.max(...list.map(run => run.peakMiB)).toFixed(0),
        ];
      }),
    );
  }
  yield* inParts(parts, Object.fromEntries(Object.keys(groups).map(name => [name, () => group(name)])));
  yield '';
  if (!gq) yield* [`${peer} could not be installed: no comparison.`, ''];
  yield 'Complete processes including start-up; medians; ratios computed round by round.';
}
