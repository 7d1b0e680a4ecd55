/** Handles a line while an overlay is open: a number or a name selects an entry, and other text is typed into its field. */

import { createText } from '../../core/text/editor.js';
import { isActiveIn } from '../app/contexts.js';
import { overlayKinds } from '../app/overlay-kinds.js';
import { bindingsOf } from '../components/key-labels.js';
import { savedKind } from '../documents/saved-view.js';
import { formRows } from '../identity/form/reduce.js';
import type { Overlay } from '../model/action.js';
import type { Binding, State } from '../model/state.js';
import { choiceKind } from '../overlays/choice.js';
import { entriesOf } from '../overlays/kind.js';
import { topOverlay } from '../overlays/open.js';
import { pressed } from './by-name.js';
import { overlayWords } from './describe.js';
import { answer, type DispatchAll, type Reply, refuse, silent, tell } from './spoken.js';

export function inOverlay(line: string, state: State, act: DispatchAll): Reply {
  const top = topOverlay(state);
  if (top === undefined) return silent;
  if (line === '') return answer(...overlayWords(top, state));
  if (top.kind === 'login-form') return inForm(line, act);
  const chosen = 'selected' in top ? choiceOf(line, top, state) : undefined;
  if (chosen !== undefined) return choose(chosen, top, state, act);
  if (!('field' in top)) return refuse(`No choice is called ${line}. ${formOf(top, state)}`);
  return intoField(line, top, state, act);
}

const countOf = (top: Overlay, state: State): number => entriesOf(overlayKinds, top, state)?.length ?? 0;

interface Chosen {
  /** Index of the entry in the list. */
  readonly at: number;
  /** The command to run on the entry; Enter by default. */
  readonly command?: Binding;
}

/**
 * Parses `2`, `delete 2`, `delete` (for the marked entry), or the name of an option. Returns undefined if the line selects
 * nothing.
 */
function choiceOf(line: string, top: Overlay & { readonly selected: number }, state: State): Chosen | undefined {
  const [, name = '', number] = /^(.*?)\s*(\d+)?$/.exec(line) ?? [];
  const at = number === undefined ? top.selected : Number(number) - 1;
  if (name === '') return { at };
  const command = bindingsOf(state).find(
    each => isActiveIn(each, top.kind) && each.footer !== undefined && each.label.toLowerCase() === name.toLowerCase(),
  );
  if (command !== undefined) return { at, command };
  if (top.kind !== 'choice') return undefined;
  const option = choiceKind.shown(top, state).findIndex(({ label }) => label.toLowerCase() === line.toLowerCase());
  return option < 0 ? undefined : { at: option };
}

function choose({ at, command }: Chosen, top: Overlay, state: State, act: DispatchAll): Reply {
  if (at < 0 || at >= countOf(top, state)) return refuse(`No ${at + 1} in the list.`);
  const picked = act({ type: 'overlay/pick', at });
  const after = act(...(command === undefined ? pressed(picked, 'enter') : [command.action(picked)]));
  const now = topOverlay(after);
  // If the list stays open, announce it again, because its entries have changed.
  return now?.kind === top.kind ? tell(...overlayWords(now, after)) : silent;
}

const formOf = (top: Overlay, state: State): string => `Type a number from 1 to ${countOf(top, state)}, or back.`;

const isChoice = (top: Overlay): boolean => top.kind === 'choice' || top.kind === 'operations';

function intoField(line: string, top: Overlay, state: State, act: DispatchAll): Reply {
  if (isChoice(top) && countOf({ ...top, field: createText(line) } as Overlay, state) === 0)
    return refuse(`No choice is called ${line}. ${formOf(top, state)}`);
  act(...pressed(state, 'alt+a'));
  const filled = act({ type: 'overlay/text', command: { do: 'paste', text: line } });
  const list = topOverlay(filled);
  if (list === undefined) return silent;
  // The line narrows the list. Only a full path is accepted immediately.
  if (
    isChoice(list) ||
    list.kind === 'history' ||
    (list.kind === 'saved' && isNarrowed(savedKind.shown(list, filled), line))
  )
    return answer(...overlayWords(list, filled));
  const now = topOverlay(act(...pressed(filled, 'enter')));
  return now?.kind === 'prompt' && now.problem !== undefined && 'title' in top && now.title === top.title
    ? refuse(now.problem)
    : silent;
}

const isNarrowed = (entries: readonly { readonly path: string }[], line: string): boolean =>
  entries.length > 0 && !entries.some(({ path }) => path === line);

/** Handles a line while a login form is open: a field with its value, or a command of the form. */
function inForm(line: string, act: DispatchAll): Reply {
  const [, number, value = ''] = /^(\d+)\s*(.*)$/s.exec(line) ?? [];
  if (number !== undefined) {
    const entered = act({ type: 'login-form/go', to: Number(number) - 1 });
    const top = topOverlay(entered);
    if (top?.kind === 'login-form' && formRows(top)[top.at]?.id === 'more') act({ type: 'login-form/turn', by: 1 });
    if (value === '') return silent;
    act(...pressed(entered, 'alt+a'));
    act({ type: 'overlay/text', command: { do: 'paste', text: value } }, { type: 'login-form/go', to: 0 });
  } else if (line === 'test') act({ type: 'login-form/test' });
  // In the last row, Enter would run the test.
  else if (line === 'take') act({ type: 'login-form/go', to: 0 }, { type: 'login-form/take' });
  else return refuse('Type a number and a value for that field, or take, test, back.');
  return silent;
}
