/**
 * `npm run advisories [-- NOTICE]` checks the packages bundled in dist/ for known advisories. `npm audit` only checks installed
 * packages, so it is given a lock file with the packages and versions in dist/NOTICE (or the NOTICE of another build), nested
 * ones included. Exits with 0 if there is no advisory, 1 if there is one, and 2 if the registry fails.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** [name, version] of each package in a NOTICE, without duplicates. */
export function namedIn(notice) {
  const headings = [...notice.matchAll(/^-{78}\n(\S+) (\S+) \(.*\)\n-{78}$/gm)];
  const carried = [...notice.matchAll(/^Name: (\S+)\nVersion: (\S+)$/gm)];
  const named = new Map([...headings, ...carried].map(([, name, version]) => [`${name} ${version}`, [name, version]]));
  return { bundled: headings.map(([, name, version]) => [name, version]), all: [...named.values()] };
}

/** A lock file with exactly these packages. Further versions of a package are nested below another package. */
export function lockOf(packages) {
  const names = [...new Set(packages.map(([name]) => name))];
  const places = {};
  for (const [name, version] of packages) {
    const holders = ['', ...names.filter(each => each !== name).map(each => `node_modules/${each}/`)];
    const free = holders.find(holder => !places[`${holder}node_modules/${name}`]);
    places[`${free}node_modules/${name}`] = { version };
  }
  return { name: 'notice', lockfileVersion: 3, requires: true, packages: { '': { name: 'notice' }, ...places } };
}

function audited(lock) {
  const folder = mkdtempSync(path.join(tmpdir(), 'apiclient-advisories-'));
  try {
    writeFileSync(path.join(folder, 'package.json'), '{"name":"notice"}');
    writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify(lock));
    const words = ['audit', '--json', '--package-lock-only'];
    const { stdout, stderr } = spawnSync('npm', words, {
      cwd: folder,
      encoding: 'utf8',
      shell: process.platform === 'win32',
    });
    try {
      return JSON.parse(stdout);
    } catch {
      return { message: stderr.trim() || 'npm audit printed nothing' };
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const linesOf = ({ vulnerabilities }) => [
  ...new Set(
    Object.values(vulnerabilities)
      .flatMap(({ via }) => via)
      // A string names another package, which brings the advisory.
      .filter(each => typeof each === 'object')
      .map(({ severity, name, range, title, url }) => `${severity}: ${name} ${range}: ${title} (${url})`),
  ),
];

function main(root, notice = path.join(root, 'dist/NOTICE')) {
  const { bundled, all } = namedIn(readFileSync(notice, 'utf8'));
  const locked = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages;
  const isLocked = ([name, version]) =>
    Object.entries(locked).some(([key, entry]) => key.endsWith(`node_modules/${name}`) && entry.version === version);
  const strange = bundled.filter(each => !isLocked(each));
  if (bundled.length === 0 || strange.length > 0) {
    process.stderr.write(
      `dist/ was not built from package-lock.json (${strange.join('; ') || 'no package is named'}): npm ci\n`,
    );
    return 2;
  }
  const report = audited(lockOf(all));
  if (report.vulnerabilities === undefined) {
    process.stderr.write(`The registry returned no advisories: ${report.message ?? report.error?.summary}\n`);
    return 2;
  }
  const lines = linesOf(report);
  let found = 'no known advisory';
  if (lines.length === 1) found = '1 known advisory';
  else if (lines.length > 1) found = `${lines.length} known advisories`;
  process.stdout.write([`${all.length} bundled packages, ${found}.`, ...lines, ''].join('\n'));
  return lines.length === 0 ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exit(main(path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..'), process.argv[2]));
}
