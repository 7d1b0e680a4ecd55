/** A clean Debian or Ubuntu in a folder, in which to install, to work as an ordinary user, and to look for new files afterwards. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../support/program.js';

export interface CleanSystem {
  readonly root: string;
  /** Runs a shell line in the system with the kernel interfaces programs expect, as root or as the user `ada`. */
  inside(
    line: string,
    user?: 'ada',
  ): { readonly code: number | null; readonly stdout: string; readonly stderr: string };
  /** Words that start such a line. */
  command(line: string, user?: 'ada'): readonly [file: string, ...argv: string[]];
  remove(): void;
}

/** Mirrors of other distributions than Debian, and the keys that sign them. */
export const ubuntu = {
  suite: 'noble',
  mirror: 'http://archive.ubuntu.com/ubuntu',
  keys: '/usr/share/keyrings/ubuntu-archive-keyring.gpg',
} as const;

/** Creates a system with debootstrap once and copies it. The user `ada` has a home directory. */
export function cleanSystem(suite: 'bookworm' | 'trixie' | 'noble'): CleanSystem {
  const kept = path.resolve('node_modules/.cache/apiclient-debian', suite);
  if (!existsSync(kept)) {
    mkdirSync(path.dirname(kept), { recursive: true });
    rmSync(`${kept}.part`, { recursive: true, force: true });
    // For Debian, use the mirror of the host's apt, if it has one. gutsy is debootstrap's script for all Ubuntu releases.
    const [flags, origin] =
      suite === ubuntu.suite
        ? [[`--keyring=${ubuntu.keys}`], [ubuntu.mirror, '/usr/share/debootstrap/scripts/gutsy']]
        : [[], []];
    execFileSync('debootstrap', ['--variant=minbase', ...flags, suite, `${kept}.part`, ...origin], { stdio: 'pipe' });
    renameSync(`${kept}.part`, kept);
  }
  const folder = temporaryFolder();
  const root = path.join(folder, suite);
  execFileSync('cp', ['-a', kept, root]);
  const system: CleanSystem = {
    root,
    command(line, user) {
      const home = user === undefined ? '/root' : '/home/ada';
      const variables = [
        `PATH=${home}/.local/bin:/usr/sbin:/usr/bin:/sbin:/bin`,
        `HOME=${home}`,
        'LANG=C.UTF-8',
        'DEBIAN_FRONTEND=noninteractive',
      ];
      const enter = user === undefined ? 'chroot "$root"' : 'chroot --userspec=ada:ada "$root"';
      const mounts = 'mount -t proc proc "$0/proc" && mount --bind /dev "$0/dev"';
      const script = `${mounts} && root=$0 && line=$1 && shift && exec env -i "$@" ${enter} /bin/sh -c "$line"`;
      return ['unshare', '--mount', '/bin/sh', '-c', script, root, `cd; ${line}`, ...variables];
    },
    inside(line, user) {
      const [file, ...argv] = system.command(line, user);
      const { status, stdout, stderr } = spawnSync(file, argv, { encoding: 'utf8' });
      return { code: status, stdout, stderr };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
  const { code, stderr } = system.inside('useradd --create-home ada');
  if (code !== 0) throw new Error(stderr);
  return system;
}

/** A line from the manual page on uninstalling. */
export function uninstallLine(beginning: string): string {
  const page = readFileSync('source/manual/uninstall.md', 'utf8');
  const found = page.split('\n').find(line => line.startsWith(beginning));
  if (found === undefined) throw new Error(`The page on uninstalling has no line ${beginning}.`);
  return found;
}

/** Commands that each store something: a session, a token, a schema. */
export const work = `
  apiclient demo --serve > /tmp/addresses & demo=$!
  until grep -q GraphQL /tmp/addresses; do sleep 0.1; done
  url=$(sed -n 's,^REST *\\(.*\\)/$,\\1,p' /tmp/addresses)
  set -e
  apiclient GET $url/private/basic -u admin:secret123 --session mine
  apiclient GET $url/private/bearer --oauth2 client_credentials:$url/oauth/token:demo:demo-secret
  apiclient graphql $url/graphql --print-schema > /tmp/schema.graphql
  kill $demo`;

/** Runs a line as `ada` and returns the files in the system that are new. A folder of the program counts as one. */
export function newFiles(system: CleanSystem, line: string): readonly string[] {
  const ended = system.inside(`touch /tmp/begin; ${line}`, 'ada');
  if (ended.code !== 0) throw new Error(ended.stderr);
  const elsewhere = ['/tmp', '/proc', '/dev'].map(folder => `-not -path "${folder}/*"`).join(' ');
  const { stdout } = system.inside(`find / -xdev -newer /tmp/begin ${elsewhere} -not -type d`);
  const files = stdout.split('\n').filter(Boolean);
  return [...new Set(files.map(file => /^.*?\/apiclient(?=\/)/.exec(file)?.[0] ?? file))].sort();
}
