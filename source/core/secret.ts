/**
 * A text that prints as bullets wherever it is converted by accident (templates, JSON, console, util.inspect). Only `reveal`
 * returns it, so that every use is easy to find.
 */
const key: unique symbol = Symbol.for('apiclient.secret');
export const bullets = '\u2022\u2022\u2022\u2022';

export interface Secret {
  readonly isSecret: true;
  toString(): string;
  toJSON(): string;
}

/** How many secrets are remembered: those of a request and of its logins, many times over. */
const maxRemembered = 200;

/** The texts of the secrets made or revealed last, the latest at the end; one set for all copies of this file. */
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

/** The secrets this process used last, for a message whose words nobody chose: `core/bug.ts`. */
export const secretsInUse = (): readonly string[] => [...remembered()];

/** Hides a text; `reveal` gives it back. */
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

/** Also true for a secret of another chunk's copy of this file. */
export const isSecret = (value: unknown): value is Secret =>
  typeof value === 'object' && value !== null && key in value;

/** Unwraps a secret. Call it only where the text goes to its server, or to a file of its owner. */
export function reveal(value: Secret | string): string {
  if (typeof value === 'string') return value;
  return remember((value as unknown as Record<typeof key, () => string>)[key]());
}
