/**
 * `npm run package [-- NAME…]` builds the release packages in packages/. NAME is npm, deb, linux-x64 or linux-arm64, and a
 * named package must succeed. Without a NAME, every package this machine can build is built, and the others are reported.
 * Existing packages are preserved. `all` empties the folder, builds every package, and fails if one cannot be built. `--into
 * FOLDER` changes the target folder. `--scope @ME` and `--repository URL` (or APICLIENT_SCOPE and APICLIENT_REPOSITORY) are for a
 * package to publish. Builds are reproducible: the same commit gives the same bytes.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { makeDebianPackage } from './debian.mjs';
import { executablePlace, launcherFor } from './launcher.mjs';
import { releaseProblem, withRepository } from './manifest.mjs';
import { fetchNode, runner, targets, toolsFor } from './node-binary.mjs';
import { makeNpmPackage } from './npm.mjs';
import { makeOneFile } from './one-file.mjs';
import { billOfMaterials } from './sbom.mjs';
import { findTool, run, sourceDate } from './tools.mjs';
import { changelogOf, completionScripts, manPages, packTree, writeTree } from './tree.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
const { values: flags, positionals: asked } = parseArgs({
  options: {
    into: { type: 'string', default: path.join(root, 'packages') },
    scope: { type: 'string', default: process.env.APICLIENT_SCOPE },
    repository: { type: 'string', default: process.env.APICLIENT_REPOSITORY },
  },
  allowPositionals: true,
});
const folder = path.resolve(flags.into);
const about = withRepository(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')), flags.repository);
const stem = `apiclient-${about.version}`;

/** Tools that each package needs: [purpose, program names, Debian package]. */
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

/** Returns the tools that a package needs and this machine lacks: [purpose, program, Debian package]. */
const missingFor = name =>
  needs[name]
    .filter(([, programs]) => findTool(...programs) === undefined)
    .map(([purpose, [program], each]) => [purpose, program, each]);

/** Returns one line per missing tool, and the command that installs them all. */
function tellMissing(names, verb) {
  for (const name of names)
    for (const [purpose, program] of missingFor(name))
      process.stderr.write(`${name} ${verb}: it needs ${program} ${purpose}, which is not on this machine.\n`);
  const packages = new Set(names.flatMap(name => missingFor(name).map(([, , each]) => each)));
  process.stderr.write(`On Debian: apt-get install ${[...packages].join(' ')}\n`);
}

function build(fresh) {
  const metafile = path.join(fresh, 'metafile.json');
  run(process.execPath, [path.join(root, 'source/build/build.mjs'), '--metafile', metafile]);
  const metafiles = Object.values(JSON.parse(readFileSync(metafile, 'utf8')));
  rmSync(metafile);
  return metafiles;
}

/** The executable alone, and in an archive to unpack over /usr/local. */
async function makeTarget(target, fresh, metafiles, seconds) {
  const name = `${stem}-${target}`;
  const file = path.join(fresh, name);
  const notice = await makeOneFile(root, target, file);
  const tree = path.join(fresh, 'tree', name);
  const files = [
    { path: 'bin/apiclient', contents: launcherFor(target, stem), mode: 0o755 },
    { path: executablePlace, contents: readFileSync(file), mode: 0o755 },
    { path: 'share/doc/apiclient/CHANGELOG.md', contents: changelogOf(root) },
    { path: 'share/doc/apiclient/NOTICE', contents: notice },
    ...manPages(root).map(([place, contents]) => ({ path: place, contents })),
    ...completionScripts(root).map(([place, contents]) => ({ path: place, contents })),
  ];
  writeTree(tree, files, seconds);
  packTree(tree, path.join(fresh, `${name}.tar`), seconds);
  rmSync(path.dirname(tree), { recursive: true });
  const [node, ...words] = runner(target, path.join(fetchNode(root, target), 'bin/node'));
  const versions = JSON.parse(run(node, [...words, '-p', 'JSON.stringify(process.versions)']));
  writeFileSync(`${file}.cdx.json`, billOfMaterials(root, metafiles, seconds, versions));
}

/** Builders by package. Each writes its files to the folder `fresh`. */
const makers = {
  npm: (fresh, _, seconds) => makeNpmPackage(root, fresh, seconds, flags),
  deb: (fresh, _, seconds) => makeDebianPackage(root, about, fresh, seconds),
  ...Object.fromEntries(
    Object.keys(targets).map(target => [
      target,
      (fresh, metafiles, seconds) => makeTarget(target, fresh, metafiles, seconds),
    ]),
  ),
};

/**
 * Builds a package in a temporary folder and then replaces the existing one, so a failure leaves the existing package
 * unchanged.
 */
async function make(name, metafiles, seconds) {
  const fresh = mkdtempSync(path.join(folder, '.fresh-'));
  try {
    await makers[name](fresh, metafiles, seconds);
    for (const file of readdirSync(fresh)) renameSync(path.join(fresh, file), path.join(folder, file));
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** Writes digests for `sha256sum --check`, and prints file sizes. */
function writeChecksums() {
  const lines = readdirSync(folder)
    .filter(name => name !== 'SHA256SUMS')
    .sort()
    .map(name => {
      const bytes = readFileSync(path.join(folder, name));
      process.stdout.write(`${(bytes.length / 1e6).toFixed(1).padStart(7)} MB  ${name}\n`);
      return `${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`;
    });
  writeFileSync(path.join(folder, 'SHA256SUMS'), lines.join(''));
}

const problem = releaseProblem(flags);
if (problem !== undefined) {
  process.stderr.write(`${problem}\n`);
  process.exit(2);
}
const strange = asked.find(name => name !== 'all' && !Object.hasOwn(makers, name));
if (strange !== undefined) {
  process.stderr.write(`There is no package ${strange}: one of all, ${Object.keys(makers).join(', ')}.\n`);
  process.exit(2);
}
const all = asked.includes('all');
const wanted = asked.length > 0 && !all ? asked : Object.keys(makers);
const possible = wanted.filter(name => missingFor(name).length === 0);
if (possible.length < wanted.length) {
  const demanded = asked.length > 0;
  tellMissing(
    wanted.filter(name => !possible.includes(name)),
    demanded ? 'cannot be made' : 'is left out',
  );
  if (demanded) process.exit(1);
}
const seconds = sourceDate(root);
if (all) rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const metafiles = build(folder);
const failed = [];
for (const name of possible) {
  process.stderr.write(`Making ${name} …\n`);
  try {
    await make(name, metafiles, seconds);
  } catch (error) {
    failed.push(name);
    process.stderr.write(`${name} ${asked.length > 0 ? 'failed' : 'is left out'}: ${error.message}\n`);
  }
}
if (possible.some(name => (name === 'npm' || name === 'deb') && !failed.includes(name)))
  writeFileSync(path.join(folder, `${stem}.cdx.json`), billOfMaterials(root, metafiles, seconds));
writeChecksums();
if (failed.length > 0 && (asked.length > 0 || failed.length === possible.length)) process.exit(1);
