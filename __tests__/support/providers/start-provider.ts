/** Starts a provider from npm, such as `openauth.mjs`, in a separate process, because Jest cannot load these packages. */
import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';

export interface Provider {
  readonly url: string;
  /** Registers a redirect URI. */
  register(uri: string): Promise<void>;
  /** Makes the user deny consent. Only better-auth asks for it. */
  deny(): Promise<void>;
}

const running = new Set<ChildProcess>();

export async function startProvider(name: 'openauth' | 'better-auth'): Promise<Provider> {
  const child = spawn(process.execPath, [path.resolve('__tests__/support/providers', `${name}.mjs`)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  running.add(child);
  const port = await new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', code => reject(new Error(`${name} exited with ${code}.`)));
    child.stdout.once('data', (line: Buffer) => resolve(String(line).trim()));
  });
  const url = `http://127.0.0.1:${port}`;
  const control = async (path: string, body = ''): Promise<void> =>
    void (await fetch(`${url}/-/${path}`, { method: 'POST', body }));
  return { url, register: uri => control('register', uri), deny: () => control('deny') };
}

/** Ends every provider. Call it in `afterAll`. */
export function closeProviders(): void {
  for (const child of running) child.kill();
  running.clear();
}
