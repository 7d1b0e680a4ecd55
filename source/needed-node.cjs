/**
 * Runs first, in ES5: an older Node prints one line instead of a syntax error. The build puts it at the start of dist/cli.cjs;
 * package.json scripts load it before a build.
 */
'use strict';

if (parseInt(process.versions.node, 10) < 20) {
  process.stderr.write('apiclient needs Node.js 20 or newer; this is '.concat(process.versions.node, '.\n'));
  process.exit(2);
}
