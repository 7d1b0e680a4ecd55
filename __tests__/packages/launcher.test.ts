/** The script of the archive that starts the executable: through links, and not on systems without glibc. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { findTool } from '../../source/build/package/tools.mjs';
import { runProgram, temporaryFolder } from '../support/program.js';
import { packaged, version, withTools } from './support.js';

/** Unpacks the archive in a folder. */
function unpacked(prefix: string): string {
  mkdirSync(prefix, { recursive: true });
  const archive = packaged(`apiclient-${version}-linux-x64.tar.gz`);
  execFileSync('tar', ['-xzf', archive, '-C', prefix, '--strip-components=1']);
  return path.join(prefix, 'bin/apiclient');
}

const isNative = `${process.platform}-${process.arch}` === 'linux-x64';

withTools(['tar', 'gzip', ...(isNative ? [] : ['a processor of linux-x64'])], () => {
  test('the launcher starts the executable through links, from a path with a space, with unchanged arguments', async () => {
    const file = unpacked(path.join(temporaryFolder(), 'my programs'));
    const link = path.join(temporaryFolder(), 'api');
    symlinkSync(file, link);
    for (const command of [file, link]) {
      expect(await runProgram(['--version'], { command: [command] })).toMatchObject({
        code: 0,
        stdout: `apiclient ${version}\n`,
      });
      const shown = await runProgram(['POST', ':1/', "a=it's * $HOME", '--dry-run'], { command: [command] });
      expect([shown.code, shown.stdout]).toEqual([0, expect.stringContaining(`{"a":"it's * $HOME"}`)]);
    }
  });
});

withTools(['root', 'chroot', 'tar', 'gzip', 'busybox'], () => {
  test('without glibc, as on Alpine, it reports in one line what is missing and what to use instead', async () => {
    const root = temporaryFolder();
    unpacked(path.join(root, 'usr/local'));
    mkdirSync(path.join(root, 'bin'));
    // Alpine's shell, which Debian also has, without any library.
    copyFileSync(findTool('busybox') ?? '', path.join(root, 'bin/sh'));
    const ended = await runProgram(['--version'], { command: ['chroot', root, '/usr/local/bin/apiclient'] });
    expect([ended.code, ended.stdout]).toEqual([126, '']);
    expect(ended.stderr).toMatch(
      /^apiclient: This build needs glibc, .* npm install --global \.\/apiclient-[\d.]+\.tgz\n$/,
    );
  });
});
