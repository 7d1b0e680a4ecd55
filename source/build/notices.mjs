/** Collects the licences of bundled packages. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { packageOf } from './packages.mjs';

const heading = ({ name, version, license }) =>
  `${'-'.repeat(78)}\n${name} ${version} (${license?.type ?? license ?? 'see below'})\n${'-'.repeat(78)}\n`;

/** The licence of a package, and its list of bundled packages, if any. */
function licenceText(folder) {
  return readdirSync(folder)
    .filter(name => /^(licen[cs]e|copying|notice)/i.test(name))
    .map(name => readFileSync(path.join(folder, name), 'utf8').trim())
    .concat(
      ['build/licenses.md']
        .map(name => path.join(folder, name))
        .filter(existsSync)
        .map(file => readFileSync(file, 'utf8').trim()),
    )
    .join('\n\n');
}

/** Returns the folders of packages with at least one byte in the outputs of these metafiles, sorted. */
export function bundledFolders(metafiles) {
  const folders = new Set();
  for (const { outputs } of metafiles) {
    for (const { inputs } of Object.values(outputs)) {
      for (const [file, { bytesInOutput }] of Object.entries(inputs)) {
        const folder = bytesInOutput > 0 ? packageOf(file)?.folder : undefined;
        if (folder) folders.add(folder);
      }
    }
  }
  return [...folders].sort();
}

export function notices(root, metafiles) {
  const parts = bundledFolders(metafiles).map(folder => {
    const absolute = path.join(root, folder);
    const about = JSON.parse(readFileSync(path.join(absolute, 'package.json'), 'utf8'));
    return `${heading(about)}${licenceText(absolute) || `No licence file; package.json says ${about.license}.`}\n`;
  });
  const own = readFileSync(path.join(root, 'LICENSE'), 'utf8');
  return `${own}\napiclient contains code of these packages.\n\n${parts.join('\n')}`;
}
