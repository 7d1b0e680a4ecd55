/** Folders to pack, with fixed modes and times that do not depend on this machine's umask and clock. */
import { chmodSync, lutimesSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { run } from './tools.mjs';

const completions = {
  bash: 'share/bash-completion/completions/apiclient',
  zsh: 'share/zsh/site-functions/_apiclient',
  fish: 'share/fish/vendor_completions.d/apiclient.fish',
};

/**
 * Writes a folder to pack.
 * @param {string} folder must not exist
 * @param {readonly { path: string, contents?: string | Buffer, link?: string, mode?: number }[]} files `mode` defaults to 0o644
 * @param {number} seconds timestamp of all files, in seconds since 1970
 */
export function writeTree(folder, files, seconds) {
  for (const { path: name, contents = '', link, mode = 0o644 } of files) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    if (link !== undefined) {
      symlinkSync(link, file);
      continue;
    }
    writeFileSync(file, contents);
    chmodSync(file, mode);
  }
  const all = readdirSync(folder, { recursive: true, withFileTypes: true });
  for (const each of all) if (each.isDirectory()) chmodSync(path.join(each.parentPath ?? each.path, each.name), 0o755);
  chmodSync(folder, 0o755);
  for (const each of all) lutimesSync(path.join(each.parentPath ?? each.path, each.name), seconds, seconds);
  lutimesSync(folder, seconds, seconds);
}

/** Returns the man pages in dist/, each in the folder of its section: [path below a prefix, text]. */
export const manPages = root =>
  readdirSync(path.join(root, 'dist/man'))
    .sort()
    .map(name => [
      `share/man/man${path.extname(name).slice(1)}/${name}`,
      readFileSync(path.join(root, 'dist/man', name)),
    ]);

/** Returns the completion scripts: [path below a prefix, text]. */
export const completionScripts = root =>
  Object.entries(completions).map(([shell, place]) => [
    place,
    run(process.execPath, [path.join(root, 'dist/cli.cjs'), 'completion', shell]),
  ]);

/** Changelog for users, newest release first. */
export const changelogOf = root => readFileSync(path.join(root, '.github/CHANGELOG.md'));

export const gzipped = contents =>
  run('gzip', ['-9n'], { input: Buffer.from(contents), encoding: undefined, stdio: 'pipe' });

/** Packs a folder as `file`, a .tar.gz. */
export function packTree(folder, file, seconds) {
  const order = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', `--mtime=@${seconds}`, '--format=ustar'];
  run('tar', [...order, '-C', path.dirname(folder), '-cf', file, path.basename(folder)]);
  run('gzip', ['-9n', file]);
}
