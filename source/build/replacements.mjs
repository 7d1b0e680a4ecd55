/**
 * The table of packages that the build edits, replaces or leaves out, with the reason; readme.md shows it.
 *
 * package, file   the file replaced
 * bundles         the bundles that must have the replacement: `program`, `graphql`, `tui` or `chunks`
 * edits           [text in the package, replacement]
 * members         members of an object to retain, by the text that begins the object; one member per line
 * by              our file that replaces the whole file; its `exports`, if not all are ours
 * digest          first 16 hex digits of the SHA-256 of the file that `by` replaces
 * leavesOut       packages that must be absent from these bundles because they are no longer imported
 * why             the purpose
 * saves, without  measured savings, and the effect of omitting the replacement
 *
 * The build fails if a replacement is not applied, or if a package that should be absent is bundled: see replace.mjs.
 */

const throws = what => `throw new Error("${what} is used, but was left out (source/build/readme.md).");`;

/** Members of @sindresorhus/is that got uses. */
// biome-ignore format: a list
export const usedByGot = {
  is: ['array', 'asyncGenerator', 'asyncIterable', 'boolean', 'buffer', 'function', 'generator', 'iterable', 'nodeStream', 'nonEmptyString', 'null', 'number', 'object', 'plainObject', 'promise', 'string', 'typedArray', 'undefined', 'urlInstance'],
  assert: ['any', 'array', 'boolean', 'function', 'number', 'object', 'plainObject', 'string', 'truthy', 'undefined'],
};

export const replacements = [
  {
    package: '@sindresorhus/is',
    file: 'distribution/index.js',
    bundles: ['program'],
    edits: [
      ["const andFormatter = new Intl.ListFormat('en', { style: 'long', type: 'conjunction' });", ''],
      ["const orFormatter = new Intl.ListFormat('en', { style: 'long', type: 'disjunction' });", ''],
      ['orFormatter.format(uniqueExpectedTypes)', "uniqueExpectedTypes.join(' or ')"],
      ['andFormatter.format(uniqueValueTypes)', "uniqueValueTypes.join(' and ')"],
    ],
    members: {
      'const is = Object.assign(detect, {\n': usedByGot.is,
      'export const assert = {\n': usedByGot.assert,
      'const methodTypeMap = {\n': [
        'isArray',
        'isBoolean',
        'isFunction',
        'isNumber',
        'isObject',
        'isString',
        'isUndefined',
      ],
    },
    why: 'At import, two `Intl.ListFormat` objects load ICU, although only one error message needs them. got uses 30 of 270 members',
    saves: '12 ms of every start and 25 kB',
    without: 'slower',
  },
  {
    package: 'got',
    file: 'dist/source/core/options.js',
    bundles: ['program'],
    edits: [
      [
        "import http2wrapper from 'http2-wrapper';",
        `const http2wrapper = { globalAgent: undefined, get auto() { ${throws('http2-wrapper')} } };`,
      ],
      [
        "import CacheableLookup from 'cacheable-lookup';",
        `class CacheableLookup { constructor() { ${throws('cacheable-lookup')} } }`,
      ],
      ["import https from 'node:https';", "const https = { get request() { return require('node:https').request; } };"],
      ["import { checkServerIdentity } from 'node:tls';", ''],
      // Node's own agent, without a wrapper: newer Node versions do not reuse connections with a different one.
      [
        'https.checkServerIdentity ?? checkServerIdentity',
        "https.checkServerIdentity ?? (url.protocol === 'https:' ? require('node:tls').checkServerIdentity : undefined)",
      ],
    ],
    leavesOut: ['http2-wrapper', 'cacheable-lookup'],
    why: 'http2-wrapper loads `node:http2` and opens a TLS socket object at import, while our HTTP/2 is a separate chunk; `node:https` and `node:tls` are loaded for the first https URL',
    saves: '28 ms of every start and 49 kB',
    without: 'slower; `http2: true` and `dnsCache: true` would work',
  },
  {
    package: 'got',
    file: 'dist/source/core/index.js',
    bundles: ['program'],
    edits: [
      [
        "import CacheableRequest, { CacheError as CacheableCacheError, } from 'cacheable-request';",
        `class CacheableRequest { constructor() { ${throws('cacheable-request')} } } class CacheableCacheError extends Error {}`,
      ],
      [
        "import decompressResponse from 'decompress-response';",
        `const decompressResponse = () => { ${throws('decompress-response')} };`,
      ],
      ['this._requestOptions = options.createNativeRequestOptions();', 'this._requestOptions = {};'],
    ],
    leavesOut: ['cacheable-request', 'decompress-response'],
    why: 'Our requests never set `cache`, our own decoding detects every truncation, and our `request` creates Node’s options itself',
    saves: '3 ms of a start without a code cache and 53 kB; 22 kB of garbage per request',
    without: 'slower; `cache` would work',
  },
  {
    package: 'got',
    file: 'dist/source/core/diagnostics-channel.js',
    bundles: ['program'],
    edits: [
      ["import { randomUUID } from 'node:crypto';", 'let requests = 0;'],
      ['randomUUID()', 'String(++requests)'],
    ],
    why: 'A number identifies our requests as well as a UUID, and does not load `node:crypto`',
    saves: '2 ms of every start',
    without: 'slower',
  },
  {
    package: 'meow',
    file: 'build/dependencies.js',
    bundles: ['program', 'chunks'],
    edits: [
      ['var normalizeExports = requireNormalize();', ''],
      [
        'const normalizePackageData = getDefaultExportFromCjs(normalizeExports);',
        `const normalizePackageData = () => { ${throws('normalize-package-data')} };`,
      ],
      [
        'var libExports = requireLib$1();',
        `const libExports = { codeFrameColumns() { ${throws('@babel/code-frame')} } };`,
      ],
      ['promisify(execFile);', ''],
      ["import { promisify } from 'node:util';", ''],
      ["import { execFile } from 'node:child_process';", ''],
      ['const require$1 = createRequire ? createRequire(import.meta.url) : undefined;', 'const require$1 = undefined;'],
      [String.raw`const UPPERCASE = /[\p{Lu}]/u;`, 'const UPPERCASE = /[A-Z]/;'],
      [String.raw`const IDENTIFIER = /([\p{Alpha}\p{N}_]|$)/u;`, 'const IDENTIFIER = /([A-Za-z0-9_]|$)/;'],
      [String.raw`/([\p{Lowercase_Letter}\d])(\p{Uppercase_Letter})/gu`, String.raw`/([a-z\d])([A-Z])/g`],
      [String.raw`/(\p{Uppercase_Letter})(\p{Uppercase_Letter}\p{Lowercase_Letter}+)/gu`, '/([A-Z])([A-Z][a-z]+)/g'],
    ],
    why: 'We do not use its package.json reader: the normaliser sorts licences with `localeCompare` (ICU again), the parser draws coloured code frames, and `node:child_process` is loaded for a discarded value. Our flag names are ASCII, and the first Unicode class in a regular expression also uses ICU',
    saves: '10 ms of every start and 110 kB',
    without: 'slower; package.json and coloured code frames would be read',
  },
  {
    package: '@codemirror/view',
    file: 'dist/index.js',
    bundles: ['tui', 'chunks'],
    by: 'source/build/codemirror-view.mjs',
    digest: 'e1ee658a4f903317',
    leavesOut: ['@codemirror/view'],
    why: 'Our editor has no DOM; the commands and language packages only refer to the view’s facets while loading',
    saves: '7 ms and 202 kB of the full screen’s start',
    without: 'slower',
  },
  {
    package: 'ink',
    file: 'build/output.js',
    bundles: ['tui'],
    by: 'source/tui/terminal/ink-output.ts',
    digest: 'de9078c7fc647c40',
    exports: '{ default }',
    why: 'Ink splits every line of every frame into styled characters; ours caches lines between frames',
    saves: '6 of the 8 ms of a key press, 110 ms of the first frame',
    without: 'every frame is split again',
  },
  {
    package: 'ink',
    file: 'build/measure-text.js',
    bundles: ['tui'],
    by: 'source/tui/terminal/ink-measure.ts',
    digest: '4562d24171af3063',
    exports: '{ measureText as default }',
    why: 'Measurements are cached up to a limit, while Ink’s cache grows without limit',
    saves: '10 ms of the first frame; constant memory',
    without: 'memory grows with every text ever shown',
  },
  {
    package: 'ink',
    file: 'build/sanitize-ansi.js',
    bundles: ['tui'],
    by: 'source/tui/terminal/ink-measure.ts',
    digest: '6324e0b5396fda7b',
    exports: '{ sanitizeAnsi as default }',
    why: 'All our texts have already been made safe',
    saves: '10 ms of the first frame and 7 kB',
    without: 'slower',
  },
  {
    package: 'widest-line',
    file: 'index.js',
    bundles: ['tui'],
    by: 'source/tui/terminal/ink-measure.ts',
    digest: 'c56c70d00610e14d',
    exports: '{ default }',
    why: 'See `measure-text.js`',
    saves: '3 of the 5.5 ms of a key press, 60 ms of the first frame',
    without: 'slower',
  },
  {
    package: 'ink',
    file: 'build/reconciler.js',
    bundles: ['tui'],
    edits: [['if (isDev()) {', 'if (false) {']],
    leavesOut: ['react-devtools-core'],
    why: 'With `DEV=true`, Ink would look for React’s developer tools',
    saves: 'a warning on the screen',
    without: 'a warning on the screen with `DEV=true`',
  },
  {
    package: 'yoga-layout',
    file: 'dist/binaries/yoga-wasm-base64-esm.js',
    bundles: ['tui'],
    edits: [['"function"!=typeof fetch', 'true']],
    why: 'Its loader first tries `fetch` on its data URL, which loads all of Node’s fetch',
    saves: '25 ms of processor time at the full screen’s start',
    without: 'slower',
  },
];
