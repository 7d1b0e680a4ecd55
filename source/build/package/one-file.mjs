/**
 * The program and Node in one executable (nodejs.org/api/single-executable-applications.html): a stripped Node, one-file.ts as
 * the main script, and the program's scripts, their code caches and the licences as assets.
 */
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';
import { programScripts } from './chunk-scripts.mjs';
import { fetchNode, nodeVersion, runner, strippedNode } from './node-binary.mjs';
import { run } from './tools.mjs';

const { inject } = createRequire(import.meta.url)('postject');
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';
const codeCaches = fileURLToPath(new URL('code-caches.mjs', import.meta.url));

const allNotices = (root, target) =>
  `${readFileSync(path.join(root, 'dist/NOTICE'), 'utf8')}
${'-'.repeat(78)}
Node.js ${nodeVersion}, with what it brings
${'-'.repeat(78)}
${readFileSync(path.join(fetchNode(root, target), 'LICENSE'), 'utf8')}`;

async function mainScript(root) {
  const { outputFiles } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: ['source/one-file.ts'],
    bundle: true,
    platform: 'node',
    target: `node${nodeVersion}`,
    format: 'cjs',
    charset: 'ascii',
    minify: true,
    write: false,
  });
  return outputFiles[0].text;
}

/**
 * Builds the executable `file` for a target from dist/, and returns its licences.
 * @param {string} root the project's folder
 * @param {'linux-x64' | 'linux-arm64'} target
 */
export async function makeOneFile(root, target, file) {
  const cache = path.join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(path.join(cache, 'apiclient-one-file-'));
  try {
    const scripts = await programScripts(path.join(root, 'dist'));
    for (const [name, text] of scripts) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), text);
    }
    const names = [...scripts.keys()].sort();
    const [node, ...words] = runner(target, path.join(fetchNode(root, target), 'bin/node'));
    run(node, [...words, '--random-seed=1', codeCaches, ...names], { cwd: folder });
    run(node, [...words, codeCaches, '--check', ...names], { cwd: folder });

    const notices = allNotices(root, target);
    writeFileSync(path.join(folder, 'NOTICE'), notices);
    writeFileSync(path.join(folder, 'main.cjs'), await mainScript(root));
    const assets = [...names, ...names.map(name => `${name}.v8`), 'NOTICE'];
    const configuration = {
      main: 'main.cjs',
      output: 'blob',
      disableExperimentalSEAWarning: true,
      // NODE_OPTIONS set for other programs must not affect this one.
      execArgvExtension: 'none',
      assets: Object.fromEntries(assets.map(name => [name, name])),
    };
    writeFileSync(path.join(folder, 'sea.json'), JSON.stringify(configuration));
    run(node, [...words, '--experimental-sea-config', 'sea.json'], { cwd: folder, stdio: 'pipe' });

    rmSync(file, { force: true });
    strippedNode(root, target, file);
    await quietly(() => inject(file, 'NODE_SEA_BLOB', readFileSync(path.join(folder, 'blob')), { sentinelFuse: fuse }));
    chmodSync(file, 0o755);
    return notices;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A postject warning about a symbol it does not need. */
async function quietly(work) {
  const { write } = process.stderr;
  process.stderr.write = () => true;
  try {
    await work();
  } finally {
    process.stderr.write = write;
  }
}
