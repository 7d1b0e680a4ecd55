/** The build's replacements in packages, given packages that have changed: the build must fail and name the change. */
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { edited, nameOf, standIn } from '../../source/build/replace.mjs';
import { replacements, usedByGot } from '../../source/build/replacements.mjs';
import { asScript } from '../../source/build/script.mjs';
import { withBlock } from '../../source/command/readme.js';
import { temporaryFolder } from '../support/program.js';

const installed = (name: string): string => path.resolve('node_modules', name);
const versionOf = (name: string): string =>
  JSON.parse(readFileSync(path.join(installed(name), 'package.json'), 'utf8')).version;

const edits = replacements.flatMap(each =>
  (each.edits ?? []).map(edit => [nameOf(each), edit[0] ?? '', each] as const),
);

test.each(edits)('%s without %j is an error that shows what is missing', (name, text, replacement) => {
  const file = readFileSync(installed(name), 'utf8');
  expect(edited(replacement, file)).not.toBe(file);
  expect(() => edited(replacement, file.replaceAll(text, '/* moved on */'))).toThrow(text);
});

test.each(replacements.filter(each => each.by !== undefined).map(each => [nameOf(each), each] as const))(
  'a changed %s, which is replaced completely, is an error that names the replacement',
  (name, replacement) => {
    const file = readFileSync(installed(name), 'utf8');
    expect(standIn('/project', replacement, file)).toMatch(/^export .* from "\/project\/source\//);
    expect(() => standIn('/project', replacement, `${file} `)).toThrow(`compare it with ${replacement.by}`);
  },
);

test('the members of @sindresorhus/is that got uses are retained', () => {
  const folder = installed('got/dist/source');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(each => each.endsWith('.js'));
  const text = files.map(file => readFileSync(path.join(folder, file), 'utf8')).join('\n');
  for (const [object, members] of Object.entries(usedByGot)) {
    const used = [...text.matchAll(new RegExp(`\\b${object}\\.(\\w+)`, 'g'))].map(([, name]) => name ?? '');
    expect([...new Set(used)].sort()).toEqual(members);
  }
});

interface Project {
  readonly root: string;
  /** Returns the folder of a package. */
  package(name: string): string;
}

/** A copy of this project in which these packages can be changed; everything else is linked. */
function projectWith(...own: readonly string[]): Project {
  const root = temporaryFolder();
  const at = (name: string): string => path.join(root, 'node_modules', name);
  for (const each of ['source', 'package.json', 'LICENSE']) symlinkSync(path.resolve(each), path.join(root, each));
  const scopes = own.filter(name => name.startsWith('@')).map(path.dirname);
  for (const level of new Set(['.', ...scopes])) {
    mkdirSync(at(level), { recursive: true });
    for (const name of readdirSync(installed(level)).map(each => path.join(level, each))) {
      if (own.includes(name)) cpSync(installed(name), at(name), { recursive: true });
      else if (!scopes.includes(name)) symlinkSync(installed(name), at(name));
    }
  }
  return { root, package: at };
}

/** Builds the project. */
function build({ root }: Project) {
  const flags = ['--preserve-symlinks', '--preserve-symlinks-main'];
  const script = path.join(root, 'source/build/build.mjs');
  return spawnSync(process.execPath, [...flags, script, '--outdir', path.join(root, 'dist')], { encoding: 'utf8' });
}

/** Renames a file of a package, along with the package's references to it. */
function rename(folder: string, file: string): void {
  const renamed = file.replace(/(\.m?js)$/, '-2$1');
  renameSync(path.join(folder, file), path.join(folder, renamed));
  for (const each of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(m?js|json)$/.test(each)) continue;
    const text = readFileSync(path.join(folder, each), 'utf8');
    const found = text.replace(/(["'])(\.{0,2}[\w./-]+)\1/g, (all, quote: string, specifier: string) =>
      path.join(path.dirname(each), specifier) === file
        ? `${quote}${specifier.replace(/(\.m?js)$/, '-2$1')}${quote}`
        : all,
    );
    if (found !== text) writeFileSync(path.join(folder, each), found);
  }
}

test('renamed files fail the build, and each missing one is named', () => {
  const project = projectWith(...new Set(replacements.map(each => each.package)));
  for (const each of replacements) rename(project.package(each.package), each.file);
  const { status, stderr } = build(project);
  for (const each of replacements) {
    for (const bundle of each.bundles)
      expect(stderr).toContain(`${bundle}: ${nameOf(each)} is not there to be replaced`);
  }
  expect(status).toBe(1);
});

/** Adds a line to the end of a package's file. */
const add = (project: Project, name: string, file: string, line: string): void =>
  appendFileSync(path.join(project.package(name), file), `\n${line}\n`);

test('omitted packages that are bundled again fail the build', () => {
  const project = projectWith('got');
  const packages = ['http2-wrapper', 'cacheable-lookup', 'cacheable-request', 'decompress-response'];
  packages.forEach((name, i) => {
    add(project, 'got', 'dist/source/create.js', `import back${i} from '${name}'; globalThis.back${i} = back${i};`);
  });
  const { status, stderr } = build(project);
  for (const name of packages) expect(stderr).toContain(`program: ${name} was left out, and is bundled again`);
  expect(status).toBe(1);
});

test.each([
  [
    'got',
    'dist/source/core/options.js',
    { 'http2-wrapper': 'http2wrapper.auto()', 'cacheable-lookup': 'new CacheableLookup()' },
  ],
  [
    'got',
    'dist/source/core/index.js',
    { 'cacheable-request': 'new CacheableRequest()', 'decompress-response': 'decompressResponse()' },
  ],
  [
    'meow',
    'build/dependencies.js',
    { 'normalize-package-data': 'normalizePackageData({})', '@babel/code-frame': 'libExports.codeFrameColumns()' },
  ],
  [
    '@codemirror/language',
    'dist/index.js',
    {
      'EditorView.announce of @codemirror/view': 'EditorView.announce.of("")',
      'gutter of @codemirror/view': 'gutter({})',
      'Decoration.mark().range of @codemirror/view': 'Decoration.mark({}).range(0, 1)',
    },
  ],
] as const)('%s fails the build if %s uses omitted code while it is loaded', (name, file, uses) => {
  const project = projectWith(name);
  const calls = Object.values(uses).map(use => `() => ${use}`);
  // Each use is tried, and one error contains all messages.
  const tried = `[${calls}].map(use => { try { use(); return 'no error'; } catch (error) { return error.message; } })`;
  add(project, name, file, `throw new Error(${tried}.join());`);
  const messages = Object.keys(uses).map(what => `${what} is used, but was left out (source/build/readme.md).`);
  expect(build(project)).toMatchObject({ status: 1, stderr: `The new build cannot be loaded: ${messages}\n` });
});

test('an export that a stand-in lacks fails the build', () => {
  const project = projectWith('@codemirror/language');
  const line = 'import { scrollPastEnd } from "@codemirror/view"; scrollPastEnd();';
  add(project, '@codemirror/language', 'dist/index.js', line);
  const { status, stderr } = build(project);
  expect(stderr).toContain('No matching export');
  expect(stderr).toContain('scrollPastEnd');
  expect(status).toBe(1);
});

test('a failed build leaves the previous one unchanged', () => {
  const project = projectWith('got');
  const dist = path.join(project.root, 'dist');
  expect(build(project)).toMatchObject({ status: 0, stderr: '' });
  const files = [
    'NOTICE',
    'chunks',
    'cli.cjs',
    'graphql.cjs',
    'loader.cjs',
    'man',
    'program.cjs',
    'schema.cjs',
    'tui.cjs',
  ];
  expect(readdirSync(dist).sort()).toEqual(files);
  const before = readFileSync(path.join(dist, 'program.cjs'), 'utf8');
  add(project, 'got', 'dist/source/create.js', 'throw new Error("broken");');
  expect(build(project)).toMatchObject({ status: 1, stderr: 'The new build cannot be loaded: broken\n' });
  expect(readFileSync(path.join(dist, 'program.cjs'), 'utf8')).toBe(before);
  expect(readdirSync(dist).sort()).toEqual(files);
  expect(readdirSync(path.join(dist, 'chunks')).length).toBeGreaterThan(10);
});

test.each([
  ['chunkCalls', 'import_got = require("node:os");'],
  ['lazyBuiltins', 'Promise.resolve().then(()=>a(require("./chunks/tui.js")));'],
])('a bundle in which %s finds nothing to replace is rejected', (name, text) => {
  expect(() => asScript(text, { lazily: true })).toThrow(`see ${name} in source/build/script.mjs`);
});

test('the build readme contains the table (UPDATE_README=1 rewrites it)', () => {
  const file = path.resolve('source/build/readme.md');
  const readme = readFileSync(file, 'utf8');
  const rows = replacements.map(each => {
    const count = each.edits?.length ?? 0;
    const retained = each.members ? ', fewer members' : '';
    const edits = (count === 1 ? '1 edit' : `${count} edits`) + retained;
    const what = each.by ? `\`${each.by.replace('source/', '')}\` in its place` : edits;
    return `| ${each.package} ${versionOf(each.package)} | \`${each.file}\` | ${what} | ${each.why} | ${each.saves} | ${each.without} |`;
  });
  const head = ['| package | file | what | why | saves | without it |', '| --- | --- | --- | --- | --- | --- |'];
  const fresh = withBlock(readme, 'replacements', [...head, ...rows].join('\n'));
  if (process.env.UPDATE_README === '1' && fresh !== readme) writeFileSync(file, fresh);
  expect(readFileSync(file, 'utf8')).toBe(fresh);
});
