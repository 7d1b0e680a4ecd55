/** The esbuild plugins of the build. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { patched, patches } from './patches.mjs';

/** Edits bundled packages as `patches.mjs` says. */
export const applyPatches = {
  name: 'apply-patches',
  setup(build) {
    const filter = new RegExp(patches.map(each => `(?:${each.file.source})`).join('|'));
    build.onLoad({ filter }, args => ({
      contents: patched(args.path, readFileSync(args.path, 'utf8')),
      loader: 'js',
      resolveDir: path.dirname(args.path),
    }));
  },
};

/**
 * Leaves `import('./…')` of a chunk as an import of the built chunk file.
 * @param chunks chunk name -> source file, relative to root
 */
export const chunkImports = (root, chunks) => ({
  name: 'chunk-imports',
  setup(build) {
    build.onResolve({ filter: /^\./ }, args => {
      if (args.kind !== 'dynamic-import') return undefined;
      const file = path.resolve(args.resolveDir, args.path).replace(/\.js$/, '');
      const name = Object.keys(chunks).find(key => path.join(root, chunks[key]).replace(/\.tsx?$/, '') === file);
      return name ? { path: `./chunks/${name}.js`, external: true } : undefined;
    });
  },
});
