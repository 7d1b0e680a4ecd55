/** A list of options, or a question with its answers. */
import type { Action } from '../model/action.js';
import type { Choice, ChoiceOverlay } from '../model/overlays.js';
import { listKind } from './list.js';

export const choiceKind = listKind<ChoiceOverlay<Action>, Choice<Action>>({
  title: ({ title }) => title,
  status: 'Enter: use, Esc: cancel',
  all: ({ options }) => options,
  row: ({ label, detail }) => ({ name: label, about: detail ?? '' }),
  empty: () => 'No matching entries.',
});
