/** A tab as it is saved in a draft and restored from it. */
import type { DocumentKind } from './document-kind.js';

/** Texts with the names of their file, endpoint and profile. `Text` is a string, or what becomes one when it is written. */
export interface TabTexts<Text = string> {
  /** Absent: the draft's endpoint. */
  readonly url?: string;
  /** Absent: the kind of the draft's first tab; written for each tab where they differ. */
  readonly language?: DocumentKind;
  readonly query: Text;
  /** Valid or not. */
  readonly variables: Text;
  readonly file?: TextFile<Text>;
  readonly profile?: string;
  /** Kept for `{{name}}`, as JSON text by name; none that looks like a secret. */
  readonly values?: Readonly<Record<string, string>>;
}

/** A user's file, with enough to tell whether the texts differ from it. */
export interface TextFile<Text = string> {
  /** Absolute in a draft; as the user would type it on the screen. */
  readonly path: string;
  /** The texts as in the file, and in the one beside it. */
  readonly query: Text;
  readonly variables: Text;
}

/** The tabs beside the active one, which is at index `at`. */
export interface OtherTabs<Text = string> {
  readonly at: number;
  readonly others: readonly TabTexts<Text>[];
  /** The active tab's endpoint, if it is not the draft's. */
  readonly url?: string;
  /** The active tab's; absent as in `TabTexts`. */
  readonly language?: DocumentKind;
}
