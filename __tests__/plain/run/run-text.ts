/** Runs an `.http` text against a separate server. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { main } from '../../../source/main.js';
import { testEnvironment } from '../../support/servers/graphql.js';
import { type Answering, httpServer } from '../../support/servers/http-server.js';

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** `METHOD path` of each request. */
  readonly seen: readonly string[];
  /** Body of each request. */
  readonly bodies: readonly string[];
  /** Reads a file in the folder where it ran. */
  readonly file: (name: string) => string;
}

export const ok: Answering = response => response.end('ok');

/** Runs `api.http` (or the files in `argv`) against a separate server. */
export async function run(
  text: string | Buffer,
  argv: readonly string[] = [],
  {
    answer = ok,
    files = {},
    variables = {},
    signal,
  }: {
    readonly answer?: Answering;
    /** Interrupts the run. */
    readonly signal?: AbortSignal;
    readonly files?: Readonly<Record<string, string | Buffer>>;
    readonly variables?: Readonly<Record<string, string>>;
  } = {},
): Promise<Ran> {
  const { url, seen } = await httpServer(answer);
  const tested = testEnvironment({ variables });
  const environment = signal ? { ...tested, signal } : tested;
  const place = (name: string): string => path.join(environment.folder, name);
  for (const [name, content] of Object.entries({ 'api.http': text, ...files })) {
    mkdirSync(path.dirname(place(name)), { recursive: true });
    writeFileSync(place(name), content);
  }
  const named = argv.some(word => /\.http(?::\d+)?$|^\.$/.test(word)) ? [] : ['api.http'];
  const code = await main(['run', ...named, `base=${url}`, ...argv], environment);
  return {
    code,
    out: environment.out().replaceAll(url, 'BASE'),
    err: environment.err().replaceAll(url, 'BASE'),
    seen: seen.map(each => `${each.method} ${each.path}`),
    bodies: seen.map(each => each.body.toString()),
    file: name => readFileSync(place(name), 'utf8').replaceAll(url, 'BASE'),
  };
}

export const json =
  (value: unknown): Answering =>
  response => {
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify(value));
  };
