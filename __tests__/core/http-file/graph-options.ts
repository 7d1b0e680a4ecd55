/** Options of the graph of a file, without values from elsewhere. */
import type { graphOf } from '../../../source/core/http-file/graph.js';

export const graphOptions: Parameters<typeof graphOf>[1] = {
  variables: [],
  commandLineNames: new Map(),
  extraTexts: () => [],
  session: () => undefined,
  cleanup: false,
};
