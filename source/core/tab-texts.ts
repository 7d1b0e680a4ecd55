/** A tab as saved in a draft and restored from it. */
import type { DocumentKind } from './document-kind.js';

/**
 * Texts with the names of their file, endpoint and profile. `Text` is a string, or a value that is converted to one when
 * written.
 */
export interface TabTexts<Text = string> {
  /** Defaults to the draft's endpoint. */
  readonly url?: string;
  /** Defaults to the kind of the draft's first tab. It is written for each tab if they differ. */
  readonly language?: DocumentKind;
  readonly query: Text;
  /** Variables, valid or not. */
  readonly variables: Text;
  readonly file?: TextFile<Text>;
  readonly profile?: string;
  /** Values for `{{name}}`, as JSON text by name. Values that look like secrets are excluded. */
  readonly values?: Readonly<Record<string, string>>;
}

/** A user's file, with enough information to tell whether the texts differ from it. */
export interface TextFile<Text = string> {
  /** Absolute path in a draft; on the screen, the path as the user would type it. */
  readonly path: string;
  /** Texts as in the file and in its companion file. */
  readonly query: Text;
  readonly variables: Text;
}

/** The tabs other than the active one, which is at index `at`. */
export interface OtherTabs<Text = string> {
  readonly at: number;
  readonly others: readonly TabTexts<Text>[];
  /** Endpoint of the active tab, if it is not the draft's. */
  readonly url?: string;
  /** Kind of the active tab. Absent as in `TabTexts`. */
  readonly language?: DocumentKind;
}
