/** Formats that can be imported, one row each. */
import { readOpenCollection } from '../../core/import/bruno.js';
import type { ImportReader, ImportResult } from '../../core/import/collection.js';
import { readHar } from '../../core/import/har.js';
import { readInsomnia } from '../../core/import/insomnia.js';
import { readOpenapi } from '../../core/import/openapi.js';
import { readPostman } from '../../core/import/postman.js';

/** Readers of JSON and YAML by the name of their format, in the order in which they are tried. */
export const formats: readonly (readonly [name: string, read: ImportReader])[] = [
  ['Postman', readPostman],
  ['Insomnia', readInsomnia],
  ['HAR', readHar],
  ['OpenAPI', readOpenapi],
  ['Bruno', readOpenCollection],
];

/** Reads a format that is neither JSON nor YAML, such as curl lines. */
export type TextImportReader = (text: string, file: string) => ImportResult | undefined;

/** Hint for a file in another format. */
export const knownFormats = `Formats: ${formats.map(([name]) => name).join(', ')}, curl lines. See apiclient help import.`;
