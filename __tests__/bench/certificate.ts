/** A self-signed certificate for 127.0.0.1, made by the machine's openssl. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Key and certificate in PEM; the files stay in `folder`. */
export function makeCertificate(folder: string): { readonly key: Buffer; readonly cert: Buffer } {
  const key = path.join(folder, 'key.pem');
  const cert = path.join(folder, 'cert.pem');
  const words = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1`;
  execFileSync('openssl', [...words.split(' '), '-keyout', key, '-out', cert], { stdio: 'ignore' });
  return { key: readFileSync(key), cert: readFileSync(cert) };
}
