/** Certificates for one test file: our own issuer, and certificates for servers and clients. */

import { temporaryFolder } from '../folder.js';
import { type Certificate, makeCertificate } from './certificate.js';

export interface Certificates {
  readonly folder: string;
  /** The issuer's certificate file, for `--cacert`. */
  readonly caFile: string;
  readonly ca: string;
  /** The issuer's key, for creating more certificates. */
  readonly issuer: Certificate;
  /** Certificate for localhost and 127.0.0.1, signed by the issuer. */
  readonly server: Certificate;
  readonly client: Certificate;
  readonly expired: Certificate;
  /** Certificate for other.example only, signed by the issuer. */
  readonly otherName: Certificate;
  readonly selfSigned: Certificate;
}

const folder = temporaryFolder();
const here = { domain: 'localhost', address: '127.0.0.1' };
const ca = await makeCertificate(folder, 'ca', { name: 'Test issuer', mayIssue: true });

const made: Certificates = {
  folder,
  caFile: ca.certFile,
  ca: ca.cert,
  issuer: ca,
  server: await makeCertificate(folder, 'server', { name: 'server', by: ca, ...here }),
  client: await makeCertificate(folder, 'client', { name: 'client', by: ca, domain: 'client' }),
  expired: await makeCertificate(folder, 'expired', { name: 'expired', by: ca, ...here, days: -1 }),
  otherName: await makeCertificate(folder, 'other', { name: 'other', by: ca, domain: 'other.example' }),
  selfSigned: await makeCertificate(folder, 'self', { name: 'localhost', ...here }),
};

/** The certificates of this test file. */
export const certificates = (): Certificates => made;
