import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { NetworkOptions } from '../../../../source/core/options.js';
import { secret } from '../../../../source/core/secret.js';
import { send } from '../../../../source/io/http/send.js';
import { testEnvironment } from '../../../support/environment.js';
import { withPrograms } from '../../../support/programs.js';
import { answered, bodyOf, type RequestParts, requestFor } from '../../../support/requests.js';
import { type Apache, apacheUsers, startApache } from '../../../support/servers/apache.js';
import { certificates } from '../../../support/servers/certificates.js';

withPrograms(['apache2'], () => {
  let apache: Apache;
  beforeAll(async () => {
    apache = await startApache();
  });
  afterAll(() => apache?.stop());

  const made = certificates();
  const trusting: Partial<NetworkOptions> = { caFile: made.caFile };
  const identity = { ...trusting, certFile: made.client.certFile, keyFile: made.client.keyFile };

  async function exchange(url: string, parts: RequestParts = {}) {
    const response = answered(await send(requestFor(url, parts), testEnvironment()));
    return { response, status: response.status, text: (await bodyOf(response)).toString() };
  }

  test.each(Object.entries(apacheUsers))(
    'Basic: %s is accepted in UTF-8, and a wrong password is rejected',
    async (user, password) => {
      const as = (word: string) => ({ credentials: { basic: { user, password: secret(word) } } });
      const url = `${apache.http}/basic/index.txt`;
      expect(await exchange(url, as(password))).toMatchObject({ status: 200, text: 'It works.\n' });
      expect((await exchange(url, as(`${password} `))).status).toBe(401);
    },
  );

  test('HTTP/2: a body is sent and returned, with its content codings decoded', async () => {
    const network = trusting;
    const put = await exchange(`${apache.https}/dav/two.txt`, {
      method: 'PUT',
      body: 'over two\n'.repeat(5000),
      network,
    });
    expect(put).toMatchObject({ status: 201, response: { httpVersion: '2' } });
    const got = await exchange(`${apache.https}/packed/dav/two.txt`, { network });
    expect(got.response.headers).toContainEqual(['content-encoding', 'gzip']);
    expect(got.text).toBe('over two\n'.repeat(5000));
  });

  test('a client certificate grants access that is refused without one', async () => {
    const url = `${apache.clientCertificate}/index.txt`;
    expect(await exchange(url, { network: identity })).toMatchObject({ status: 200, text: 'It works.\n' });
    expect(await send(requestFor(url, { network: trusting }), testEnvironment())).toMatchObject({
      kind: 'tls',
      text: expect.stringContaining('requires a client certificate'),
      hint: expect.stringContaining('--cert'),
    });
  });

  test('a certificate requested once the path is known works with TLS 1.2 only, as in every client without post-handshake authentication', async () => {
    const url = `${apache.https}/asked-later/index.txt`;
    expect((await exchange(url, { network: identity })).status).toBe(403);
    expect(await exchange(url, { network: { ...identity, tlsMax: '1.2' } })).toMatchObject({ text: 'It works.\n' });
  });

  test('WebDAV: folders are created, and files written, listed, moved and removed', async () => {
    const at = (name: string) => `${apache.http}/dav/${name}`;
    expect((await exchange(at('shelf/'), { method: 'MKCOL' })).status).toBe(201);
    expect((await exchange(at('shelf/book.txt'), { method: 'PUT', body: 'Call me Ishmael.' })).status).toBe(201);
    const listed = await exchange(at('shelf/'), { method: 'PROPFIND', headers: ['Depth: 1'] });
    expect(listed).toMatchObject({ status: 207, text: expect.stringContaining('/dav/shelf/book.txt') });
    const moved = { method: 'MOVE', headers: [`Destination: ${at('shelf/whale.txt')}`] };
    expect((await exchange(at('shelf/book.txt'), moved)).status).toBe(201);
    expect((await exchange(at('shelf/whale.txt'))).text).toBe('Call me Ishmael.');
    expect((await exchange(at('shelf/'), { method: 'DELETE' })).status).toBe(204);
    expect(existsSync(path.join(apache.root, 'dav', 'shelf'))).toBe(false);
  });

  test.each([
    ['at once', []],
    ['after Expect', ['Expect: 100-continue']],
  ])('a body that is too large gets a 413 before it is sent (%s)', async (_, headers) => {
    const body = 'x'.repeat(8 * 1024 * 1024);
    const refused = await exchange(`${apache.http}/dav/small/file`, { method: 'PUT', body, headers });
    expect(refused).toMatchObject({ status: 413, text: expect.stringContaining('Request Entity Too Large') });
  });

  test('Expect: 100-continue sends the body after the server agrees', async () => {
    const body = 'x'.repeat(300_000);
    const put = { method: 'PUT', body, headers: ['Expect: 100-continue'] };
    expect((await exchange(`${apache.http}/dav/expected.txt`, put)).status).toBe(201);
    expect(readFileSync(path.join(apache.root, 'dav', 'expected.txt'), 'utf8')).toBe(body);
  });
});
