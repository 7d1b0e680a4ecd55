/** AWS's published vectors (aws-signing-test-suite, v4, Apache 2.0), and the requests actually sent. */
import { createHash, createHmac } from 'node:crypto';
import { isFailure } from '../../../../source/core/failure.js';
import type { UnsignedRequest } from '../../../../source/core/request/spec.js';
import { reveal, secret } from '../../../../source/core/secret.js';
import { awsSigner } from '../../../../source/io/http/credentials/aws.js';
import { testEnvironment } from '../../../support/environment.js';

const environment = { ...testEnvironment(), now: () => Date.parse('2015-08-30T12:36:00Z') };
const key = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: secret('wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY'),
  region: 'us-east-1',
  service: 'service',
};

async function signed(request: Partial<UnsignedRequest> & { readonly path?: string }, own: Partial<typeof key> = {}) {
  const { path = '/', url = new URL(`https://example.amazonaws.com${path}`), ...rest } = request;
  const lines = await awsSigner({ ...key, ...own }, environment).sign({
    method: 'GET',
    headers: [],
    target: `${url.pathname}${url.search}`,
    ...rest,
    url,
  });
  if (isFailure(lines)) return { failure: lines };
  return { lines: Object.fromEntries(lines.map(({ name, value }) => [name, reveal(value)])) };
}

const unreserved = '-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const form = { name: 'Content-Type', value: 'application/x-www-form-urlencoded' };
const body = { kind: 'bytes', bytes: Buffer.from('Param1=value1') } as const;
const bodyHash = {
  name: 'x-amz-content-sha256',
  value: '9095672bbd1f56dfc5b65f3e153adc8731a4a654192329106275f4c7b24d0b6e',
};
const token = '6e86291e8372ff2a2260956d9b8aae1d763fbf315fa00fa31553b73ebf194267';

test.each<[string, Partial<UnsignedRequest> & { readonly path?: string }, string, string]>([
  ['get-vanilla', {}, 'host;x-amz-date', '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31'],
  [
    'post-vanilla',
    { method: 'POST' },
    'host;x-amz-date',
    '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b',
  ],
  [
    'get-vanilla-query-order-key-case',
    { path: '/?Param2=value2&Param1=value1' },
    'host;x-amz-date',
    'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
  ],
  [
    'get-vanilla-query-unreserved',
    { path: `/?${unreserved}=${unreserved}` },
    'host;x-amz-date',
    '9c3e54bfcdf0b19771a7f523ee5669cdf59bc7cc0884027167c21bb143a40197',
  ],
  [
    'get-vanilla-query-order-encoded',
    { path: '/?Param-3=Value3&Param=Value2&%E1%88%B4=Value1' },
    'host;x-amz-date',
    '371d3713e185cc334048618a97f809c9ffe339c62934c032af5a0e595648fcac',
  ],
  [
    'get-vanilla-utf8-query',
    { path: '/?ሴ=bar' },
    'host;x-amz-date',
    '2cdec8eed098649ff3a119c94853b13c643bcf08f8b0a1d91e12c9027818dd04',
  ],
  [
    'get-relative-normalized',
    { path: '/example/..' },
    'host;x-amz-date',
    '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31',
  ],
  [
    'get-vanilla-with-session-token',
    { headers: [{ name: 'X-Amz-Security-Token', value: secret(token) }] },
    'host;x-amz-date;x-amz-security-token',
    '07ec1639c89043aa0e3e2de82b96708f198cceab042d4a97044c66dd9f74e7f8',
  ],
  [
    'post-x-www-form-urlencoded',
    { method: 'POST', headers: [form], body },
    'content-type;host;x-amz-date',
    'ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a',
  ],
])('%s', async (_, request, names, signature) => {
  const { lines } = await signed(request);
  expect(lines).toEqual({
    'X-Amz-Date': '20150830T123600Z',
    Authorization: `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=${names}, Signature=${signature}`,
  });
});

test('headers that a proxy may change are not signed, and a custom body hash is trusted', async () => {
  const headers = [{ name: 'User-Agent', value: 'x' }, { name: 'Accept', value: '*/*' }, form, bodyHash];
  const { lines } = await signed({ method: 'POST', headers, body });
  expect(lines?.Authorization).toContain('SignedHeaders=content-type;host;x-amz-content-sha256;x-amz-date,');
});

test('missing values are derived from the host name; if that is impossible, it is a usage failure', async () => {
  const of = (url: string) => signed({ url: new URL(url) }, { region: '', service: '' });
  const scope = async (url: string) =>
    /Credential=AKIDEXAMPLE\/20150830\/([^,]*)/.exec((await of(url)).lines?.Authorization ?? '')?.[1];
  expect(await scope('https://abc.appsync-api.eu-central-1.amazonaws.com/graphql')).toBe(
    'eu-central-1/appsync-api/aws4_request',
  );
  expect(await scope('https://dynamodb.us-west-2.amazonaws.com/')).toBe('us-west-2/dynamodb/aws4_request');
  expect((await of('https://a.example/')).failure).toMatchObject({
    kind: 'usage',
    hint: expect.stringContaining('aws:amz:'),
  });
});

describe('a custom Host header is signed', () => {
  const hmac = (with_: string | Buffer, text: string) => createHmac('sha256', with_).update(text).digest();
  /** The signature that a server computes from this Host header (Signature Version 4, tasks 1 to 3). */
  const signatureFor = (host: string, service = key.service): string => {
    const empty = createHash('sha256').digest('hex');
    const canonical = `GET\n/\n\nhost:${host}\nx-amz-date:20150830T123600Z\n\nhost;x-amz-date\n${empty}`;
    const scope = `20150830/us-east-1/${service}/aws4_request`;
    const hash = createHash('sha256').update(canonical).digest('hex');
    const parts = ['20150830', 'us-east-1', service, 'aws4_request'];
    const own = parts.reduce<string | Buffer>(hmac, `AWS4${reveal(key.secretAccessKey)}`);
    return hmac(own, `AWS4-HMAC-SHA256\n20150830T123600Z\n${scope}\n${hash}`).toString('hex');
  };

  test.each(['api.example.com', 'API.example.com:443', 'example.amazonaws.com:8443', '[::1]:9000', 'x$&y'])(
    '%s',
    async value => {
      const { lines } = await signed({ url: new URL('https://127.0.0.1/'), headers: [{ name: 'host', value }] });
      expect(lines?.Authorization).toContain(`Signature=${signatureFor(value)}`);
    },
  );

  test('and determines region and service', async () => {
    const headers = [{ name: 'Host', value: 'sqs.us-east-1.amazonaws.com' }];
    const { region: _, service: __, ...bare } = key;
    const signer = awsSigner(bare, environment);
    const lines = await signer.sign({ method: 'GET', headers, target: '/', url: new URL('http://127.0.0.1:4566/') });
    expect(isFailure(lines) ? lines.text : reveal(lines.at(-1)?.value ?? '')).toContain(
      `Signature=${signatureFor('sqs.us-east-1.amazonaws.com', 'sqs')}`,
    );
  });
});

test('S3 gets the hash of the body; standard input is signed without reading it for S3, and rejected for other services', async () => {
  const s3 = { service: 's3' };
  const hash = createHash('sha256').update('Param1=value1').digest('hex');
  expect((await signed({ method: 'PUT', body }, s3)).lines).toMatchObject({ 'X-Amz-Content-Sha256': hash });
  expect((await signed({ method: 'PUT', body: { kind: 'stdin' } }, s3)).lines).toMatchObject({
    'X-Amz-Content-Sha256': 'UNSIGNED-PAYLOAD',
  });
  expect((await signed({ method: 'POST', body: { kind: 'stdin' } })).failure).toMatchObject({
    hint: expect.stringContaining('-d @FILE'),
  });
});
