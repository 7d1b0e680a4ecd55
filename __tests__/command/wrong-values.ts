/**
 * Wrong uses of each flag with a value: common mistakes. The current folder has `folder/` and `schema.graphql`; UNSET is not
 * set, and no server is running.
 */
import type { FlagName, KnownFlag } from '../../source/command/flags.js';

type Three = readonly [string, string, string];

const read: Three = ['', 'nowhere', 'folder'];
const written: Three = ['', 'folder', 'nowhere/file'];
const text: Three = ['@', '@nowhere', '@folder'];
const json: Three = ['@nowhere', '[1]', '{a:1}'];
const secret: Three = ['env:', 'env:UNSET', 'file:nowhere'];
const number: Three = ['-1', '2.5', 'many'];
const seconds: Three = ['0', '10s', '1,5'];
const url: Three = ['', 'a.example', 'ftp://a.example'];
const pair: Three = ['', '=x', 'nothing'];
/** Any text is valid: the server or the user reads it. */
const any: Three = ['', ' ', 'x'];

/** Values that are wrong for one flag only. */
const special: Partial<Readonly<Record<FlagName, Three>>> = {
  auth: ['env:UNSET', 'ada:a\nb', 'file:nowhere'],
  'aws-sigv4': ['aws', 'gcp', 'aws:amz:eu 1:s3'],
  bearer: ['Bearer abc', 'a b', 'env:UNSET'],
  header: ['', 'Accept', 'X Y: z'],
  oauth2: ['', 'client_credential:https://a.example/t:id', 'password'],
  'oauth2-provider': ['', 'otka:acme', 'keycloak:login.example.com'],
  'oauth2-use': ['', 'id', 'ID_TOKEN'],
  'oauth2-port': ['-1', '65536', 'any'],
  'oauth2-store': ['', 'pass', 'FILE'],
  'oauth2-client-auth': ['', 'secret', 'BASIC'],
  'oauth2-client-audience': ['', 'issue', 'a.example'],
  'oauth2-assertion': ['file:nowhere', '{a:1}', 'a.b'],
  data: text,
  json: ['@nowhere', '{a:1}', '{"a":1,}'],
  'data-urlencode': ['@', 'name@nowhere', '@folder'],
  form: ['', 'nothing', 'a=@'],
  'form-string': pair,
  compress: ['', 'GZIP', 'xz'],
  print: ['x', 'Hq', 'all'],
  assert: ['status', '$.a[ == 1', 'ada:secret'],
  'write-out': ['%{http_coed}', '%{time_total', '@'],
  'etag-compare': ['', 'folder', 'schema.graphql'],
  diff: ['', 'nowhere', 'folder'],
  'diff-ignore': ['', '$[', '$.a['],
  'etag-save': written,
  'time-cond': ['', '-', '+'],
  pretty: ['', 'colour', 'yes'],
  output: written,
  meta: written,
  'print-code': ['', 'python', 'js'],
  'max-redirects': number,
  'connect-timeout': ['-1', '500ms', 'soon'],
  retry: number,
  proxy: ['ftp://a.example', ':8080', 'a.example:99999'],
  resolve: ['a.example', 'a.example:443:b.example', 'a.example:99999:127.0.0.1'],
  'connect-to': ['a.example', 'a.example:443', 'a.example:99999:b.example:1'],
  cookie: ['', 'session', 'a=ü'],
  session: ['', '../x', 'a b'],
  'session-read-only': ['', '../x', 'a b'],
  'max-size': ['0', '10X', '-5'],
  'tls-min': ['1.4', 'TLSv1.2', 'SSLv3'],
  'tls-max': ['2', 'TLS1_3', 'old'],
  query: ['@nowhere', '', '{ a('],
  variables: json,
  pick: ['', '{a}', 'a..b'],
  'print-schema': ['SDL', 'graphql', ''],
  find: ['', ' ', '\t'],
  from: ['', ' ', 'Nothing'],
  to: ['', ' ', 'Nothing'],
  call: ['', ' ', '\t'],
  example: ['', ' ', '\t'],
  describe: ['', ' ', '\t'],
  format: ['JSON', 'xml', ''],
  report: ['JUnit', 'xml', ''],
  'document-id': ['', ' ', '\t'],
  extensions: json,
  'format-options': ['', 'indent:many', 'json.format:false'],
  'response-charset': ['', 'latin', 'utf-9'],
  'response-type': ['', 'json', 'text/html; a=b'],
  filter: ['', 'items', '$.a['],
  next: ['', 'next', '$.a['],
  merge: ['', 'items', '$.a['],
  'max-pages': ['0', '-1', 'all'],
  every: ['0', '10s', 'often'],
  upload: ['', 'file=@a', 'variables.file'],
  'subscription-protocol': ['websocket', 'graphql_ws', ''],
  'connection-params': json,
  subprotocol: ['', 'a b', 'chat,other'],
  'max-events': ['0', '-1', 'all'],
  theme: ['Dark', 'blue', ''],
  request: ['', 'logn', 'Login'],
  tag: ['', 'smoek', '!'],
  'rerun-failed': ['', 'nowhere', 'folder'],
  rows: ['', 'nowhere', 'folder'],
  env: ['', 'dev', '@dev'],
  jobs: ['0', '-1', 'all'],
  repeat: ['0', '-1', 'twice'],
  rate: ['0', '5/day', 'fast'],
  port: ['-1', '65536', 'http'],
  'debug-log': written,
};

/** Wrong values by the value's name in help. */
const byValue: Readonly<Record<string, Three>> = { URL: url, SECONDS: seconds, 'NAME=VALUE': pair };

/** Three wrong values of a flag that takes one. */
export function wrongValuesOf({ name, value = '', completes }: KnownFlag): Three {
  const own = special[name] ?? byValue[value];
  if (own) return own;
  if (completes === 'secret') return secret;
  return completes === 'file' ? read : any;
}

/** The flags without which this one has no effect. */
export const companions: Partial<Readonly<Record<FlagName, readonly string[]>>> = {
  ...Object.fromEntries(
    ['auth-url', 'redirect-uri', 'redirect-cert', 'redirect-key', 'port'].map(name => [
      `oauth2-${name}`,
      [
        '--oauth2',
        'authorization_code:http://127.0.0.1:1/t:id',
        '--oauth2-auth-url',
        'http://127.0.0.1:1/a',
        '--no-browser',
      ],
    ]),
  ),
  ...Object.fromEntries(
    [
      ...['issuer', 'scope', 'account', 'param', 'client-auth', 'client-key', 'provider', 'use'],
      ...['revocation-url', 'introspection-url', 'userinfo-url'],
    ].map(name => [`oauth2-${name}`, ['--oauth2', 'client_credentials:http://127.0.0.1:1/t:id:s']]),
  ),
  'oauth2-accept-issuer': ['--oauth2', 'client_credentials::id:s', '--oauth2-issuer', 'http://127.0.0.1:1'],
  'oauth2-device-url': ['--oauth2', 'device_code:http://127.0.0.1:1/t:id'],
  'oauth2-username': ['--oauth2', 'password:http://127.0.0.1:1/t:id:s', '--oauth2-password', 'p'],
  'oauth2-password': ['--oauth2', 'password:http://127.0.0.1:1/t:id:s', '--oauth2-username', 'ada'],
  'oauth2-subject-token': ['--oauth2', 'token_exchange:http://127.0.0.1:1/t:id:s'],
  'oauth2-refresh-token': ['--oauth2', 'refresh_token:http://127.0.0.1:1/t:id:s'],
  'oauth2-assertion': ['--oauth2', 'jwt_bearer:http://127.0.0.1:1/t:id:s'],
  'aws-sigv4': ['-u', 'KEY:SECRET'],
  key: ['--cert', 'nowhere'],
  'key-pass': ['--cert', 'nowhere'],
  variables: ['--query', '{ a }'],
  operation: ['--query', 'query A { a } query B { b }'],
  extensions: ['--query', '{ a }'],
  'connection-params': ['--query', 'subscription { a }'],
  upload: ['--query', 'mutation ($file: Upload) { a(f: $file) }'],
  next: ['--paginate'],
  merge: ['--paginate'],
  'max-pages': ['--paginate'],
  rate: ['--repeat', '2'],
  every: ['--query', '{ a }'],
  schema: ['--print-schema'],
  format: ['--find', 'x'],
  report: ['--validate', 'folder'],
  validate: ['--schema', 'schema.graphql'],
  pick: ['--schema', 'schema.graphql', '--print-query'],
};
