/** Internationalized host names: sent as A-labels (RFC 5890) and shown in both forms. */
import { domainToUnicode } from 'node:url';
import { readUrl } from './read-url.js';

/**
 * Returns the host as sent, followed by its readable form if that differs. The form that is sent distinguishes lookalikes. May
 * include a port.
 */
export function shownHost(host: string): string {
  if (!/(?:^|\.)xn--/i.test(host)) return host;
  const name = host.replace(/:\d+$/, '');
  const readable = domainToUnicode(name);
  // Some Node versions return invalid Punycode unchanged.
  return readable === '' || readable === name.toLowerCase() ? host : `${host} (${readable})`;
}

/** Returns a URL with its host as sent, followed by the readable host. */
export function shownEndpoint(url: string): string {
  if (/^[\x00-\x7f]*$/.test(url) && !/xn--/i.test(url)) return url;
  const host = readUrl(url)?.hostname ?? '';
  const readable = shownHost(host).slice(host.length);
  return readable === '' ? url : `${url.replace(/^([a-z]+:\/\/)?(?:[^/?#@]*@)?[^/?#:]*/i, `$1${host}`)}${readable}`;
}
