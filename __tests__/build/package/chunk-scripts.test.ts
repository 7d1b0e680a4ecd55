/** The chunks as scripts: imports and exports are unchanged, and nothing is resolved from the disk. */
import { createRequire } from 'node:module';
import path from 'node:path';
import { Script } from 'node:vm';
import { moduleAsScript } from '../../../source/build/module-script.mjs';
import { programScripts } from '../../../source/build/package/chunk-scripts.mjs';
import { cliFile } from '../../support/program.js';

const require = createRequire(import.meta.url);

/** Runs a module's script and returns its exports. */
async function run(text: string, importChunk: (name: string) => unknown = () => undefined) {
  const module = { exports: {} as Record<string, unknown> };
  const bytes = Buffer.from(moduleAsScript(text));
  // The program reads scripts with one byte per character.
  await new Script(bytes.toString('latin1')).runInThisContext()(module.exports, require, module, '', '', importChunk);
  return module.exports;
}

test.each([
  ['a default import', 'import path from"node:path";var a=path.basename("x/y");export{a};', 'y'],
  ['names', 'import{basename,extname as ext}from"path";var a=basename("x/y")+ext("z.js");export{a};', 'y.js'],
  ['a whole module', 'import*as path from"node:path";var a=path.basename("x/y");export{a};', 'y'],
  [
    'a default import and names',
    'import path,{extname}from"node:path";var a=path.sep+extname("z.js");export{a};',
    '/.js',
  ],
  ['an import after its use', 'var a=basename("x/y");import{basename}from"node:path";export{a};', 'y'],
  ['two imports in a row', 'import{sep}from"node:path";import{EOL}from"node:os";var a=sep+EOL;export{a};', '/\n'],
  ['an export by another name', 'var b=1;export{b as a};', 1],
  ['top-level await', 'var a=await Promise.resolve(1);export{a};', 1],
  ['a Node module on demand', 'var a=(await import("node:path")).sep;export{a};', '/'],
  [
    'a regular expression with non-ASCII characters',
    'var a=[/^…[‘’]$/.test("\\u2026\\u2019"),/^👍$/u.test("\\u{1f44d}")].join();export{a};',
    'true,true',
  ],
  ['text that only looks like an import', 'var a="\\nimport x from \\"ws\\";";export{a};', '\nimport x from "ws";'],
])('%s', async (_, text, wanted) => {
  expect((await run(text)).a).toBe(wanted);
});

test('a chunk is loaded on demand by its name', async () => {
  const importChunk = (name: string) => ({ name });
  const { a } = await run('var a=(await import("./chunks/oauth.js")).name;export{a};', importChunk);
  expect(a).toBe('./chunks/oauth.js');
});

describe('the scripts of the built program', () => {
  let scripts: ReadonlyMap<string, string>;
  beforeAll(async () => {
    scripts = await programScripts(path.dirname(cliFile));
  });

  test('are the ones that are loaded by name', () => {
    const asked = [...scripts.values()].flatMap(text =>
      [...text.matchAll(/\bimportChunk\("([^"]+)"\)/g)].map(([, name = '']) => name),
    );
    expect([...scripts.keys()].sort()).toEqual([...new Set(['./program.cjs', ...asked])].sort());
    expect(scripts.size).toBeGreaterThan(6);
  });

  test('can be compiled, and import nothing', () => {
    const imported = [...scripts].flatMap(([filename, text]) => {
      new Script(text, { filename });
      return [...text.matchAll(/\bimport\("([^"]+)"\)/g)].map(([, name]) => name);
    });
    expect(imported).toEqual([]);
  });

  test('have the exports of the chunk', async () => {
    const module = { exports: {} as Record<string, unknown> };
    const script = new Script(scripts.get('./chunks/about.js') ?? '');
    await script.runInThisContext()(module.exports, require, module, '', '', () => undefined);
    const { aboutTopic } = module.exports as { aboutTopic(topic: string): string };
    expect(aboutTopic('demo')).toContain('apiclient demo');
  });
});
