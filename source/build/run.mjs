/** Runs a TypeScript file of the project: `node source/build/run.mjs FILE [ARGUMENT…]`. */
import { importSource } from './import-source.mjs';

const [node, , file, ...rest] = process.argv;
if (file === undefined) throw new Error('Which file? node source/build/run.mjs FILE [ARGUMENT…]');
await importSource(file, bundle => {
  process.argv = [node, bundle, ...rest];
});
