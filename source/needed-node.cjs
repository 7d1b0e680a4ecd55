/**
 * Runs before all else, in the syntax of ES5: whoever has an older Node reads one line, not the source that it cannot parse. The
 * build puts it in front of dist/cli.cjs; the scripts of package.json load it before a build.
 */
'use strict';

if (parseInt(process.versions.node, 10) < 20) {
  process.stderr.write('apiclient needs Node.js 20 or newer; this is '.concat(process.versions.node, '.\n'));
  process.exit(2);
}
