/**
 * `npm run test:long [-- JEST-ARGUMENTS]`: what `npm test` leaves out because it takes minutes (`*.long.test.ts`: hostile cases
 * through the program, walks through a terminal, memory), and every property once more with all its cases.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
const folder = path.join(root, '__tests__');

const isLong = file =>
  /\.long\.test\.tsx?$/.test(file) ||
  (/\.test\.tsx?$/.test(file) && readFileSync(path.join(folder, file), 'utf8').includes('support/property.js'));

const files = readdirSync(folder, { recursive: true }).filter(
  file => !file.startsWith(`packages${path.sep}`) && isLong(file),
);
const jest = path.join(root, 'node_modules/jest/bin/jest.js');
const words = [
  '--testPathIgnorePatterns',
  '/node_modules/',
  '--runTestsByPath',
  ...files.map(file => path.join(folder, file)),
];
const { status } = spawnSync(
  process.execPath,
  ['--experimental-vm-modules', '--no-warnings', jest, ...process.argv.slice(2), ...words],
  { cwd: root, stdio: 'inherit', env: { ...process.env, PROPERTY_CASES: 'all' } },
);
process.exit(status ?? 1);
