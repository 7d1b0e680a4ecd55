/** Tab completion: commands, paths with their arguments and enum values, choices, files. */
import { completeArgument, completePick } from '../../core/graphql/builder/pick/complete.js';
import { graphqlTarget } from '../../core/seen/graphql.js';
import { seenSuggestions } from '../../core/seen/values.js';
import { contexts } from '../app/contexts.js';
import type { State } from '../model/state.js';
import { topOverlay } from '../overlays/open.js';
import { commandNames, failureVerbs } from './commands.js';
import { offeredValues } from './go.js';

/** Completed lines, and the part of the typed line that they replace. */
export interface Completion {
  readonly matches: readonly string[];
  readonly typed: string;
}

/** The path at the end of a line if the prompt accepts one, or after `@` or `file:` if it accepts other input as well. */
export function pathTyped(line: string, state: State): string | undefined {
  const top = topOverlay(state);
  if (top?.kind === 'saved') return line;
  if (top?.kind === 'login-form') return /^set\s+file:(.*)$/.exec(line)?.[1];
  if (top?.kind !== 'prompt' || top.isPath === undefined || top.isPath === false) return undefined;
  return top.isPath === '@' ? /^@(.*)$/.exec(line)?.[1] : line;
}

/** Completes everything except files. */
export function completionsOf(line: string, state: State): Completion {
  if (state.editing) return { matches: [], typed: line };
  const top = topOverlay(state);
  if (top !== undefined) {
    const choices = top.kind === 'choice' ? top.options.map(({ label }) => label) : [];
    return beginning(line, [...choices, 'back', 'help', 'quit', 'where']);
  }
  const [here] = contexts(state);
  if (here === 'failed') return beginning(line, failureVerbs);
  if (contexts(state).length === 2) return { matches: [], typed: line };
  const [, verb, rest = ''] = /^(\w+)\s+(.*)$/s.exec(line) ?? [];
  if (verb !== undefined && ['tick', 'untick', 'go', 'describe'].includes(verb)) {
    const { index } = state.connect;
    return {
      matches:
        index === undefined
          ? []
          : [...completePick(index, rest), ...completeArgument(index, rest, seenLiterals(state, rest))],
      typed: rest,
    };
  }
  const assigned = verb === 'set' ? /^(.*) = (\S*)$/.exec(rest) : null;
  if (assigned !== null) {
    const [, path = '', value = ''] = assigned;
    const offered = offeredValues(path.trim(), state).filter(each => each.startsWith(value));
    return { matches: offered.map(each => `${path} = ${each}`), typed: rest };
  }
  const named = commandNames(state);
  if (verb === 'help') return beginning(rest, ['all', ...named]);
  return beginning(line, named);
}

/** Returns the objects of earlier responses that an argument may refer to, as literals. */
const seenLiterals =
  ({ identity: { seen = [] } }: State, path: string): Parameters<typeof completeArgument>[2] =>
  (field, name, type) =>
    seenSuggestions(
      seen,
      graphqlTarget({
        name,
        type,
        field: { name: field.name, type: field.type.name },
        isQuery: !/^\s*(?:mutation|subscription)\s*\./.test(path),
      }),
      ({ text }) => (type === 'Int' ? text : JSON.stringify(text)),
    ).map(({ insert }) => insert);

const beginning = (typed: string, all: readonly string[]): Completion => ({
  matches: [...new Set(all)].filter(each => each.toLowerCase().startsWith(typed.toLowerCase())),
  typed,
});
