/** Text with roles; `plain/` and `tui/` assign colours. */

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
  /** Not valid for its type; shown unchanged. */
  | 'invalid'
  | 'dim'
  | 'good'
  | 'warn'
  | 'bad';

/** A text of one role. Spans concatenate to the whole text. */
export interface Span {
  readonly text: string;
  readonly role: Role;
}

/** Receives pieces in order; a token may come in several of the same role. */
export type Emit = (text: string, role: Role) => void;
