/** `.graphql` files with their variables: opening and saving. */
import { counted } from '../../core/counted.js';
import { isFragment, isOperation } from '../../core/graphql/builder/text/query-document.js';
import type { TextFile } from '../../core/tab-texts.js';
import { createText, cursorOf, isUntouched, textOf } from '../../core/text/editor.js';
import { bindingsOf, keyOf } from '../components/key-labels.js';
import { fileName } from '../connect/age.js';
import type { Action } from '../model/action.js';
import type { FilesState, OperationToSelect, TextFileAction } from '../model/documents.js';
import type { Update } from '../model/effect.js';
import type { Choice } from '../model/overlays.js';
import type { Document, State } from '../model/state.js';
import type { Doc } from '../model/text.js';
import { choice, openOverlay, prompt } from '../overlays/open.js';
import { httpFileOf, isHttp, nameOf, offsetOf } from '../query/http-text.js';
import { goTo } from '../query/text.js';
import { requestKey, showsRequests } from '../schema/api/requests.js';
import { rebuild } from '../schema/rows.js';
import { kindWords } from '../screen-words.js';
import { activeTabId, update, withNotice } from '../update.js';
import { loadTexts } from './load-texts.js';

/** Initial state without a file. The initial texts count as unchanged. */
export const startFiles = (query: Doc, variables: Doc): FilesState => ({ path: undefined, query, variables });

const docOf = (text: string): Doc => createText(text).doc;

/** Texts that are not saved in a file, unless they are empty. */
export const noFile = startFiles(docOf(''), docOf(''));

/** A file of the tab with the content that it is known to have. */
export const fileWith = ({ path, query, variables }: TextFile): FilesState => {
  const doc = docOf(query);
  return { path, opened: doc, query: doc, variables: docOf(variables) };
};

type Texts = Pick<Document, 'files' | 'query' | 'variables'>;

/** True if the texts differ from their file as last read or written. */
export const isChanged = ({ files, query, variables }: Texts): boolean =>
  !same(query.editor.doc, files.query) || !same(variables.editor.doc, files.variables);

const same = (a: Doc, b: Doc): boolean => a === b || a.eq(b);

/** True if the texts are neither empty nor saved in a file. */
export const isUnsaved = (texts: Texts): boolean =>
  isChanged(texts) && textOf(texts.query.editor).trim() + textOf(texts.variables.editor).trim() !== '';

/** File name for the title: `me.graphql *`. Empty for texts without a file. */
export const fileWords = (state: State): string =>
  state.files.path === undefined ? '' : `${fileName(state.files.path)}${isChanged(state) ? ' *' : ''}`;

/** Asks before overwriting another file, or one that another program has changed. */
export function reduceFiles(state: State, action: TextFileAction): Update<State> {
  const { ending } = kindWords[state.connect.kind];
  switch (action.type) {
    case 'files/save':
      return state.files.path === undefined
        ? reduceFiles(state, { type: 'files/ask-save' })
        : reduceFiles(state, { type: 'files/save-as', path: state.files.path });
    case 'files/ask-save':
      return openOverlay(
        state,
        prompt('Save as', path => ({ type: 'files/save-as', path: withEnding(path, ending) }), {
          text: action.again?.path ?? state.files.path ?? `${firstName(state)}${ending}`,
          problem: action.again?.problem,
          isPath: true,
          hint: 'also saves variables as name.variables.json',
          check: path => (path.trim() === '' ? 'A file name is required.' : undefined),
        }),
      );
    case 'files/save-as': {
      const { files, query, variables } = state;
      const isSamePath = action.path === files.path && action.overwrite !== true;
      return update(state, {
        kind: 'save-files',
        tab: activeTabId(state),
        path: action.path,
        query: query.editor.doc,
        variables: variables.editor.doc,
        opened: files.opened,
        overwrite: action.overwrite === true,
        note: action.note,
        expected: isSamePath ? { query: files.query, variables: files.variables } : undefined,
      });
    }
    case 'files/opened':
      return update(opened(state, action));
    case 'files/saved':
      return update({
        ...withNotice(state, action.text),
        files: {
          path: action.path,
          opened: state.files.opened,
          query: action.query as Doc,
          variables: action.variables as Doc,
        },
      });
    case 'files/in-the-way':
      return askToOverwrite(state, action);
    case 'files/merge': {
      const { query, variables, theirs, lines } = action.merged;
      const taken = goTo(loadTexts(state, query, variables), cursorOf(state.query.editor));
      // If it changes again meanwhile, ask again.
      const files = fileWith({ path: action.path, ...theirs });
      const note = `Merged ${counted(lines, 'line')} from the other program (u: undo).`;
      return reduceFiles({ ...taken, files }, { type: 'files/save-as', path: action.path, note });
    }
  }
}

/** Offers to merge, overwrite or open a file that has changed or is in the way. */
function askToOverwrite(
  state: State,
  { path, merged, text }: Extract<TextFileAction, { readonly type: 'files/in-the-way' }>,
): Update<State> {
  const options: Choice<Action>[] = [
    { label: 'Save under another name', action: { type: 'files/ask-save', again: { path } } },
    { label: 'Overwrite', action: { type: 'files/save-as', path, overwrite: true } },
    { label: 'Open it', detail: 'press u to bring back this text', action: { type: 'files/open', path } },
  ];
  if (merged !== undefined)
    options.unshift({
      label: 'Merge',
      detail: `${counted(merged.lines, 'line')} from the other program into your text (u: undo)`,
      action: { type: 'files/merge', path, merged },
    });
  return openOverlay(state, choice(text, options));
}

const withEnding = (typed: string, ending: string): string =>
  /\.[A-Za-z]+$/.test(typed.trim()) ? typed.trim() : `${typed.trim()}${ending}`;

/** The suggested name for a new file, based on the active operation. */
function firstName({ query, connect }: State): string {
  const node = query.active === undefined ? undefined : query.document.lastValid.definitions[query.active];
  const name = isOperation(node) || isFragment(node) ? node.name?.value : undefined;
  return name ?? kindWords[connect.kind].text;
}

/**
 * Moves the cursor to a request of the text, by default the first: above it there may be variables, which belong to no request.
 */
export function atRequest(state: State, wanted?: OperationToSelect): State {
  const { editor } = state.query;
  const entries = isHttp(state) ? httpFileOf(editor).entries : [];
  const entry = typeof wanted === 'number' ? entries[wanted] : entries.find(each => nameOf(each) === wanted);
  const offset = entry === undefined ? entries[0]?.from : offsetOf(editor, entry);
  if (offset === undefined) return state;
  const next = goTo(state, offset);
  // Until the folder is listed again, the tree still has the row of this file, where its cursor would remain.
  return showsRequests(next) ? rebuild(next, requestKey(entry === undefined ? 0 : entries.indexOf(entry))) : next;
}

/** Loads the texts of a file, each as one undo step. */
function opened(state: State, file: Extract<TextFileAction, { readonly type: 'files/opened' }>): State {
  const { path, query, variables, operation } = file;
  const hadText = isUnsaved(state);
  // Without a variables file, keep the current variables: they may be meant for this query.
  const name = typeof operation === 'string' ? operation : undefined;
  // Undo must not empty an opened file, which could then be saved.
  const isUndoable = !isUntouched(state.query.editor);
  const next = atRequest(loadTexts({ ...state, editing: false }, query, variables, name, isUndoable), operation);
  const suffix = variables === undefined ? '' : ' with its variables';
  const isNowhere = state.connect.url === '' && !isHttp(state);
  const server = isNowhere ? ` Press ${keyOf(bindingsOf(state), 'endpoint')} to connect to a server.` : '';
  const back = hadText ? ' Press u for the previous text.' : '';
  return {
    ...withNotice(next, `Opened ${path}${suffix}.${back}${server}`),
    files: {
      path,
      opened: next.query.editor.doc,
      query: next.query.editor.doc,
      variables: next.variables.editor.doc,
    },
  };
}
