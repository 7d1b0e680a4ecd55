/**
 * What the full screen's bundle leaves out or replaces.
 *
 * Ink 6.8 for a full screen that redraws on every key: its `Output`, its measuring and its
 * sanitiser work through the whole frame each time. They are replaced by ours, which remember lines from frame to frame.
 * The rest of Ink (layout, reconciler, components) stays as it is.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Replaced modules: import as Ink writes it -> our file and, where the export differs, the glue. */
const replacements = {
  './output.js': { file: 'ink-output.ts' },
  'widest-line': { file: 'ink-measure.ts' },
  './measure-text.js': { file: 'ink-measure.ts', glue: "export { measureText as default } from 'OURS';" },
  './sanitize-ansi.js': { file: 'ink-measure.ts', glue: "export { sanitizeAnsi as default } from 'OURS';" },
};

/** @param root the project's folder */
export const inkPatch = root => ({
  name: 'ink-patch',
  setup(build) {
    const ours = file => path.join(root, 'source/tui/terminal', file);
    const isInk = importer => /[\\/]ink[\\/]build[\\/]/.test(importer);
    build.onResolve({ filter: /^(\.\/output\.js|widest-line|\.\/measure-text\.js|\.\/sanitize-ansi\.js)$/ }, args => {
      if (!isInk(args.importer)) return undefined;
      const { file, glue } = replacements[args.path];
      return glue === undefined
        ? { path: ours(file) }
        : { path: args.path, namespace: 'ink-patch', pluginData: { file, glue } };
    });
    build.onLoad({ filter: /.*/, namespace: 'ink-patch' }, args => ({
      contents: args.pluginData.glue.replace('OURS', ours(args.pluginData.file)),
      loader: 'js',
      resolveDir: root,
    }));
    // Yoga's loader tries `fetch` on its data URL before it decodes it itself: that loads all of Node's fetch (20 ms).
    build.onLoad({ filter: /yoga-wasm-base64-esm\.js$/ }, args => {
      const text = readFileSync(args.path, 'utf8');
      const patched = text.replace('"function"!=typeof fetch', 'true');
      if (patched === text) throw new Error('The loader of yoga-layout has changed: see ink-patch.mjs.');
      return { contents: patched, loader: 'js' };
    });
    build.onResolve({ filter: /^@codemirror\/view$/ }, () => ({
      path: path.join(root, 'source/build/codemirror-view.mjs'),
    }));
    // Devtools are a package of their own that is not installed; Ink asks for them only with DEV=true.
    build.onResolve({ filter: /^\.\/devtools\.js$/ }, args =>
      isInk(args.importer) ? { path: 'devtools', namespace: 'ink-none' } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'ink-none' }, () => ({ contents: '', loader: 'js' }));
  },
});
