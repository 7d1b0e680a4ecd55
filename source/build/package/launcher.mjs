/**
 * `bin/apiclient` of the archives: a script that starts the executable. Where the GNU C library is missing, the kernel's "not
 * found" would be all that anybody sees.
 */
import { targets } from './node-binary.mjs';

/** Where the executable is, below the same prefix. */
export const executablePlace = 'libexec/apiclient';

/**
 * @param {keyof typeof targets} target
 * @param {string} stem name and version, as the files of a release begin
 */
export const launcherFor = (target, stem) => `#!/bin/sh
self=$0
[ ! -h "$self" ] || self=$(readlink -f "$self")
if [ ! -e ${targets[target].loader} ]; then
  echo 'apiclient: This build needs glibc, which is not on this system (Alpine has musl). With Node.js 20 or newer: npm install --global ./${stem}.tgz' >&2
  exit 126
fi
exec "\${self%/*}/../${executablePlace}" "$@"
`;
