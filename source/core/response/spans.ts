/** Roles of text. `plain/` and `tui/` assign colours to them. */
import type { MethodRole } from '../request/method-role.js';

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
  /** Not valid for its type, and therefore shown unchanged. */
  | 'invalid'
  | 'dim'
  | 'good'
  | 'warn'
  | 'bad'
  | MethodRole;

/** A text with one role. Spans concatenate to the complete text. */
export interface Span {
  readonly text: string;
  readonly role: Role;
}

/** Receives pieces in order. A token may be split into several pieces of the same role. */
export type Emit = (text: string, role: Role) => void;
