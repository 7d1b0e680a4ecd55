/**
 * Support for the tests of packages/. They judge what `npm run package` has made, so `npm run check:packages` runs it first;
 * `npm test` leaves them out. A test that a machine cannot run (no root, no emulator, no network) skips itself and says so.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { targets } from '../../source/build/package/node-binary.mjs';
import { findTool } from '../../source/build/package/tools.mjs';
import { temporaryFolder } from '../support/program.js';

export type Target = keyof typeof targets;

/** The version of what is in packages/. */
export const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string };

/** The absolute path of a file in packages/. */
export function packaged(name: string): string {
  const file = path.resolve('packages', name);
  if (!existsSync(file)) throw new Error(`${file} is not there: npm run package makes it.`);
  return file;
}

/** Defines tests that need these; where one is missing they are skipped, and the run's last line says so. */
export function withTools(names: readonly string[], define: () => void): void {
  const missing = names.filter(name => (name === 'root' ? process.getuid?.() !== 0 : findTool(name) === undefined));
  // missing-programs.mjs reads this title.
  if (missing.length > 0) describe.skip(`skipped without ${missing.join(', ')}`, define);
  else define();
}

/** The tools that run an executable of the target in an image of its own. */
export const toolsToRun = (target: Target): readonly string[] => [
  'chroot',
  'readelf',
  ...(process.getuid?.() === 0 ? [] : ['unshare']),
  ...(isNative(target) ? [] : [emulator(target)]),
];

const isNative = (target: Target): boolean => target === `${process.platform}-${process.arch}`;
const emulator = (target: Target): string => `qemu-${targets[target].machine}-static`;

/** A machine that has nothing but the C and C++ libraries and the executable: no shell, no /proc, no Node. */
export interface Image {
  readonly root: string;
  /** Runs the executable in it. Its home is /home. */
  readonly command: readonly [file: string, ...argv: string[]];
}

/** Makes an image with the executable as /apiclient. */
export function bareImage(target: Target, executable: string): Image {
  const root = temporaryFolder();
  const { triplet } = targets[target];
  const folders = isNative(target) ? [`/lib/${triplet}`, `/usr/lib/${triplet}`, '/lib64'] : [`/usr/${triplet}/lib`];
  const copied = new Set<string>();
  const copy = (file: string, name: string): void => {
    if (copied.has(name)) return;
    copied.add(name);
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    copyFileSync(file, path.join(root, name));
    const described = execFileSync('readelf', ['-d', '-l', file], { encoding: 'utf8' });
    const interpreter = /interpreter: (\S+)\]/.exec(described)?.[1];
    const libraries = [...described.matchAll(/\(NEEDED\).*\[(.+)\]/g)].map(([, each = '']) => each);
    for (const each of libraries)
      copy(found(each), each.startsWith('ld-') ? (interpreter ?? `lib/${each}`) : `lib/${each}`);
    if (interpreter !== undefined) copy(found(path.basename(interpreter)), interpreter);
  };
  const found = (name: string): string => {
    const file = folders.map(folder => path.join(folder, name)).find(each => existsSync(each));
    if (file === undefined) throw new Error(`There is no ${name} in ${folders.join(', ')}.`);
    return file;
  };
  copy(executable, '/apiclient');
  for (const folder of ['home', 'tmp']) mkdirSync(path.join(root, folder));
  const enter = process.getuid?.() === 0 ? (['chroot', root] as const) : (['unshare', '-r', 'chroot', root] as const);
  if (isNative(target)) return { root, command: [...enter, '/apiclient'] };
  copyFileSync(findTool(emulator(target)) ?? '', path.join(root, 'emulator'));
  return { root, command: [...enter, '/emulator', '/apiclient'] };
}
