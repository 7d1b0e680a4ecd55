/** Loads the code and the schemas that checks need, before they are evaluated. */
import { schemaFile } from '../../core/checks/check.js';
import type { CheckEngines } from '../../core/checks/exchange.js';
import { type Failure, isFailure } from '../../core/failure.js';

/**
 * Returns the code and schemas that the checks and captures need, or undefined if they need none.
 * @param read reads a schema by the name in the check
 */
export async function enginesFor(
  texts: readonly string[],
  read: (file: string) => Promise<string | Failure>,
): Promise<CheckEngines | Failure | undefined> {
  const needs = (word: string): boolean => texts.some(text => text.trimStart().startsWith(word));
  const schemas = new Map<string, (body: string) => readonly string[]>();
  for (const file of texts.flatMap(text => schemaFile(text) ?? [])) {
    if (schemas.has(file)) continue;
    const text = await read(file);
    if (isFailure(text)) return text;
    const { schemaEngine } = await import('../../core/checks/schema.js');
    const engine = schemaEngine(text, file);
    if (isFailure(engine)) return engine;
    schemas.set(file, engine);
  }
  const [isXpath, isCss] = [needs('xpath'), needs('css')];
  if (!isXpath && !isCss && schemas.size === 0) return undefined;
  return {
    xpath: isXpath ? (await import('../../core/checks/xpath.js')).xpathEngine() : undefined,
    css: isCss ? (await import('../../core/checks/css.js')).cssEngine() : undefined,
    schema: (file, body) => schemas.get(file)?.(body) ?? ['the schema was not read'],
  };
}
