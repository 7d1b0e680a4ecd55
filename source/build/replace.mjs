/** Applies replacements.mjs to a build, and finds where one was not made or what it left out has come back. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { packageOf } from './packages.mjs';

/** What a replacement is called: its package and file. */
export const nameOf = each => `${each.package}/${each.file}`;

/** The text of a package's file after its edits. Throws when a text to be replaced is not there. */
export function edited(replacement, text) {
  return replacement.edits.reduce((done, [from, to]) => {
    if (!done.includes(from)) throw new Error(`${nameOf(replacement)} no longer holds what is replaced there: ${from}`);
    return done.split(from).join(to);
  }, text);
}

/** The module that takes the place of a package's file. */
const standIn = (root, { by, exports = '*' }) => {
  const ours = JSON.stringify(path.join(root, by));
  return `export ${exports} from ${ours};`;
};

const escaped = text => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * The plugin that makes one replacement of a file or of texts in it.
 * @param root the project's folder
 * @param applied is called when it was made
 */
export const replace = (root, replacement, applied) => ({
  name: `replace ${nameOf(replacement)}`,
  setup(build) {
    const filter = new RegExp(`[\\\\/]node_modules[\\\\/]${escaped(nameOf(replacement)).replaceAll('/', '[\\\\/]')}$`);
    build.onLoad({ filter }, args => {
      applied();
      return {
        contents: replacement.by ? standIn(root, replacement) : edited(replacement, readFileSync(args.path, 'utf8')),
        loader: 'js',
        resolveDir: path.dirname(args.path),
      };
    });
  },
});

/** Packages of which at least a byte is in what was built. */
export function bundledPackages({ outputs }) {
  const inputs = Object.values(outputs).flatMap(output => Object.entries(output.inputs));
  return new Set(
    inputs.flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? (packageOf(file)?.name ?? []) : [])),
  );
}

/**
 * What is wrong in a built bundle: replacements meant for it that were not made, and packages they left out that are in it.
 * @param replacements those meant for this bundle
 */
export function unfit(bundle, replacements, applied, metafile) {
  const bundled = bundledPackages(metafile);
  const back = replacements.flatMap(each => each.leavesOut ?? []).filter(name => bundled.has(name));
  return [
    ...replacements.filter(each => !applied.has(each)).map(each => `${nameOf(each)} is not there to be replaced`),
    ...back.map(name => `${name} was left out, and is bundled again`),
  ].map(complaint => `  ${bundle}: ${complaint}`);
}
