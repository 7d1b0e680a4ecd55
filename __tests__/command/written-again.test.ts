/** No flag of a request is lost where the request is written: as a line of this program, as curl, as code. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type FlagName, flagTable } from '../../source/command/flags.js';
import { parse } from '../../source/command/parse.js';
import { isFailure } from '../../source/core/failure.js';
import { wordsOf } from '../../source/core/http-file/words.js';
import { fetchCode } from '../../source/core/request/code/fetch.js';
import { httpEntry } from '../../source/core/request/code/http.js';
import { apiclientCommand, curlCommand } from '../../source/core/request/curl.js';
import type { RequestSpec } from '../../source/core/request/spec.js';
import { isSecret, reveal } from '../../source/core/secret.js';
import { prepareRequest } from '../../source/plain/prepare.js';
import { testEnvironment } from '../support/environment.js';

const groups = ['Authentication', 'Body', 'Network', 'TLS'];
const written = flagTable.filter(({ group, commands }) => groups.includes(group) && commands.includes('request'));

/** A flag with a value that is no default. */
const lines: Partial<Readonly<Record<FlagName, readonly string[]>>> = {
  auth: ['-u', "me:it's"],
  digest: ['--digest'],
  'aws-sigv4': ['--aws-sigv4', 'aws:amz:eu-west-1:s3'],
  bearer: ['-B', 'abc'],
  'api-key-query': ['-K', 'k=v w', '-K', 'l=m'],
  header: ['-H', 'X-One: 1', '-H', 'Accept:', '-H', 'X-Empty;'],
  data: ['-d', '@file.txt'],
  'data-raw': ['--data-raw', '@a'],
  json: ['--json', '{"a": 1.0}'],
  'data-urlencode': ['--data-urlencode', 'a=b c'],
  form: ['-F', 'a=b', '-F', 'f=@file.txt;type=a/b;filename="c d"', '-F', 't=<file.txt'],
  'form-string': ['--form-string', 'a=@b;type=c'],
  chunked: ['--chunked'],
  follow: ['-L'],
  'max-redirects': ['--max-redirects', '5'],
  'location-trusted': ['--location-trusted'],
  timeout: ['--timeout', '1.5'],
  'connect-timeout': ['--connect-timeout', '2'],
  retry: ['--retry', '2'],
  'retry-all': ['--retry-all'],
  proxy: ['-x', 'socks5://me:pw@proxy.example:1'],
  noproxy: ['--noproxy', 'a.example,b.example'],
  'unix-socket': ['--unix-socket', '/run/a b'],
  resolve: ['--resolve', 'a.example:443:[::1]', '--resolve', 'b.example:80:127.0.0.1'],
  'connect-to': ['--connect-to', 'a.example:443:[::1]:8443', '--connect-to', '::b.example:'],
  'path-as-is': ['--path-as-is'],
  ipv4: ['-4'],
  ipv6: ['-6'],
  http2: ['--http2'],
  strict: ['--strict'],
  cookie: ['-b', 'a=b c', '-b', 'd=e'],
  'cookie-jar': ['--cookie-jar', 'my jar'],
  netrc: ['--netrc', '--digest'],
  'max-size': ['--max-size', '10k'],
  insecure: ['-k'],
  cacert: ['--cacert', 'my ca.pem'],
  cert: ['--cert', 'me.p12'],
  key: ['--key', 'key.pem'],
  'key-pass': ['--key-pass', 'env:KEY_PASS'],
  'tls-min': ['--tls-min', '1.3'],
  'tls-max': ['--tls-max', '1.2'],
};

/** What a flag has no effect without. */
const companions: Partial<Readonly<Record<FlagName, readonly string[]>>> = {
  digest: ['-u', 'me:p:w'],
  'aws-sigv4': ['-u', 'KEY:SECRET'],
  chunked: ['-d', '@-'],
  'retry-all': ['--retry', '2'],
  key: ['--cert', 'me.p12'],
  'key-pass': ['--cert', 'me.p12'],
};

async function requestOf(argv: readonly string[]) {
  const environment = { ...testEnvironment(), random: (length: number) => Buffer.alloc(length, 7) };
  writeFileSync(path.join(environment.folder, 'file.txt'), 'text\n');
  const command = parse(argv);
  if (isFailure(command)) throw new Error(`${argv.join(' ')}: ${command.text}`);
  if (command.kind !== 'request') throw new Error(`${argv.join(' ')} is no request`);
  const spec = await prepareRequest(command, environment);
  if (isFailure(spec)) throw new Error(spec.text);
  return {
    spec,
    options: { showSecrets: true, ...(command.body?.kind === 'form' ? { form: command.body.parts } : {}) },
  };
}

const bareOf = (name: FlagName): readonly string[] => ['POST', 'https://a.example/', ...(companions[name] ?? [])];
const lineOf = (name: FlagName): readonly string[] => [...bareOf(name), ...(lines[name] ?? [])];

/** A request as data: secrets as they are, bodies without a byte of difference, signers as what they sign with. */
const plain = (spec: RequestSpec): unknown =>
  JSON.parse(
    JSON.stringify(spec, function (this: Record<string, unknown>, key, value) {
      const own = this[key];
      return isSecret(own) ? reveal(own) : value;
    }),
  );

test('every flag that is about a request has a line here', () => {
  expect(written.map(({ name }) => name).sort()).toEqual(Object.keys(lines).sort());
});

describe.each(written.map(({ name }) => name))('--%s', name => {
  test('the apiclient command, read again, is the same request', async () => {
    const { spec, options } = await requestOf(lineOf(name));
    const words = wordsOf(apiclientCommand(spec, options).replaceAll(' \\\n ', '')) ?? [];
    const again = await requestOf(words.slice(1));
    expect(plain(again.spec)).toEqual(plain(spec));
  });

  test.each([
    // curl always tolerates what --strict refuses.
    ['curl', curlCommand, ['strict']],
    // One note covers these and what they go with.
    ['fetch', fetchCode, ['retry-all', 'key', 'key-pass']],
    ['.http', httpEntry, []],
  ] as const)('%s says it, or says that it does not', async (_, write, silent) => {
    const given = await requestOf(lineOf(name));
    const bare = await requestOf(bareOf(name));
    const says = write(given.spec, given.options) !== write(bare.spec, bare.options);
    expect(says).toBe(!silent.some(each => each === name));
  });
});
