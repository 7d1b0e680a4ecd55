/**
 * A text that prints as bullets whenever it is converted by accident (templates, JSON, console, util.inspect). Only `reveal`
 * returns it, so that every use is easy to find.
 */
const key: unique symbol = Symbol.for('apiclient.secret');
export const bullets = '\u2022\u2022\u2022\u2022';

export interface Secret {
  readonly isSecret: true;
  toString(): string;
  toJSON(): string;
}

/** Maximum number of remembered secrets, many times the number used by a request and its logins. */
const maxRemembered = 200;

/** Returns the texts of the secrets created or revealed last, the latest at the end. All copies of this file share one set. */
function remembered(): Set<string> {
  const place = globalThis as { [rememberedKey]?: Set<string> };
  place[rememberedKey] ??= new Set();
  return place[rememberedKey];
}
const rememberedKey: unique symbol = Symbol.for('apiclient.secrets');

function remember(text: string): string {
  const texts = remembered();
  texts.delete(text);
  texts.add(text);
  const [oldest] = texts;
  if (texts.size > maxRemembered && oldest !== undefined) texts.delete(oldest);
  return text;
}

/** Returns the secrets that this process used last, for messages with unpredictable text; see `core/bug.ts`. */
export const secretsInUse = (): readonly string[] => [...remembered()];

/** Hides a text. `reveal` returns it. */
export function secret(text: string): Secret {
  remember(text);
  const value = {
    isSecret: true as const,
    toString: () => bullets,
    toJSON: () => bullets,
    [Symbol.for('nodejs.util.inspect.custom')]: () => bullets,
  };
  Object.defineProperty(value, key, { value: () => text, enumerable: false });
  return value;
}

/** Also returns true for a secret created by another chunk's copy of this file. */
export const isSecret = (value: unknown): value is Secret =>
  typeof value === 'object' && value !== null && key in value;

/** Returns a text or secret for display: the text, or bullets for a secret unless secrets are shown. */
export const printedValue = (value: Secret | string, { showSecrets }: { readonly showSecrets: boolean }): string =>
  showSecrets ? reveal(value) : String(value);

/** Unwraps a secret. Call it only to send the text to its server or to write it to a file of its owner. */
export function reveal(value: Secret | string): string {
  if (typeof value === 'string') return value;
  return remember((value as unknown as Record<typeof key, () => string>)[key]());
}
