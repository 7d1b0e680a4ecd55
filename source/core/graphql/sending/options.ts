/** Options for sending an operation, and for tasks on a schema instead. */
import type { ReportOption } from '../../options.js';

/** How often an operation is sent. */
export interface AgainOptions {
  /** `--paginate`: page by page, with the cursor in `$endCursor`. */
  readonly paginate: boolean;
  /** `--max-pages`; absent: to the last one. */
  readonly maxPages?: number;
  /** `--every`, in milliseconds; absent: once. */
  readonly everyMs?: number;
}

/** Parts of an operation sent beside its text, or in place of it. */
export interface SendOptions {
  /** `--persisted`: the hash of the text first, the text when the server asks for it. */
  readonly persisted: boolean;
  /** `--document-id`: in place of the text. */
  readonly documentId?: string;
  /** `--extensions`: JSON text of an object. */
  readonly extensions?: string;
}

/** Of the value of `--schema` and `--diff-schema`: true for a URL; else it is `kept`, or a file. */
export const namesSchemaUrl = (place: string): boolean => /^https?:\/\//i.test(place);

/** A task on a schema, instead of sending an operation. `json`: `--format json`. */
export type SchemaTask =
  /** `--find WORDS` */
  | { readonly kind: 'find'; readonly words: string; readonly json: boolean }
  /** `--describe Type|Type.field|@directive` */
  | { readonly kind: 'describe'; readonly name: string; readonly json: boolean }
  /** `--diff-schema FILE|URL|kept`: see `namesSchemaUrl`. */
  | { readonly kind: 'diff'; readonly old: string; readonly reports: readonly ReportOption[] }
  /** `--validate FILE|FOLDER|GLOB`, as typed, in order. */
  | { readonly kind: 'validate'; readonly patterns: readonly string[]; readonly reports: readonly ReportOption[] };
