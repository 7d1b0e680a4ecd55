/**
 * Small edits to bundled packages, each measured: what they save is start-up time of every single run. A package whose
 * text has moved on fails the build instead of quietly becoming slow again.
 *
 * `when` limits a patch to one of the two bundles: `program` (start-up) or `chunks` (loaded on demand).
 */
export const patches = [
  {
    // Two Intl.ListFormat objects at import are the first use of ICU: 10 ms and more, for the text of one error.
    file: /@sindresorhus\/is\/distribution\/index\.js$/,
    replace: [
      ["const andFormatter = new Intl.ListFormat('en', { style: 'long', type: 'conjunction' });", ''],
      ["const orFormatter = new Intl.ListFormat('en', { style: 'long', type: 'disjunction' });", ''],
      ['orFormatter.format(uniqueExpectedTypes)', "uniqueExpectedTypes.join(' or ')"],
      ['andFormatter.format(uniqueValueTypes)', "uniqueValueTypes.join(' and ')"],
    ],
  },
  {
    // http2-wrapper loads node:http2 and opens a TLS socket object at import (10 ms); HTTP/2 has a chunk of its own, which
    // hands got a request function. node:https is loaded by the first https URL.
    file: /got\/dist\/source\/core\/options\.js$/,
    replace: [
      [
        "import http2wrapper from 'http2-wrapper';",
        'const http2wrapper = { globalAgent: undefined, auto: undefined };',
      ],
      ["import CacheableLookup from 'cacheable-lookup';", 'const CacheableLookup = undefined;'],
      ["import https from 'node:https';", "const https = { get request() { return require('node:https').request; } };"],
      [
        "import { checkServerIdentity } from 'node:tls';",
        "const checkServerIdentity = (...args) => require('node:tls').checkServerIdentity(...args);",
      ],
    ],
  },
  {
    // Our requests set neither `cache` nor `dnsCache` (nothing is kept that the user did not ask for), and our
    // own decoding sees every truncation: three packages and node:dns and node:zlib are left out.
    file: /got\/dist\/source\/core\/index\.js$/,
    replace: [
      [
        "import CacheableRequest, { CacheError as CacheableCacheError, } from 'cacheable-request';",
        'const CacheableRequest = undefined; class CacheableCacheError extends Error {}',
      ],
      ["import decompressResponse from 'decompress-response';", 'const decompressResponse = response => response;'],
    ],
  },
  {
    // A number is as good as a UUID to tell our requests apart, and does not load node:crypto (2 ms).
    file: /got\/dist\/source\/core\/diagnostics-channel\.js$/,
    replace: [
      ["import { randomUUID } from 'node:crypto';", 'let requests = 0;'],
      ['randomUUID()', 'String(++requests)'],
    ],
  },
  {
    // The package.json reader is a feature we do not use: its normaliser sorts SPDX licences with localeCompare (ICU again,
    // 13 ms), its parser draws coloured code frames, and child_process is loaded for a value that is thrown away.
    file: /meow\/build\/dependencies\.js$/,
    replace: [
      ['var normalizeExports = requireNormalize();', ''],
      [
        'const normalizePackageData = getDefaultExportFromCjs(normalizeExports);',
        'const normalizePackageData = () => {};',
      ],
      ['var libExports = requireLib$1();', "const libExports = { codeFrameColumns: () => '' };"],
      ['promisify(execFile);', ''],
      ["import { promisify } from 'node:util';", ''],
      ["import { execFile } from 'node:child_process';", ''],
      ['const require$1 = createRequire ? createRequire(import.meta.url) : undefined;', 'const require$1 = undefined;'],
    ],
  },
];

/** Applies the patches of one file. Throws when a text to be replaced is no longer there. */
export function patched(file, text) {
  const patch = patches.find(each => each.file.test(file));
  if (!patch) return undefined;
  return patch.replace.reduce((done, [from, to]) => {
    if (!done.includes(from))
      throw new Error(`${file} no longer holds what source/build/patches.mjs replaces: ${from}`);
    return done.split(from).join(to);
  }, text);
}
