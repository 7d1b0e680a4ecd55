/** Variables in the texts of an export, which `.http` files write as `{{name}}`. */
import { dynamicNames } from '../http-file/dynamic.js';

/** Generated values of other tools, and their names here. Names in `dynamicNames` need no row. */
const generated: Readonly<Record<string, string>> = {
  randomUUID: '$uuid',
  randomAlphaNumeric: '$random.alphanumeric 1',
  randomEmail: '$random.email',
  randomExampleEmail: '$random.email',
};

const knownNames = new Set(dynamicNames);

/**
 * Returns the expression between the braces as written here. An unknown generated value becomes an ordinary name: it is then
 * reported as missing before anything is sent, and cannot read an environment variable.
 * @param isBruno whether `process.env.NAME` reads an environment variable, which needs trust when the file is run
 */
export function placeholder(expression: string, isBruno = false): string {
  const name = expression.trim().replace(/^[%\s]+/, '');
  const [, variable] = /^process\.env\.(\w+)$/.exec(name) ?? [];
  if (isBruno && variable !== undefined) return `$processEnv ${variable}`;
  if (!name.startsWith('$')) return name;
  const [word = ''] = /^[\w.]+/.exec(name.slice(1)) ?? [];
  if (Object.hasOwn(generated, word)) return generated[word] as string;
  return knownNames.has(word) ? name : name.replace(/^[$%\s]+/, '');
}

/** Rewrites all placeholders of a text. A leading `%`, for a percent-encoded value, is preserved. */
export const withPlaceholders = (text: string, isBruno?: boolean): string =>
  text.replace(
    /\{\{(%?)([^{}\r\n]*)\}\}/g,
    (_, mark, expression: string) => `{{${mark}${placeholder(expression, isBruno)}}}`,
  );

/** Names of generated values in a text that are unknown here. */
export const unknownGenerated = (text: string): readonly string[] =>
  [...text.matchAll(/\{\{([^{}\r\n]*)\}\}/g)]
    .flatMap(([, expression = '']) => /^[%\s]*\$([\w.]+)/.exec(expression)?.[1] ?? [])
    .filter(word => !knownNames.has(word) && !Object.hasOwn(generated, word));

/** Applies a function to the text between placeholders. */
export const betweenPlaceholders = (text: string, change: (literal: string) => string): string =>
  text
    .split(/(\{\{[^{}\r\n]*\}\})/)
    .map((piece, at) => (at % 2 === 0 ? change(piece) : piece))
    .join('');

/** True if a text has at least one placeholder. */
export const hasPlaceholder = (text: string): boolean => /\{\{[^{}\r\n]*\}\}/.test(text);
