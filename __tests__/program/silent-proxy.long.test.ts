/** Proxies that take a connection and say nothing. */

import { runProgram } from '../support/program.js';
import { closeServers, rawServer } from '../support/servers/http-server.js';

afterEach(closeServers);

// The bound is half of the 30 s after which the SOCKS library itself would give up.
test.each(['socks5h', 'socks4a', 'http', 'https'])(
  'a silent %s:// proxy: once the time limit is told, the program ends',
  async scheme => {
    const proxy = await rawServer(socket => socket.resume());
    const argv = ['GET', 'http://a.example/', '-x', `${scheme}://127.0.0.1:${proxy.port}`];
    // Whoever has taken a connection and is to speak HTTP has all the time of the exchange.
    for (const limit of scheme === 'http' ? ['--timeout'] : ['--timeout', '--connect-timeout']) {
      const { code, stderr } = await runProgram([...argv, limit, '0.3']);
      expect([code, stderr]).toEqual([8, expect.stringContaining('0.3 s')]);
    }
  },
  15_000,
);
