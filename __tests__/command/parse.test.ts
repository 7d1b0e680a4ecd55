import { parse } from '../../source/command/parse.js';
import type { AuthCommand, Command, DemoCommand, GraphqlCommand, RequestCommand } from '../../source/core/command.js';
import { isFailure } from '../../source/core/failure.js';
import { isSecret, reveal } from '../../source/core/secret.js';

/** The command with its secrets revealed for comparison. */
function opened(value: unknown): unknown {
  if (isSecret(value)) return reveal(value);
  if (Array.isArray(value)) return value.map(opened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, opened(inner)]));
}

function command<T extends Command>(kind: T['kind'], argv: readonly string[]): T {
  const parsed = parse(argv);
  if (isFailure(parsed)) throw new Error(`${argv.join(' ')}: ${parsed.text}`);
  expect(parsed.kind).toBe(kind);
  return opened(parsed) as T;
}

const request = (...argv: string[]) => command<RequestCommand>('request', ['POST', 'https://a.example', ...argv]);
const graphql = (...argv: string[]) => command<GraphqlCommand>('graphql', ['graphql', 'https://a.example', ...argv]);
const text = (value: string) => ({ from: 'text', value });

test('a request without flags has every default', () => {
  expect(command('request', ['get', 'a.example/x'])).toEqual({
    kind: 'request',
    method: 'GET',
    url: 'https://a.example/x',
    auth: { apiKeys: [] },
    headers: [],
    query: [],
    network: {
      follow: false,
      maxRedirects: 30,
      locationTrusted: false,
      connectTimeoutMs: 30_000,
      retries: 0,
      insecure: false,
      resolve: [],
      cookies: [],
      strict: false,
      netrc: false,
    },
    output: {
      include: false,
      verbose: false,
      fail: false,
      download: false,
      resume: false,
      silent: false,
      checkStatus: false,
      timing: false,
      curl: false,
      showSecrets: false,
      dryRun: false,
    },
  });
});

test.each(['GET', 'purge', 'M-SEARCH', "x!#$%&'*+-^_`|~"])('any HTTP token is a method: %s', method => {
  expect(command<RequestCommand>('request', [method, 'https://a.example']).method).toBe(method.toUpperCase());
});

/** How to give a password without a terminal. @param empty the form for an empty password */
const orAs = (user: string, empty: string): string =>
  `pass it with -u ${user}:env:NAME. For an empty password, use ${empty}`;

test.each([
  [['-u', 'a:b:c'], { user: 'a', password: text('b:c') }],
  [['-u', 'a:'], { user: 'a', password: text('') }],
  [['-u', ':b'], { user: '', password: text('b') }],
  [['-u', 'a'], { user: 'a', password: { from: 'prompt', label: 'Password for a', instead: orAs('a', '-u a:') } }],
  [['-u', 'a:env:PW'], { user: 'a', password: { from: 'env', name: 'PW' } }],
  [['-u', 'a:file:-'], { user: 'a', password: { from: 'file', path: '-' } }],
  [['-u', 'a:text:env:PW'], { user: 'a', password: text('env:PW') }],
  [['-u', 'env:BOTH'], { whole: { from: 'env', name: 'BOTH' } }],
  [['-u', 'file:/run/x:y'], { whole: { from: 'file', path: '/run/x:y' } }],
  [['-u', 'text:env:PW'], { user: 'env', password: text('PW') }],
  [['-u', 'text:a:env:PW'], { user: 'a', password: text('env:PW') }],
  [['--auth=ü:€'], { user: 'ü', password: text('€') }],
])('Basic from %j', (argv, basic) => {
  expect(request(...argv).auth.basic).toEqual(basic);
});

test('user:pass@ in the URL becomes Basic credentials and is removed; env: there is literal', () => {
  const { url, auth } = command<RequestCommand>('request', ['GET', 'https://me:env:PW@a.example/x']);
  expect(url).toBe('https://a.example/x');
  expect(auth.basic).toEqual({ user: 'me', password: text('env:PW') });
});

test('Bearer and API keys accept literal values and sources', () => {
  expect(request('-B', 'abc').auth.bearer).toEqual(text('abc'));
  expect(request('-Benv:T').auth.bearer).toEqual({ from: 'env', name: 'T' });
  expect(request('-K', 'a=b=c', '-Kd=env:X', '-K', 'e=', '-K', 'f=text:file:x').auth.apiKeys).toEqual([
    { name: 'a', value: text('b=c') },
    { name: 'd', value: { from: 'env', name: 'X' } },
    { name: 'e', value: text('') },
    { name: 'f', value: text('file:x') },
  ]);
});

test('--oauth2 with all its flags', () => {
  const { oauth2 } = request(
    '--oauth2',
    'authorization_code:https://a.example:8443/t:id:file:/s',
    '--oauth2-scope',
    'a b',
    '--oauth2-auth-url=https://a.example/auth',
    '--oauth2-port',
    '0',
    '--oauth2-param',
    'audience=x=y',
    '--oauth2-param=resource=',
    '--oauth2-client-auth',
    'post',
    '--oauth2-no-pkce',
    '--no-browser',
    '--oauth2-no-cache',
  ).auth;
  expect(oauth2).toEqual({
    flow: 'authorization_code',
    tokenUrl: 'https://a.example:8443/t',
    clientId: 'id',
    clientSecret: { from: 'file', path: '/s' },
    scope: 'a b',
    authUrl: 'https://a.example/auth',
    port: 0,
    params: [
      ['audience', 'x=y'],
      ['resource', ''],
    ],
    clientAuth: 'post',
    pkce: false,
    browser: false,
    cache: false,
  });
});

test('--oauth2 prompts for missing values and has defaults', () => {
  const { oauth2 } = request('--oauth2', 'password:https://a.example/t:id:', '--oauth2-username', 'me').auth;
  expect(oauth2).toEqual({
    flow: 'password',
    tokenUrl: 'https://a.example/t',
    clientId: 'id',
    clientSecret: { from: 'prompt', label: 'Client secret of id' },
    username: 'me',
    password: { from: 'prompt', label: 'Password for me' },
    port: 8484,
    params: [],
    pkce: true,
    browser: true,
    cache: true,
  });
  expect(request('--oauth2', 'device_code::id', '--oauth2-issuer', 'https://a.example').auth.oauth2).toMatchObject({
    clientId: 'id',
    issuer: 'https://a.example',
  });
});

test('headers are set, emptied, removed and read from files, in order', () => {
  expect(request('-H', 'A: b', '-HC;', '--header=D:', '-H@f', '-H', 'A:c').headers).toEqual([
    { kind: 'set', name: 'A', value: 'b' },
    { kind: 'empty', name: 'C' },
    { kind: 'remove', name: 'D' },
    { kind: 'file', path: 'f' },
    { kind: 'set', name: 'A', value: 'c' },
  ]);
});

test.each([
  [['-d', '-i'], { kind: 'data', pieces: [{ from: 'text', text: '-i' }] }],
  [['-d', ''], { kind: 'data', pieces: [{ from: 'text', text: '' }] }],
  [['-d', '@-'], { kind: 'data', pieces: [{ from: 'stdin' }] }],
  [['-d@a b'], { kind: 'data', pieces: [{ from: 'file', path: 'a b' }] }],
  [
    [
      '-d',
      'a=1',
      '--data-urlencode',
      'b=x y=z',
      '-d',
      '@f',
      '--data-urlencode',
      'c@g',
      '--data-urlencode',
      '=h',
      '--data-urlencode',
      'i',
    ],
    {
      kind: 'data',
      pieces: [
        { from: 'text', text: 'a=1' },
        { from: 'urlencode', name: 'b', value: { from: 'text', text: 'x y=z' } },
        { from: 'file', path: 'f' },
        { from: 'urlencode', name: 'c', value: { from: 'file', path: 'g' } },
        { from: 'urlencode', name: '', value: { from: 'text', text: 'h' } },
        { from: 'urlencode', name: '', value: { from: 'text', text: 'i' } },
      ],
    },
  ],
  [['--json', '"abc"'], { kind: 'json', sources: [{ from: 'text', text: '"abc"' }] }],
  [
    ['--json', '{"a":', '--json', '@b.json', '--json', '}'],
    {
      kind: 'json',
      sources: [
        { from: 'text', text: '{"a":' },
        { from: 'file', path: 'b.json' },
        { from: 'text', text: '}' },
      ],
    },
  ],
  [['--json=@f.json'], { kind: 'json', sources: [{ from: 'file', path: 'f.json' }] }],
  [
    [
      '-F',
      'a=b;type=c/d',
      '-F',
      'd=@e;type=text/plain;charset=utf-8;filename=f g',
      '-F',
      'h=@i;j;filename="k;\\"l"',
      '-F',
      'm=@"n;type=o"',
      '-F',
      'p=@-',
      '-F',
      'q=',
      '--form-string',
      'r=@s;type=t',
      '-F',
      'u=<v;type=text/csv',
      '-F',
      'w=@x,"y,z";type=a/b',
      '-F',
      'c=red, "green"; blue',
      '-F',
      'c="a;b";filename=d',
      '-F',
      'bl=@d.json; filename=x.json',
      '-F',
      'bt=@d.json ; type=text/plain; charset=utf-8 ;  filename= "x y" ',
      '-F',
      'bu=two  words ;\ttype=a/b',
      '-F',
      'bv= kept ; as it is ',
      '-F',
      'bw=@x , y;type=a/b ,z',
    ],
    {
      kind: 'form',
      parts: [
        { name: 'a', source: { from: 'text', text: 'b' }, type: 'c/d' },
        { name: 'd', source: { from: 'file', path: 'e' }, type: 'text/plain;charset=utf-8', filename: 'f g' },
        { name: 'h', source: { from: 'file', path: 'i;j' }, filename: 'k;"l' },
        { name: 'm', source: { from: 'file', path: 'n;type=o' } },
        { name: 'p', source: { from: 'stdin' } },
        { name: 'q', source: { from: 'text', text: '' } },
        { name: 'r', source: { from: 'text', text: '@s;type=t' } },
        { name: 'u', source: { from: 'file', path: 'v' }, inline: true, type: 'text/csv' },
        { name: 'w', source: { from: 'file', path: 'x' } },
        { name: 'w', source: { from: 'file', path: 'y,z' }, type: 'a/b' },
        { name: 'c', source: { from: 'text', text: 'red, "green"; blue' } },
        { name: 'c', source: { from: 'text', text: 'a;b' }, filename: 'd' },
        { name: 'bl', source: { from: 'file', path: 'd.json' }, filename: 'x.json' },
        { name: 'bt', source: { from: 'file', path: 'd.json' }, type: 'text/plain; charset=utf-8', filename: 'x y' },
        { name: 'bu', source: { from: 'text', text: 'two  words' }, type: 'a/b' },
        { name: 'bv', source: { from: 'text', text: ' kept ; as it is ' } },
        { name: 'bw', source: { from: 'file', path: 'x' } },
        { name: 'bw', source: { from: 'file', path: 'y' }, type: 'a/b' },
        { name: 'bw', source: { from: 'file', path: 'z' } },
      ],
    },
  ],
  [
    ['-d', 'a', '--data-raw', '@b'],
    {
      kind: 'data',
      pieces: [
        { from: 'text', text: 'a' },
        { from: 'text', text: '@b' },
      ],
    },
  ],
  [
    ['a=b', 'c:=1.0', 'd=@e', 'f:=@g.json', 'h=@-', 'i=\\@j', 'k[l]=m'],
    {
      kind: 'items',
      fields: [
        { name: 'a', path: [{ kind: 'key', key: 'a' }], as: 'text', source: { from: 'text', text: 'b' } },
        { name: 'c', path: [{ kind: 'key', key: 'c' }], as: 'json', source: { from: 'text', text: '1.0' } },
        { name: 'd', path: [{ kind: 'key', key: 'd' }], as: 'text', source: { from: 'file', path: 'e' } },
        { name: 'f', path: [{ kind: 'key', key: 'f' }], as: 'json', source: { from: 'file', path: 'g.json' } },
        { name: 'h', path: [{ kind: 'key', key: 'h' }], as: 'text', source: { from: 'stdin' } },
        { name: 'i', path: [{ kind: 'key', key: 'i' }], as: 'text', source: { from: 'text', text: '@j' } },
        {
          name: 'k[l]',
          path: [
            { kind: 'key', key: 'k' },
            { kind: 'key', key: 'l' },
          ],
          as: 'text',
          source: { from: 'text', text: 'm' },
        },
      ],
    },
  ],
])('body of %j', (argv, body) => {
  expect(request(...argv).body).toEqual(body);
});

test('name==text is part of the query, not of the body', () => {
  const { body, query } = request('a==b=c', 'd==', 'e\\===f==g', 'h==@i');
  expect(query).toEqual([
    { name: 'a', source: { from: 'text', text: 'b=c' } },
    { name: 'd', source: { from: 'text', text: '' } },
    { name: 'e=', source: { from: 'text', text: 'f==g' } },
    { name: 'h', source: { from: 'file', path: 'i' } },
  ]);
  expect(body).toBeUndefined();
});

test('network flags', () => {
  expect(
    request(
      '-L',
      '--max-redirects',
      '0',
      '--timeout',
      '2.5',
      '--connect-timeout=.5',
      '--retry',
      '3',
      '-x',
      'proxy:3128',
      '-k',
      '--cacert',
      'c',
      '--cert',
      'd',
      '--key',
      'e',
      '--unix-socket',
      '/s',
      '--resolve',
      'h:443:::1',
      '--resolve',
      'h:80:[::1]',
      '--resolve=h:1:10.0.0.1',
      '-6',
      '--http2',
      '-b',
      'a=b',
      '-bc=d; e=f',
      '--cookie-jar',
      'j',
      '--netrc',
      '--max-size',
      '10M',
      '--noproxy',
      '.example,10.0.0.0/8',
      '--connect-to',
      'a:443:[::1]:8443',
      '--connect-to',
      '::b:',
      '--path-as-is',
      '--retry-all',
      '--key-pass',
      'env:PASS',
      '--tls-min',
      '1.2',
      '--tls-max=1.3',
    ).network,
  ).toEqual({
    follow: true,
    maxRedirects: 0,
    locationTrusted: false,
    timeoutMs: 2500,
    connectTimeoutMs: 500,
    retries: 3,
    strict: false,
    proxy: 'http://proxy:3128',
    insecure: true,
    caFile: 'c',
    certFile: 'd',
    keyFile: 'e',
    unixSocket: '/s',
    resolve: [
      { host: 'h', port: 443, address: '::1' },
      { host: 'h', port: 80, address: '::1' },
      { host: 'h', port: 1, address: '10.0.0.1' },
    ],
    family: 6,
    httpVersion: '2',
    cookies: ['a=b', 'c=d; e=f'],
    cookieJar: 'j',
    netrc: true,
    maxSize: 10_485_760,
    noProxy: '.example,10.0.0.0/8',
    connectTo: [{ host: 'a', port: 443, toHost: '::1', toPort: 8443 }, { toHost: 'b' }],
    pathAsIs: true,
    retryAll: true,
    keyPass: { from: 'env', name: 'PASS' },
    tlsMin: '1.2',
    tlsMax: '1.3',
  });
  expect(parse(['GET', 'http://[fe80::1%25eth0]/x'])).toMatchObject({
    url: 'http://[fe80::1]/x',
    network: { connectTo: [{ host: 'fe80::1', toHost: 'fe80::1%eth0' }] },
  });
  const zone = 'http://[fe80::1%25eth0]/';
  for (const line of [['openapi', zone, '--find', 'x'], ['open', zone], ['ws', zone.replace('http', 'ws')], [zone]])
    expect(parse(line)).toMatchObject({ network: { connectTo: [{ host: 'fe80::1', toHost: 'fe80::1%eth0' }] } });
  expect(request('-x', '').network.proxy).toBe('');
  expect(request('-x', 'socks5h://p:1').network.proxy).toBe('socks5h://p:1');
  expect(request('--location-trusted').network).toMatchObject({ follow: true, locationTrusted: true });
});

test('output flags', () => {
  expect(
    request(
      '-ivs',
      '--pretty',
      'colors',
      '-o',
      'f',
      '-C',
      '--check-status',
      '--timing',
      '--meta',
      '-',
      '--curl',
      '--show-secrets',
      '--dry-run',
      '--debug-log',
      'l',
    ).output,
  ).toEqual({
    include: true,
    verbose: true,
    fail: false,
    pretty: 'colors',
    file: 'f',
    download: false,
    resume: true,
    silent: true,
    checkStatus: true,
    timing: true,
    meta: '-',
    curl: true,
    showSecrets: true,
    dryRun: true,
    debugLog: 'l',
  });
});

test('graphql: every flag, and items as variables', () => {
  const parsed = graphql(
    '--query',
    '@q',
    '--variables',
    '{}',
    'a=b',
    'c:=1',
    '--operation',
    'Op',
    '--schema',
    's',
    '--refresh-schema',
    '--no-validate',
    '--upload',
    'variables.files.0=@-',
    '--subscription-url',
    'wss://b.example/s',
    '--subscription-protocol',
    'sse',
    '--connection-params',
    '{"a":1}',
    '--no-mouse',
    '--ascii',
    '--theme',
    'dark',
    '--linear',
    '-B',
    't',
  );
  expect(parsed).toMatchObject({
    url: 'https://a.example',
    bare: false,
    query: { from: 'file', path: 'q' },
    variables: { from: 'text', text: '{}' },
    items: [
      { name: 'a', path: [{ key: 'a' }], as: 'text', source: { from: 'text', text: 'b' } },
      { name: 'c', path: [{ key: 'c' }], as: 'json', source: { from: 'text', text: '1' } },
    ],
    operation: 'Op',
    schema: 's',
    refreshSchema: true,
    validate: false,
    get: false,
    uploads: [{ path: 'variables.files.0', file: '-' }],
    subscriptionUrl: 'wss://b.example/s',
    subscriptionProtocol: 'sse',
    connectionParams: '{"a":1}',
    screen: { mouse: false, ascii: true, theme: 'dark', linear: true },
    auth: { bearer: text('t'), apiKeys: [] },
  });
  expect(graphql('--print-schema').printSchema).toBe('sdl');
  expect(graphql('--print-schema=json').printSchema).toBe('json');
  expect(graphql()).toMatchObject({
    validate: true,
    subscriptionProtocol: 'auto',
    screen: { mouse: true, ascii: false, linear: false },
  });
});

test('the full screen opens without a command, with and without a URL', () => {
  expect(command<GraphqlCommand>('graphql', [])).toMatchObject({ bare: true, url: undefined });
  expect(command<GraphqlCommand>('graphql', [':4000/graphql', '-B', 't'])).toMatchObject({
    bare: true,
    url: 'http://localhost:4000/graphql',
  });
  expect(command<GraphqlCommand>('graphql', ['graphql'])).toMatchObject({ bare: false });
});

test('auth, demo and completion', () => {
  expect(command<AuthCommand>('auth', ['auth', 'logout', '--all'])).toMatchObject({ action: 'logout', all: true });
  expect(
    command<AuthCommand>('auth', ['auth', 'token', '--oauth2', 'client_credentials:https://a.example:id:s', '-k']),
  ).toMatchObject({
    action: 'token',
    all: false,
    auth: { oauth2: { clientId: 'id' } },
    network: { insecure: true },
  });
  expect(command<DemoCommand>('demo', ['demo', '--port', '4000', '--ascii'])).toMatchObject({
    port: 4000,
    screen: { ascii: true },
  });
  expect(command<DemoCommand>('demo', ['demo'])).toMatchObject({ port: 0, serve: false });
  expect(command<DemoCommand>('demo', ['demo', '--serve'])).toMatchObject({ port: 0, serve: true });
  expect(command<DemoCommand>('demo', ['demo', '--tour'])).toMatchObject({ serve: false, screen: { tour: true } });
  expect(parse(['completion', 'zsh'])).toEqual({ kind: 'completion', shell: 'zsh' });
});

test.each([
  [['--help'], { kind: 'usage', command: 'request' }],
  [['GET', '-h'], { kind: 'usage', command: 'request', brief: true }],
  [['GET', 'a.example', '--bogus', '-h', '-H'], { kind: 'usage', command: 'request', brief: true }],
  [['graphql', 'x', '--help'], { kind: 'usage', command: 'graphql' }],
  [['auth', '-h'], { kind: 'usage', command: 'auth', brief: true }],
  [['demo', '--help'], { kind: 'usage', command: 'demo' }],
  [['completion', '--help'], { kind: 'usage', command: 'completion' }],
  [['help'], { kind: 'help' }],
  [['help', 'graphql'], { kind: 'help', topic: 'graphql' }],
  [['help', '--retry'], { kind: 'help', topic: '--retry' }],
  [['help', '--help'], { kind: 'help', topic: 'help' }],
  [['help', 'auth', '-h'], { kind: 'help', topic: 'auth' }],
  [['--', 'help', 'demo'], { kind: 'help', topic: 'demo' }],
  [['-V'], { kind: 'version' }],
  [['--version', '--bogus'], { kind: 'version' }],
])('%j', (argv, expected) => {
  expect(parse(argv)).toEqual(expected);
});

test('defaults apply unless the line overrides them, and only to their commands', () => {
  const defaults = ['-L', '--timeout', '10', '-H', 'A: default', '-4', '--pretty=none', '-o', 'f', '--theme', 'dark'];
  const withDefaults = (...argv: string[]) => parse(argv, defaults);
  expect(withDefaults('GET', 'a.example')).toMatchObject({
    headers: [{ name: 'A', value: 'default' }],
    network: { follow: true, timeoutMs: 10_000, family: 4 },
    output: { pretty: 'none', file: 'f' },
  });
  expect(
    withDefaults(
      'GET',
      'a.example',
      '--no-follow',
      '--timeout=3',
      '-6',
      '-H',
      'A: typed',
      '--download',
      '--pretty',
      'all',
    ),
  ).toMatchObject({
    headers: [
      { name: 'A', value: 'default' },
      { name: 'A', value: 'typed' },
    ],
    network: { follow: false, timeoutMs: 3000, family: 6 },
    output: { pretty: 'all', download: true },
  });
  expect(withDefaults('graphql', 'a.example')).toMatchObject({ screen: { theme: 'dark' } });
  expect(withDefaults('auth', 'status')).toMatchObject({ kind: 'auth', network: { timeoutMs: 10_000 } });
});
