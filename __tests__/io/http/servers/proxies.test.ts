import { send } from '../../../../source/io/http/send.js';
import { testEnvironment } from '../../../support/environment.js';
import { withPrograms } from '../../../support/programs.js';
import { answered, bodyOf, requestFor } from '../../../support/requests.js';
import { certificates } from '../../../support/servers/certificates.js';
import { closeServers, httpServer } from '../../../support/servers/http-server.js';
import { proxyUser, type RealProxy, startSquid, startTinyproxy } from '../../../support/servers/proxies.js';

const made = certificates();
afterEach(closeServers);

for (const [name, start] of [
  ['squid', startSquid],
  ['tinyproxy', startTinyproxy],
] as const) {
  withPrograms([name], () => {
    describe(name, () => {
      let proxy: RealProxy;
      beforeAll(async () => {
        proxy = await start();
      });
      afterAll(() => proxy?.stop());

      const through = (user: string) => ({ caFile: made.caFile, proxy: `http://${user}127.0.0.1:${proxy.port}` });

      test("forwards plain http with its body, and shows the server's response", async () => {
        const server = await httpServer((response, { path, body, headers }) => {
          response.end(`${path} ${body.length} ${headers['proxy-authorization']}`);
        });
        const network = through(`${proxyUser}@`);
        const spec = requestFor(`${server.url}/a/../b?`, { method: 'PUT', body: 'x'.repeat(100_000), network });
        expect((await bodyOf(answered(await send(spec, testEnvironment())))).toString()).toBe('/b? 100000 undefined');
        const whole = { kind: 'stdin' } as const;
        const chunked = requestFor(server.url, { method: 'POST', body: whole, network });
        const answer = answered(await send(chunked, testEnvironment({}, 'streamed')));
        expect((await bodyOf(answer)).toString()).toBe('/ 8 undefined');
      });

      test('opens a tunnel for https, and rejects unknown users', async () => {
        const server = await httpServer((response, { body }) => response.end(body), made.server);
        const post = (user: string) =>
          send(requestFor(server.url, { method: 'POST', body: 'hello', network: through(user) }), testEnvironment());
        const steps: string[] = [];
        const spec = requestFor(server.url, { network: through(`${proxyUser}@`) });
        answered(await send(spec, testEnvironment(), { onEvent: event => steps.push(event.kind) })).body.resume();
        expect(steps).toEqual(['trying', 'connected', 'tunnel', 'secure', 'sent', 'head', 'answer']);
        expect((await bodyOf(answered(await post(`${proxyUser}@`)))).toString()).toBe('hello');
        expect(await post('')).toMatchObject({ code: expect.stringMatching(/^proxy_40[17]$/) });
        expect(await post('ada:shut@')).toMatchObject({ code: expect.stringMatching(/^proxy_40[17]$/) });
        expect(server.seen).toHaveLength(2);
      });
    });
  });
}
