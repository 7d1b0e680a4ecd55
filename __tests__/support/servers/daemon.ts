/**
 * Third-party servers that a test file starts: nginx, Apache, squid, tinyproxy. Each is a child process that ends with the
 * file.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, chownSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { type ProgramName, programFile } from '../programs.js';

/** Finds free ports, because these programs cannot choose one themselves. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  const ports = await Promise.all(
    servers.map(
      server =>
        new Promise<number>(resolve => {
          server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
        }),
    ),
  );
  await Promise.all(servers.map(server => new Promise(resolve => server.close(resolve))));
  return ports;
}

/** Root starts them, but they do not serve as root. The user and group called nobody exist on every system. */
export const nobody = 65_534;
export const isRoot = process.getuid?.() === 0;

/** A folder that the server can read and write, whichever user it runs as. */
export function openToServer(folder: string): void {
  chmodSync(folder, 0o755);
  if (isRoot) chownSync(folder, nobody, nobody);
}

/** A program that runs until it is stopped. */
export interface Daemon {
  stop(): Promise<void>;
}

/** Starts a program that stays in the foreground, and waits until all its ports accept connections. */
export async function startDaemon(
  program: ProgramName,
  argv: readonly string[],
  ports: readonly number[],
): Promise<Daemon> {
  const child = spawn(programFile(program), argv, { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-4000);
    });
  }
  const ended = new Promise<void>(resolve => child.once('close', () => resolve()));
  const failed = ended.then(() => {
    throw new Error(`${program} ended: ${said}`);
  });
  await Promise.race([Promise.all(ports.map(port => listening(port, child))), failed]);
  failed.catch(() => {});
  return {
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Resolves once a port accepts connections. Retries until then, or until the program has exited. */
async function listening(port: number, child: ChildProcess): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    const open = await new Promise<boolean>(resolve => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy();
        resolve(true);
      });
      socket.once('error', () => setTimeout(resolve, 20, false));
    });
    if (open) return;
  }
}
