/** The marks of the tree and of responses, as a legend at the end of the help. */
import type { Glyphs } from '../model/theme.js';
import type { KeyEntry } from './key-entries.js';

/** Heading of the legend. Its lines are not keys. */
export const marksHeading = 'Marks';

const marks = ({ given, absent, required, opened, closed, cycle, pointer, bad, caution }: Glyphs) =>
  [
    ['[x] / [~] / [ ]', 'Ticked, partly ticked, not ticked.', ['checkbox', 'selected']],
    [`${given} / ${absent}`, 'Argument, parameter or property with a value, without a value.', ['circle', 'argument']],
    [`name${required}`, 'Required. A type with ! is required as well.', ['mandatory', 'star', 'asterisk']],
    ['(*) / ( )', 'Chosen alternative, another alternative.', ['oneOf', 'anyOf']],
    [`${opened} / ${closed}`, 'Expanded, collapsed.', ['arrow', 'triangle']],
    [cycle, 'The type of the row is also the type of a row above it.', ['recursive', 'cycle']],
    [pointer, 'An error of the response at this value, or a difference.', []],
    [`${bad} / ${caution}`, 'Line with an error, line with a warning.', ['problem']],
  ] as const;

/** The legend in the same form as the keys, so that typing filters both. */
export const markEntries = (glyphs: Glyphs): readonly KeyEntry[] =>
  marks(glyphs).map(([keys, help, others]) => ({
    heading: marksHeading,
    keys,
    help,
    others: ['legend', 'symbol', 'glyph', 'meaning', ...others],
  }));
