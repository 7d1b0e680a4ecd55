/** Returns why a URL is invalid without quoting it, because an apparent port may be part of a password. */
import { readUrl } from '../read-url.js';

/** @param text absolute URL, including its scheme */
export function urlProblem(text: string): string | undefined {
  if (readUrl(text) !== undefined) return undefined;
  const authority = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(text)?.[1] ?? '';
  const place = authority.slice(authority.lastIndexOf('@') + 1);
  const [, host = '', port] = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/s.exec(place) ?? [];
  if (host === '') return 'it contains no host';
  if (port !== undefined && /^\d+$/.test(port) && Number(port) > 65_535) return 'its port is larger than 65535';
  if (port !== undefined && port !== '' && !/^\d+$/.test(port)) return 'its port is not a number';
  return 'its host is invalid';
}
