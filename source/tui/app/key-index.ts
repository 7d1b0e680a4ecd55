/** The key table by context and chord. Built once per table, because it is looked up for every key. */
import { memoizeWeak } from '../../core/memoize-weak.js';
import type { BindingContext } from '../model/binding.js';
import type { Binding } from '../model/state.js';
import { isActiveIn } from './contexts.js';

interface KeyIndex {
  readonly byChord: ReadonlyMap<string, Binding>;
  /** First chords of two-chord keys. */
  readonly prefixes: ReadonlySet<string>;
}

const indexesOf = memoizeWeak((_: readonly Binding[]) => new Map<BindingContext, KeyIndex>());

function indexOf(bindings: readonly Binding[], where: BindingContext): KeyIndex {
  const contexts = indexesOf(bindings);
  let index = contexts.get(where);
  if (index === undefined) {
    index = indexed(bindings.filter(each => isActiveIn(each, where)));
    contexts.set(where, index);
  }
  return index;
}

function indexed(bindings: readonly Binding[]): KeyIndex {
  const byChord = new Map<string, Binding>();
  const prefixes = new Set<string>();
  for (const binding of bindings) {
    for (const chord of binding.keys) {
      if (!byChord.has(chord)) byChord.set(chord, binding);
      const [first, second] = chord.split(' ');
      if (first !== undefined && second !== undefined) prefixes.add(first);
    }
  }
  return { byChord, prefixes };
}

/** The binding of a chord in exactly this context. */
export const bindingOf = (bindings: readonly Binding[], where: BindingContext, chord: string): Binding | undefined =>
  indexOf(bindings, where).byChord.get(chord);

/** True if a two-chord key of this context begins with this chord. */
export const isPrefix = (bindings: readonly Binding[], where: BindingContext, chord: string): boolean =>
  indexOf(bindings, where).prefixes.has(chord);
