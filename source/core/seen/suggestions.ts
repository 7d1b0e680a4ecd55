/** Objects of earlier responses as completion suggestions. */
import type { Suggestion } from '../graphql/intelligence/suggestion.js';
import type { SeenObjects } from './objects.js';
import { type SeenTarget, type SeenValue, seenValues } from './values.js';

/** @param insertionOf returns the text to insert for a value; JSON by default */
export const seenSuggestions = (
  seen: SeenObjects,
  target: SeenTarget | undefined,
  insertionOf: (value: SeenValue) => string = ({ json }) => json,
): readonly Suggestion[] =>
  target === undefined
    ? []
    : seenValues(seen, target).map(each => ({ label: each.text, insert: insertionOf(each), detail: each.about }));
