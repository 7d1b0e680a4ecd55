/** What a server may repeat of one request, hidden where the exchange is described: `-v`, the debug log, `--meta`, notes. */
import { isSecretName, withoutScheme } from '../../core/credentials/header.js';
import { echoMask, wordMask } from '../../core/request/echo-mask.js';
import { maskLike } from '../../core/request/url.js';
import { wireBytes, wireText } from '../../core/request/wire-text.js';
import { bullets, isSecret, reveal } from '../../core/secret.js';
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

/**
 * The words of a server about a request, for a sentence of ours: without the request's secrets.
 * @param more secrets that were sent behind the head
 */
export const messageMask = (sent: SentHead, more: readonly string[] = []): ((text: string) => string) =>
  wordMask([...secretsOf(sent), ...more]);

/**
 * A head as it came, each character one byte, as the log may keep it: the values of lines that carry credentials are
 * bullets, folded ones too, and so is what they repeat of the request.
 */
export function rawHeadMask(sent: SentHead): (bytes: string) => string {
  const mask = headerMask(sent);
  return bytes => {
    let name = '';
    const lines = bytes.split(/(?<=\n)/).map(line => {
      const [, named, start = '', value = '', end = ''] =
        /^(?:([^:\s]+)([ \t]*:[ \t]*)|[ \t]+)?([^\r\n]*)(\r?\n?)$/.exec(line) ?? [];
      if (named !== undefined) name = named;
      const before = line.slice(0, line.length - value.length - end.length);
      if (isSecretName(name) && (named !== undefined || /^[ \t]/.test(line))) return `${before}${bullets}${end}`;
      const shown = mask(name, value);
      return shown === wireText(value) ? line : `${named ?? ''}${start}${shown}${end}`;
    });
    return lines.join('');
  };
}

/** The secrets of a request, each without the scheme or the cookie name in front of it. */
function secretsOf(sent: SentHead): readonly string[] {
  const lines = sent.headers.flatMap(({ name, value }) => {
    if (!isSecret(value)) return [];
    // As the server may repeat it: cookies are bytes, which need not be UTF-8.
    const text = wireText(wireBytes(reveal(value)));
    if (/^cookie$/i.test(name)) return text.split('; ').map(pair => pair.slice(pair.indexOf('=') + 1));
    return [withoutScheme(text)];
  });
  return [...(sent.secrets ?? []).map(reveal), ...lines];
}
