/**
 * `bin/apiclient` in the archives: a script that starts the executable. Without the GNU C library, the user would only see the
 * kernel's "not found".
 */
import { targets } from './node-binary.mjs';

/** Path of the executable below the same prefix. */
export const executablePlace = 'libexec/apiclient';

/**
 * @param {keyof typeof targets} target
 * @param {string} stem name and version with which the files of a release begin
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
