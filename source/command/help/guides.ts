/** Guides for `apiclient help TOPIC` beyond single commands. The man pages use the same text. */
import { exitCodeTable } from '../exit-codes.js';
import type { Guide } from './guide.js';
import { httpFiles } from './http-files.js';

export type { Guide } from './guide.js';

const items: Guide = {
  title: 'Items after the URL',
  about: 'fields of a JSON body and parameters of the query',
  rows: [
    ['name=text', 'a field of a JSON object, as text'],
    ['name:=json', 'a field as number, true, null, list or object'],
    ['name==text', 'a parameter of the query; "\\=" and "\\:" stand for = and : in a name'],
    ['=@FILE, :=@FILE, ==@FILE', 'the value from a file; "=\\@" begins a text with @'],
    ['a[b]=text, a[]=text, a[0]=text', 'into an object or a list; "[]=text" makes the whole body a list'],
  ],
};

const secrets: Guide = {
  title: 'Secrets (-u, after "user:", -B, after "name=" of -K, SECRET, --oauth2-…)',
  about: 'where passwords and tokens may come from',
  rows: [
    ['env:NAME', 'from an environment variable'],
    ['file:PATH', 'from a file; ~/ is your home, file:- is standard input'],
    ['text:REST', 'REST as it stands, whatever it begins with'],
  ],
};

const exitCodes: Guide = {
  title: 'Exit codes',
  about: 'what the exit code says',
  rows: exitCodeTable,
};

const environment: Guide = {
  title: 'Environment',
  about: 'the environment variables that are read',
  rows: [
    ['APICLIENT_OAUTH2_CLIENT_SECRET', 'the client secret of --oauth2, when the flag leaves it out'],
    ['APICLIENT_OAUTH2_PASSWORD', 'the password of --oauth2 password, when --oauth2-password is not given'],
    [
      'HTTP_PROXY, HTTPS_PROXY, ALL_PROXY',
      'the proxy for http, for https, for both; the lower-case names are read first. --proxy wins',
    ],
    [
      'NO_PROXY',
      'hosts to reach without a proxy, even with --proxy: names and what is below them, addresses, 10.0.0.0/8, fd00::/8, or *',
    ],
    ['SSL_CERT_FILE', 'a PEM file of authorities to trust before the built-in ones; --cacert replaces them all'],
    ['NETRC', 'the file that --netrc reads, instead of ~/.netrc'],
    ['NO_COLOR, FORCE_COLOR', 'switch colours off and on (no-color.org); --pretty wins'],
    ['COLORFGBG', 'tells the full screen whether the background is light; --theme wins'],
    ['VISUAL, EDITOR', 'the editor of the full screen (vi)'],
    ['PAGER', 'the pager of the full screen (less -R)'],
    ['BROWSER', 'says that there is a browser for a login, and which'],
    ['TMPDIR', 'the folder for texts that are handed to an editor or a pager'],
    ['XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_CACHE_HOME', 'move the folders of "apiclient help files"'],
  ],
};

const files: Guide = {
  title: 'Files',
  about: 'what is kept on your machine, and where',
  rows: [
    [
      '~/.config/apiclient/config.json',
      'the configuration; only "save as profile" in the full screen writes into it, and no secret',
    ],
    ['~/.local/state/apiclient/', 'tokens, history (secrets masked), unsaved texts of the full screen'],
    ['~/.cache/apiclient/', 'schemas and compiled code; delete it whenever you like'],
  ],
  notes: ['macOS and Windows have their own places for such folders; XDG variables hold there too.'],
};

const configuration: Guide = {
  title: 'Configuration',
  about: 'the configuration file',
  paragraphs: [
    '~/.config/apiclient/config.json, if you want one. What is typed always wins; no file of the current folder is ever read.',
  ],
  example: [
    '{',
    '  "flags": { "timeout": 30, "follow": true, "theme": "light" },',
    '  "hosts": {',
    '    "https://api.example.com": {',
    '      "bearer": "env:TOKEN",',
    '      "header": ["X-Team: blue"]',
    '    }',
    '  },',
    '  "profiles": {',
    '    "live": {',
    '      "url": "https://api.example.com/v2",',
    '      "flags": { "bearer": "env:LIVE_TOKEN" },',
    '      "confirm": true',
    '    }',
    '  },',
    '  "queries": "~/queries",',
    '  "token-helper": ["~/bin/keep-token", "work"],',
    '  "keys": { "run": ["ctrl+r", "f9"] }',
    '}',
  ],
  notes: [
    '"flags" are long flags with their values, for every command: true for a flag that takes none, false for its --no- form, a list for one that repeats.',
    '"hosts" are flags for exactly one origin, and with "profiles" the only place for credentials: as env:NAME or file:PATH, or written out in a file that only you can read (chmod 600).',
    '"profiles" are base URLs under short names: apiclient GET @live/users. Their flags go over those of the origin, their credentials go to their origin only. With "confirm" a mutation or a method that may change something asks first on a terminal, and needs --yes in a script.',
    '"queries" is a folder of .graphql files: the list of saved ones in the full screen shows them too.',
    '"token-helper" is a program that keeps OAuth tokens in place of a file: a list of its words, or a line for a shell behind "!". The manual of OAuth 2.0 says what it is told.',
    '"keys" give actions of the full screen other keys.',
  ],
};

const writeOut: Guide = {
  title: 'Words of -w, --write-out',
  about: 'what -w prints when all is over',
  paragraphs: [
    'A format as curl reads it: text, \\n, \\r, \\t, %%, and names in %{…}. @FILE reads it from a file. It is printed however the transfer ended.',
  ],
  rows: [
    ['%{http_code}', 'the status, 000 without an answer; also %{response_code}'],
    ['%{content_type}', 'the media type of the body'],
    ['%header{NAME}, %{header_json}', 'a header of the answer; all of them as JSON'],
    [
      '%{time_total}',
      'seconds until all was over; also time_namelookup, time_connect, time_appconnect, time_pretransfer, time_starttransfer, time_redirect, each counted from the beginning',
    ],
    [
      '%{size_download}',
      'bytes of the body as they came over the wire; also size_upload, size_header, speed_download, speed_upload',
    ],
    [
      '%{url_effective}',
      'the last URL; also url, method, scheme, http_version, redirect_url, referer, num_redirects, num_retries, num_headers, num_connects',
    ],
    ['%{url.host}, %{urle.host}', 'a part of the URL, of the last URL; also scheme, port, path, query, fragment'],
    ['%{remote_ip}', 'who answered; also remote_port, local_ip, local_port'],
    ['%{ssl_verify_result}', '0 for a certificate that is believed; %{http_connect}: what a proxy answered to CONNECT'],
    ['%{exitcode}, %{errormsg}', 'how this program ended, and why'],
    ['%{filename_effective}', 'the file the body went to'],
    ['%{json}', 'all of this as one JSON object'],
    ['%{onerror}', 'what follows is printed only if it failed'],
    ['%{stderr}, %{stdout}', 'where what follows goes'],
  ],
  example: ["apiclient GET :8080/users -p '' -w '%{http_code} %{time_total}\\n'"],
};

const checks: Guide = {
  title: 'Checks of -a, --assert',
  about: 'what -a can check',
  paragraphs: [
    'A check is what is looked at, an operator and a value. All checks that fail are told, each with what came; the body is printed all the same (with -s none), and the exit code is 11.',
  ],
  rows: [
    ['status, version, url', 'the status (also as a class: status == 2xx), the version of HTTP, the last URL'],
    ['header NAME', 'its value; several lines of one name are joined by commas, count counts them'],
    [
      'cookie NAME [ATTRIBUTE]',
      'a cookie that is set: its value, or its path, domain, expires, max-age, samesite, secure, httponly',
    ],
    [
      '$.items[0].id',
      'JSONPath (RFC 9535) in the body, without blanks outside of its brackets; where it finds several values, each must pass',
    ],
    ['body, size', 'the body as text; its bytes after decoding: size < 10k'],
    ['regex PATTERN', 'what the first group of a regular expression finds in the body'],
    ['sha256, md5', 'of the body, in hexadecimal digits'],
    ['time [PHASE]', 'milliseconds until dns, connect, tls, first-byte or total: time < 500, time < 2s'],
    ['redirects', 'how many were followed'],
    ['cert FIELD', 'days until the certificate expires, expires, starts, issuer, subject, serial'],
    ['errors', 'messages of GraphQL errors; with a check of them they are no failure of their own (exit code 9)'],
    ['==, !=, <, <=, >, >=', 'also eq, ne, lt, lte, gt, gte; numbers are compared exactly, whatever their size'],
    ['contains, startsWith, endsWith', 'in a text; contains also finds an item of an array and a name in an object'],
    ['matches PATTERN', 'a regular expression of JavaScript'],
    ['exists', 'there is such a value; where there is none, every check fails but "not exists" and a count'],
    ['count', 'items, members or characters: $.items count > 3'],
    ['is KIND', 'integer, float, number, string, boolean, null, array, object, empty, date, uuid'],
    ['not', 'in front of any of them: header etag not exists'],
  ],
  example: ["apiclient GET :8080/me -a 'status == 200' -a '$.name == \"Ada\"' -a 'time < 500'"],
  notes: [
    'A value is JSON, a text in quotes, or the words as they are. A body of more than 134 MB is not read for checks.',
  ],
};

const curl: Guide = {
  title: 'Lines of curl',
  about: 'apiclient curl …: a line that was written for curl',
  paragraphs: [
    'What stands behind curl is read as curl reads it, and sent. Flags of apiclient stand in front: with --dry-run it is only shown, with --print-code it is printed as code.',
    'apiclient curl @FILE reads a line that was copied as text, from a browser ("Copy as cURL", bash or cmd) or from documentation; @- reads it from standard input.',
  ],
  rows: [
    ['a flag that this program lacks', 'is named, and nothing is sent (exit code 2)'],
    ['a flag that changes nothing here', 'is passed over, with a note if somebody may miss it'],
    ['a URL without a scheme', 'is http://, as with curl'],
    ['-d', 'is a form, unless -H names another type'],
    ['{a,b}, [1-3], --next, several URLs', 'are several requests, and refused'],
    ['$NAME in a copied text', 'is for a shell to fill in, and refused'],
  ],
  example: [
    'apiclient --dry-run curl -X POST -d name=Ada http://localhost:8080/users',
    'apiclient curl @copied.txt',
    'xclip -o | apiclient -v curl @-',
  ],
};

/** The guides by the word that asks for them. */
export const guides = {
  items,
  secrets,
  checks,
  curl,
  'write-out': writeOut,
  'exit-codes': exitCodes,
  environment,
  files,
  configuration,
  'http-files': httpFiles,
} as const;
export type GuideName = keyof typeof guides;

/** Topics defined elsewhere: the keys in the full screen's table, the licences by the build. */
export const otherTopics = {
  keys: 'the keys of the full screen',
  licences: 'the licences of apiclient and of the packages in it',
} as const;
