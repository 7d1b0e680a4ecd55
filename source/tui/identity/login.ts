/** An interactive login, and its overlay. */

import { createText } from '../../core/text/editor.js';
import type { Update } from '../model/effect.js';
import type { LoginAction } from '../model/identity.js';
import type { LoginOverlay } from '../model/overlays.js';
import type { State } from '../model/state.js';
import { update } from '../update.js';

const isLogin = (overlay: State['overlays'][number]): overlay is LoginOverlay => overlay.kind === 'login';

/** Only one login is pending at a time: a new one takes over the overlay. An empty reply is ignored. */
export function reduceLogin(state: State, action: LoginAction): Update<State> {
  const others = state.overlays.filter(each => !isLogin(each));
  const shown = state.overlays.find(isLogin);
  switch (action.type) {
    case 'login/show': {
      const { lines, pastes } = action;
      const overlay: LoginOverlay = { kind: 'login', lines, pastes, field: createText('') };
      return update({ ...state, overlays: [...others, overlay] });
    }
    case 'login/answer': {
      const text = shown?.field.doc.toString().trim() ?? '';
      if (shown === undefined || text === '') return update(state);
      const emptied = { ...shown, field: createText('') };
      return update({ ...state, overlays: [...others, emptied] }, { kind: 'login-answer', text });
    }
    case 'login/cancel':
      return update({ ...state, overlays: others }, { kind: 'login-cancel' });
    case 'login/done':
      if (shown === undefined) return update(state);
      // Notes about the login end with it. Warnings stay.
      return update({ ...state, overlays: others, notice: state.notice?.tone === 'error' ? state.notice : undefined });
  }
}
