/**
 * Order of the files of `npm run test:long`. The files that take longest come first, so that no core is idle at the end. In a
 * clean clone, Jest knows no times and would start with the largest files.
 */
import Sequencer from '@jest/test-sequencer';

/** Files that take more than 15 seconds, longest first. */
const slowest = [
  'tui/program/handover/typed-ahead.long',
  'build/replacements.long',
  'soak/soak.long',
  'tui/program/responsiveness.long',
  'tui/program/handover/one-owner.long',
  'tui/linear/prompt',
  'tui/schema/api/real.long',
  'program/hostile/memory.long',
  'help-examples.long',
  'program/openapi/calls.long',
  'tui/effects/watchdog.long',
  'plain/trust/property',
  'tui/program/editor-and-pager.long',
  'core/request/shell',
  'tui/response/story.long',
  'manual-examples.long',
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
