/** Text with a role: what highlighters make. `plain/` and `tui/` give each role a colour; nothing here knows any. */

/** What a piece of shown text is. */
export type Role =
  | 'plain'
  | 'punctuation'
  | 'key'
  | 'string'
  | 'number'
  /** `true`, `false`, `null`. */
  | 'literal'
  | 'keyword'
  | 'name'
  | 'variable'
  | 'directive'
  | 'comment'
  | 'tag'
  /** Text that is not what its type promised: shown as it came. */
  | 'invalid'
  | 'dim'
  | 'good'
  | 'warn'
  | 'bad';

/** A piece of text of one role. Spans of a text put together are that text. */
export interface Span {
  readonly text: string;
  readonly role: Role;
}

/** Takes pieces as they are found. A token may come in several pieces of the same role. */
export type Emit = (text: string, role: Role) => void;
