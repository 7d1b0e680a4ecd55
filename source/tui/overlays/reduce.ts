import { runText } from '../../core/text/commands.js';
import { createText } from '../../core/text/editor.js';
import { clamp } from '../layout.js';
import type { Action, Overlay, OverlayAction } from '../model/action.js';
import type { Update } from '../model/effect.js';
import type { State } from '../model/state.js';
import { update } from '../update.js';
import { closeTop, endOf, openOverlay, topOverlay } from './open.js';
import { isPath, pathIn } from './path.js';

/** The update, and the chosen actions, which the root reducer runs next. */
interface OverlayStep extends Update<State> {
  readonly next?: readonly Action[];
}

const nameIn = (path: string): string => /[^/]*\/?$/.exec(path)?.[0] ?? path;

const replaceTop = (state: State, overlay: Overlay): State => ({
  ...state,
  overlays: [...state.overlays.slice(0, -1), overlay],
});

/**
 * Updates the overlays; chosen actions are returned.
 * @param count number of entries of the top list; undefined: not a list
 */
export function reduceOverlay(state: State, action: OverlayAction, count: number | undefined): OverlayStep {
  if (action.type === 'overlay/open') return openOverlay(state, action.overlay);
  const top = topOverlay(state);
  if (top === undefined) return update(state);
  switch (action.type) {
    case 'overlay/close':
      return update(closeTop(state));
    case 'overlay/move':
      return update(replaceTop(state, moved(top, action.by, count ?? 0)));
    case 'overlay/pick':
      return update('selected' in top ? replaceTop(state, { ...top, selected: action.at }) : state);
    case 'overlay/text': {
      if (!('field' in top)) return update(state);
      const { command } = action;
      // Fields have one line: a pasted line break becomes a space.
      const flat = command.do === 'paste' ? { ...command, text: command.text.replace(/\s*\n\s*/g, ' ') } : command;
      const field = runText(top.field, flat);
      if (top.kind === 'login-form' && top.options !== undefined && !isPartOf(top.options, field.doc.toString())) {
        const isSpace = 'text' in flat && flat.text === ' ';
        return isSpace ? { ...update(state), next: [{ type: 'login-form/turn', by: 1 }] } : update(state);
      }
      const offered = isPath(top) ? { offered: [] } : {};
      return update(field === top.field ? state : replaceTop(state, { ...fromTheTop(top), field, ...offered }));
    }
    case 'overlay/complete': {
      const path = pathIn(top);
      return update(state, ...(path === undefined ? [] : [{ kind: 'complete-path', text: path.text } as const]));
    }
    case 'overlay/completed': {
      const path = pathIn(top);
      // More may have been typed since.
      if (!isPath(top) || path?.text !== action.of) return update(state);
      const { of, to, all } = action;
      if (top.kind === 'login-form' && to === of && all.length < 2)
        return { ...update(state), next: [{ type: 'login-form/move', by: 1 }] };
      const field = to === of ? top.field : endOf(createText(`${path.before}${to}`));
      return update(replaceTop(state, { ...fromTheTop(top), field, offered: all.map(nameIn) }));
    }
    case 'overlay/accept':
      return accept(state, top);
    case 'overlay/choose':
      return { ...update(closeTop(state)), next: action.actions };
  }
}

/** Whether a text names one of the options, as far as it goes. */
const isPartOf = (options: readonly string[], text: string): boolean =>
  text.trim() === '' ? text === '' : options.some(each => each.toLowerCase().includes(text.trim().toLowerCase()));

/** A list selects another entry, a text scrolls; other overlays do not move. */
function moved(top: Overlay, by: number, count: number): Overlay {
  if ('selected' in top) return { ...top, selected: clamp(top.selected + by, 0, Math.max(0, count - 1)) };
  if ('top' in top) return { ...top, top: Math.max(0, top.top + by) };
  return top;
}

/** After typing into a filter, the first entry is selected and shown. */
function fromTheTop<O extends Overlay>(top: O): O {
  if ('selected' in top) return { ...top, selected: 0 };
  return 'top' in top ? { ...top, top: 0 } : top;
}

function accept(state: State, top: Overlay): OverlayStep {
  if (top.kind === 'choice') {
    const chosen = top.options[top.selected];
    return chosen === undefined ? update(closeTop(state)) : { ...update(closeTop(state)), next: [chosen.action] };
  }
  if (top.kind === 'prompt') {
    const text = top.field.doc.toString();
    const problem = top.check?.(text);
    if (problem !== undefined) return update(replaceTop(state, { ...top, problem }));
    return { ...update(closeTop(state)), next: [top.then(text)] };
  }
  return update(closeTop(state));
}
