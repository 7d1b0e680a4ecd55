/** Common proxies: squid and tinyproxy. Each only accepts `proxyUser`. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../folder.js';
import { type Daemon, freePorts, isRoot, openToServer, startDaemon } from './daemon.js';

export interface RealProxy extends Daemon {
  readonly port: number;
}

/** The user of the proxies, as `user:password` in a URL. */
export const proxyUser = 'ada:open-sesame';

const [user = '', password = ''] = proxyUser.split(':');

/** Call it inside `withPrograms(['squid'], …)`. */
export async function startSquid(): Promise<RealProxy> {
  const folder = temporaryFolder();
  openToServer(folder);
  const [port = 0] = await freePorts(1);
  // The location of squid's helpers differs between systems.
  const check = path.join(folder, 'check');
  writeFileSync(
    check,
    `#!/bin/sh\nwhile read -r line; do [ "$line" = '${user} ${password}' ] && echo OK || echo ERR; done\n`,
    { mode: 0o755 },
  );
  const file = path.join(folder, 'squid.conf');
  writeFileSync(
    file,
    `http_port 127.0.0.1:${port}
visible_hostname localhost
pid_filename ${folder}/squid.pid
access_log none
cache_log ${folder}/cache.log
cache_store_log none
cache deny all
coredump_dir ${folder}
pinger_enable off
shutdown_lifetime 0 seconds
auth_param basic program ${check}
auth_param basic children 1
auth_param basic realm proxy
acl known proxy_auth REQUIRED
http_access allow known
http_access deny all
${isRoot ? 'cache_effective_user nobody\n' : ''}`,
  );
  return { port, stop: (await startDaemon('squid', ['-N', '-f', file], [port])).stop };
}

/** Call it inside `withPrograms(['tinyproxy'], …)`. */
export async function startTinyproxy(): Promise<RealProxy> {
  const folder = temporaryFolder();
  const [port = 0] = await freePorts(1);
  const file = path.join(folder, 'tinyproxy.conf');
  writeFileSync(file, `Port ${port}\nListen 127.0.0.1\nTimeout 60\nMaxClients 20\nBasicAuth ${user} ${password}\n`);
  return { port, stop: (await startDaemon('tinyproxy', ['-d', '-c', file], [port])).stop };
}
