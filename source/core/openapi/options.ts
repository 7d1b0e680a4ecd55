/** Tasks of `apiclient openapi`. */
import type { SchemaTask } from '../graphql/sending/options.js';
import type { ItemOption, QueryOption } from '../options.js';

/** A task. Without flags, it is the overview. */
export type OpenapiTask =
  /** The full screen. `file` contains the requests to start with, or is the URL of a WebSocket to open. */
  | {
      readonly kind: 'open';
      readonly file?: string;
      /** The typed word, if it may name a folder of requests. */
      readonly maybeFolder?: string;
      /** Folder that contains `file`, whose other files are listed. */
      readonly folder?: string;
    }
  | SchemaTask
  | { readonly kind: 'overview'; readonly json: boolean }
  | { readonly kind: 'print' }
  /** `--call OPERATION`: the request is built and sent. */
  | {
      readonly kind: 'call';
      readonly operation: string;
      readonly items: readonly ItemOption[];
      readonly query: readonly QueryOption[];
      /** Name of the example that the body starts with. */
      readonly example?: string;
      /** True with `--print-request`. */
      readonly printed: boolean;
    };

/** Failure code if no description is found on a server. */
export const noDescription = 'NO_DESCRIPTION';

/** Failure code for a description of an unsupported version. */
export const unsupportedVersion = 'UNSUPPORTED_VERSION';
