/**
 * `node source/build/load.mjs FOLDER`: loads every script and chunk of a build as the program would, and no more. Ends with 1
 * where that throws: an import that leads nowhere, or a package that uses at once what the build left out of it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Script } from 'node:vm';

const folder = path.resolve(process.argv[2]);
const require = createRequire(import.meta.url);

try {
  // In the order in which the program loads them: the chunks take from program.cjs what it has loaded already.
  for (const name of ['program.cjs', 'graphql.cjs', 'schema.cjs', 'tui.cjs']) {
    const file = path.join(folder, name);
    const module = { exports: {} };
    const run = new Script(readFileSync(file, 'utf8'), { filename: file }).runInThisContext();
    await run(module.exports, require, module, file, folder, async () => ({}));
  }
  const chunks = readdirSync(path.join(folder, 'chunks')).filter(name => name.endsWith('.js'));
  for (const name of chunks) await import(pathToFileURL(path.join(folder, 'chunks', name)).href);
} catch (error) {
  // Without the source that Node shows with it: a bundle's line is as long as the bundle.
  process.stderr.write(`What was built cannot be loaded: ${error.message}\n`);
  process.exit(1);
}
process.exit(0);
