/** A real sshd on a free port with temporary keys, which accepts the user who runs the tests. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { temporaryFolder } from '../folder.js';
import { programFile } from '../programs.js';
import { type Daemon, freePorts, isRoot, startDaemon } from './daemon.js';

export interface Sshd extends Daemon {
  readonly port: number;
  /**
   * The command that runs a line of the login shell in a remote terminal.
   * @param port another port that leads to the server
   */
  login(line: string, port?: number): readonly [file: string, ...argv: string[]];
}

/** Starts sshd in the foreground. `stop` ends it. Call it inside `withPrograms(['ssh', 'sshd'], …)`. */
export async function startSshd(): Promise<Sshd> {
  const folder = temporaryFolder();
  const [host, user] = ['host', 'user'].map(name => {
    const file = path.join(folder, name);
    const made = spawnSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', file]);
    if (made.status !== 0) throw new Error(`ssh-keygen: ${made.stderr}`);
    return file;
  }) as [string, string];
  const [port = 0] = await freePorts(1);
  const configuration = path.join(folder, 'sshd_config');
  writeFileSync(
    configuration,
    `ListenAddress 127.0.0.1:${port}
HostKey ${host}
AuthorizedKeysFile ${user}.pub
PidFile none
StrictModes no
UsePAM no
PasswordAuthentication no
KbdInteractiveAuthentication no
PermitRootLogin prohibit-password
PrintMotd no
PrintLastLog no
`,
  );
  // Debian's service creates this folder before starting it.
  if (isRoot) mkdirSync('/run/sshd', { recursive: true, mode: 0o755 });
  const daemon = await startDaemon('sshd', ['-D', '-e', '-f', configuration], [port]);
  const options = {
    BatchMode: 'yes',
    IdentitiesOnly: 'yes',
    IdentityAgent: 'none',
    LogLevel: 'ERROR',
    StrictHostKeyChecking: 'no',
    UserKnownHostsFile: '/dev/null',
  };
  return {
    ...daemon,
    port,
    login: (line, way = port) => [
      programFile('ssh'),
      ...['-tt', '-F', '/dev/null', '-i', user, '-p', String(way), '-l', userInfo().username],
      ...Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]),
      '127.0.0.1',
      line,
    ],
  };
}
