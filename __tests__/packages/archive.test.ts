/** The archive on clean systems, unpacked and removed by an ordinary user, without Node and without root. */
import { cpSync, existsSync } from 'node:fs';
import path from 'node:path';
import { type CleanSystem, cleanSystem, newFiles, ubuntu, work } from './clean-system.js';
import { packaged, version, withTools } from './support.js';

const archive = `apiclient-${version}-linux-x64.tar.gz`;
/** Packages of Ubuntu cannot be verified without its keys. */
const suites = (['bookworm', 'trixie', 'noble'] as const).filter(
  suite => suite !== ubuntu.suite || existsSync(ubuntu.keys),
);

withTools(['root', 'debootstrap', 'chroot', 'unshare'], () => {
  describe.each(suites)('%s', suite => {
    let system: CleanSystem;
    beforeAll(() => {
      system = cleanSystem(suite);
      cpSync(packaged(archive), path.join(system.root, 'tmp', archive));
    }, 600_000);
    afterAll(() => system?.remove());

    test('an ordinary user unpacks it in her home directory, and it runs', () => {
      expect(system.inside('command -v node').stdout).toBe('');
      const line = `mkdir -p ~/.local && tar -xzf /tmp/${archive} -C ~/.local --strip-components=1`;
      expect(system.inside(line, 'ada')).toMatchObject({ code: 0, stderr: '' });
      expect(system.inside('apiclient --version', 'ada')).toEqual({
        code: 0,
        stdout: `apiclient ${version}\n`,
        stderr: '',
      });
      expect(system.inside('apiclient demo', 'ada').stdout).toContain('Pride and Prejudice');
      expect(system.inside('test -f ~/.local/share/man/man7/apiclient-troubleshooting.7', 'ada').code).toBe(0);
    });

    test('the program writes only to the folders of its user', () => {
      const left = newFiles(system, work);
      expect(left).toEqual(['/home/ada/.cache/apiclient', '/home/ada/.local/state/apiclient']);
    });

    test('the commands in the manual remove all of it', () => {
      const { stdout } = system.inside('apiclient help uninstall', 'ada');
      const words = stdout.replace(/\s+/g, ' ');
      const [, files = ''] = /archive (rm -r .*?) and its completions/.exec(words) ?? [];
      const completions = [...words.matchAll(/share\/(?:bash-completion|zsh|fish)\/\S+apiclient(?:\.fish)?/g)];
      expect(completions).toHaveLength(3);
      const [stored = ''] = /rm -rf ~\/\.config\S*(?: ~\S+)+/.exec(words) ?? [];
      const lines = [
        files.replaceAll('PREFIX', '~/.local'),
        `rm ${completions.map(([file]) => `~/.local/${file}`).join(' ')}`,
        stored,
      ];
      for (const line of lines) expect(system.inside(line, 'ada')).toEqual({ code: 0, stdout: '', stderr: '' });
      expect(system.inside('find / -xdev -name "*apiclient*" -not -path "/tmp/*" -not -path "/proc/*"').stdout).toBe(
        '',
      );
    });
  });
});
