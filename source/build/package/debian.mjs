/** The Debian package: the program for the system's Node, man pages and shell completions. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { run } from './tools.mjs';
import { changelogOf, completionScripts, gzipped, manPages, writeTree } from './tree.mjs';

const home = 'usr/share/apiclient';

/** Debian sorts `1.0.0~rc.1` before `1.0.0`. */
const debianVersion = version => version.replace('-', '~');

const control = ({ version, description, author, homepage }, kilobytes) => `Package: apiclient
Version: ${debianVersion(version)}
Architecture: all
Maintainer: ${author}
Installed-Size: ${kilobytes}
Depends: nodejs (>= 20)
Suggests: xdg-utils
Section: web
Priority: optional
${homepage ? `Homepage: ${homepage}\n` : ''}Description: ${description.split(':')[0].replace(/^An? /, '')}
 One command sends an HTTP request with real authentication, OAuth 2.0
 included; another opens a GraphQL or OpenAPI service on a full screen: walk
 the schema, tick what you want, run it, look. Whatever the screen can do, a
 flag can do, so what was found by hand goes into a script.
`;

const changelog = ({ version, author }, seconds) => `apiclient (${debianVersion(version)}) unstable; urgency=medium

  * Release ${version}.

 -- ${author}  ${new Date(seconds * 1000).toUTCString().replace('GMT', '+0000')}
`;

const copyright = root => `${readFileSync(path.join(root, 'LICENSE'), 'utf8')}
apiclient contains code of other packages. Their names, versions and licences are in
/${home}/NOTICE, which "apiclient help licences" prints.
`;

/** The files of dist/ in Debian's layout. */
function programFiles(root, version) {
  const dist = path.join(root, 'dist');
  const names = readdirSync(dist, { recursive: true }).filter(name => statSync(path.join(dist, name)).isFile());
  return [
    ...names
      .filter(name => !name.startsWith('man/'))
      .map(name => ({ path: path.join(home, name), contents: readFileSync(path.join(dist, name)) }))
      .map(file =>
        /cli\.cjs$/.test(file.path)
          ? { ...file, mode: 0o755, contents: String(file.contents).replace('#!/usr/bin/env node', '#!/usr/bin/node') }
          : file,
      ),
    // Makes Node load the chunks as ES modules.
    {
      path: path.join(home, 'package.json'),
      contents: `${JSON.stringify({ name: 'apiclient', version, type: 'module' })}\n`,
    },
    { path: 'usr/bin/apiclient', link: '../share/apiclient/cli.cjs' },
  ];
}

function packageFiles(root, about, seconds) {
  return [
    ...programFiles(root, about.version),
    ...manPages(root).map(([place, text]) => ({ path: `usr/${place}.gz`, contents: gzipped(text) })),
    // Debian has a separate zsh folder for packages.
    ...completionScripts(root).map(([place, contents]) => ({
      path: `usr/${place.replace('zsh/site-functions', 'zsh/vendor-completions')}`,
      contents,
    })),
    { path: 'usr/share/doc/apiclient/copyright', contents: copyright(root) },
    { path: 'usr/share/doc/apiclient/CHANGELOG.md.gz', contents: gzipped(changelogOf(root)) },
    // In Debian's format, as lintian requires.
    { path: 'usr/share/doc/apiclient/changelog.gz', contents: gzipped(changelog(about, seconds)) },
  ];
}

/**
 * Builds the package in `folder` from dist/.
 * @param {string} root the project's folder
 * @param {object} about its package.json
 * @param {number} seconds timestamp of all files, in seconds since 1970
 */
export function makeDebianPackage(root, about, folder, seconds) {
  const file = path.join(folder, `apiclient_${debianVersion(about.version)}_all.deb`);
  const tree = `${file}.tree`;
  const files = packageFiles(root, about, seconds);
  const kilobytes = files.reduce((sum, { contents = '' }) => sum + Math.ceil(contents.length / 1024), 0);
  const digests = files
    .filter(({ link }) => link === undefined)
    .map(({ path: name, contents }) => `${createHash('md5').update(contents).digest('hex')}  ${name}\n`);
  const own = [
    { path: 'DEBIAN/control', contents: control(about, kilobytes) },
    { path: 'DEBIAN/md5sums', contents: digests.sort((a, b) => (a.slice(34) < b.slice(34) ? -1 : 1)).join('') },
  ];
  try {
    writeTree(tree, [...files, ...own], seconds);
    const environment = { ...process.env, SOURCE_DATE_EPOCH: String(seconds) };
    // With several threads the archive would be split differently.
    const flags = ['--root-owner-group', '-Zxz', '--threads-max=1'];
    run('dpkg-deb', [...flags, '--build', tree, file], { env: environment });
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}
