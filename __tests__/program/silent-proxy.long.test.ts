/** Proxies that accept a connection and send nothing. */

import { runProgram } from '../support/program.js';
import { closeServers, rawServer } from '../support/servers/http-server.js';

afterEach(closeServers);

// Half of the 30 s after which the SOCKS library itself would give up.
test.each(['socks5h', 'socks4a', 'http', 'https'])(
  'a silent %s:// proxy: the program ends after reporting the timeout',
  async scheme => {
    const proxy = await rawServer(socket => socket.resume());
    const argv = ['GET', 'http://a.example/', '-x', `${scheme}://127.0.0.1:${proxy.port}`];
    // An HTTP proxy that has accepted a connection has as much time as the exchange.
    for (const limit of scheme === 'http' ? ['--timeout'] : ['--timeout', '--connect-timeout']) {
      const { code, stderr } = await runProgram([...argv, limit, '0.3'], { spawn: true });
      expect([code, stderr]).toEqual([8, expect.stringContaining('0.3 s')]);
    }
  },
  15_000,
);
