/**
 * `npm run fuzz [-- PATTERN…]`: every property test, and the loops of this folder (`*.fuzz.ts`), for long. Each property is
 * tried 100,000 times or for FUZZ_SECONDS (20), whichever ends first, with a SEED of its own that is printed and can be given.
 * A pattern is a part of a file's path.
 */
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const tests = path.join(root, '__tests__');
const patterns = process.argv.slice(2);

const isFuzzed = file =>
  /\.fuzz\.ts$/.test(file) ||
  (/\.test\.tsx?$/.test(file) && readFileSync(path.join(tests, file), 'utf8').includes('support/property.js'));

const files = readdirSync(tests, { recursive: true, encoding: 'utf8' })
  .filter(file => patterns.length === 0 || patterns.some(pattern => file.includes(pattern)))
  .filter(isFuzzed);
if (files.length === 0) {
  process.stderr.write(`No property test's path contains ${patterns.join(' or ')}.\n`);
  process.exit(2);
}
const { SEED = String(randomInt(2 ** 31)), FUZZ_SECONDS = '20' } = process.env;
const jest = ['--experimental-vm-modules', '--no-warnings', path.join(root, 'node_modules/jest/bin/jest.js')];
// Each property ends by its own clock; a test has several.
const flags = ['--testTimeout', '3600000', '--testMatch', '**/*.test.ts?(x)', '**/*.fuzz.ts', '--runTestsByPath'];
const { status } = spawnSync(process.execPath, [...jest, ...flags, ...files.map(file => path.join(tests, file))], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, SEED, FUZZ_SECONDS },
});
if (status !== 0) process.stderr.write(`SEED=${SEED} npm run fuzz tries the same again.\n`);
process.exit(status ?? 1);
