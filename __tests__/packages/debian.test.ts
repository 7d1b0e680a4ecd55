/** The Debian package, checked by lintian, and installed by apt on a clean system. */
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

  test('the package supports every architecture and requires Node 20', () => {
    expect(control('Architecture')).toBe('all');
    expect(control('Depends')).toBe('nodejs (>= 20)');
    expect(control('Version')).toBe(version.replace('-', '~'));
  });

  test('its files belong to root and only root can write to them', () => {
    const lines = execFileSync('dpkg-deb', ['-c', deb()], { encoding: 'utf8' }).trim().split('\n');
    expect(lines.length).toBeGreaterThan(30);
    expect(lines.filter(line => !/^(drwxr-xr-x|-rw-r--r--|-rwxr-xr-x|lrwxrwxrwx) root\/root /.test(line))).toEqual([]);
  });
});

withTools(['lintian'], () => {
  test('lintian reports nothing, not even a hint', () => {
    const { stdout } = spawnSync('lintian', ['--display-info', '--pedantic', '--display-experimental', deb()], {
      encoding: 'utf8',
    });
    expect(stdout).toBe('');
  });
});

withTools(['root', 'debootstrap', 'chroot', 'unshare'], () => {
  let system: CleanSystem;
  const inside: CleanSystem['inside'] = (line, user) => system.inside(line, user);

  /** Finds the program's files in the system. Pages that man(1) has formatted belong to man. */
  const traces = (): readonly string[] =>
    inside(
      'find / -xdev -name "*apiclient*" -not -path "/tmp/*" -not -path "$HOME/*" -not -path "/var/cache/man/*" | sort',
    )
      .stdout.split('\n')
      .filter(Boolean);

  beforeAll(() => {
    // The first Debian with a Node that is recent enough.
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

  test('man finds a page for the program, each command and each topic', () => {
    const listed = inside("dpkg -L apiclient | grep '/man[17]/'").stdout.trim().split('\n').sort();
    const pages = readdirSync(path.join(path.dirname(cliFile), 'man'));
    expect(pages).toEqual(expect.arrayContaining(['apiclient-graphql.1', 'apiclient-graphql.7']));
    expect(listed).toEqual(pages.map(name => `/usr/share/man/man${name.at(-1)}/${name}.gz`).sort());
    expect(inside('man -P cat 7 apiclient-troubleshooting').code).toBe(0);
    const page = inside('man -P cat apiclient-graphql');
    expect(page.code).toBe(0);
    expect(page.stdout.replace(/.\u0008/g, '')).toContain('--print-schema');
  });

  test('completions are installed where the three shells look, and match the program’s', () => {
    for (const [shell, file] of [
      ['bash', '/usr/share/bash-completion/completions/apiclient'],
      ['zsh', '/usr/share/zsh/vendor-completions/_apiclient'],
      ['fish', '/usr/share/fish/vendor_completions.d/apiclient.fish'],
    ]) {
      expect(inside(`apiclient completion ${shell} | cmp - ${file}`)).toEqual({ code: 0, stdout: '', stderr: '' });
    }
  });

  test('dpkg verifies every file', () => {
    expect(inside('dpkg --verify apiclient')).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  test('the program writes only to the folders of its user, and the commands in the manual remove them', () => {
    expect(newFiles(system, work)).toEqual(['/home/ada/.cache/apiclient', '/home/ada/.local/state/apiclient']);
    expect(inside(uninstallLine('rm -rf ~/.config'), 'ada')).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(inside('find /home/ada -name "*apiclient*"').stdout).toBe('');
  });

  test('removing the package removes every file', () => {
    expect(traces().length).toBeGreaterThan(5);
    expect(inside('apt-get remove -yq apiclient').code).toBe(0);
    expect(traces()).toEqual([]);
  });
});
