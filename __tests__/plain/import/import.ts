/** Imports an export in an empty folder, and runs it against a server that records requests. */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runProgram, temporaryFolder } from '../../support/program.js';
import { httpServer, type Seen } from '../../support/servers/http-server.js';

/** Files by their path in the folder. */
export type Files = Readonly<Record<string, string>>;

const below = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .filter(name => statSync(path.join(folder, name)).isFile() && !/^\.(?:cache|local|config)/.test(name));

/** A user with exported files in the current folder. `BASE` in them is the server's URL, and `ADDRESS` its host and port. */
export async function importer(files: Files, response: unknown = { token: 'from the server' }) {
  const { url, seen } = await httpServer(answer =>
    answer.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(response)),
  );
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(
      path.join(folder, name),
      text.replaceAll('BASE', url).replaceAll('ADDRESS', url.replace('http://', '')),
    );
  }
  const run = (...argv: readonly string[]) => runProgram(argv, { folder, home: folder });
  return {
    folder,
    url,
    seen,
    run,
    read: (name: string): string => readFileSync(path.join(folder, name), 'utf8'),
    mode: (name: string): number => statSync(path.join(folder, name)).mode & 0o777,
    /** Paths of all new files. */
    written: (): readonly string[] =>
      below(folder)
        .filter(name => !Object.hasOwn(files, name))
        .sort(),
  };
}

/** A request in short: method, path, login and body. */
export const brief = ({ method, path: target, headers, body }: Seen): string =>
  [`${method} ${target}`, headers.authorization, headers['content-type'], body.toString()].filter(Boolean).join(' | ');
