/** The certificate of an https callback: the user's, or a temporary one for this login. */
import { createSecureContext } from 'node:tls';
import { type Failure, isFailure, usageError } from '../../../core/failure.js';
import type { LoopbackCertificate } from '../../loopback.js';
import { fromHome, readText } from '../../sources.js';
import type { TokenContext } from '../context.js';

/** Reads it, or creates one for localhost that is valid for a day. An unusable file is a usage failure. */
export async function callbackCertificate({
  environment,
  options,
  ui,
}: TokenContext): Promise<LoopbackCertificate | Failure> {
  const { redirectCert, redirectKey } = options;
  if (redirectCert === undefined) {
    const { generate } = await import('selfsigned');
    const now = environment.now();
    const made = await generate([{ name: 'commonName', value: 'localhost' }], {
      keyType: 'ec',
      algorithm: 'sha256',
      notBeforeDate: new Date(now - 3_600_000),
      notAfterDate: new Date(now + 86_400_000),
      extensions: [
        {
          name: 'subjectAltName',
          altNames: [
            { type: 2, value: 'localhost' },
            { type: 7, ip: '127.0.0.1' },
            { type: 7, ip: '::1' },
          ],
        },
      ],
    });
    ui.note(
      'The browser will warn about the certificate of this login, which is self-signed. Pass your own with --oauth2-redirect-cert.',
    );
    return { cert: made.cert, key: made.private };
  }
  const read = async (file: string): Promise<string | Failure> => {
    const text = await readText({ from: 'file', path: fromHome(file, environment) }, environment);
    return isFailure(text) && !environment.signal.aborted ? usageError(text.text, 'Nothing was sent.') : text;
  };
  const cert = await read(redirectCert);
  const key = redirectKey === undefined ? cert : await read(redirectKey);
  if (isFailure(cert)) return cert;
  if (isFailure(key)) return key;
  try {
    createSecureContext({ cert, key });
    return { cert, key };
  } catch {
    return usageError(
      'The files of --oauth2-redirect-cert and --oauth2-redirect-key do not contain a certificate and its key.',
      'Both must be PEM. The key may be in the certificate file.',
    );
  }
}
