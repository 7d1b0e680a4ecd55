/** Formats that can be imported, one row each. */
import type { ImportReader } from '../../core/import/collection.js';
import { readPostman } from '../../core/import/postman.js';

/** Readers by the name of their format, in the order in which they are tried. */
export const formats: readonly (readonly [name: string, read: ImportReader])[] = [['Postman', readPostman]];
