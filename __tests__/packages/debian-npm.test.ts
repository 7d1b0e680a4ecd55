/** The npm package on clean Debian systems, installed, used and removed by an ordinary user with Debian's npm. */
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

  /** The program's files of a user, without npm's own files. */
  const left = (): string =>
    system.inside('find / -xdev -name "*apiclient*" -not -path "/tmp/*" -not -path "*/.npm/*"').stdout;

  test('Debian 13: it runs, stores its files in the home directory, and npm removes it completely', () => {
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

  test('Debian 12: its Node is too old; npm warns and the program reports it in one line', () => {
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
