/** Masks a request's secrets in its response, which may repeat them: for `-v`, the debug log, `--meta`, checks and messages. */
import { isSecretName, withoutScheme } from '../../core/credentials/header.js';
import { longSecret, type Mask, maskOf } from '../../core/masking/mask.js';
import { maskLike } from '../../core/masking/pairs.js';
import { wireText } from '../../core/request/wire-text.js';
import { bullets, isSecret, reveal } from '../../core/secret.js';
import type { SentHead } from './exchange.js';

/** Masks the request's secrets in a response header's value. */
export type MaskHeader = (name: string, value: string) => string;

/** Very short secrets are not masked, because they occur in ordinary values. */
export function headerMask(sent: SentHead): MaskHeader {
  const mask = maskOf(secretsOf(sent), longSecret);
  return (name, value) => {
    const text = mask(wireText(value));
    return /^(?:content-)?location$/i.test(name) ? maskLike(text, sent.shownUrl) : text;
  };
}

/** Masks the request's secrets in a server's message. @param more secrets sent after the head */
export const messageMask = (sent: SentHead, more: readonly string[] = []): Mask =>
  maskOf([...secretsOf(sent), ...more]);

/** Masks a raw head (one character per byte) for the log: credentials and echoes, also in folded lines. */
export function rawHeadMask(sent: SentHead): Mask {
  const mask = headerMask(sent);
  return bytes =>
    bytes
      .split(/(?<=\n)(?![ \t])/)
      .map(maskLine)
      .join('');

  function maskLine(line: string): string {
    const [, name = '', colon = '', value = '', end = ''] =
      /^(?:([^:\s]+)([ \t]*:[ \t]*))?([\s\S]*?)(\r?\n?)$/.exec(line) ?? [];
    // Preserve the lines of a folded value.
    const shown = isSecretName(name) ? value.replace(/[^\s][^\r\n]*/g, bullets) : mask(name, value);
    return shown === wireText(value) ? line : `${name}${colon}${shown}${end}`;
  }
}

/** Value without the scheme or the cookie name. */
function secretsOf(sent: SentHead): readonly string[] {
  const values = sent.headers.flatMap(({ name, value }) => {
    if (!isSecret(value)) return [];
    const text = reveal(value);
    if (/^cookie$/i.test(name)) return text.split('; ').map(pair => pair.slice(pair.indexOf('=') + 1));
    return [withoutScheme(text)];
  });
  return [...(sent.secrets ?? []).map(reveal), ...values];
}
