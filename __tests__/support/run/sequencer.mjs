/**
 * Order of the files of `npm run test:long`. The files that take longest come first, so that no core is idle at the end. In a
 * clean clone, Jest knows no times and would start with the largest files.
 */
import Sequencer from '@jest/test-sequencer';

/** Files that take more than 15 seconds, longest first. */
const slowest = [
  'tui/program/handover/typed-ahead.long',
  'soak/soak.long',
  'build/replacements.long',
  'tui/program/handover/one-owner.long',
  'tui/program/responsiveness.long',
  'command/completion.long',
  'program/hostile/cases/size.long',
  'program/hostile/cases/sockets.long',
  'program/hostile/memory.long',
  'tui/program/editor-and-pager.long',
  'tui/schema/api/real.long',
  'program/openapi/calls.long',
].map(name => `/__tests__/${name}.test.`);

function rankOf({ path }) {
  const rank = slowest.findIndex(name => path.includes(name));
  return rank < 0 ? slowest.length : rank;
}

export default class LongestFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).sort((one, other) => rankOf(one) - rankOf(other));
  }
}
