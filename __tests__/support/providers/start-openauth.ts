/** Starts `openauth.mjs` in a separate process. */
import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';

export interface OpenAuth {
  readonly url: string;
  /** Registers a redirect URI. */
  register(uri: string): Promise<void>;
}

const running = new Set<ChildProcess>();

export async function startOpenAuth(): Promise<OpenAuth> {
  const child = spawn(process.execPath, [path.resolve('__tests__/support/providers/openauth.mjs')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  running.add(child);
  const port = await new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    child.stdout.once('data', (line: Buffer) => resolve(String(line).trim()));
  });
  const url = `http://127.0.0.1:${port}`;
  return { url, register: async uri => void (await fetch(`${url}/-/register`, { method: 'POST', body: uri })) };
}

/** For `afterAll`: ends every server. */
export function closeOpenAuth(): void {
  for (const child of running) child.kill();
  running.clear();
}
