/** The npm package: the files package.json lists, with modes independent of this machine. */
import { readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { run } from './tools.mjs';
import { writeTree } from './tree.mjs';

/** The files npm would pack: package.json's `files`, minus exclusions, plus npm's own. */
function packedFiles(root) {
  const [{ files }] = JSON.parse(
    run('npm', ['pack', '--dry-run', '--json', '--ignore-scripts', '--silent'], { cwd: root }),
  );
  return files.map(file => file.path);
}

/**
 * Makes the tarball in `folder` from dist/.
 * @param {string} root the project's folder
 * @param {number} seconds the time of all files, since 1970
 */
export function makeNpmPackage(root, folder, seconds) {
  const tree = path.join(folder, 'npm.tree');
  const files = packedFiles(root).map(name => ({
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
