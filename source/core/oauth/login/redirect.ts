/** Redirect URI of the login page (RFC 8252 7.3), and checks of which endpoints may receive secrets. */
import { type Failure, usageError } from '../../failure.js';
import { isLoopback } from '../../request/loopback.js';
import { readUrl } from '../../request/read-url.js';

/** How the response of the login page is received. */
export type Redirect =
  /** Received by a listener on the loopback interface. `port` 0 means any free port. */
  | {
      readonly kind: 'listen';
      readonly port: number;
      readonly path: string;
      readonly tls: boolean;
      uri(port: number): string;
    }
  /** Not a loopback address of this machine, so the user pastes the response. */
  | { readonly kind: 'paste'; readonly uri: string };

/** Returns `http://127.0.0.1:PORT/callback`, or the value of `--oauth2-redirect-uri`, byte for byte. */
export function redirectOf(given: string | undefined, port: number): Redirect | Failure {
  if (given === undefined) {
    return { kind: 'listen', port, path: '/callback', tls: false, uri: bound => `http://127.0.0.1:${bound}/callback` };
  }
  const url = readUrl(given);
  if (url === undefined) {
    return usageError(`--oauth2-redirect-uri "${given}" is not a URL.`, 'Like http://localhost:8484/callback');
  }
  if (url.hash !== '' || given.includes('#')) {
    return usageError('--oauth2-redirect-uri must not have a fragment (#…).', 'Remove the part that begins at #.');
  }
  const ours = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  const tls = url.protocol === 'https:';
  if ((url.protocol !== 'http:' && !tls) || !ours) return { kind: 'paste', uri: given };
  const usual = tls ? 443 : 80;
  return {
    kind: 'listen',
    port: url.port === '' ? usual : Number(url.port),
    path: url.pathname,
    tls,
    uri: () => given,
  };
}

/** Returns a warning if an endpoint would receive secrets over plain http on another machine. */
export function plainHttpNote(name: string, endpoint: string): string | undefined {
  const url = new URL(endpoint);
  if (url.protocol !== 'http:' || isLoopback(url.hostname)) return undefined;
  return `Warning: the ${name} ${url.origin} uses plain http: anyone on the network path can read the secrets sent there.`;
}

/** Returns the endpoint as a usable URL, or why it is invalid. */
export function endpointUrl(flag: string, value: string): string | Failure {
  const url = readUrl(value);
  if (url === undefined) return usageError(`${flag} "${value}" is not a URL.`, 'It must begin with https://');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return usageError(`${flag} "${value}" must use https or http.`, 'It must begin with https://');
  }
  if (url.username !== '' || url.password !== '') {
    return usageError(`${flag} contains a user or a password.`, 'Nothing was sent to it.');
  }
  url.hash = '';
  return url.href;
}
