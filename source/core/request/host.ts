/** Host names with letters that are no ASCII: sent in their ASCII form (RFC 5890, "A-labels"), typed and read in the other. */
import { domainToUnicode } from 'node:url';
import { readUrl } from './read-url.js';

/**
 * A host as it is sent, with the form that a person reads beside it where the two differ: two names that look the same
 * are told apart by what is sent. A port may follow the host.
 */
export function shownHost(host: string): string {
  if (!/(?:^|\.)xn--/i.test(host)) return host;
  const name = host.replace(/:\d+$/, '');
  const readable = domainToUnicode(name);
  // Of what is no punycode, some lines of Node give back what they were given.
  return readable === '' || readable === name.toLowerCase() ? host : `${host} (${readable})`;
}

/** The same for the host in a URL: the URL with its host as it is sent, and the readable host behind it. */
export function shownEndpoint(url: string): string {
  if (/^[\x00-\x7f]*$/.test(url) && !/xn--/i.test(url)) return url;
  const host = readUrl(url)?.hostname ?? '';
  const readable = shownHost(host).slice(host.length);
  return readable === '' ? url : `${url.replace(/^([a-z]+:\/\/)?(?:[^/?#@]*@)?[^/?#:]*/i, `$1${host}`)}${readable}`;
}
