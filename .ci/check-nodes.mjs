/**
 * `npm run check:nodes [-- JEST-ARGUMENTS]`: builds with and runs the tests on every line of Node that we promise. Those that
 * this machine lacks come from npm (the package `node` brings the binary of this system), into npm's cache, not into the project.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const lines = [20, 22, 24];
/** Each must be told which Node is needed, in one line. */
const tooOld = [12, 16, 18];

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** The file of a Node of this line. */
function nodeOf(line) {
  if (process.versions.node.startsWith(`${line}.`)) return process.execPath;
  // npm itself is found on the PATH; on Windows that is a script for its shell.
  const shell = process.platform === 'win32';
  const words = ['exec', '--yes', `--package=node@${line}`, '--', 'node', '-p', 'process.execPath'];
  const { status, stdout, stderr } = spawnSync('npm', words, { encoding: 'utf8', shell });
  if (status !== 0) throw new Error(`npm has no Node ${line} for this system:\n${stderr}`);
  return stdout.trim().split('\n').at(-1);
}

/** Runs a script of the project by this Node, which programs that are started there find first, too. */
function run(node, script, ...words) {
  const env = { ...process.env, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}` };
  const flags = ['--experimental-vm-modules', '--no-warnings'];
  return (
    spawnSync(node, [...flags, path.join(root, script), ...words], { cwd: root, stdio: 'inherit', env }).status === 0
  );
}

const results = lines.map(line => {
  const node = nodeOf(line);
  const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim();
  process.stdout.write(`\nNode ${version}\n`);
  const passed =
    run(node, 'source/build/build.mjs') &&
    run(node, 'node_modules/jest/bin/jest.js', ...process.argv.slice(2)) &&
    run(node, '__tests__/support/run/long.mjs', ...process.argv.slice(2));
  return { version, passed };
});
for (const line of tooOld) {
  const node = nodeOf(line);
  const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim();
  const { status, stderr } = spawnSync(node, [path.join(root, 'dist/cli.cjs')], { encoding: 'utf8' });
  const words = `apiclient needs Node.js 20 or newer; this is ${version.slice(1)}.\n`;
  results.push({ version: `${version} (refused)`, passed: status === 2 && stderr === words });
}
process.stdout.write(
  `\n${results.map(({ version, passed }) => `${version} ${passed ? 'passed' : 'FAILED'}`).join(', ')}\n`,
);
process.exit(results.every(({ passed }) => passed) ? 0 : 1);
