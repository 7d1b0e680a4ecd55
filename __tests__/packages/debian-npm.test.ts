/** The npm package on clean Debian systems: installed, used and removed by an ordinary user with the npm that Debian has. */
import { cpSync } from 'node:fs';
import path from 'node:path';
import { type CleanSystem, cleanSystem, newFiles, work } from './clean-system.js';
import { packaged, version, withTools } from './support.js';

const tarball = `apiclient-${version}.tgz`;
const install = `npm install --global --prefix ~/.local --no-fund --no-update-notifier /tmp/${tarball}`;
const uninstall = 'npm uninstall --global --prefix ~/.local --no-update-notifier apiclient';

withTools(['root', 'debootstrap', 'chroot', 'unshare'], () => {
  let system: CleanSystem;
  const prepare = (suite: 'bookworm' | 'trixie'): void => {
    system = cleanSystem(suite);
    cpSync('/etc/resolv.conf', path.join(system.root, 'etc/resolv.conf'));
    cpSync(packaged(tarball), path.join(system.root, 'tmp', tarball));
    const { code, stderr } = system.inside(
      'apt-get update -q && apt-get install -yq --no-install-recommends npm && chmod 1777 /tmp',
    );
    if (code !== 0) throw new Error(stderr);
  };
  afterEach(() => system?.remove());

  /** The program's files of a user, beside what npm keeps for itself. */
  const left = (): string =>
    system.inside('find / -xdev -name "*apiclient*" -not -path "/tmp/*" -not -path "*/.npm/*"').stdout;

  test('Debian 13: it runs, keeps its files in the home, and is gone when npm removes it', () => {
    prepare('trixie');
    expect(system.inside(install, 'ada')).toMatchObject({ code: 0, stderr: '' });
    expect(system.inside('apiclient --version', 'ada')).toEqual({
      code: 0,
      stdout: `apiclient ${version}\n`,
      stderr: '',
    });
    expect(system.inside('apiclient demo', 'ada').stdout).toContain('Pride and Prejudice');
    expect(newFiles(system, work)).toEqual(['/home/ada/.cache/apiclient', '/home/ada/.local/state/apiclient']);
    expect(
      system.inside(`${uninstall} && rm -rf ~/.config/apiclient ~/.local/state/apiclient ~/.cache/apiclient`, 'ada')
        .code,
    ).toBe(0);
    expect(left()).toBe('');
  }, 900_000);

  test('Debian 12: its Node is too old, which npm warns of and the program says in one line', () => {
    prepare('bookworm');
    const installed = system.inside(install, 'ada');
    expect([installed.code, installed.stderr]).toEqual([0, expect.stringContaining('EBADENGINE')]);
    const ended = system.inside('apiclient GET https://api.example', 'ada');
    expect([ended.code, ended.stdout]).toEqual([2, '']);
    expect(ended.stderr).toMatch(/^apiclient[^\n]*Node(?:\.js)? 20[^\n]*\n/);
    expect(system.inside(uninstall, 'ada').code).toBe(0);
    expect(left()).toBe('');
  }, 900_000);
});
