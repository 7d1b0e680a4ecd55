/** The contents of packages/: complete, with matching digests, and reproducible; the npm package and the archives installed. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { cliFile, runProgram, temporaryFolder } from '../support/program.js';
import { packaged, type Target, version, withTools } from './support.js';

const stem = `apiclient-${version}`;
const targets: readonly Target[] = ['linux-x64', 'linux-arm64'];
/** Man pages of a section by name. */
const pages = (section: string): readonly string[] =>
  readdirSync(path.join(path.dirname(cliFile), 'man'))
    .filter(name => name.endsWith(`.${section}`))
    .sort();
const sums = (folder: string): string => readFileSync(path.join(folder, 'SHA256SUMS'), 'utf8');

test('packages/ contains every file of a release, with its digest', () => {
  const wanted = [
    `${stem}.tgz`,
    `${stem}.cdx.json`,
    `apiclient_${version.replace('-', '~')}_all.deb`,
    ...targets.flatMap(target => ['', '.tar.gz', '.cdx.json'].map(ending => `${stem}-${target}${ending}`)),
  ];
  expect(readdirSync('packages').sort()).toEqual(['SHA256SUMS', ...wanted].sort());
  const lines = sums('packages').trim().split('\n');
  expect(lines.map(line => line.slice(66)).sort()).toEqual(wanted.sort());
  for (const line of lines) {
    const digest = createHash('sha256')
      .update(readFileSync(packaged(line.slice(66))))
      .digest('hex');
    expect(line).toBe(`${digest}  ${line.slice(66)}`);
  }
});

test('a second build produces the same bytes', () => {
  const folder = path.join(temporaryFolder(), 'again');
  const line = `umask 077; npm run package --silent -- all --into '${folder}'`;
  const { status, stderr } = spawnSync('/bin/sh', ['-c', line], {
    encoding: 'utf8',
    // Use another umask, time zone and locale, as on another machine.
    env: { ...process.env, TZ: 'Asia/Kathmandu', LC_ALL: 'C' },
  });
  expect([status, status === 0 ? '' : stderr]).toEqual([0, '']);
  expect(sums(folder)).toBe(sums('packages'));
}, 600_000);

test('the bill of materials of an executable contains the program’s and the embedded Node', () => {
  const read = (name: string) => JSON.parse(readFileSync(packaged(name), 'utf8'));
  const names = (bom: { components: { purl: string }[] }) => bom.components.map(({ purl }) => purl);
  const program = names(read(`${stem}.cdx.json`));
  for (const target of targets) {
    const whole = read(`${stem}-${target}.cdx.json`);
    expect(names(whole)).toEqual(expect.arrayContaining(program));
    const node = whole.components.find(({ name }: { name: string }) => name === 'node');
    expect(readFileSync(packaged(`${stem}-${target}`), 'latin1')).toContain(`v${node.version}`);
    expect(node.components.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['openssl', 'v8']),
    );
  }
});

test('npm installs only the tarball and its man pages', async () => {
  const prefix = temporaryFolder();
  const flags = ['--global', '--offline', '--no-audit', '--no-fund', '--prefix', prefix];
  execFileSync('npm', ['install', ...flags, packaged(`${stem}.tgz`)], { stdio: 'pipe' });
  expect(readdirSync(path.join(prefix, 'lib/node_modules'))).toEqual(['apiclient']);
  expect(existsSync(path.join(prefix, 'lib/node_modules/apiclient/node_modules'))).toBe(false);
  expect(readFileSync(path.join(prefix, 'lib/node_modules/apiclient/.github/CHANGELOG.md'))).toEqual(
    readFileSync('.github/CHANGELOG.md'),
  );
  for (const section of ['1', '7'])
    expect(readdirSync(path.join(prefix, `share/man/man${section}`))).toEqual(pages(section));
  const ended = await runProgram(['--version'], { command: [path.join(prefix, 'bin/apiclient')] });
  expect(ended).toMatchObject({ code: 0, stdout: `apiclient ${version}\n`, stderr: '' });
});

withTools(['tar', 'gzip'], () => {
  test.each(targets)('the archive of %s unpacks over a prefix', target => {
    const prefix = temporaryFolder();
    execFileSync('tar', ['-xzf', packaged(`${stem}-${target}.tar.gz`), '-C', prefix, '--strip-components=1']);
    const files = readdirSync(prefix, { recursive: true, withFileTypes: true })
      .filter(each => each.isFile())
      .map(each => path.relative(prefix, path.join(each.parentPath ?? each.path, each.name)));
    expect(files.filter(file => file.startsWith('share/man/')).sort()).toEqual(
      ['1', '7'].flatMap(section => pages(section).map(name => `share/man/man${section}/${name}`)),
    );
    expect(files.filter(file => !file.startsWith('share/man/')).sort()).toEqual([
      'bin/apiclient',
      'libexec/apiclient',
      'share/bash-completion/completions/apiclient',
      'share/doc/apiclient/CHANGELOG.md',
      'share/doc/apiclient/NOTICE',
      'share/fish/vendor_completions.d/apiclient.fish',
      'share/zsh/site-functions/_apiclient',
    ]);
    const executable = readFileSync(path.join(prefix, 'libexec/apiclient'));
    expect(executable.equals(readFileSync(packaged(`${stem}-${target}`)))).toBe(true);
  });
});
