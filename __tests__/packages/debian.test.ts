/** The Debian package: what lintian says of it, and what apt makes of it on a clean system. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { cliFile } from '../support/program.js';
import { type CleanSystem, cleanSystem, newFiles, uninstallLine, work } from './clean-system.js';
import { packaged, version, withTools } from './support.js';

const deb = (): string => packaged(`apiclient_${version.replace('-', '~')}_all.deb`);

withTools(['dpkg-deb'], () => {
  const control = (field: string): string =>
    execFileSync('dpkg-deb', ['-f', deb(), field], { encoding: 'utf8' }).trim();

  test('it goes with every processor and asks for Node 20', () => {
    expect(control('Architecture')).toBe('all');
    expect(control('Depends')).toBe('nodejs (>= 20)');
    expect(control('Version')).toBe(version.replace('-', '~'));
  });

  test('its files belong to root, and nobody else can write to them', () => {
    const lines = execFileSync('dpkg-deb', ['-c', deb()], { encoding: 'utf8' }).trim().split('\n');
    expect(lines.length).toBeGreaterThan(30);
    expect(lines.filter(line => !/^(drwxr-xr-x|-rw-r--r--|-rwxr-xr-x|lrwxrwxrwx) root\/root /.test(line))).toEqual([]);
  });
});

withTools(['lintian'], () => {
  test('lintian has nothing to say about it, not even in passing', () => {
    const { stdout } = spawnSync('lintian', ['--display-info', '--pedantic', '--display-experimental', deb()], {
      encoding: 'utf8',
    });
    expect(stdout).toBe('');
  });
});

withTools(['root', 'debootstrap', 'chroot', 'unshare'], () => {
  let system: CleanSystem;
  const inside: CleanSystem['inside'] = (line, user) => system.inside(line, user);

  /** Where a search of the whole system finds the program; pages that man(1) has formatted are man's own. */
  const traces = (): readonly string[] =>
    inside(
      'find / -xdev -name "*apiclient*" -not -path "/tmp/*" -not -path "$HOME/*" -not -path "/var/cache/man/*" | sort',
    )
      .stdout.split('\n')
      .filter(Boolean);

  beforeAll(() => {
    // The first Debian whose own Node is new enough.
    system = cleanSystem('trixie');
    cpSync('/etc/resolv.conf', path.join(system.root, 'etc/resolv.conf'));
    cpSync(deb(), path.join(system.root, 'tmp/apiclient.deb'));
    const { code, stderr } = inside(
      'apt-get update -q && apt-get install -yq --no-install-recommends /tmp/apiclient.deb man-db',
    );
    if (code !== 0) throw new Error(stderr);
  }, 600_000);

  afterAll(() => system?.remove());

  test('apt installs it with Debian’s own Node, and it runs', () => {
    expect(inside('apiclient --version')).toEqual({ code: 0, stdout: `apiclient ${version}\n`, stderr: '' });
    const demo = inside('apiclient demo');
    expect(demo.code).toBe(0);
    expect(demo.stdout).toContain('"title": "Pride and Prejudice"');
    expect(demo.stdout).toContain('"nodes"');
    expect(inside('apiclient help licences').stdout).toMatch(/^got \d/m);
    expect(inside('apiclient graphql :1/x --query "{a}"').code).toBe(1);
  });

  test('man finds a page for it, for each command and for each topic', () => {
    const listed = inside("dpkg -L apiclient | grep '/man[17]/'").stdout.trim().split('\n').sort();
    const pages = readdirSync(path.join(path.dirname(cliFile), 'man'));
    expect(pages).toEqual(expect.arrayContaining(['apiclient-graphql.1', 'apiclient-graphql.7']));
    expect(listed).toEqual(pages.map(name => `/usr/share/man/man${name.at(-1)}/${name}.gz`).sort());
    expect(inside('man -P cat 7 apiclient-troubleshooting').code).toBe(0);
    const page = inside('man -P cat apiclient-graphql');
    expect(page.code).toBe(0);
    expect(page.stdout.replace(/.\u0008/g, '')).toContain('--print-schema');
  });

  test('completions are where the three shells look, and are those of the program', () => {
    for (const [shell, file] of [
      ['bash', '/usr/share/bash-completion/completions/apiclient'],
      ['zsh', '/usr/share/zsh/vendor-completions/_apiclient'],
      ['fish', '/usr/share/fish/vendor_completions.d/apiclient.fish'],
    ]) {
      expect(inside(`apiclient completion ${shell} | cmp - ${file}`)).toEqual({ code: 0, stdout: '', stderr: '' });
    }
  });

  test('dpkg finds every file as it was packed', () => {
    expect(inside('dpkg --verify apiclient')).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  test('who works with it leaves files in his own folders only, and the lines of the manual remove them', () => {
    expect(newFiles(system, work)).toEqual(['/home/ada/.cache/apiclient', '/home/ada/.local/state/apiclient']);
    expect(inside(uninstallLine('rm -rf ~/.config'), 'ada')).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(inside('find /home/ada -name "*apiclient*"').stdout).toBe('');
  });

  test('when it is removed, nothing of it is left', () => {
    expect(traces().length).toBeGreaterThan(5);
    expect(inside('apt-get remove -yq apiclient').code).toBe(0);
    expect(traces()).toEqual([]);
  });
});
