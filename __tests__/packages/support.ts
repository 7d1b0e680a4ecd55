/**
 * Support for the tests of packages/. They check the output of `npm run package`, so `npm run check:packages` runs it first;
 * `npm test` leaves them out. A test that a machine cannot run (no root, no emulator, no network) skips itself and reports it.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { targets } from '../../source/build/package/node-binary.mjs';
import { findTool } from '../../source/build/package/tools.mjs';
import { temporaryFolder } from '../support/program.js';

export type Target = keyof typeof targets;

/** Version of the contents of packages/. */
export const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string };

/** Absolute path of a file in packages/. */
export function packaged(name: string): string {
  const file = path.resolve('packages', name);
  if (!existsSync(file)) throw new Error(`${file} not found. Run npm run package first.`);
  return file;
}

/** Defines tests that need the given programs. If one is missing they are skipped, and the last line of the run reports it. */
export function withTools(names: readonly string[], define: () => void): void {
  const missing = names.filter(name => (name === 'root' ? process.getuid?.() !== 0 : findTool(name) === undefined));
  // missing-programs.mjs reads this title.
  if (missing.length > 0) describe.skip(`skipped without ${missing.join(', ')}`, define);
  else define();
}

/** Tools that run a target's executable in an image. */
export const toolsToRun = (target: Target): readonly string[] => [
  'chroot',
  'readelf',
  ...(process.getuid?.() === 0 ? [] : ['unshare']),
  ...(isNative(target) ? [] : [emulator(target)]),
];

const isNative = (target: Target): boolean => target === `${process.platform}-${process.arch}`;
const emulator = (target: Target): string => `qemu-${targets[target].machine}-static`;

/** A system that contains only the C and C++ libraries and the executable: no shell, no /proc, no Node. */
export interface Image {
  readonly root: string;
  /** Runs the executable in the image. Its home directory is /home. */
  readonly command: readonly [file: string, ...argv: string[]];
}

/** Creates an image with the executable as /apiclient. */
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
    if (file === undefined) throw new Error(`${name} not found in ${folders.join(', ')}.`);
    return file;
  };
  copy(executable, '/apiclient');
  for (const folder of ['home', 'tmp']) mkdirSync(path.join(root, folder));
  const enter = process.getuid?.() === 0 ? (['chroot', root] as const) : (['unshare', '-r', 'chroot', root] as const);
  if (isNative(target)) return { root, command: [...enter, '/apiclient'] };
  copyFileSync(findTool(emulator(target)) ?? '', path.join(root, 'emulator'));
  return { root, command: [...enter, '/emulator', '/apiclient'] };
}
