/** The npm package: the files listed in package.json, with modes that do not depend on this machine. */
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { run } from './tools.mjs';
import { writeTree } from './tree.mjs';

/**
 * `package.json` for the published package. npm 9 runs `prepare` for a packed folder despite --ignore-scripts, so it is
 * removed.
 */
function publishedManifest(root) {
  const { scripts: _, devDependencies: __, ...published } = JSON.parse(readFileSync(path.join(root, 'package.json')));
  return `${JSON.stringify(published, null, '\t')}\n`;
}

/** Returns every file below `name`, or `name` itself. */
const filesBelow = (root, name) =>
  statSync(path.join(root, name)).isDirectory()
    ? readdirSync(path.join(root, name)).flatMap(each => filesBelow(root, path.join(name, each)))
    : [name];

/**
 * Builds the tarball in `folder` from dist/.
 * @param {string} root the project's folder
 * @param {number} seconds timestamp of all files, in seconds since 1970
 */
export function makeNpmPackage(root, folder, seconds) {
  const tree = path.join(folder, 'npm.tree');
  const { files: listed } = JSON.parse(readFileSync(path.join(root, 'package.json')));
  // npm itself excludes entries that start with "!".
  const names = ['README.md', 'LICENSE', ...listed.filter(name => !name.startsWith('!'))];
  const files = names
    .flatMap(name => filesBelow(root, name))
    .map(name => ({
      path: name,
      contents: readFileSync(path.join(root, name)),
      mode: (statSync(path.join(root, name)).mode & 0o100) === 0 ? 0o644 : 0o755,
    }));
  try {
    writeTree(tree, [...files, { path: 'package.json', contents: publishedManifest(root) }], seconds);
    run('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], { cwd: tree });
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}
