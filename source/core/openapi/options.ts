/** Tasks that flags set on a description. */
import type { SchemaTask } from '../graphql/sending/options.js';
import type { ItemOption, QueryOption } from '../options.js';

/** One task; absent flags mean the overview. */
export type OpenapiTask =
  /** The full screen. `file`: requests to begin with. */
  | { readonly kind: 'open'; readonly file?: string }
  | SchemaTask
  | { readonly kind: 'overview'; readonly json: boolean }
  | { readonly kind: 'print' }
  /** `--call OPERATION`: built and sent. */
  | {
      readonly kind: 'call';
      readonly operation: string;
      readonly items: readonly ItemOption[];
      readonly query: readonly QueryOption[];
      /** `--print-request`. */
      readonly printed: boolean;
    };

/** Code of the failure that a server has no description where one is looked for. */
export const noDescription = 'NO_DESCRIPTION';
