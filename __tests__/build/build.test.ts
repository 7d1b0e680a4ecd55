import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { cliFile } from '../support/program.js';

const dist = path.dirname(cliFile);

test('the package has no dependencies', () => {
  const { dependencies, optionalDependencies, peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect([dependencies, optionalDependencies, peerDependencies]).toEqual([undefined, undefined, undefined]);
});

test('the built files import only Node modules and each other', () => {
  const chunks = readdirSync(path.join(dist, 'chunks')).map(file => path.join(dist, 'chunks', file));
  const specifiers = chunks.flatMap(file =>
    [...readFileSync(file, 'utf8').matchAll(/^import\s?[^'"()]*?["']([^"']+)["'];/gm)].map(([, name = '']) => name),
  );
  expect(specifiers.length).toBeGreaterThan(10);
  expect(specifiers.filter(name => !name.startsWith('.') && !name.startsWith('node:'))).toEqual(
    specifiers.filter(name =>
      /^(assert|buffer|child_process|crypto|events|fs|http|https|module|net|os|path|process|stream|tls|tty|url|util|zlib)(\/|$)/.test(
        name,
      ),
    ),
  );
});

test('GraphQL without a screen loads the parts of graphql-js it uses, not the executor', () => {
  const executor = 'Schema is not configured to execute';
  const chunks = readdirSync(path.join(dist, 'chunks')).map(file => path.join('chunks', file));
  const holders = ['program.cjs', 'graphql.cjs', 'schema.cjs', 'tui.cjs', ...chunks].filter(file =>
    readFileSync(path.join(dist, file), 'utf8').includes(executor),
  );
  // The demo is a GraphQL server, so its chunk contains the executor, which this text identifies.
  expect(holders).toHaveLength(1);
  expect(holders[0]).toMatch(/^chunks/);
});

test('each start loads only the packages that one request needs', () => {
  const program = readFileSync(path.join(dist, 'program.cjs'), 'utf8');
  const packages = [...program.matchAll(/"node_modules\/((?:@[^/]+\/)?[^/"]+)/g)].map(([, name]) => name);
  const needed = ['@sindresorhus/is', 'byte-counter', 'chalk', 'form-data-encoder', 'got', 'lowercase-keys', 'meow'];
  expect([...new Set(packages)].sort()).toEqual([...needed, 'p-cancelable']);
});

test('no built file contains the path of the build folder', () => {
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).map(file => path.join(dist, file));
  const telling = files.filter(
    file => statSync(file).isFile() && readFileSync(file, 'latin1').includes(path.resolve('.')),
  );
  expect(telling).toEqual([]);
});

test('the entry is an executable script', () => {
  expect(statSync(cliFile).mode & 0o111).toBe(0o111);
  expect(readFileSync(cliFile, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
});

test.each(['got', 'meow', 'graphql', 'ink', 'react', 'ws'])('the notice names %s with its licence', name => {
  const notice = readFileSync(path.join(dist, 'NOTICE'), 'utf8');
  const part = notice.split(/^-{78}\n/m);
  const at = part.findIndex(text => new RegExp(`^${name} \\d`).test(text));
  expect(part[at]).toMatch(/\((MIT|ISC|BSD)/);
  expect(part[at + 1]).toMatch(/permi(t|ss)/i);
});

describe('the lock file', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { integrity?: string; optionalDependencies?: Record<string, string> }>;
  };

  test('names the packages of every platform, so that npm ci works anywhere', () => {
    const wanted = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
      Object.keys(optionalDependencies),
    );
    expect(wanted.length).toBeGreaterThan(50);
    // If the registry lacks a version's binaries for other platforms, npm omits them. Use the previous version then.
    expect(wanted.filter(name => !Object.keys(packages).some(key => key.endsWith(`node_modules/${name}`)))).toEqual([]);
  });

  test('has an integrity value for every package', () => {
    const without = Object.entries(packages).filter(
      ([key, { integrity }]) => key !== '' && !integrity?.startsWith('sha512-'),
    );
    expect(without.map(([key]) => key)).toEqual([]);
  });
});
