/** A list of options, or a question with its answers. */
import { narrow } from '../../core/text/narrow.js';
import type { Action } from '../model/action.js';
import type { Choice, ChoiceOverlay } from '../model/overlays.js';
import { listKind } from './list.js';

export const choiceKind = listKind<ChoiceOverlay<Action>, Choice<Action>>({
  title: ({ title }) => title,
  status: ({ verb = 'use' }) => `Enter: ${verb}, Esc: cancel`,
  all: ({ options }) => options,
  row: ({ label, detail }) => ({ name: label, about: detail ?? '' }),
  search: (typed, _, overlay) => withTyped(typed.trim(), overlay),
  empty: () => 'No matching entries.',
});

/**
 * The options that match a typed text, with the text itself as an entry. It comes first while it is the beginning of an option,
 * because the user may be typing a longer one, and last if an option is found by its description.
 */
function withTyped(text: string, { options, typed }: ChoiceOverlay<Action>): readonly Choice<Action>[] | undefined {
  if (typed === undefined || text === '') return undefined;
  const values = options.filter(({ action }) => action.type !== 'overlay/open');
  const matches = narrow(values, text, ({ label, detail = '' }) => ({ name: label, about: detail }));
  if (matches.some(({ label }) => label === text)) return matches;
  const isPrefix = matches.length === 0 || matches.some(({ label }) => label.startsWith(text));
  return isPrefix ? [typed(text), ...matches] : [...matches, typed(text)];
}
