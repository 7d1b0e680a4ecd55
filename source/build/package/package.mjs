/**
 * `npm run package [-- NAME…]`: makes the packages of a release in packages/, which is emptied first. NAME is npm, deb,
 * linux-x64 or linux-arm64; all by default. `--into FOLDER` changes the target. Reproducible: the same commit gives the
 * same bytes.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { makeDebianPackage } from './debian.mjs';
import { fetchNode, runner, targets, toolsFor } from './node-binary.mjs';
import { makeNpmPackage } from './npm.mjs';
import { makeOneFile } from './one-file.mjs';
import { billOfMaterials } from './sbom.mjs';
import { findTool, run, sourceDate } from './tools.mjs';
import { changelogOf, completionScripts, manPages, packTree, writeTree } from './tree.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
const { values: flags, positionals: asked } = parseArgs({
  options: { into: { type: 'string', default: path.join(root, 'packages') } },
  allowPositionals: true,
});
const folder = path.resolve(flags.into);
const about = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const stem = `apiclient-${about.version}`;

/** Tools each package needs: [purpose, program names, Debian package]. */
const needs = {
  npm: [],
  deb: [
    ['to pack', ['dpkg-deb'], 'dpkg'],
    ['to pack', ['gzip'], 'gzip'],
  ],
  ...Object.fromEntries(
    Object.keys(targets).map(target => [target, [['to pack', ['tar'], 'tar'], ...toolsFor(target)]]),
  ),
};

function checkTools(names) {
  const missing = names.flatMap(name =>
    needs[name].filter(([, programs]) => findTool(...programs) === undefined).map(need => [name, ...need]),
  );
  if (missing.length === 0) return;
  for (const [name, purpose, [program]] of missing)
    process.stderr.write(`${name} needs ${program} ${purpose}, which is not on this machine.\n`);
  const packages = new Set(missing.map(([, , , each]) => each));
  process.stderr.write(`On Debian: apt-get install ${[...packages].join(' ')}\n`);
  process.exit(1);
}

function build() {
  const metafile = path.join(folder, 'metafile.json');
  run(process.execPath, [path.join(root, 'source/build/build.mjs'), '--metafile', metafile]);
  const metafiles = Object.values(JSON.parse(readFileSync(metafile, 'utf8')));
  rmSync(metafile);
  return metafiles;
}

const write = (name, text) => writeFileSync(path.join(folder, name), text);

/** The executable alone, and in an archive to unpack over /usr/local. */
async function makeTarget(target, metafiles, seconds) {
  const name = `${stem}-${target}`;
  const file = path.join(folder, name);
  const notice = await makeOneFile(root, target, file);
  const tree = path.join(folder, 'tree', name);
  const files = [
    { path: 'bin/apiclient', contents: readFileSync(file), mode: 0o755 },
    { path: 'share/doc/apiclient/CHANGELOG.md', contents: changelogOf(root) },
    { path: 'share/doc/apiclient/NOTICE', contents: notice },
    ...manPages(root).map(([page, contents]) => ({ path: `share/man/man1/${page}`, contents })),
    ...completionScripts(root).map(([place, contents]) => ({ path: place, contents })),
  ];
  writeTree(tree, files, seconds);
  packTree(tree, path.join(folder, `${name}.tar`), seconds);
  rmSync(path.dirname(tree), { recursive: true });
  const [node, ...words] = runner(target, path.join(fetchNode(root, target), 'bin/node'));
  const versions = JSON.parse(run(node, [...words, '-p', 'JSON.stringify(process.versions)']));
  write(`${name}.cdx.json`, billOfMaterials(root, metafiles, seconds, versions));
}

const makers = {
  npm: (_, seconds) => makeNpmPackage(root, folder, seconds),
  deb: (_, seconds) => makeDebianPackage(root, about, folder, seconds),
  ...Object.fromEntries(
    Object.keys(targets).map(target => [target, (metafiles, seconds) => makeTarget(target, metafiles, seconds)]),
  ),
};

/** Writes digests for `sha256sum --check`, and prints sizes. */
function writeChecksums() {
  const lines = readdirSync(folder)
    .sort()
    .map(name => {
      const bytes = readFileSync(path.join(folder, name));
      process.stdout.write(`${(bytes.length / 1e6).toFixed(1).padStart(7)} MB  ${name}\n`);
      return `${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`;
    });
  write('SHA256SUMS', lines.join(''));
}

const strange = asked.find(name => !Object.hasOwn(makers, name));
if (strange !== undefined) {
  process.stderr.write(`There is no package ${strange}: one of ${Object.keys(makers).join(', ')}.\n`);
  process.exit(2);
}
const names = asked.length > 0 ? asked : Object.keys(makers);
checkTools(names);
const seconds = sourceDate(root);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const metafiles = build();
for (const name of names) {
  process.stderr.write(`Making ${name} …\n`);
  await makers[name](metafiles, seconds);
}
if (names.some(name => name === 'npm' || name === 'deb'))
  write(`${stem}.cdx.json`, billOfMaterials(root, metafiles, seconds));
writeChecksums();
