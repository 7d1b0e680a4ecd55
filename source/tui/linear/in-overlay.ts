/** Handles a line while an overlay is open: a number or a label selects an entry, and a prompt receives the text. */
import { createText } from '../../core/text/editor.js';
import { isActiveIn } from '../app/contexts.js';
import { overlayKinds } from '../app/overlay-kinds.js';
import { bindingsOf } from '../components/key-labels.js';
import { savedKind } from '../documents/saved-view.js';
import type { Overlay } from '../model/action.js';
import type { Binding, State } from '../model/state.js';
import { choiceKind } from '../overlays/choice.js';
import { entriesOf } from '../overlays/kind.js';
import { hasField, isList, topOverlay } from '../overlays/open.js';
import { pressed } from './by-name.js';
import { overlayWords } from './describe.js';
import { inForm } from './form.js';
import { answer, type DispatchAll, type Reply, refuse, replaceFieldText, silent } from './reply.js';

/** Undefined if the line is neither an entry nor a command of a list. */
export function inOverlay(line: string, state: State, act: DispatchAll): Reply | undefined {
  const top = topOverlay(state);
  if (top === undefined) return silent;
  if (line === '') return answer(...overlayWords(top, state));
  if (top.kind === 'login-form') return inForm(line, top, act);
  if (!isList(top)) return hasField(top) ? intoPrompt(line, top, act) : undefined;
  const chosen = choiceOf(line, top, state);
  if (chosen !== undefined) return choose(chosen, top, state, act);
  const [, words] = /^filter(?:\s+(.*))?$/is.exec(line) ?? [];
  if (/^filter(?:\s|$)/i.test(line)) return narrow(words ?? '', top, state, act);
  return top.kind === 'saved' && isFile(line, top, state) ? intoPrompt(line, top, act) : undefined;
}

type List = Overlay & { readonly selected: number };

const countOf = (top: Overlay, state: State): number => entriesOf(overlayKinds, top, state)?.length ?? 0;

interface Chosen {
  /** Index of the entry in the list. */
  readonly at: number;
  /** The command to run on the entry; Enter by default. */
  readonly command?: Binding;
}

/** Parses `2`, `delete 2`, or the label of an option. Returns undefined if the line selects nothing. */
function choiceOf(line: string, top: List, state: State): Chosen | undefined {
  const labelled = top.kind === 'choice' && top.typed ? top.options.findIndex(({ label }) => label === line) : -1;
  // A value that is a number is not the number of an entry.
  if (labelled >= 0) return { at: labelled };
  const [, name = '', number] = /^(.*?)\s*(\d+)?$/.exec(line) ?? [];
  const at = number === undefined ? top.selected : Number(number) - 1;
  if (name === '') return { at };
  const command = bindingsOf(state).find(
    each => isActiveIn(each, top.kind) && each.footer !== undefined && each.label.toLowerCase() === name.toLowerCase(),
  );
  // `run` without a number is the command of the main prompt.
  if (command !== undefined && (number !== undefined || name.toLowerCase() !== 'run')) return { at, command };
  if (top.kind !== 'choice') return undefined;
  const option = choiceKind.shown(top, state).findIndex(({ label }) => label.toLowerCase() === line.toLowerCase());
  return option < 0 ? undefined : { at: option };
}

function choose({ at, command }: Chosen, top: List, state: State, act: DispatchAll): Reply {
  if (at < 0 || at >= countOf(top, state)) return refuse(`No ${at + 1} in the list.`);
  const { label } = top.kind === 'choice' ? (choiceKind.shown(top, state)[at] ?? { label: '' }) : { label: '' };
  const picked = act({ type: 'overlay/pick', at });
  const after = act(...(command === undefined ? pressed(picked, 'enter') : [command.action(picked)]));
  const now = topOverlay(after);
  // A list that stays open is printed again, because its entries have changed.
  if (now === top) return answer(...overlayWords(now, after));
  return label === '' ? silent : { ...silent, otherwise: `${label}.` };
}

/** Lists only the entries that contain the words, or all of them again. */
function narrow(words: string, top: List, state: State, act: DispatchAll): Reply {
  if (!hasField(top)) return refuse('This list cannot be filtered.');
  if (countOf({ ...top, field: createText(words) } as Overlay, state) === 0)
    return refuse(`Nothing in the list contains ${words}.`);
  const filled = replaceFieldText(words, act);
  const now = topOverlay(filled);
  return now === top ? answer(...overlayWords(now, filled)) : silent;
}

/** A path of the list, or one that looks like a path: other text may be a misspelled command. */
function isFile(line: string, top: Extract<Overlay, { readonly kind: 'saved' }>, state: State): boolean {
  const entries = savedKind.shown({ ...top, field: createText(line) }, state);
  return entries.some(({ path }) => path === line) || (/[./]/.test(line) && (entries.length === 0 || !/\s/.test(line)));
}

function intoPrompt(line: string, top: Overlay, act: DispatchAll): Reply {
  const filled = replaceFieldText(line, act);
  const now = topOverlay(act(...pressed(filled, 'enter')));
  return now?.kind === 'prompt' && now.problem !== undefined && top.kind === 'prompt' && now.title === top.title
    ? refuse(now.problem)
    : silent;
}
