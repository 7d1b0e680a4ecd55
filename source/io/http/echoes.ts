/** What a server may repeat of one request, hidden where the exchange is described: `-v`, the debug log, `--meta`, notes. */
import { withoutScheme } from '../../core/credentials/header.js';
import { echoMask } from '../../core/request/echoes.js';
import { maskLike } from '../../core/request/url.js';
import { wireText } from '../../core/request/wire-text.js';
import { isSecret, reveal } from '../../core/secret.js';
import type { SentHead } from './exchange.js';

/** The value of a response header with the request's secrets in it hidden. */
export type MaskHeader = (name: string, value: string) => string;

/** Response headers as the description of an exchange shows them. */
export function headerMask(sent: SentHead): MaskHeader {
  const hide = echoMask(secretsOf(sent));
  return (name, value) => {
    const text = hide(wireText(value));
    return /^(?:content-)?location$/i.test(name) ? maskLike(text, sent.shownUrl) : text;
  };
}

/** The secrets of a request, each without the scheme or the cookie name in front of it. */
function secretsOf(sent: SentHead): readonly string[] {
  const lines = sent.headers.flatMap(({ name, value }) => {
    if (!isSecret(value)) return [];
    const text = reveal(value);
    if (/^cookie$/i.test(name)) return text.split('; ').map(pair => pair.slice(pair.indexOf('=') + 1));
    return [withoutScheme(text)];
  });
  return [...(sent.secrets ?? []).map(reveal), ...lines];
}
