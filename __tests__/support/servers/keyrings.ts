/** Real programs that store secrets, set up for one test: in a separate home, unlocked and empty. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { programFile } from '../programs.js';

const started: ChildProcess[] = [];
const agents: string[] = [];

/** Stops everything that the keyrings of a test have started. */
export function closeKeyrings(): void {
  for (const child of started.splice(0)) child.kill();
  for (const home of agents.splice(0)) spawnSync('gpgconf', ['--homedir', home, '--kill', 'all'], { stdio: 'ignore' });
}

/** GNOME Keyring on a separate session bus. Returns the variables with which programs find it. */
export async function secretService(home: string): Promise<Readonly<Record<string, string>>> {
  const bus = spawn('dbus-daemon', ['--session', '--nofork', '--print-address'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  started.push(bus);
  const [address] = (await once(bus.stdout, 'data')) as [Buffer];
  const variables = { DBUS_SESSION_BUS_ADDRESS: address.toString('utf8').trim(), XDG_RUNTIME_DIR: home };
  const daemon = spawn(programFile('gnome-keyring'), ['--unlock', '--components=secrets'], {
    env: { PATH: process.env.PATH, HOME: home, ...variables },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  daemon.stdin.end('password');
  // It runs in the background, and ends with its bus.
  await once(daemon, 'exit');
  return variables;
}

/** pass with a key that has no passphrase. */
export function passwordStore(home: string): Readonly<Record<string, string>> {
  const folder = path.join(home, '.gnupg');
  mkdirSync(folder, { mode: 0o700 });
  agents.push(folder);
  const options = { env: { PATH: process.env.PATH, HOME: home }, stdio: 'ignore' } as const;
  const key = ['--batch', '--passphrase', '', '--quick-generate-key', 'test@a.example', 'default', 'default', 'never'];
  execFileSync(programFile('gnupg'), key, options);
  execFileSync(programFile('pass'), ['init', 'test@a.example'], options);
  return {};
}

/**
 * A fake program, first on the PATH: a Node script with `record(argv, input)` before its body, which writes its arguments and
 * input to `seen.jsonl`.
 */
export function standIn(home: string, name: string, body: string): { readonly folder: string; readonly seen: string } {
  const folder = path.join(home, 'bin');
  const seen = path.join(home, 'seen.jsonl');
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, name);
  const head = `#!${process.execPath}
const fs = require('node:fs');
const argv = process.argv.slice(2);
const input = fs.readFileSync(0, 'utf8');
fs.appendFileSync(${JSON.stringify(seen)}, JSON.stringify({ argv, input }) + '\\n');
const place = (name) => ${JSON.stringify(path.join(home, 'kept-'))} + name.replace(/[^\\w.-]/g, '_');
`;
  writeFileSync(file, head + body);
  chmodSync(file, 0o755);
  return { folder, seen };
}

/** The operations of git's credential helpers for one member: get, store, erase. */
export const helperBody = `
const fields = Object.fromEntries(input.split('\\n').filter(Boolean).map(line => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
const file = place(fields.key);
switch (argv.at(-1)) {
  case 'get': if (fs.existsSync(file)) console.log('token=' + fs.readFileSync(file, 'utf8')); break;
  case 'store': fs.writeFileSync(file, fields.token); break;
  case 'erase': fs.rmSync(file, { force: true }); break;
}
`;

/** The used part of macOS's `security`: lines of `-i` with at most 4096 characters, and its exit code for missing items. */
export const securityBody = `
const value = (words, flag) => words[words.indexOf(flag) + 1];
if (argv[0] === '-i') {
  for (const line of input.split('\\n').filter(Boolean)) {
    if (line.length > 4095) continue;
    const words = line.split(' ');
    if (words[0] === 'add-generic-password') fs.writeFileSync(place(value(words, '-a')), value(words, '-w'));
  }
} else {
  const file = place(value(argv, '-a'));
  if (!fs.existsSync(file)) { console.error('security: SecKeychainSearchCopyNext: The specified item could not be found in the keychain.'); process.exit(44); }
  if (argv[0] === 'find-generic-password') console.log(fs.readFileSync(file, 'utf8'));
  if (argv[0] === 'delete-generic-password') fs.rmSync(file);
}
`;
