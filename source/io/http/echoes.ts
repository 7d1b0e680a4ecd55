/** Masks secrets that a server echoes, wherever an exchange is described: `-v`, the debug log, `--meta`, notes. */
import { isSecretName, withoutScheme } from '../../core/credentials/header.js';
import { echoMask, wordMask } from '../../core/request/echo-mask.js';
import { maskLike } from '../../core/request/url.js';
import { wireBytes, wireText } from '../../core/request/wire-text.js';
import { bullets, isSecret, reveal } from '../../core/secret.js';
import type { SentHead } from './exchange.js';

/** Masks the request's secrets in a response header's value. */
export type MaskHeader = (name: string, value: string) => string;

export function headerMask(sent: SentHead): MaskHeader {
  const hide = echoMask(secretsOf(sent));
  return (name, value) => {
    const text = hide(wireText(value));
    return /^(?:content-)?location$/i.test(name) ? maskLike(text, sent.shownUrl) : text;
  };
}

/** Masks the request's secrets in a server's message. @param more secrets sent after the head */
export const messageMask = (sent: SentHead, more: readonly string[] = []): ((text: string) => string) =>
  wordMask([...secretsOf(sent), ...more]);

/** Masks a raw head (one character per byte) for the log: credentials, folded lines included, and echoes. */
export function rawHeadMask(sent: SentHead): (bytes: string) => string {
  const mask = headerMask(sent);
  return bytes => {
    let name = '';
    const lines = bytes.split(/(?<=\n)/).map(line => {
      const [, named, start = '', value = '', end = ''] =
        /^(?:([^:\s]+)([ \t]*:[ \t]*)|[ \t]+)?([\s\S]*?)(\r?\n?)$/.exec(line) ?? [];
      if (named !== undefined) name = named;
      const before = line.slice(0, line.length - value.length - end.length);
      if (isSecretName(name) && (named !== undefined || /^[ \t]/.test(line))) return `${before}${bullets}${end}`;
      const shown = mask(name, value);
      return shown === wireText(value) ? line : `${named ?? ''}${start}${shown}${end}`;
    });
    return lines.join('');
  };
}

/** Without the scheme or the cookie name. */
function secretsOf(sent: SentHead): readonly string[] {
  const lines = sent.headers.flatMap(({ name, value }) => {
    if (!isSecret(value)) return [];
    // As the server may echo it: cookies are bytes, not necessarily UTF-8.
    const text = wireText(wireBytes(reveal(value)));
    if (/^cookie$/i.test(name)) return text.split('; ').map(pair => pair.slice(pair.indexOf('=') + 1));
    return [withoutScheme(text)];
  });
  return [...(sent.secrets ?? []).map(reveal), ...lines];
}
