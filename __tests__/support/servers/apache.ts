/** Apache httpd for tests: Basic, Digest, client certificates, HTTP/2, WebDAV, and a limit on bodies. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../folder.js';
import { certificates } from './certificates.js';
import { type Daemon, freePorts, isRoot, nobody, openToServer, startDaemon } from './daemon.js';

export interface Apache extends Daemon {
  /** `http://localhost:PORT`. `/basic/`, `/digest/` and `/digest-short/` require a login as one of `apacheUsers`. */
  readonly http: string;
  /**
   * `https://localhost:PORT`, with HTTP/2 and a certificate from the issuer of `certificates()`. `/asked-later/` requires a
   * client certificate.
   */
  readonly https: string;
  /** Requires a client certificate of that issuer for all paths. */
  readonly clientCertificate: string;
  /** The folder that `/` serves. `/dav/` is writable. */
  readonly root: string;
}

/** Users for `/basic/` and `/digest/`, whose realm is `books`. */
export const apacheUsers: Readonly<Record<string, string>> = {
  ada: 'open sesame',
  'Jäsøn Doe': 'pässwörd: ‽',
};

const folders = ['/usr/lib/apache2/modules', '/usr/lib64/httpd/modules', '/opt/homebrew/lib/httpd/modules'];

const modules = [
  ['mpm_event', 'mod_mpm_event.so'],
  ['authn_core', 'mod_authn_core.so'],
  ['authn_file', 'mod_authn_file.so'],
  ['authz_core', 'mod_authz_core.so'],
  ['authz_user', 'mod_authz_user.so'],
  ['auth_basic', 'mod_auth_basic.so'],
  ['auth_digest', 'mod_auth_digest.so'],
  ['alias', 'mod_alias.so'],
  ['dav', 'mod_dav.so'],
  ['dav_fs', 'mod_dav_fs.so'],
  ['headers', 'mod_headers.so'],
  ['http2', 'mod_http2.so'],
  ['mime', 'mod_mime.so'],
  ['deflate', 'mod_deflate.so'],
  ['filter', 'mod_filter.so'],
  ['socache_shmcb', 'mod_socache_shmcb.so'],
  ['ssl', 'mod_ssl.so'],
] as const;

const realm = 'books';

/** Starts Apache in the foreground. `stop` ends it. Call it inside `withPrograms(['apache2'], …)`. */
export async function startApache(): Promise<Apache> {
  const folder = temporaryFolder();
  const root = path.join(folder, 'www');
  const dav = path.join(root, 'dav');
  for (const each of [root, dav, ...['basic', 'digest', 'digest-short'].map(name => path.join(root, name))]) {
    mkdirSync(each);
    writeFileSync(path.join(each, 'index.txt'), 'It works.\n');
  }
  for (const each of [folder, root, dav]) openToServer(each);
  const lines = (of: (user: string, password: string) => string) =>
    `${Object.entries(apacheUsers)
      .map(([user, password]) => of(user, password))
      .join('\n')}\n`;
  const hash = (name: 'md5' | 'sha1', text: string) => createHash(name).update(text, 'utf8');
  writeFileSync(
    path.join(folder, 'basic.users'),
    lines((user, password) => `${user}:{SHA}${hash('sha1', password).digest('base64')}`),
  );
  writeFileSync(
    path.join(folder, 'digest.users'),
    lines((user, password) => `${user}:${realm}:${hash('md5', `${user}:${realm}:${password}`).digest('hex')}`),
  );
  const [plain = 0, secure = 0, asking = 0] = await freePorts(3);
  const file = path.join(folder, 'httpd.conf');
  writeFileSync(file, configuration(folder, plain, secure, asking));
  const daemon = await startDaemon('apache2', ['-f', file, '-D', 'FOREGROUND'], [plain, secure, asking]);
  return {
    http: `http://localhost:${plain}`,
    https: `https://localhost:${secure}`,
    clientCertificate: `https://localhost:${asking}`,
    root,
    stop: daemon.stop,
  };
}

function configuration(folder: string, plain: number, secure: number, asking: number): string {
  const { server, caFile } = certificates();
  const from = folders.find(each => existsSync(each)) ?? folders[0];
  const protectedBy = (place: string, type: 'Basic' | 'Digest', more = '') => `
<Location "${place}">
  AuthType ${type}
  AuthName "${realm}"
  AuthUserFile "${folder}/${type.toLowerCase()}.users"
  Require valid-user
  ${more}
</Location>`;
  return `
ServerRoot "${folder}"
DefaultRuntimeDir "${folder}"
ServerName localhost
PidFile "${folder}/httpd.pid"
ErrorLog "${folder}/error.log"
Mutex "file:${folder}" default
${isRoot ? `User #${nobody}\nGroup #${nobody}` : ''}
StartServers 1
ThreadsPerChild 25
MaxRequestWorkers 25
${modules.map(([name, so]) => `LoadModule ${name}_module "${from}/${so}"`).join('\n')}
${[plain, secure, asking].map(port => `Listen 127.0.0.1:${port}`).join('\n')}
DocumentRoot "${folder}/www"
TypesConfig /dev/null
AddType text/plain .txt
DavLockDB "${folder}/www/dav/.lock"
${protectedBy('/basic', 'Basic')}
${protectedBy('/digest', 'Digest', 'AuthDigestDomain /digest')}
${protectedBy('/digest-short', 'Digest', 'AuthDigestNonceLifetime 1')}
<Location "/dav">
  Dav On
</Location>
<Location "/dav/small">
  LimitRequestBody 1000
</Location>
<Location "/packed">
  SetOutputFilter DEFLATE
</Location>
Alias "/packed" "${folder}/www"
<VirtualHost *:${secure}>
  Protocols h2 http/1.1
  SSLEngine on
  SSLCertificateFile "${server.certFile}"
  SSLCertificateKeyFile "${server.keyFile}"
  SSLCACertificateFile "${caFile}"
  <Location "/asked-later">
    SSLVerifyClient require
  </Location>
  Alias "/asked-later" "${folder}/www"
</VirtualHost>
<VirtualHost *:${asking}>
  SSLEngine on
  SSLCertificateFile "${server.certFile}"
  SSLCertificateKeyFile "${server.keyFile}"
  SSLCACertificateFile "${caFile}"
  SSLVerifyClient require
</VirtualHost>
`;
}
