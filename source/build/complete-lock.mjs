/**
 * `node source/build/complete-lock.mjs`: writes into package-lock.json what an incomplete registry left out: packages for other
 * platforms than this one. Without them `npm ci` refuses the file, and on such a platform npm installs no esbuild at all
 * (npm issue 4828).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const platforms = /android|openharmony|darwin|linux|win32|freebsd|openbsd|netbsd|sunos|aix/;
const processors = /arm64|arm|x64|ia32|ppc64|s390x|riscv64|loong64|mips64el|wasm32/;

/** Whether Node, from the package at `from`, would find `name` among the locked packages. */
function isLocked(packages, from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    if (packages[`${at ? `${at}/` : ''}node_modules/${name}`]) return true;
    if (at === '') return false;
  }
}

/** Optional dependencies that the lock file does not name: [name, range]. */
export const missingPackages = packages =>
  Object.entries(packages).flatMap(([from, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies).filter(([name]) => !isLocked(packages, from, name)),
  );

function entryFor(name, range) {
  const os = platforms.exec(name)?.[0];
  const cpu = processors.exec(name)?.[0];
  const libc = name.includes('musl') ? ['musl'] : os === 'linux' && name.includes('gnu') ? ['glibc'] : undefined;
  return {
    version: range.replace(/^[\^~]/, ''),
    ...(cpu ? { cpu: [cpu] } : {}),
    dev: true,
    ...(libc ? { libc } : {}),
    optional: true,
    ...(os ? { os: [os] } : {}),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = path.resolve('package-lock.json');
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  for (const [name, range] of missingPackages(lock.packages))
    lock.packages[`node_modules/${name}`] = entryFor(name, range);
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')));
  writeFileSync(file, `${JSON.stringify(lock, null, '\t')}\n`);
}
