/** Options for sending an operation, and for schema tasks that replace sending. */
import type { ReportOption } from '../../options.js';

/** How often an operation is sent. */
export interface AgainOptions {
  /** `--paginate`: fetches page after page, with the cursor in `$endCursor`. */
  readonly paginate: boolean;
  /** `--max-pages`; if absent, all pages are fetched. */
  readonly maxPages?: number;
  /** `--every` in milliseconds; if absent, the operation is sent once. */
  readonly everyMs?: number;
}

/** Parts of an operation sent along with its text or instead of it. */
export interface SendOptions {
  /** `--persisted`: sends the hash of the text first, and the text if the server asks for it. */
  readonly persisted: boolean;
  /** `--document-id`: sent instead of the text. */
  readonly documentId?: string;
  /** `--extensions`: JSON text of an object. */
  readonly extensions?: string;
}

/** Returns true if the value of `--schema` or `--diff-schema` is a URL rather than `cached` or a file. */
export const namesSchemaUrl = (place: string): boolean => /^https?:\/\//i.test(place);

/** Returns true if the value of `--schema` or `--diff-schema` means the cached schema. `kept` is its older name. */
export const namesCachedSchema = (place: string): boolean => place === 'cached' || place === 'kept';

/** A schema task that replaces sending an operation. `json` means `--format json`. */
export type SchemaTask =
  /** `--find WORDS` */
  | { readonly kind: 'find'; readonly words: string; readonly json: boolean }
  /** `--from A --to B`; without `from`, the paths start at the roots. */
  | { readonly kind: 'ways'; readonly from?: string; readonly to: string; readonly json: boolean }
  /** `--describe Type|Type.field|@directive` */
  | { readonly kind: 'describe'; readonly name: string; readonly json: boolean }
  /** `--diff-schema FILE|URL|cached`: see `namesSchemaUrl` and `namesCachedSchema`. */
  | { readonly kind: 'diff'; readonly old: string; readonly reports: readonly ReportOption[] }
  /** `--validate FILE|FOLDER|GLOB`, as typed, in order. */
  | { readonly kind: 'validate'; readonly patterns: readonly string[]; readonly reports: readonly ReportOption[] };
