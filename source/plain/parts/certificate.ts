/**
 * Prints a certificate in the format of curl's `%{certs}`, which is OpenSSL's. A chunk with its own parser, because Node does
 * not expose every field.
 */
import { type KeyObject, X509Certificate } from 'node:crypto';
import { AsnConvert } from '@peculiar/asn1-schema';
import {
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
  CertificatePolicies,
  CRLDistributionPoints,
  ExtendedKeyUsage,
  KeyUsage,
  SubjectKeyIdentifier,
} from '@peculiar/asn1-x509';

const keyNames: Readonly<Record<string, string>> = {
  rsa: 'rsaEncryption',
  'rsa-pss': 'rsassaPss',
  ec: 'id-ecPublicKey',
  dsa: 'dsaEncryption',
  ed25519: 'ED25519',
  ed448: 'ED448',
};

const signatureNames: Readonly<Record<string, string>> = {
  '1.2.840.113549.1.1.5': 'sha1WithRSAEncryption',
  '1.2.840.113549.1.1.10': 'rsassaPss',
  '1.2.840.113549.1.1.11': 'sha256WithRSAEncryption',
  '1.2.840.113549.1.1.12': 'sha384WithRSAEncryption',
  '1.2.840.113549.1.1.13': 'sha512WithRSAEncryption',
  '1.2.840.10045.4.1': 'ecdsa-with-SHA1',
  '1.2.840.10045.4.3.2': 'ecdsa-with-SHA256',
  '1.2.840.10045.4.3.3': 'ecdsa-with-SHA384',
  '1.2.840.10045.4.3.4': 'ecdsa-with-SHA512',
  '1.3.101.112': 'ED25519',
  '1.3.101.113': 'ED448',
};

/** RFC 5280 4.2.1.3, in bit order. */
const usages = [
  'Digital Signature',
  'Non Repudiation',
  'Key Encipherment',
  'Data Encipherment',
  'Key Agreement',
  'Certificate Sign',
  'CRL Sign',
  'Encipher Only',
  'Decipher Only',
];

const purposes: Readonly<Record<string, string>> = {
  '1.3.6.1.5.5.7.3.1': 'TLS Web Server Authentication',
  '1.3.6.1.5.5.7.3.2': 'TLS Web Client Authentication',
  '1.3.6.1.5.5.7.3.3': 'Code Signing',
  '1.3.6.1.5.5.7.3.4': 'E-mail Protection',
  '1.3.6.1.5.5.7.3.8': 'Time Stamping',
  '1.3.6.1.5.5.7.3.9': 'OCSP Signing',
  '2.5.29.37.0': 'Any Extended Key Usage',
};

/** The name of an extension and its text; no text for a variant that OpenSSL prints in a special format. */
type Extension = readonly [
  name: string,
  text: (value: ArrayBuffer, certificate: X509Certificate) => string | undefined,
];

const extensions: Readonly<Record<string, Extension>> = {
  '2.5.29.14': ['X509v3 Subject Key Identifier', value => hex(AsnConvert.parse(value, SubjectKeyIdentifier).buffer)],
  '2.5.29.15': [
    'X509v3 Key Usage',
    value => {
      const bits = AsnConvert.parse(value, KeyUsage).toNumber();
      return usages.filter((_, at) => bits & (1 << at)).join(', ');
    },
  ],
  '2.5.29.17': ['X509v3 Subject Alternative Name', (_, { subjectAltName }) => subjectAltName],
  '2.5.29.19': [
    'X509v3 Basic Constraints',
    value => {
      const { cA, pathLenConstraint } = AsnConvert.parse(value, BasicConstraints);
      return `CA:${cA ? 'TRUE' : 'FALSE'}${pathLenConstraint === undefined ? '' : `, pathlen:${pathLenConstraint}`}`;
    },
  ],
  '2.5.29.31': [
    'X509v3 CRL Distribution Points',
    value => {
      const points = [...AsnConvert.parse(value, CRLDistributionPoints)];
      const addresses = points.map(({ distributionPoint }) =>
        (distributionPoint?.fullName ?? []).map(name => name.uniformResourceIdentifier ?? ''),
      );
      // A line break would forge lines of the certificate.
      if (addresses.some(each => each.length === 0 || each.some(address => !/^[!-~]+$/.test(address))))
        return undefined;
      return addresses.map(each => `Full Name:\n${each.map(address => `  URI:${address}`).join('\n')}`).join('\n');
    },
  ],
  '2.5.29.32': [
    'X509v3 Certificate Policies',
    value => {
      const policies = [...AsnConvert.parse(value, CertificatePolicies)];
      if (policies.some(each => each.policyQualifiers !== undefined)) return undefined;
      return policies.map(each => `Policy: ${each.policyIdentifier}`).join('\n');
    },
  ],
  '2.5.29.35': [
    'X509v3 Authority Key Identifier',
    value => {
      const { keyIdentifier, authorityCertIssuer } = AsnConvert.parse(value, AuthorityKeyIdentifier);
      return keyIdentifier && !authorityCertIssuer ? hex(keyIdentifier.buffer) : undefined;
    },
  ],
  '2.5.29.37': [
    'X509v3 Extended Key Usage',
    value => [...AsnConvert.parse(value, ExtendedKeyUsage)].map(each => purposes[each] ?? each).join(', '),
  ],
  '1.3.6.1.5.5.7.1.1': ['Authority Information Access', (_, { infoAccess }) => infoAccess],
};

const hex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map(each => each.toString(16).padStart(2, '0').toUpperCase()).join(':');

/** Returns the lines of a certificate, then its PEM text. Unreadable parts are omitted. @param der untrusted */
export function shownCertificate(der: Uint8Array): string {
  const certificate = new X509Certificate(der);
  const { subject, issuer, serialNumber, validFrom, validTo } = certificate;
  const parsed = readOr(() => AsnConvert.parse(der, Certificate));
  const inLine = (name: string | undefined): string => (name ?? '').split('\n').join(', ');
  const key = readOr(() => certificate.publicKey);
  const kind = key?.asymmetricKeyType ?? '';
  const algorithm = parsed?.signatureAlgorithm.algorithm;
  return [
    `Subject:${inLine(subject)}`,
    `Issuer:${inLine(issuer)}`,
    ...(parsed ? [`Version:${parsed.tbsCertificate.version.toString(16)}`] : []),
    `Serial Number:${serialNumber.toLowerCase()}`,
    ...(algorithm === undefined ? [] : [`Signature Algorithm:${signatureNames[algorithm] ?? algorithm}`]),
    ...(kind === '' ? [] : [`Public Key Algorithm:${keyNames[kind] ?? kind}`]),
    ...(parsed?.tbsCertificate.extensions ?? []).flatMap(({ extnID, extnValue }) => {
      const [name, text] = extensions[extnID] ?? [];
      const shown = text && readOr(() => text(extnValue.buffer, certificate));
      return shown === undefined ? [] : [`${name}:${shown}`];
    }),
    `Start date:${validFrom}`,
    `Expire date:${validTo}`,
    ...(kind === 'rsa' && key ? rsaLines(key) : []),
    ...(parsed ? [`Signature:${hex(parsed.signatureValue).toLowerCase()}:`] : []),
    certificate.toString(),
  ].join('\n');
}

function rsaLines(key: KeyObject): readonly string[] {
  const { n = '', e = '' } = key.export({ format: 'jwk' });
  const number = (text: string): string =>
    Buffer.from(text, 'base64url').toString('hex').replace(/^0+/, '').toUpperCase();
  return [`RSA Public Key:${key.asymmetricKeyDetails?.modulusLength}`, `rsa(n):${number(n)}`, `rsa(e):${number(e)}`];
}

function readOr<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
