import type { TextCommand } from '../../core/text/commands.js';
import { createText } from '../../core/text/editor.js';
import { onOneLine } from '../../core/text/runs.js';
import { runField } from '../components/field.js';
import { clamp } from '../layout.js';
import type { Action, Overlay, OverlayAction } from '../model/action.js';
import type { Update } from '../model/effect.js';
import type { State } from '../model/state.js';
import { update } from '../update.js';
import { choiceKind } from './choice.js';
import type { OverlayWindow } from './kind.js';
import { closeTop, endOf, hasField, isList, openOverlay, replaceTop, topOverlay } from './open.js';
import { isPath, pathIn } from './path.js';

/** The update, and the chosen actions, which the root reducer runs next. */
interface OverlayStep extends Update<State> {
  readonly next?: readonly Action[];
}

type Move = Extract<OverlayAction, { readonly type: 'overlay/move' }>;
type Completed = Extract<OverlayAction, { readonly type: 'overlay/completed' }>;

const nameIn = (path: string): string => /[^/]*\/?$/.exec(path)?.[0] ?? path;

/** Accessors for the top overlay, implemented by its kind. */
interface TopKind {
  /** Undefined if the overlay is neither a list nor a text that scrolls. */
  window(): OverlayWindow | undefined;
  /** The entries offered by a list. */
  entries(overlay: Overlay): readonly unknown[] | undefined;
}

/** Updates the overlays, and returns the chosen actions. */
export function reduceOverlay(state: State, action: OverlayAction, kind: TopKind): OverlayStep {
  if (action.type === 'overlay/open') return openOverlay(state, action.overlay);
  const top = topOverlay(state);
  if (top === undefined) return action.type === 'overlay/run' ? closedAndRun(state) : update(state);
  switch (action.type) {
    case 'overlay/close':
      return { ...update(closeTop(state)), next: undoOf(top) };
    case 'overlay/move':
      return previewed(replaceTop(state, moved(top, action, kind.window())));
    case 'overlay/pick':
      return previewed(isList(top) ? replaceTop(state, { ...top, selected: action.at }) : state);
    case 'overlay/text':
      return typed(state, top, action.command, kind);
    case 'overlay/complete': {
      const path = pathIn(top);
      return update(state, ...(path === undefined ? [] : [{ kind: 'complete-path', text: path.text } as const]));
    }
    case 'overlay/completed':
      return completed(state, top, action);
    case 'overlay/accept':
      return accept(state, top, action.run);
    case 'overlay/run':
      return state.overlays.length > action.depth ? update(state) : closedAndRun(state);
    case 'overlay/choose':
      return { ...update(closeTop(state)), next: action.actions };
  }
}

/** Types into the overlay's field. A field with options accepts only text that leads to one of them. */
function typed(state: State, top: Overlay, command: TextCommand, kind: TopKind): OverlayStep {
  if (!hasField(top)) return update(state);
  const field = runField(top.field, command);
  if (top.kind === 'login-form' && top.options !== undefined && !isPartOf(top.options, field.doc.toString())) {
    const isSpace = (command.do === 'insert' || command.do === 'paste') && onOneLine(command.text) === ' ';
    return isSpace ? { ...update(state), next: [{ type: 'login-form/turn', by: 1 }] } : update(state);
  }
  if (field === top.field) return update(state);
  const offered = isPath(top) ? { offered: [] } : {};
  return previewed(replaceTop(state, savedSelection(top, { ...fromTheTop(top), field, ...offered }, kind)));
}

/** Inserts the completed path and lists its alternatives. If there is nothing to complete, a form goes to its next field. */
function completed(state: State, top: Overlay, { of, to, all }: Completed): OverlayStep {
  const path = pathIn(top);
  // More may have been typed in the meantime.
  if (!isPath(top) || path?.text !== of) return update(state);
  if (top.kind === 'login-form' && to === of && all.length < 2)
    return { ...update(state), next: [{ type: 'login-form/move', by: 1 }] };
  const field = to === of ? top.field : endOf(createText(`${path.before}${to}`));
  return update(replaceTop(state, { ...fromTheTop(top), field, offered: all.map(nameIn) }));
}

/** The preview action of the selected option. */
function previewed(state: State): OverlayStep {
  const top = topOverlay(state);
  const preview = top?.kind === 'choice' ? choiceKind.shown(top, state)[top.selected]?.preview : undefined;
  return { ...update(state), next: preview && [preview] };
}

/** The actions that undo the previews of a box left without a choice. */
export const undoOf = (top: Overlay | undefined): readonly Action[] =>
  top?.kind === 'choice' && top.undo !== undefined ? [top.undo] : [];

/** Returns whether the text is a prefix of an option. */
const isPartOf = (options: readonly string[], text: string): boolean =>
  text.trim() === '' ? text === '' : options.some(each => each.toLowerCase().includes(text.trim().toLowerCase()));

/** Selects another entry of a list or scrolls a text. Other overlays do not move. A page is the number of visible entries. */
function moved(top: Overlay, { by, unit }: Move, window: OverlayWindow | undefined): Overlay {
  if (window === undefined) return top;
  const { room, total } = window;
  const size = unit === undefined ? 1 : { page: room, half: Math.ceil(room / 2) }[unit];
  const to = (at: number, last: number): number => clamp(clamp(at, 0, last) + by * size, 0, Math.max(0, last));
  if (isList(top)) {
    const isFirst = top.selected < 0 && size === 1;
    return { ...top, selected: isFirst ? 0 : to(top.selected, Math.max(0, total - 1)) };
  }
  return top.kind === 'text' ? { ...top, top: to(top.top, Math.max(0, total - room)) } : top;
}

/** When a filter is cleared, the selected entry stays selected. */
function savedSelection(before: Overlay, after: Overlay, kind: TopKind): Overlay {
  if (!isList(before) || !isList(after) || !hasField(after) || after.field.doc.length > 0) return after;
  const chosen = kind.entries(before)?.[before.selected];
  const at = chosen === undefined ? -1 : (kind.entries(after)?.indexOf(chosen) ?? -1);
  return { ...after, selected: Math.max(0, at) };
}

/** After typing into a filter, the first entry is selected and visible. */
function fromTheTop<O extends Overlay>(top: O): O {
  if (isList(top)) return { ...top, selected: 0 };
  return top.kind === 'text' ? { ...top, top: 0 } : top;
}

/** Closes all boxes, so that they do not cover the response. */
const closedAndRun = (state: State): OverlayStep => ({
  ...update({ ...state, overlays: [] }),
  next: [{ type: 'response/run' }],
});

function accept(state: State, top: Overlay, run: true | undefined): OverlayStep {
  const after: readonly Action[] = run ? [{ type: 'overlay/run', depth: state.overlays.length - 1 }] : [];
  if (run && top.kind === 'login-form') return { ...update(state), next: [{ type: 'login-form/take' }, ...after] };
  if (top.kind === 'choice') {
    const chosen = choiceKind.shown(top, state)[top.selected];
    if (chosen === undefined && top.options.length > 0) return update(state);
    if (chosen === undefined) return update(closeTop(state));
    return { ...update(closeTop(state)), next: [chosen.action, ...after] };
  }
  if (top.kind === 'prompt') {
    const text = top.field.doc.toString();
    const problem = top.check?.(text);
    if (problem !== undefined) return update(replaceTop(state, { ...top, problem }));
    return { ...update(closeTop(state)), next: [top.then(text), ...after] };
  }
  return update(closeTop(state));
}
