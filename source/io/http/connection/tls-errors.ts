/** Explains failed certificates and handshakes, each with a next step. */
import { flagsOnly, type Hint, hint } from '../../../core/hint.js';
import { type Explanation, type Route, withHttp2 } from './route.js';
import { type CertificateError, dayOf, lastIssuer, namesOf } from './shown-certificate.js';

const wrongServer =
  /wrong version number|packet length too long|http request|record layer failure|unknown protocol|invalid tls record/i;

const on = (word: string, date: string | undefined): string | undefined => {
  const day = dayOf(date);
  return day && `${word} ${word === 'expired' ? 'on ' : ''}${day}`;
};

const noCommonVersion = ({ server }: Route): Explanation => ({
  kind: 'tls',
  text: `${server} and apiclient have no TLS version in common.`,
  hint: 'Pass --tls-min 1.0 if the server is old.',
});

/** Alert 40 (RFC 5246, section 7.2.2) has both causes. */
function noCommonCipher({ server, clientCertificate }: Route): Explanation {
  const otherCause = clientCertificate ? '' : ', or a client certificate is required';
  return {
    kind: 'tls',
    text: `${server} rejected the TLS handshake: no common cipher${otherCause}.`,
    hint: `Pass ${clientCertificate ? '' : '--cert FILE if it requires a certificate, or '}--tls-min 1.0 if it is old.`,
  };
}

/** @param reason from the alert, to follow "client certificate FILE" */
function certificateRefused({ server, clientCertificate }: Route, reason = ''): Explanation {
  if (clientCertificate === undefined)
    return { kind: 'tls', text: `${server} requires a client certificate.`, hint: 'Pass --cert FILE and --key FILE.' };
  return {
    kind: 'tls',
    text: `${server} rejected the client certificate ${clientCertificate}${reason}.`,
    hint: 'Check its issuer, its dates and its purpose.',
  };
}

/** Alerts about the client's certificate (RFC 8446, section 6.2), with the reason if they have one. */
const certificateAlerts: Readonly<Record<string, string>> = {
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: '',
  ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE: '',
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_UNKNOWN: '',
  ERR_SSL_SSLV3_ALERT_UNSUPPORTED_CERTIFICATE: ': it is of an unsupported type',
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_REVOKED: ': it was revoked',
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED: ': it has expired',
  ERR_SSL_TLSV1_ALERT_UNKNOWN_CA: ': its issuer is unknown to the server',
};

function unknownIssuer(the: string, error: CertificateError): Explanation {
  const issuer = lastIssuer(error);
  const name = issuer ? `"${issuer.name}", ` : '';
  const isMissing = issuer !== undefined && !issuer.isSent;
  const missing = isMissing ? ' and whose certificate was not sent' : '';
  return {
    kind: 'tls',
    text: `${the} comes from ${name}an issuer that is not trusted here${missing}.`,
    hint: isMissing
      ? 'The server must send an intermediate. Trust a root with --cacert FILE (or SSL_CERT_FILE), or skip the check with -k.'
      : 'Trust the issuer with --cacert FILE (or SSL_CERT_FILE), or skip the check with -k.',
  };
}

/** Node omits the code if the alert interrupted a write. The reason is then in OpenSSL's message. */
const codeIn = (message: string): string | undefined => {
  const reason = /:SSL routines:[^:]*:([^:]+):/.exec(message)?.[1];
  return reason && `ERR_SSL_${reason.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}`;
};

/** OpenSSL 3.5 has renamed the alerts of SSL 3. */
const newerAlert = /^ERR_SSL_SSL[/_]TLS_ALERT_/;

const hostOf = ({ server }: Route): string => server.replace(/^the proxy \w+:\/\//, '').replace(/:\d+$/, '');

/** Returns undefined for an error outside TLS. OpenSSL's message has source lines and numbers, so it is not shown. */
export function explainTls(given: string, error: CertificateError, route: Route): Explanation | undefined {
  const { message = '', cert } = error;
  const code = (given === 'EPROTO' ? (codeIn(message) ?? given) : given).replace(newerAlert, 'ERR_SSL_SSLV3_ALERT_');
  const tls = (text: string, hint: Hint): Explanation => ({ kind: 'tls', text, hint });
  const the = `The certificate of ${route.server}`;
  const reason = certificateAlerts[code];
  if (reason !== undefined) return certificateRefused(route, reason);
  switch (code) {
    case 'CERT_HAS_EXPIRED':
      return tls(
        `${the} ${on('expired', cert?.valid_to) ?? 'has expired'}.`,
        'The server must renew it; -k continues without checking.',
      );
    case 'CERT_NOT_YET_VALID':
      return tls(
        `${the} is not valid ${on('before', cert?.valid_from) ?? 'yet'}.`,
        "Is this machine's clock right? -k continues without checking.",
      );
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
      return tls(`${the} is self-signed.`, 'Trust it with --cacert FILE, or continue without checking, with -k.');
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      return unknownIssuer(the, error);
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return tls(
        `${the} is for ${namesOf(error) ?? 'other names'}, not for ${hostOf(route)}.`,
        'Use a name in the certificate; --resolve NAME:PORT:ADDRESS sets its address. -k continues without checking.',
      );
    case 'CERT_REVOKED':
      return tls(`${the} was revoked.`, 'Do not continue unless you know the reason.');
    case 'CERT_SIGNATURE_FAILURE':
    case 'CERT_UNTRUSTED':
    case 'CERT_REJECTED':
    case 'INVALID_CA':
    case 'INVALID_PURPOSE':
    case 'CERT_CHAIN_TOO_LONG':
    case 'PATH_LENGTH_EXCEEDED':
      return tls(`${the} cannot be trusted (${code}).`, '-k continues without checking.');
    case 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION':
    case 'ERR_SSL_UNSUPPORTED_PROTOCOL':
      return noCommonVersion(route);
    case 'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE':
    case 'ERR_SSL_TLSV1_ALERT_INSUFFICIENT_SECURITY':
    case 'ERR_SSL_NO_SHARED_CIPHER':
      return noCommonCipher(route);
    case 'ERR_SSL_TLSV1_UNRECOGNIZED_NAME':
      return tls(
        `${route.server} does not serve ${hostOf(route)}: it rejected that name in the handshake (SNI).`,
        'Check the host in the URL. To connect to this address with another name, use --resolve NAME:PORT:ADDRESS.',
      );
    case 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL':
      return tls(
        `${route.server} does not support ${route.http2 ? 'HTTP/2 or HTTP/1.1' : 'HTTP/1.1'} on this port.`,
        route.http1Only ? `It may require HTTP/2. ${withHttp2(route)}` : 'Is this the port of an https server?',
      );
  }
  const weak = /digest algorithm too weak|md too weak/i.test(`${code.replaceAll('_', ' ')} ${message}`);
  if (weak || /key too (?:small|weak)/i.test(`${code.replaceAll('_', ' ')} ${message}`))
    return tls(
      `${the} or of its issuer ${weak ? 'has a signature with a broken digest (SHA-1 or MD5)' : 'has a key that is too short'}.`,
      'The server needs a new certificate. -k continues without checking.',
    );
  if (!/^(?:ERR_SSL_|ERR_TLS_|ERR_OSSL_|EPROTO$)/.test(code)) return undefined;
  if (/protocol version|unsupported protocol|no protocols available/i.test(message)) return noCommonVersion(route);
  if (/handshake failure|no shared cipher|insufficient security/i.test(message)) return noCommonCipher(route);
  if (
    wrongServer.test(message) ||
    code === 'ERR_SSL_WRONG_VERSION_NUMBER' ||
    code === 'ERR_SSL_PACKET_LENGTH_TOO_LONG'
  ) {
    return tls(
      `${route.server} does not use TLS on this port.`,
      'Use http:// in the URL, or the port of its https server.',
    );
  }
  return tls(
    `The TLS handshake with ${route.server} failed (${code}).`,
    hint`Is it an https server?${flagsOnly(' Pass -v to see each step.')}`,
  );
}
