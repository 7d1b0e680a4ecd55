import type { FlagName } from '../../flags.js';

/** The help page of one flag, in addition to its row of the flag table. */
export interface FlagNote {
  /** Sentences with more detail than the help line. */
  readonly more?: string;
  /** Related flags. */
  readonly with?: readonly FlagName[];
  /** A runnable example; `:4000` is the demo. Defaults to a GET request with the flag, which suits request switches. */
  readonly example?: string;
  /** Equivalent flag in curl. */
  readonly curl?: string;
  /** Equivalent flag in HTTPie. */
  readonly httpie?: string;
}
