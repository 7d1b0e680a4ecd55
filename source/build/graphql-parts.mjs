/**
 * graphql-js without its index. esbuild's code splitting goes by files: whoever imports one function from 'graphql' reaches
 * the index and with it every rule, the executor and all types (250 kB that `graphql --query` would read and compile for the
 * parser alone). So for each importer, 'graphql' is a module of its own that offers just the names this importer asks for,
 * each from the file that has it.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';

const lists = /export\s*\{([^}]*)\}\s*from\s*'(\.[^']+)'/g;

/** [imported, local] of each name between the braces of an import or export; types have no name at run time. */
const namesIn = list =>
  list
    .replace(/\/\/.*|\/\*[\s\S]*?\*\//g, '')
    .split(',')
    .map(each => each.trim())
    .filter(each => each !== '' && !each.startsWith('type '))
    .map(each => each.split(/\s+as\s+/))
    .map(([name, as = name]) => [name, as]);

/** Name -> the file that has it and its name there, for everything an index module passes on. */
function whereabouts(index, found = new Map(), wanted = undefined) {
  for (const [, list, from] of readFileSync(index, 'utf8').matchAll(lists)) {
    const file = path.resolve(path.dirname(index), from);
    const names = namesIn(list).filter(([, as]) => wanted === undefined || wanted.has(as));
    const below = file.endsWith('/index.mjs')
      ? whereabouts(file, new Map(), new Set(names.map(([name]) => name)))
      : undefined;
    for (const [name, as] of names) found.set(as, below?.get(name) ?? { file, name });
  }
  return found;
}

/** Names that a module's text imports from 'graphql'; undefined: it takes the whole, or in a way not read here. */
export function namesImported(text) {
  const imports = [
    ...text.matchAll(/(?:^|[;\s}])(?:import|export)\s*(type\s)?\s*([^'";]*?)\s*from\s*(['"])graphql\3/g),
  ];
  const values = imports.filter(([, type]) => type === undefined).map(([, , what]) => what);
  if (values.length === 0 || values.some(what => !/^\{[^}]*\}$/.test(what))) return undefined;
  return values.flatMap(what => namesIn(what.slice(1, -1)).map(([name]) => name));
}

/** @param root the project's folder */
export function graphqlParts(root) {
  const index = path.join(root, 'node_modules/graphql/index.mjs');
  const known = whereabouts(index);
  return {
    name: 'graphql-parts',
    setup(build) {
      build.onResolve({ filter: /^graphql$/ }, args => {
        if (args.kind !== 'import-statement' || args.namespace !== 'file') return undefined;
        const names = namesImported(readFileSync(args.importer, 'utf8'));
        if (names === undefined || names.some(name => !known.has(name))) return undefined;
        // esbuild writes the path into the bundle, which must not tell where it was built.
        const module = path.relative(root, args.importer);
        return { path: module, namespace: 'graphql-parts', pluginData: names, sideEffects: false };
      });
      build.onLoad({ filter: /./, namespace: 'graphql-parts' }, ({ pluginData: names }) => ({
        contents: [...new Set(names)]
          .map(name => ({ as: name, ...known.get(name) }))
          .map(({ file, name, as }) => `export { ${name} as ${as} } from ${JSON.stringify(file)};`)
          .join('\n'),
        loader: 'js',
        resolveDir: root,
      }));
    },
  };
}
