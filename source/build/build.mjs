/**
 * Builds dist/:
 *   cli.cjs       the bin: checks for Node 20 in syntax that every Node can parse, then requires loader.cjs
 *   loader.cjs    loads program.cjs through V8's code cache (a CommonJS entry starts faster than an ES module)
 *   program.cjs   plain requests, as one script
 *   graphql.cjs   GraphQL without a screen
 *   schema.cjs    GraphQL without a screen, when a schema is used
 *   chunks/       ES modules for everything that a plain request does not need
 *   man/          the man pages
 *   NOTICE        the licences of bundled packages
 * `--outdir DIR` changes the target folder. `--watch` rebuilds when a file in source/ changes. `--unpatched` bundles every
 * package unchanged (see readme.md), and `--without PACKAGE/FILE` skips one replacement. `--metafile FILE` writes esbuild's
 * metafiles. `--if-changed` does nothing if a build would read the same files as the last one.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, watch, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bundle } from './bundle.mjs';
import { importSource } from './import-source.mjs';
import { sourceDate } from './package/tools.mjs';
import { nameOf } from './replace.mjs';
import { replacements } from './replacements.mjs';
import { isUnchanged, recordBuild, sourceDigest } from './unchanged.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, '../..');
const { values: flags } = parseArgs({
  options: {
    outdir: { type: 'string', default: path.join(root, 'dist') },
    'if-changed': { type: 'boolean', default: false },
    metafile: { type: 'string' },
    unpatched: { type: 'boolean', default: false },
    without: { type: 'string', multiple: true, default: [] },
    watch: { type: 'boolean', default: false },
  },
});
const outdir = path.resolve(flags.outdir);
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

const strange = flags.without.filter(name => !replacements.some(each => nameOf(each) === name));
if (strange.length > 0) throw new Error(`replacements.mjs has no ${strange.join(', ')}.`);
const wanted = flags.unpatched ? [] : replacements.filter(each => !flags.without.includes(nameOf(each)));

/** Release date for the man pages; empty if git fails. */
function dayOfSource() {
  try {
    return new Date(sourceDate(root, 'ignore') * 1000).toISOString().slice(0, 10);
  } catch {
    return '';
  }
}

/** Bundled files of packages. Esbuild's other inputs are sources, or modules without a file. */
const packageFilesOf = metafiles => {
  const inputs = Object.values(metafiles).flatMap(each => Object.keys(each.inputs));
  return [...new Set(inputs)].filter(file => file.startsWith('node_modules/'));
};

async function build() {
  const date = dayOfSource();
  const source = sourceDigest(root, date);
  const isDefault = outdir === path.join(root, 'dist') && wanted.length === replacements.length;
  if (flags['if-changed'] && isDefault && isUnchanged(root, outdir, source)) return;
  const { files, metafiles } = await bundle({ root, outdir, wanted, lazily: !flags.unpatched });
  const fresh = path.join(outdir, `.fresh-${process.pid}`);
  // The new build is written to a separate folder and loaded once before it replaces the last one. The entry point is replaced
  // last, so a program that starts meanwhile finds one complete build.
  try {
    const names = files.map(file => path.relative(outdir, file.path));
    const write = (name, contents) => {
      const written = path.join(fresh, name);
      mkdirSync(path.dirname(written), { recursive: true });
      writeFileSync(written, contents);
      if (path.basename(written) === 'cli.cjs') chmodSync(written, 0o755);
    };
    for (const [at, { contents }] of files.entries()) write(names[at], contents);
    const { status, stderr } = spawnSync(process.execPath, [path.join(here, 'load.mjs'), fresh], { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr.trim());
    const { manPages } = await importSource(path.join(here, 'man/pages.ts'));
    for (const [page, text] of manPages(version, date)) {
      const name = path.join('man', page);
      write(name, text);
      names.unshift(name);
    }
    rmSync(path.join(outdir, 'chunks'), { recursive: true, force: true });
    for (const name of names) {
      mkdirSync(path.dirname(path.join(outdir, name)), { recursive: true });
      renameSync(path.join(fresh, name), path.join(outdir, name));
    }
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  if (isDefault) recordBuild(root, outdir, source, packageFilesOf(metafiles));
  if (flags.metafile) writeFileSync(flags.metafile, JSON.stringify(metafiles));
}

// esbuild has already printed its errors.
const told = error => error.errors || process.stderr.write(`${error.message}\n`);

if (flags.watch) {
  await build().catch(told);
  process.stderr.write(`Built ${outdir}; watching source/ (Ctrl-C ends).\n`);
  let timer;
  watch(path.join(root, 'source'), { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      build().then(() => process.stderr.write('Built again.\n'), told);
    }, 100);
  });
} else {
  await build().catch(error => {
    told(error);
    process.exit(1);
  });
}
