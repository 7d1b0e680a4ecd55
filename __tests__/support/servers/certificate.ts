/** A certificate created for a test, with its key. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { generate } from 'selfsigned';

export interface Certificate {
  readonly cert: string;
  readonly key: string;
  readonly certFile: string;
  readonly keyFile: string;
}

interface Wanted {
  readonly name: string;
  /** The issuer. Self-signed if absent. */
  readonly by?: Certificate;
  readonly mayIssue?: boolean;
  readonly domain?: string;
  readonly address?: string;
  /** Number of days from today until it expires. */
  readonly days?: number;
  /** Digest algorithm of its signature. */
  readonly digest?: 'sha1';
}

const dayMs = 86_400_000;

/** A certificate and its key (EC on P-256), which are also written to `<file>.pem` and `<file>.key`. */
export async function makeCertificate(folder: string, file: string, wanted: Wanted): Promise<Certificate> {
  const { name, by, mayIssue = false, domain, address, days = 30, digest = 'sha256' } = wanted;
  const altNames = [
    ...(domain === undefined ? [] : [{ type: 2 as const, value: domain }]),
    ...(address === undefined ? [] : [{ type: 7 as const, ip: address }]),
  ];
  const made = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: digest,
    notBeforeDate: new Date(Date.now() - 60 * dayMs),
    notAfterDate: new Date(Date.now() + days * dayMs),
    extensions: [
      ...(mayIssue ? [{ name: 'basicConstraints' as const, cA: true, critical: true }] : []),
      ...(altNames.length > 0 ? [{ name: 'subjectAltName' as const, altNames }] : []),
    ],
    ...(by === undefined ? {} : { ca: { cert: by.cert, key: by.key } }),
  });
  const certFile = path.join(folder, `${file}.pem`);
  const keyFile = path.join(folder, `${file}.key`);
  writeFileSync(certFile, made.cert);
  writeFileSync(keyFile, made.private, { mode: 0o600 });
  return { certFile, keyFile, cert: made.cert, key: made.private };
}
