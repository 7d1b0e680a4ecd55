import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { send } from '../../../../source/io/http/send.js';
import { testEnvironment } from '../../../support/environment.js';
import { runProgram, temporaryFolder } from '../../../support/program.js';
import { withPrograms } from '../../../support/programs.js';
import { answered, bodyOf, type RequestParts, requestFor } from '../../../support/requests.js';
import { certificates } from '../../../support/servers/certificates.js';
import { type Nginx, startNginx } from '../../../support/servers/nginx.js';

withPrograms(['nginx'], () => {
  let nginx: Nginx;
  beforeAll(async () => {
    nginx = await startNginx();
    writeFileSync(path.join(nginx.root, 'big.txt'), big);
  });
  afterAll(() => nginx?.stop());

  const big = Array.from({ length: 40_000 }, (_, line) => `line ${line}\n`).join('');
  const { caFile } = certificates();

  async function exchange(url: string, parts: RequestParts = {}) {
    const response = answered(await send(requestFor(url, parts), testEnvironment()));
    return { response, status: response.status, text: (await bodyOf(response)).toString() };
  }

  test.each(['HTTP/1.1', 'HTTP/2'])(
    'a compressed file is decoded, even when an nginx proxy sends it in chunks (%s)',
    async version => {
      const network = { caFile, httpVersion: version === 'HTTP/2' ? ('2' as const) : ('1.1' as const) };
      for (const place of ['/big.txt', '/through/big.txt']) {
        const { response, text } = await exchange(`${nginx.https}${place}`, { network });
        expect(response.headers.map(([name, value]) => `${name.toLowerCase()}: ${value}`)).toContain(
          'content-encoding: gzip',
        );
        expect([response.httpVersion, text === big]).toEqual([version === 'HTTP/2' ? '2' : '1.1', true]);
        // nginx responses are correct: there are no notes.
        expect(response.irregularities ?? []).toEqual([]);
      }
    },
  );

  test('an empty query and a redirect to a folder work', async () => {
    expect((await exchange(`${nginx.http}/echo?`)).text).toBe(`/echo? ${new URL(nginx.http).host}`);
    const { response, text } = await exchange(`${nginx.http}/folder`, { network: { follow: true } });
    expect([text, response.redirects.length]).toEqual(['<p>here', 1]);
  });

  test.each([
    ['HTTP/1.1', []],
    ['HTTP/1.1', ['Expect: 100-continue']],
    ['HTTP/2', []],
  ] as const)('a 413 arrives before the body is sent (%s, %j)', async (version, headers) => {
    const network = { caFile, httpVersion: version === 'HTTP/2' ? ('2' as const) : ('1.1' as const) };
    const body = 'x'.repeat(8 * 1024 * 1024);
    const { status, text } = await exchange(`${nginx.https}/small/`, { method: 'POST', body, headers, network });
    expect([status, text]).toEqual([413, expect.stringContaining('Too Large')]);
  });

  test('a download resumes where it broke off', async () => {
    const folder = temporaryFolder();
    const url = `${nginx.http}/big.txt`;
    const stopped = await runProgram(['GET', url, '--download', '-H', 'Range: bytes=0-'], { folder });
    expect(stopped.code).toBe(0);
    const half = await runProgram(['GET', url, '-o', 'half', '--max-size', '200000', '-C'], { folder });
    expect(half.stderr).toContain('exceeds 200000 bytes');
    const rest = await runProgram(['GET', url, '-o', 'half', '-C', '-v'], { folder });
    expect([rest.code, rest.stdout.match(/^HTTP\/1\.1 .*/m)?.[0]]).toEqual([0, 'HTTP/1.1 206 Partial Content']);
    expect(readFileSync(path.join(folder, 'half'), 'utf8')).toBe(big);
  });
});
