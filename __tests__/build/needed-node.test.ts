/** The version check, which runs before any syntax that an older Node cannot parse. `npm run check:nodes` tries real versions. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cliFile, temporaryFolder } from '../support/program.js';

const { engines, scripts } = JSON.parse(readFileSync('package.json', 'utf8'));

/** Runs a `node` command that reports another version. */
function runAs(version: string, argv: readonly string[], folder = path.resolve('.')) {
  const disguise = path.join(temporaryFolder(), 'disguise.cjs');
  writeFileSync(disguise, `Object.defineProperty(process.versions, 'node', { value: '${version}' });`);
  const { status, stdout, stderr } = spawnSync(process.execPath, ['-r', disguise, ...argv], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

const line = (version: string) => ({
  status: 2,
  stdout: '',
  stderr: `apiclient needs Node.js 20 or newer; this is ${version}.\n`,
});

test.each(['0.12.18', '12.22.12', '18.20.8'])('Node %s is rejected with one line', version => {
  expect(runAs(version, [cliFile, 'GET', 'http://127.0.0.1:1/'])).toEqual(line(version));
});

test('the oldest version in package.json and newer ones are accepted', () => {
  const oldest = String(engines.node).replace('>=', '');
  for (const version of [`${oldest}.0.0`, '100.0.0']) {
    expect(runAs(version, [cliFile, '--version'])).toMatchObject({ status: 0, stderr: '' });
  }
  expect(runAs(`${Number(oldest) - 1}.9.9`, [cliFile, '--version']).status).toBe(2);
});

test('up to the check, the script contains only syntax that an old Node can parse', () => {
  const text = readFileSync(cliFile, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  expect(text).not.toMatch(/=>|`|\?\.|\?\?|\b(?:const|let|class|async|import)\b|catch\s*\{|\.\.\.|node:/);
  expect(text.length).toBeLessThan(1000);
});

test.each(['build', 'prepare', 'dev', 'pretest'])('npm run %s checks the version first', name => {
  const [node, ...argv] = String(scripts[name]).split(' ');
  expect(node).toBe('node');
  expect(runAs('16.20.2', argv)).toEqual(line('16.20.2'));
});
