/** The npm package: the files listed in package.json, with modes that do not depend on this machine. */
import { readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { publishedManifest } from './manifest.mjs';
import { run } from './tools.mjs';
import { writeTree } from './tree.mjs';

/** Returns every file below `name`, or `name` itself. */
const filesBelow = (root, name) =>
  statSync(path.join(root, name)).isDirectory()
    ? readdirSync(path.join(root, name)).flatMap(each => filesBelow(root, path.join(name, each)))
    : [name];

/**
 * Builds the tarball in `folder` from dist/.
 * @param {string} root the project's folder
 * @param {number} seconds timestamp of all files, in seconds since 1970
 * @param {{ scope?: string, repository?: string }} release
 */
export function makeNpmPackage(root, folder, seconds, release) {
  const tree = path.join(folder, 'npm.tree');
  const about = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const { files: listed, name, version } = about;
  // npm itself excludes entries that start with "!".
  const names = ['README.md', 'LICENSE', ...listed.filter(entry => !entry.startsWith('!'))];
  const files = names
    .flatMap(entry => filesBelow(root, entry))
    .map(file => ({
      path: file,
      contents: readFileSync(path.join(root, file)),
      mode: (statSync(path.join(root, file)).mode & 0o100) === 0 ? 0o644 : 0o755,
    }));
  try {
    writeTree(tree, [...files, { path: 'package.json', contents: publishedManifest(about, release) }], seconds);
    run('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], { cwd: tree });
    // The same file name with and without a scope.
    const [packed] = readdirSync(folder).filter(file => file.endsWith('.tgz'));
    renameSync(path.join(folder, packed), path.join(folder, `${name}-${version}.tgz`));
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}
