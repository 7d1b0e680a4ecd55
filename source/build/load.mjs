/** `node source/build/load.mjs FOLDER` loads every script and chunk of a build. Exits with 1 if one throws. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Script } from 'node:vm';

const folder = path.resolve(process.argv[2]);
const require = createRequire(import.meta.url);

try {
  // In the program's order, because chunks use modules that program.cjs has loaded.
  for (const name of ['program.cjs', 'graphql.cjs', 'schema.cjs', 'tui.cjs']) {
    const file = path.join(folder, name);
    const module = { exports: {} };
    const run = new Script(readFileSync(file, 'utf8'), { filename: file }).runInThisContext();
    await run(module.exports, require, module, file, folder, async () => ({}));
  }
  const chunks = readdirSync(path.join(folder, 'chunks')).filter(name => name.endsWith('.js'));
  for (const name of chunks) await import(pathToFileURL(path.join(folder, 'chunks', name)).href);
} catch (error) {
  // Omit the source line that Node adds: a bundle is a single line.
  process.stderr.write(`The new build cannot be loaded: ${error.message}\n`);
  process.exit(1);
}
process.exit(0);
