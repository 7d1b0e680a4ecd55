/** Files of other tools, and pasted curl lines. */
import { counted } from '../../core/counted.js';
import { textOf } from '../../core/text/editor.js';
import type { Action } from '../model/action.js';
import type { ImportAction } from '../model/documents.js';
import type { Update } from '../model/effect.js';
import type { Choice } from '../model/overlays.js';
import type { State } from '../model/state.js';
import { choice, openOverlay } from '../overlays/open.js';
import { gapAfter, httpFileOf, isHttp } from '../query/http-text.js';
import { update, withNotice } from '../update.js';
import { atRequest } from './files.js';
import { loadTexts } from './load-texts.js';
import { otherTab } from './open-file.js';

export function reduceImporting(state: State, action: ImportAction): Update<State> {
  switch (action.type) {
    case 'files/importable': {
      const { path, folder, requests, files, replacedFiles, losses } = action;
      const details = [
        ...(replacedFiles > 0 ? [`replaces ${counted(replacedFiles, 'file')}`] : []),
        ...(losses > 0 ? [`${counted(losses, 'part')} not translated, preserved as comments`] : []),
      ];
      const write: Choice<Action> = {
        label: `Write ${counted(files, 'file')} to ${folder}`,
        detail: details.join('; '),
        action: { type: 'files/import', path },
      };
      return openOverlay(state, choice(`Import ${counted(requests, 'request')} from ${path}`, [write]));
    }
    case 'files/import':
      return update(state, { kind: 'import-file', path: action.path });
    case 'files/curl':
      return update(state, { kind: 'read-curl', text: action.text });
    case 'files/pasted': {
      const room = isHttp(state) ? update(state) : otherTab(state, 'http');
      const text = textOf(room.state.query.editor);
      const before = text.trim() === '' ? '' : `${text}${gapAfter(text)}`;
      const loadedState = loadTexts(room.state, `${before}${action.text}`);
      const last = httpFileOf(loadedState.query.editor).entries.length - 1;
      const nextState: State = { ...atRequest(loadedState, last), focus: 'query', side: 'query' };
      return update(withNotice(nextState, 'Added the request of the curl command.'), ...room.effects);
    }
  }
}

const curlLine = /^\s*(?:[$%>]\s+)?curl(?:\.exe)?\s/;
const filePath =
  /^\s*(["']?)((?:file:\/\/)?(?:\/|~\/|\.{1,2}\/)[^\n"']{1,1000}\.(?:har|bru|json|ya?ml|https?|rest|graphql|gql))\1\s*$/i;

/**
 * Offers to open pasted text as a request or a file, or returns undefined for other text.
 * @param paste action that inserts the text, if it can be inserted
 */
export function offerForPaste(text: string, paste: Action | undefined): Action | undefined {
  const asText: readonly Choice<Action>[] = paste === undefined ? [] : [{ label: 'Paste as text', action: paste }];
  const open = (title: string, option: Choice<Action>): Action => ({
    type: 'overlay/open',
    overlay: choice(title, [option, ...asText]),
  });
  if (curlLine.test(text.slice(0, 200)))
    return open('A curl command was pasted', { label: 'Add it as a request', action: { type: 'files/curl', text } });
  const [, , path] = (paste === undefined ? filePath.exec(text.slice(0, 1100)) : undefined) ?? [];
  if (path === undefined) return undefined;
  const name = path.replace(/^file:\/\//, '');
  return open('A file name was pasted', { label: `Open ${name}`, action: { type: 'files/open', path: name } });
}
