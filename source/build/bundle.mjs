/**
 * Bundles source/ with esbuild: plain requests, GraphQL without a screen and the full screen become scripts, everything else ES
 * modules.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { manualPages } from './manual.mjs';
import { moduleAsScript } from './module-script.mjs';
import { notices } from './notices.mjs';
import { chunkImports, fromProgram, scriptTexts } from './plugins.mjs';
import { replace, unfit } from './replace.mjs';
import { asScript } from './script.mjs';

/** Modules that are chunks: `import()` of one becomes `./chunks/<name>.js`. */
const chunks = {
  cookies: 'source/io/http/cookies/jar.ts',
  proxy: 'source/io/http/connection/proxy-agents.ts',
  'key-log': 'source/io/http/connection/key-log.ts',
  http2: 'source/io/http/http2/exchange.ts',
  zstd: 'source/io/http/codings/zstd.ts',
  compress: 'source/io/http/codings/compress.ts',
  'token-note': 'source/io/http/credentials/token-note.ts',
  digest: 'source/io/http/credentials/digest.ts',
  aws: 'source/io/http/credentials/aws.ts',
  told: 'source/io/http/wire-observer.ts',
  certificate: 'source/plain/parts/certificate.ts',
  live: 'source/plain/verbose/live.ts',
  checks: 'source/plain/checks/judge.ts',
  xpath: 'source/core/checks/xpath.ts',
  css: 'source/core/checks/css.ts',
  'schema-check': 'source/core/checks/schema.ts',
  filter: 'source/plain/reshape/filter.ts',
  'plain-pager': 'source/plain/pager.ts',
  'detect-charset': 'source/plain/parts/detect-charset.ts',
  sort: 'source/plain/reshape/sort.ts',
  reshape: 'source/plain/reshape/reshape.ts',
  curl: 'source/run-curl.ts',
  about: 'source/command/about.ts',
  keys: 'source/tui/app/key-help.ts',
  pager: 'source/tui/terminal/external.ts',
  oauth: 'source/io/oauth/fetch-token.ts',
  'oauth-manage': 'source/io/oauth/manage.ts',
  'oauth-server': 'source/io/oauth/server.ts',
  register: 'source/plain/auth/register.ts',
  doctor: 'source/plain/auth/doctor.ts',
  keepers: 'source/io/tokens/keepers.ts',
  dpop: 'source/io/oauth/client/dpop.ts',
  demo: 'source/demo/start.ts',
  run: 'source/plain/run/run.ts',
  openapi: 'source/plain/openapi/run.ts',
  speaks: 'source/plain/openapi/speaks.ts',
  request: 'source/plain/run/one-request.ts',
  'file-words': 'source/command/file-words.ts',
  ws: 'source/plain/websocket/run.ts',
  'run-stream': 'source/plain/run/stream.ts',
  'max-events': 'source/plain/parts/max-events.ts',
  'collection-folder': 'source/io/collection-folder.ts',
  import: 'source/run-import.ts',
  'import-open': 'source/io/import/open.ts',
  trust: 'source/plain/trust/command.ts',
  session: 'source/run-session.ts',
  sessions: 'source/plain/sessions/sessions.ts',
  history: 'source/run-history.ts',
  diff: 'source/plain/diff.ts',
  watchdog: 'source/tui/effects/watchdog/watchdog.ts',
  repeat: 'source/plain/load/repeat-request.ts',
};

/** Scripts of the program. They are CommonJS for V8's code cache; ES modules take three times as long to load. */
const scripts = {
  program: 'source/program.ts',
  graphql: 'source/plain/graphql.ts',
  schema: 'source/plain/graphql/with-schema.ts',
  tui: 'source/tui/run.tsx',
};

/** Modules that program.cjs loads and that other scripts and chunks take from it. */
const shared = ['io/http/send'];

/** Options of every bundle. */
function commonOptions(root) {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  return {
    absWorkingDir: root,
    // A test links different packages into the build.
    preserveSymlinks: process.execArgv.includes('--preserve-symlinks'),
    bundle: true,
    platform: 'node',
    target: 'node20',
    charset: 'ascii',
    legalComments: 'none',
    metafile: true,
    write: false,
    minifySyntax: true,
    minifyWhitespace: true,
    mainFields: ['module', 'main'],
    // Not installed. Only Ink imports it, and Ink handles the failed import.
    alias: {
      'react-devtools-core':
        'data:text/javascript,export default 0; throw Object.assign(new Error(), { code: "ERR_MODULE_NOT_FOUND" });',
    },
    define: { APICLIENT_VERSION: JSON.stringify(version), 'process.env.NODE_ENV': '"production"' },
    logLevel: 'warning',
  };
}

/** The full screen is converted from an ES module because one of its packages uses top-level await. */
const screenFormat = { format: 'esm', jsx: 'automatic' };
const scriptFormat = { format: 'cjs', supported: { 'dynamic-import': false } };

const chunkFormat = {
  format: 'esm',
  splitting: true,
  jsx: 'automatic',
  banner: {
    js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
  },
};

/**
 * Returns the files of dist/, the entry point last, and esbuild's metafile of each bundle.
 * @param root the project's folder
 * @param outdir the target folder
 * @param wanted the `replacements` to make
 * @param lazily whether scripts load Node's modules on first use
 */
export async function bundle({ root, outdir, wanted, lazily }) {
  const common = commonOptions(root);
  const complaints = [];
  const replaced = async (name, options) => {
    const here = wanted.filter(each => each.bundles.includes(name));
    const applied = new Set();
    const plugins = here.map(each => replace(root, each, () => applied.add(each)));
    const built = await esbuild.build({ ...common, ...options, plugins: [...plugins, ...options.plugins] });
    complaints.push(...unfit(name, here, applied, built.metafile));
    return built;
  };
  const asked = chunkImports(root, chunks, scripts);
  const taken = new Set();
  const ofProgram = fromProgram(root, shared, name => taken.add(name));
  const script = async ([name, entry]) => {
    const isScreen = name === 'tui';
    const file = path.join(outdir, `${name}.cjs`);
    const { outputFiles, metafile } = await replaced(name, {
      entryPoints: [entry],
      outfile: file,
      define: { ...common.define, 'import.meta.url': '__filename' },
      plugins: [asked, ...(name === 'program' ? [] : [ofProgram])],
      ...(isScreen ? screenFormat : scriptFormat),
    });
    const [{ text }] = outputFiles;
    const code = isScreen ? moduleAsScript(text) : asScript(text, { lazily });
    return { metafile, file: { path: file, contents: withIdentity(code) } };
  };
  const built = await Promise.all(Object.entries(scripts).map(script));
  const loader = await esbuild.build({
    ...common,
    entryPoints: ['source/cli.ts'],
    outfile: path.join(outdir, 'loader.cjs'),
    format: 'cjs',
  });
  const lazy = await replaced('chunks', {
    ...chunkFormat,
    entryPoints: chunks,
    outdir: path.join(outdir, 'chunks'),
    plugins: [ofProgram, manualPages, scriptTexts],
  });
  const untaken = shared.filter(name => !taken.has(name));
  complaints.push(...untaken.map(name => `  nothing asks for ${name} of the program`));
  if (complaints.length > 0) throw new Error(`replacements.mjs no longer fits the packages:\n${complaints.join('\n')}`);
  const metafiles = [...built.map(each => each.metafile), loader.metafile, lazy.metafile];
  const files = [
    ...built.map(each => each.file),
    ...lazy.outputFiles,
    { path: path.join(outdir, 'NOTICE'), contents: notices(root, metafiles) },
    ...loader.outputFiles,
    { path: path.join(outdir, 'cli.cjs'), contents: entryPoint(root) },
  ];
  const ofScripts = Object.fromEntries(Object.keys(scripts).map((name, at) => [name, built[at].metafile]));
  return { files, metafiles: { ...ofScripts, chunks: lazy.metafile } };
}

/** Adds a last line that identifies the build. The code cache compares it. */
const withIdentity = code => `${code}\n//${createHash('sha256').update(code).digest('hex').slice(0, 16)}`;

function entryPoint(root) {
  const check = readFileSync(path.join(root, 'source/needed-node.cjs'), 'utf8');
  return `#!/usr/bin/env node\n${check}require('./loader.cjs');\n`;
}
