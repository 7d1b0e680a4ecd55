/** `-v` shows the request as the server received it, line by line. */
import { type AddressInfo, createServer, type Server } from 'node:net';
import { runProgram, temporaryFolder } from '../support/program.js';

let server: Server;
let heads: string[];
let url: string;
beforeEach(async () => {
  heads = [];
  server = createServer(socket => {
    socket.on('error', () => {});
    socket.once('data', data => {
      heads.push(data.toString('latin1').split('\r\n\r\n')[0] ?? '');
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok');
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterEach(() => new Promise(resolve => server.close(resolve)));

test.each([
  ['GET', []],
  ['POST', ['a=b']],
  ['DELETE', []],
  ['PUT', ['-d', 'text', '-H', 'connection: close', '-H', 'X-Mine: 1']],
  ['POST', ['-F', 'a=b']],
] as const)('%s %j', async (method, more) => {
  const { stdout, code } = await runProgram([method, url, '-v', ...more], { home: temporaryFolder() });
  expect(code).toBe(0);
  const [first = '', ...lines] = (stdout.split('\n\n')[0] ?? '').split('\n');
  expect(first).toBe(`${method} ${url} HTTP/1.1`);
  expect(lines).toEqual(heads[0]?.split('\r\n').slice(1));
});
