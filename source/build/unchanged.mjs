/** Detects that `dist/` is the result of the current sources, so that a test run does not repeat the build. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const recordFile = root => path.join(root, 'node_modules/.cache/apiclient-build.json');

function filesBelow(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter(entry => entry.isFile())
    .map(entry => path.join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

/** Digest of the names and contents of files. */
function digestOf(files) {
  const hash = createHash('sha256');
  for (const file of files) {
    const content = readFileSync(file);
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/** Files outside of `source/` that a build may read, except bundled packages. */
const settings = ['package.json', 'package-lock.json', 'tsconfig.json'];

/**
 * Digest of everything that a build reads, except bundled packages. Compute it before the build, which takes longer than an edit.
 * @param {string} root
 * @param {string} date date in the man pages
 * @returns {string}
 */
export function sourceDigest(root, date) {
  const files = [
    ...filesBelow(path.join(root, 'source')),
    ...settings.map(name => path.join(root, name)).filter(file => existsSync(file)),
  ];
  return `${process.version} ${date} ${digestOf(files)}`;
}

/**
 * Records a completed build.
 * @param {string} root
 * @param {string} outdir
 * @param {string} source digest of the sources before the build
 * @param {readonly string[]} packageFiles bundled files of packages, relative to the root
 */
export function recordBuild(root, outdir, source, packageFiles) {
  const packages = digestOf(packageFiles.map(file => path.join(root, file)));
  mkdirSync(path.dirname(recordFile(root)), { recursive: true });
  writeFileSync(
    recordFile(root),
    JSON.stringify({ source, packageFiles, packages, output: digestOf(filesBelow(outdir)) }),
  );
}

/**
 * Returns whether the recorded build read the same files as a build would now, and its output is unchanged.
 * @param {string} root
 * @param {string} outdir
 * @param {string} source digest of the current sources
 * @returns {boolean}
 */
export function isUnchanged(root, outdir, source) {
  try {
    const record = JSON.parse(readFileSync(recordFile(root), 'utf8'));
    return (
      record.source === source &&
      record.packages === digestOf(record.packageFiles.map(file => path.join(root, file))) &&
      record.output === digestOf(filesBelow(outdir))
    );
  } catch {
    // There is no record, or one of the files is missing.
    return false;
  }
}
