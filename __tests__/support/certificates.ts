/** Certificates made by openssl for one test run: an issuer of our own, and what a server or client may show. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from './program.js';

export interface Certificate {
  readonly cert: string;
  readonly key: string;
  readonly certFile: string;
  readonly keyFile: string;
}

export interface Certificates {
  readonly folder: string;
  /** The issuer's certificate file: for `--cacert`. */
  readonly caFile: string;
  readonly ca: string;
  /** For localhost and 127.0.0.1, by the issuer. */
  readonly server: Certificate;
  readonly client: Certificate;
  readonly expired: Certificate;
  /** For other.example only, by the issuer. */
  readonly otherName: Certificate;
  readonly selfSigned: Certificate;
}

const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

let made: Certificates | undefined;

/** The certificates of this test file; made at the first call. */
export function certificates(): Certificates {
  made ??= make();
  return made;
}

function make(): Certificates {
  const folder = temporaryFolder();
  const openssl = (...args: string[]): void => {
    execFileSync('openssl', args, { cwd: folder, stdio: 'pipe', env: { ...process.env, OPENSSL_CONF: '/dev/null' } });
  };
  const read = (name: string): Certificate => {
    const certFile = path.join(folder, `${name}.pem`);
    const keyFile = path.join(folder, `${name}.key`);
    return { certFile, keyFile, cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') };
  };
  writeFileSync(path.join(folder, 'req.cnf'), '[req]\ndistinguished_name=dn\n[dn]\n');
  const selfSigned = (name: string, subject: string, extension: string): Certificate => {
    openssl(
      'req',
      '-config',
      'req.cnf',
      '-x509',
      ...newKey,
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.pem`,
      '-days',
      '30',
      '-subj',
      subject,
      '-addext',
      extension,
    );
    return read(name);
  };
  const issued = (name: string, names: string, days: readonly string[] = ['-days', '30']): Certificate => {
    writeFileSync(path.join(folder, `${name}.ext`), `subjectAltName=${names}\n`);
    openssl(
      'req',
      '-config',
      'req.cnf',
      ...newKey,
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.csr`,
      '-subj',
      `/CN=${name}`,
    );
    openssl(
      'x509',
      '-req',
      '-in',
      `${name}.csr`,
      '-CA',
      'ca.pem',
      '-CAkey',
      'ca.key',
      '-CAcreateserial',
      '-out',
      `${name}.pem`,
      '-extfile',
      `${name}.ext`,
      ...days,
    );
    return read(name);
  };
  const ca = selfSigned('ca', '/CN=Test issuer', 'basicConstraints=critical,CA:TRUE');
  return {
    folder,
    caFile: ca.certFile,
    ca: ca.cert,
    server: issued('server', 'DNS:localhost,IP:127.0.0.1'),
    client: issued('client', 'DNS:client'),
    expired: issued('expired', 'DNS:localhost,IP:127.0.0.1', ['-days', '-1']),
    otherName: issued('other', 'DNS:other.example'),
    selfSigned: selfSigned('self', '/CN=localhost', 'subjectAltName=DNS:localhost,IP:127.0.0.1'),
  };
}
