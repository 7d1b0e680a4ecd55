/** The line typed below the pane: a search in a text, or the filter of the list of events. Both act while it is typed. */
import { runText, type TextCommand } from '../../core/text/commands.js';
import { createText, textOf } from '../../core/text/editor.js';
import { type Effect, type Step, step } from '../model/effect.js';
import type { State } from '../model/state.js';
import { filterLog } from './events/log.js';
import { bodyView, changeResponse, shownBody, showsLog, withBody } from './shown.js';
import { search, searchFurther, searchNext, searchWords } from './viewer/search.js';

export type FindAction =
  | { readonly type: 'response/find' }
  | { readonly type: 'response/typed'; readonly command: TextCommand }
  /** Enter: the line closes, what was found stays. */
  | { readonly type: 'response/found' }
  /** Escape: all is as before. */
  | { readonly type: 'response/find-leave' }
  | { readonly type: 'response/next'; readonly by: 1 | -1 }
  /** Searches a long text on. */
  | { readonly type: 'response/search-on' };

/** Characters searched between two frames. */
const onTick = 6_000_000;

/** Asks to be called again while a search is not through. */
function further(state: State): Step<State> {
  const body = shownBody(state.response);
  if (body?.search === undefined || body.search.matches.complete) return step(state);
  const effect: Effect = { kind: 'later', ms: 1, action: { type: 'response/search-on' } };
  return step(state, effect);
}

/** Each key searches at once; a long text is searched on between frames. */
export function reduceFind(state: State, action: FindAction): Step<State> {
  const { response } = state;
  const { find } = response;
  const body = shownBody(response);
  const view = bodyView(state);
  switch (action.type) {
    case 'response/find': {
      const field = createText('');
      if (showsLog(response))
        return step(changeResponse(state, { find: { field, origin: { filter: response.log.filter } } }));
      if (body === undefined)
        return step({ ...state, notice: { text: 'There is nothing to search in.', tone: 'info' } });
      return step(changeResponse(state, { find: { field, origin: { body } } }));
    }
    case 'response/typed': {
      if (find === undefined) return step(state);
      const { command } = action;
      const flat = command.do === 'paste' ? { ...command, text: command.text.replace(/\s*\n\s*/g, ' ') } : command;
      const field = runText(find.field, flat);
      if (field.doc === find.field.doc) return step(changeResponse(state, { find: { ...find, field } }));
      const typed = changeResponse(state, { find: { ...find, field } });
      if ('filter' in find.origin) {
        return step(changeResponse(typed, { log: filterLog(response.log, textOf(field), view.height) }));
      }
      return further(withBody(typed, search(find.origin.body, textOf(field), view)));
    }
    case 'response/found':
      return step(changeResponse(state, { find: undefined }));
    case 'response/find-leave': {
      if (find === undefined) return step(state);
      const closed = changeResponse(state, { find: undefined });
      if ('body' in find.origin) return step(withBody(closed, find.origin.body));
      return step(changeResponse(closed, { log: filterLog(response.log, find.origin.filter, view.height) }));
    }
    case 'response/next': {
      if (body?.search === undefined)
        return step({ ...state, notice: { text: 'Search first: / begins.', tone: 'info' } });
      const moved = searchNext(body, action.by, view);
      const words = moved.search === undefined ? '' : searchWords(moved.search);
      return further({ ...withBody(state, moved), notice: { text: `/${body.search.query}  ${words}`, tone: 'info' } });
    }
    case 'response/search-on':
      if (body?.search === undefined) return step(state);
      return further(withBody(state, searchFurther(body, onTick, view)));
  }
}
