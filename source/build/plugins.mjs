import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as esbuild from 'esbuild';

/**
 * Preserves `import('./…')` in a chunk or script as an import of the built file.
 * @param chunks chunk name -> source file, relative to root
 * @param scripts the same for scripts
 */
export const chunkImports = (root, chunks, scripts) => ({
  name: 'chunk-imports',
  setup(build) {
    build.onResolve({ filter: /^\./ }, args => {
      if (args.kind !== 'dynamic-import') return undefined;
      const file = path.resolve(args.resolveDir, args.path).replace(/\.js$/, '');
      const among = files =>
        Object.keys(files).find(key => path.join(root, files[key]).replace(/\.tsx?$/, '') === file);
      const chunk = among(chunks);
      if (chunk) return { path: `./chunks/${chunk}.js`, external: true };
      const script = among(scripts);
      return script ? { path: `./${script}.cjs`, external: true } : undefined;
    });
  },
});

/**
 * Lets chunks take modules from program.cjs, which has loaded them (program.ts exposes them). got is large, and in program.cjs
 * it comes from the code cache.
 * @param shared source files relative to source/, without extension
 * @param used called with each module taken
 */
export const fromProgram = (root, shared, used) => ({
  name: 'from-program',
  setup(build) {
    build.onResolve({ filter: /^\./ }, args => {
      const file = path
        .relative(path.join(root, 'source'), path.resolve(args.resolveDir, args.path))
        .replace(/\.js$/, '');
      return shared.includes(file) ? { path: file, namespace: 'from-program' } : undefined;
    });
    build.onLoad({ filter: /./, namespace: 'from-program' }, ({ path: name }) => {
      used(name);
      const text = readFileSync(path.join(root, 'source', `${name}.ts`), 'utf8');
      const names = [...text.matchAll(/^export (?:async )?(?:function\*?|const|class) (\w+)/gm)].map(
        ([, each]) => each,
      );
      const from = `globalThis[Symbol.for('apiclient.shared')][${JSON.stringify(name)}]`;
      return { contents: `export const { ${names.join(', ')} } = ${from};`, loader: 'js' };
    });
  },
});

/** `script:./FILE` is the text of a file next to the importing one, bundled into one CommonJS script: the code of a worker thread. */
export const scriptTexts = {
  name: 'script-texts',
  setup(build) {
    build.onResolve({ filter: /^script:/ }, args => ({
      path: path.join(args.resolveDir, args.path.slice('script:'.length)),
      namespace: 'script-text',
    }));
    build.onLoad({ filter: /./, namespace: 'script-text' }, async ({ path: file }) => {
      const { define, target, minifySyntax, minifyWhitespace } = build.initialOptions;
      const { outputFiles } = await esbuild.build({
        entryPoints: [file],
        bundle: true,
        platform: 'node',
        format: 'cjs',
        supported: { 'dynamic-import': false },
        charset: 'ascii',
        write: false,
        ...{ define, target, minifySyntax, minifyWhitespace },
      });
      return { contents: outputFiles[0].text, loader: 'text' };
    });
  },
};
