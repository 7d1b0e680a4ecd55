/** nginx for tests: http and https with HTTP/2, gzip, files with ranges, a limit on bodies, a proxy that sends chunks. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../folder.js';
import { certificates } from './certificates.js';
import { type Daemon, freePorts, openToServer, startDaemon } from './daemon.js';

export interface Nginx extends Daemon {
  /** `http://localhost:PORT`. `/small/` accepts bodies of up to 1000 bytes, `/folder` redirects to `/folder/`. */
  readonly http: string;
  /** `https://localhost:PORT`, with HTTP/2 and a certificate from the issuer of `certificates()`. */
  readonly https: string;
  /** The file served at `/`. */
  readonly root: string;
}

/** Starts nginx in the foreground. `stop` ends it. Call it inside `withPrograms(['nginx'], …)`. */
export async function startNginx(): Promise<Nginx> {
  const folder = temporaryFolder();
  const root = path.join(folder, 'www');
  mkdirSync(path.join(root, 'folder'), { recursive: true });
  writeFileSync(path.join(root, 'folder', 'index.html'), '<p>here');
  for (const each of [folder, root]) openToServer(each);
  const [plain = 0, secure = 0] = await freePorts(2);
  const { server } = certificates();
  const file = path.join(folder, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const pages = `
    location / { root ${root}; }
    location /small/ { client_max_body_size 1000; proxy_pass http://127.0.0.1:${plain}/folder/; }
    location /echo { return 200 "$request_uri $http_host"; }
    location /through/ { proxy_pass http://127.0.0.1:${plain}/; proxy_http_version 1.1; }`;
  writeFileSync(
    file,
    `daemon off;
master_process off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 64; }
http {
  access_log off;
  default_type text/plain;
  ${temporary.map(name => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  gzip on;
  gzip_types text/plain;
  gzip_min_length 100;
  server { listen 127.0.0.1:${plain}; server_name localhost; ${pages} }
  server {
    listen 127.0.0.1:${secure} ssl http2;
    server_name localhost;
    ssl_certificate ${server.certFile};
    ssl_certificate_key ${server.keyFile};
    ${pages}
  }
}
`,
  );
  const argv = ['-p', folder, '-c', file, '-e', path.join(folder, 'error.log')];
  const daemon = await startDaemon('nginx', argv, [plain, secure]);
  return { http: `http://localhost:${plain}`, https: `https://localhost:${secure}`, root, stop: daemon.stop };
}
