import type { FlagName } from '../../flags.js';

/** The page of one flag beyond its line in the flag table. */
export interface FlagNote {
  /** Sentences that say more than the help. */
  readonly more?: string;
  /** Flags it is used with. */
  readonly with?: readonly FlagName[];
  /** A line that can be typed; `:4000` is the demo. */
  readonly example: string;
  /** Its name in curl. */
  readonly curl?: string;
  /** Its name in HTTPie. */
  readonly httpie?: string;
}
