/** Lines of the POSIX shell in which `apiclient` is the built program, for pipes, redirections and quoting. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { cliFile, temporaryFolder } from '../program.js';
import { keepCode, warm } from '../run/warm-home.js';

/** Runs a shell line like `runShell`. `maxMiB` is the peak memory of the program in it. */
export async function runMeasured(
  line: string,
): Promise<{ readonly stdout: string; readonly stderr: string; readonly maxMiB: number }> {
  const file = path.join(temporaryFolder(), 'memory');
  const report = path.resolve('__tests__/support/report-memory.cjs');
  const ended = await runShell(line, { variables: { NODE_OPTIONS: `--require=${report}`, MEMORY_FILE: file } });
  return { ...ended, maxMiB: Number(readFileSync(file, 'utf8')) / 1024 };
}

/** Runs a shell line in which `apiclient` is a command. Returns its exit status and output. */
export function runShell(
  line: string,
  options: {
    readonly folder?: string;
    readonly variables?: Readonly<Record<string, string>>;
  } = {},
): Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }> {
  const home = temporaryFolder();
  warm(home);
  return new Promise((resolve, reject) => {
    const child = spawn('sh', ['-c', `apiclient() { "$NODE" "$CLI" "$@"; }\n${line}`], {
      cwd: options.folder ?? home,
      env: {
        PATH: process.env.PATH,
        HOME: home,
        NODE: process.execPath,
        CLI: cliFile,
        LANG: 'C.UTF-8',
        ...options.variables,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.once('error', reject);
    child.once('close', code => {
      keepCode(home);
      resolve({ code, stdout, stderr });
    });
  });
}
