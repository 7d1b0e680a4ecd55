/** The published package.json. */
import { readFileSync } from 'node:fs';
import { publishedManifest, releaseProblem, withRepository } from '../../../source/build/package/manifest.mjs';

const about = JSON.parse(readFileSync('package.json', 'utf8'));
const published = (release?: { readonly scope?: string; readonly repository?: string }) =>
  JSON.parse(publishedManifest(about, release));

test('without a scope, npm refuses to publish the package, because its name belongs to another project', () => {
  expect(published()).toMatchObject({ name: 'apiclient', private: true });
  expect(JSON.stringify(published())).not.toContain('repository.example');
});

test('a scope and a repository fill in the name and the placeholders', () => {
  const manifest = published({ scope: '@me', repository: 'https://git.example/me/apiclient' });
  expect(manifest).toMatchObject({
    name: '@me/apiclient',
    homepage: 'https://git.example/me/apiclient',
    repository: { type: 'git', url: 'git+https://git.example/me/apiclient.git' },
    bugs: 'https://git.example/me/apiclient/issues',
    bin: about.bin,
    man: about.man,
    engines: about.engines,
  });
  expect(manifest).not.toHaveProperty('private');
});

test('the published manifest has no scripts, tests or development dependencies', () => {
  for (const member of ['scripts', 'jest', 'devDependencies', 'overrides', 'allowScripts'])
    expect(published()).not.toHaveProperty(member);
});

test('the Debian package has a homepage only if the repository is known', () => {
  expect(withRepository(about, undefined)).not.toHaveProperty('homepage');
  expect(withRepository(about, 'https://git.example/x').homepage).toBe('https://git.example/x');
});

test.each([
  [{ scope: 'me' }, '--scope'],
  [{ scope: '@Me/x' }, '--scope'],
  [{ repository: 'http://git.example/x' }, '--repository'],
  [{ repository: 'https://git.example/' }, '--repository'],
])('%j is rejected', (release, flag) => {
  expect(releaseProblem(release)).toContain(flag);
  expect(releaseProblem({ scope: '@me', repository: 'https://git.example/me/x' })).toBeUndefined();
});
