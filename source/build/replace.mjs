/** Applies replacements.mjs to a build, and detects replacements that no longer apply. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { packageOf } from './packages.mjs';

export const nameOf = each => `${each.package}/${each.file}`;

/** Applies the edits to a file's text. Throws if text to replace is missing. */
export function edited(replacement, text) {
  const lost = what => new Error(`${nameOf(replacement)} no longer contains the text to replace: ${what}`);
  const done = replacement.edits.reduce((before, [from, to]) => {
    if (!before.includes(from)) throw lost(from);
    return before.split(from).join(to);
  }, text);
  return Object.entries(replacement.members ?? {}).reduce((before, [start, names]) => {
    const from = before.indexOf(start) + start.length;
    const to = before.indexOf('\n}', from);
    if (from < start.length || to < 0) throw lost(start);
    const rows = before.slice(from, to).split('\n');
    const retained = names.map(name => rows.find(row => row.trim().startsWith(`${name}: `)) ?? name);
    for (const row of retained) if (!row.endsWith(',')) throw lost(row);
    return before.slice(0, from) + retained.join('\n') + before.slice(to);
  }, done);
}

/**
 * Returns the module that replaces a package's file.
 * @param text the file, which must be the one that our module was written for
 */
export const standIn = (root, replacement, text) => {
  const { by, digest, exports = '*' } = replacement;
  const actual = createHash('sha256').update(text).digest('hex').slice(0, 16);
  if (actual !== digest)
    throw new Error(`${nameOf(replacement)} has changed: compare it with ${by}, then set its digest to ${actual}.`);
  const ours = JSON.stringify(path.join(root, by));
  return `export ${exports} from ${ours};`;
};

const escaped = text => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * Returns a plugin for one replacement.
 * @param root the project's folder
 * @param applied called when the replacement has been made
 */
export const replace = (root, replacement, applied) => ({
  name: `replace ${nameOf(replacement)}`,
  setup(build) {
    const filter = new RegExp(`[\\\\/]node_modules[\\\\/]${escaped(nameOf(replacement)).replaceAll('/', '[\\\\/]')}$`);
    build.onLoad({ filter }, args => {
      applied();
      const text = readFileSync(args.path, 'utf8');
      return {
        contents: replacement.by ? standIn(root, replacement, text) : edited(replacement, text),
        loader: 'js',
        resolveDir: path.dirname(args.path),
      };
    });
  },
});

export function bundledPackages({ outputs }) {
  const inputs = Object.values(outputs).flatMap(output => Object.entries(output.inputs));
  return new Set(
    inputs.flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? (packageOf(file)?.name ?? []) : [])),
  );
}

/**
 * Returns the problems of a bundle: replacements that were not made, and packages that should be absent.
 * @param replacements those for this bundle
 */
export function unfit(bundle, replacements, applied, metafile) {
  const bundled = bundledPackages(metafile);
  const back = replacements.flatMap(each => each.leavesOut ?? []).filter(name => bundled.has(name));
  return [
    ...replacements.filter(each => !applied.has(each)).map(each => `${nameOf(each)} is not there to be replaced`),
    ...back.map(name => `${name} was left out, and is bundled again`),
  ].map(complaint => `  ${bundle}: ${complaint}`);
}
