/** Untrusted files, and the harm that each would do if nothing stopped it. */

export interface Attack {
  readonly title: string;
  /** `BASE` is the test's server, `PORT` its port. */
  readonly text: string;
  /** Files next to it, relative to its folder. */
  readonly files?: Readonly<Record<string, string>>;
  /** Links, relative to its folder. */
  readonly links?: Readonly<Record<string, string>>;
  /** A manifest line that names it; absent if no manifest allows it. */
  readonly line?: string;
}

/**
 * The folder of each file is `repo`. `../secret/id_rsa` and the profile `shop`, which requires confirmation, belong to the
 * user.
 */
export const attacks: readonly Attack[] = [
  { title: '--yes answers the confirmation of a profile', text: '# @flags --yes\nDELETE @shop/users/1' },
  { title: '-y among other letters', text: '# @flags -Lys\nDELETE @shop/users/1' },
  { title: '--yes out of a variable', text: '@f = --yes\n# @flags {{f}}\nDELETE @shop/users/1' },
  { title: '--yes with CRLF line ends', text: '# @flags --yes\r\nDELETE @shop/users/1\r\n' },
  { title: '--location-trusted', text: '# @flags -L --location-trusted\nGET BASE/' },
  { title: '--show-secrets', text: '# @flags --show-secrets\nGET BASE/' },
  {
    title: '--connect-to sends a profile elsewhere',
    text: '# @flags --connect-to ::127.0.0.1:PORT\nGET @shop/users/1',
    line: 'reroute https://shop.example to 127.0.0.1:PORT (--connect-to)',
  },
  {
    title: '--resolve',
    text: '# @flags --resolve shop.example:443:127.0.0.1\nGET @shop/',
    line: 'reroute shop.example:443 to 127.0.0.1 (--resolve)',
  },
  {
    title: '--proxy',
    text: '# @flags --proxy http://ada:pw@127.0.0.1:PORT\nGET http://shop.example/',
    line: 'reroute http://shop.example to http://127.0.0.1:PORT (--proxy)',
  },
  {
    title: '-x in a cluster, and with CRLF',
    text: '# @flags -Lxhttp://127.0.0.1:PORT\r\nGET http://shop.example/\r\n',
    line: 'reroute http://shop.example to http://127.0.0.1:PORT (--proxy)',
  },
  {
    title: '-k in a cluster',
    text: '# @flags -Lk\nGET BASE/',
    line: 'weaken TLS with BASE (--insecure)',
  },
  {
    title: '--unix-socket',
    text: '# @flags --unix-socket /run/docker.sock\nGET http://docker/containers',
    line: 'reroute http://docker to /run/docker.sock (--unix-socket)',
  },
  {
    title: 'a profile',
    text: 'GET @shop/users/1',
    line: 'send your profile "shop" (Bearer token) to https://shop.example',
  },
  {
    title: 'a session',
    text: '# @flags --session ada\nGET BASE/',
    line: 'send your session "ada" to BASE (--session)',
  },
  {
    title: '--netrc',
    text: '# @flags --netrc\nGET BASE/',
    line: 'send your netrc password to BASE (--netrc)',
  },
  {
    title: 'credentials of the configuration',
    text: 'GET BASE/',
    files: { '../config.json': 'hosts' },
    line: 'send your credentials (Bearer token) to BASE',
  },
  { title: '< with ..', text: 'POST BASE/\n\n< ../secret/id_rsa', line: 'read ../secret/id_rsa' },
  { title: '< with .. and CRLF', text: 'POST BASE/\r\n\r\n< ../secret/id_rsa\r\n', line: 'read ../secret/id_rsa' },
  { title: '<@ with ..', text: 'POST BASE/\n\n<@ ../secret/id_rsa', line: 'read ../secret/id_rsa' },
  {
    title: '.. in the middle, and out of a variable',
    text: '@up = ..\nPOST BASE/\n\n< ./a/{{up}}/{{up}}/secret/id_rsa',
    line: 'read ../secret/id_rsa',
  },
  {
    title: 'a link',
    text: 'POST BASE/\n\n< ./card.json',
    links: { 'card.json': '../secret/id_rsa' },
    line: 'read card.json (a link to HOME/secret/id_rsa)',
  },
  {
    title: 'a linked folder',
    text: 'POST BASE/\n\n< ./cards/id_rsa',
    links: { cards: '../secret' },
    line: 'read cards/id_rsa (a link to HOME/secret/id_rsa)',
  },
  {
    title: '-d @ of an absolute path',
    text: '# @flags -d @HOME/secret/id_rsa\nPOST BASE/',
    line: 'read HOME/secret/id_rsa',
  },
  { title: '--json @', text: '# @flags --json @../secret/id_rsa\nPOST BASE/', line: 'read ../secret/id_rsa' },
  { title: '-F', text: '# @flags -F a=@../secret/id_rsa\nPOST BASE/', line: 'read ../secret/id_rsa' },
  { title: 'an item after --', text: '# @flags -- a=@../secret/id_rsa\nPOST BASE/', line: 'read ../secret/id_rsa' },
  { title: 'a query item', text: '# @flags a==@../secret/id_rsa\nGET BASE/', line: 'read ../secret/id_rsa' },
  { title: '-H @', text: '# @flags -H @../secret/id_rsa\nGET BASE/', line: 'read ../secret/id_rsa' },
  {
    title: 'a header line that begins with @',
    text: 'GET BASE/\n@h:',
    line: 'read h; (a link to HOME/secret/id_rsa)',
    links: { 'h;': '../secret/id_rsa' },
  },
  { title: '-B file:', text: '# @flags -B file:HOME/secret/id_rsa\nGET BASE/', line: 'read HOME/secret/id_rsa' },
  { title: '-B env:', text: '# @flags -B env:SECRET\nGET BASE/', line: 'read environment variable SECRET' },
  { title: '-K env:', text: '# @flags -K a=env:SECRET\nGET BASE/', line: 'read environment variable SECRET' },
  { title: '-u asks for a password', text: '# @flags -u ada\nGET BASE/', line: 'ask for Password for ada to BASE' },
  { title: '--cert', text: '# @flags --cert c.pem\nGET BASE/', line: 'read c.pem (--cert)' },
  { title: '--cacert', text: '# @flags --cacert c.pem\nGET BASE/', line: 'weaken TLS with BASE (--cacert=c.pem)' },
  { title: '--tls-min', text: '# @flags --tls-min 1.0\nGET BASE/', line: 'weaken TLS with BASE (--tls-min=1.0)' },
  {
    title: '{{$processEnv}}',
    text: 'GET BASE/\nX: {{$processEnv SECRET}}',
    line: 'read environment variable SECRET',
  },
  { title: '{{$env.}}', text: 'GET BASE/{{$env.SECRET}}', line: 'read environment variable SECRET' },
  {
    title: '{{%$processEnv}} within a variable',
    text: '@a = {{$processEnv SECRET}}\nGET BASE/?q={{%a}}',
    line: 'read environment variable SECRET',
  },
  {
    title: '$processEnv in a file of <@',
    text: 'POST BASE/\n\n<@ ./body',
    files: { body: '{{$processEnv SECRET}}' },
    line: 'read environment variable SECRET',
  },
  {
    title: 'env: in an environment',
    text: 'GET BASE/\nX: {{t}}',
    files: { 'http-client.env.json': '{"$shared": {"t": "env:SECRET"}}' },
    line: 'read environment variable SECRET',
  },
  {
    title: 'file: in an environment',
    text: 'GET BASE/\nX: {{t}}',
    files: { 'http-client.private.env.json': '{"$shared": {"t": "file:../secret/id_rsa"}}' },
    line: 'read ../secret/id_rsa',
  },
  {
    title: '$dotenv of a linked file',
    text: 'GET BASE/{{$dotenv A}}',
    links: { '.env': '../secret/env' },
    line: 'read .env (a link to HOME/secret/env)',
  },
  {
    title: 'a path out of a variable of the process',
    text: 'POST BASE/\n\n< {{$processEnv HOME_OF_TEST}}/secret/id_rsa',
    line: 'read {{$processEnv HOME_OF_TEST}}/secret/id_rsa',
  },
  { title: '-o', text: '# @flags -o HOME/secret/new\nGET BASE/', line: 'write HOME/secret/new (--output)' },
  { title: '> in the folder', text: 'GET BASE/\n\n> ./out.txt', line: 'write out.txt' },
  { title: '>>! with ..', text: 'GET BASE/\n\n>>! ../secret/new', line: 'write ../secret/new' },
  { title: '>>! with CRLF', text: 'GET BASE/\r\n\r\n>>! ../secret/new\r\n', line: 'write ../secret/new' },
  {
    title: '> through a link that leads nowhere yet',
    text: 'GET BASE/\n\n> ./out',
    links: { out: '../secret/new' },
    line: 'write out (a link to HOME/secret/new)',
  },
  {
    title: '--cookie-jar',
    text: '# @flags --cookie-jar HOME/secret/new\nGET BASE/',
    line: 'write HOME/secret/new (--cookie-jar)',
  },
  {
    title: '--etag-save',
    text: '# @flags --etag-save HOME/secret/new\nGET BASE/',
    line: 'write HOME/secret/new (--etag-save)',
  },
  {
    title: '--etag-compare',
    text: '# @flags --etag-compare ../secret/id_rsa\nGET BASE/',
    line: 'read ../secret/id_rsa (--etag-compare)',
  },
  {
    title: '--oauth2',
    text: '# @flags --oauth2 client_credentials:BASE/token:id:s\nGET BASE/',
    line: 'log in for BASE (--oauth2=••••)',
  },
];

/** Flags that look like `--yes` to a person; the parser rejects them. */
export const notFlags = ['--Yes', '--YES', '--yes=true', '--ye', '-Y', '\u2014yes', '--ｙes'];

/** Texts that would do something on a program that ignores case or reads other files of requests. */
export const tricks: readonly Attack[] = [
  { title: '# @FLAGS', text: '# @FLAGS -B env:SECRET\nGET BASE/' },
  { title: '# @Flags', text: '# @Flags -B file:../secret/id_rsa\nGET BASE/' },
  { title: 'env in upper case', text: '# @flags -B ENV:SECRET\nGET BASE/' },
  { title: 'file in upper case', text: '# @flags -B FILE:../secret/id_rsa\nGET BASE/' },
  { title: '$PROCESSENV', text: 'GET BASE/{{$PROCESSENV SECRET}}' },
  { title: '$ENV.', text: 'GET BASE/{{$ENV.SECRET}}' },
  { title: 'a profile in upper case', text: 'GET @PLAIN/users' },
  { title: 'a path in upper case', text: 'POST BASE/\n\n< ../SECRET/ID_RSA' },
  {
    title: '# @import of a file that imports another',
    text: '# @import ./a.http\nGET BASE/{{token}}',
    files: { 'a.http': '# @import ./b.http\n', 'b.http': '@token = {{$processEnv SECRET}}\n' },
  },
  { title: '# @import with CRLF', text: '# @import ../secret/id_rsa\r\nGET BASE/\r\n' },
];
