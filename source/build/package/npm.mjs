/** The npm package: what package.json lists, packed by npm from files whose modes do not depend on this machine. */
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { run } from './tools.mjs';
import { writeTree } from './tree.mjs';

/** The files below a name of package.json's `files`, and what npm adds by itself. */
function packedFiles(root, { files }) {
  const below = files.flatMap(folder =>
    readdirSync(path.join(root, folder), { recursive: true }).map(name => path.join(folder, name)),
  );
  return [...below.filter(name => statSync(path.join(root, name)).isFile()), 'package.json', 'README.md', 'LICENSE'];
}

/**
 * Makes the tarball in `folder` from what is built in dist/.
 * @param {string} root the project's folder
 * @param {object} about its package.json
 * @param {number} seconds the time of all files, since 1970
 */
export function makeNpmPackage(root, about, folder, seconds) {
  const tree = path.join(folder, 'npm.tree');
  const files = packedFiles(root, about).map(name => ({
    path: name,
    contents: readFileSync(path.join(root, name)),
    mode: (statSync(path.join(root, name)).mode & 0o100) === 0 ? 0o644 : 0o755,
  }));
  try {
    writeTree(tree, files, seconds);
    run('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], { cwd: tree });
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}
