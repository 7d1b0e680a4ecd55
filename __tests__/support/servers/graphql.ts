/** Helpers for GraphQL tests: a command as the parser would return it, an environment with separate streams, servers. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough, Writable } from 'node:stream';
import { defaultNetwork, defaultOutput } from '../../../source/command/parse.js';
import type { GraphqlCommand } from '../../../source/core/command.js';
import type { Environment } from '../../../source/environment.js';
import { sleep } from '../../../source/platform/sleep.js';
import { temporaryFolder } from '../folder.js';

/** A `graphql` command with default values. */
export const graphqlCommand = (more: Partial<GraphqlCommand> = {}): GraphqlCommand => ({
  kind: 'graphql',
  bare: false,
  auth: { apiKeys: [] },
  headers: [],
  network: defaultNetwork,
  output: defaultOutput,
  items: [],
  picks: [],
  printQuery: false,
  refreshSchema: false,
  validate: true,
  get: false,
  sends: { persisted: false },
  again: { paginate: false },
  incremental: false,
  uploads: [],
  subscriptionProtocol: 'auto',
  screen: { mouse: true, ascii: false, linear: false },
  ...more,
});

/** An environment with a separate home and streams that are recorded. */
export interface TestEnvironment extends Environment {
  readonly written: { readonly stdout: Buffer[]; readonly stderr: Buffer[] };
  out(): string;
  err(): string;
}

export function testEnvironment(more: Partial<Environment> = {}): TestEnvironment {
  const written: { stdout: Buffer[]; stderr: Buffer[] } = { stdout: [], stderr: [] };
  const sink = (list: Buffer[]) =>
    new Writable({
      write(chunk: Buffer | string, _encoding, done) {
        list.push(Buffer.from(chunk));
        done();
      },
    });
  const home = temporaryFolder();
  let random = 0;
  return {
    stdin: new PassThrough().end() as Environment['stdin'],
    stdout: sink(written.stdout),
    stderr: sink(written.stderr),
    variables: {},
    folder: home,
    home,
    platform: 'linux',
    ...(process.geteuid ? { userId: process.geteuid() } : {}),
    newFileMode: 0o644,
    pending: new Set(),
    now: () => Date.now(),
    monotonic: () => performance.now(),
    sleep,
    random: length => new Uint8Array(length).fill(++random),
    signal: new AbortController().signal,
    notice: () => '',
    ...more,
    written,
    out: () => Buffer.concat(written.stdout).toString('utf8'),
    err: () => Buffer.concat(written.stderr).toString('utf8'),
  };
}

const open: Server[] = [];

/** Serves on a free port of this machine and returns its base URL. `closeServers` ends it. */
export async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  open.push(server);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Closes every server of this test file with its connections. Call it in `afterAll`. */
export async function closeServers(): Promise<void> {
  await Promise.all(
    open.splice(0).map(server => {
      server.closeAllConnections();
      return new Promise(resolve => server.close(resolve));
    }),
  );
}
