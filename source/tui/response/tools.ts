/** Commands on the text: pipe it through a shell command, save it, page it, leave it. */
import { picksOf } from '../../core/graphql/builder/pick/write.js';
import { operationAt } from '../../core/graphql/builder/text/query-document.js';
import { sourceOf } from '../../core/response/viewer/source-of.js';
import type { RefusedName } from '../model/documents.js';
import type { EntryRequest, Update } from '../model/effect.js';
import type { BinaryBody, ResponseState } from '../model/response.js';
import type { ToolAction } from '../model/response-action.js';
import type { State } from '../model/state.js';
import { choice, openOverlay, prompt } from '../overlays/open.js';
import { entryToRun } from '../query/entry-to-run.js';
import { isHttp } from '../query/http-text.js';
import { notify, refuse, update } from '../update.js';
import { chooseOther, compareWith } from './comparison/compare.js';
import { filteredEvents, linesOf, logText, savedWords } from './events/log.js';
import { nextLeave } from './leave.js';
import { stepPast } from './past/step.js';
import { cancelPipe, requestOf } from './run.js';
import { changeResponse, displayOf, shownBody, showsLog } from './shown.js';
import { copyTable, tableFile } from './table/tools.js';
import { tabFileName } from './tabs.js';
import { bodyOf } from './viewer/reduce.js';

type Piped = Extract<ToolAction, { readonly type: 'response/piped' }>;

/** The full text. For the list of events, JSON lines. */
function wholeText(response: ResponseState): string | undefined {
  if (showsLog(response)) return response.log.listed.length === 0 ? undefined : logText(response.log);
  return shownBody(response)?.source.text;
}

/** The text or binary body to save. For a paused list, it includes the events received since. */
function savedContent(response: ResponseState): string | Uint8Array | undefined {
  const binary = binaryShown(response);
  if (binary !== undefined) return binary.bytes;
  if (!showsLog(response)) return wholeText(response);
  const all = filteredEvents(response.log);
  return all.length === 0 ? undefined : linesOf(all);
}

/** The text passed to a filter command, which is never the output of an earlier filter. */
const pipedText = (response: ResponseState): string | undefined =>
  wholeText({ ...response, tab: 'body', filtered: undefined, narrowed: undefined });

/** The binary body that the pane shows instead of a text. */
const binaryShown = (response: ResponseState): BinaryBody | undefined =>
  displayOf(response).kind === 'response' ? response.binary : undefined;

function fileName(response: ResponseState): string {
  const binary = binaryShown(response);
  if (binary !== undefined) return binary.name;
  const name = tabFileName(response);
  if (name !== undefined) return name;
  if (showsLog(response)) return 'events.jsonl';
  return shownBody(response)?.source.json === true ? 'response.json' : 'response.txt';
}

function saveHint(response: ResponseState): string {
  if (showsLog(response)) return `${savedWords(response.log)} `;
  return shownBody(response)?.table === undefined ? '' : 'Names ending in .csv, .tsv or .md save the table. ';
}

const saved = (path: string, overwrite: boolean) => ({ type: 'response/save', path, overwrite }) as const;
const nameNeeded = (text: string): string | undefined => (text.trim() === '' ? 'A file name is required.' : undefined);

/** Without the text that it needs, an action shows a notice. No file is overwritten without confirmation. */
export function reduceTools(state: State, action: ToolAction): Update<State> {
  switch (action.type) {
    case 'response/ask-pipe':
      return askPipe(state);
    case 'response/pipe':
      return pipe(state, action.command.trim());
    case 'response/piped':
      return piped(state, action);
    case 'response/ask-save':
      return askSave(state, action.again);
    case 'response/save':
      return save(state, action.path, action.overwrite);
    case 'response/exists':
      return openOverlay(
        state,
        choice(`${action.path} already exists`, [
          { label: 'Another name', action: { type: 'response/ask-save', again: { path: action.path } } },
          { label: 'Overwrite', action: saved(action.path, true) },
        ]),
      );
    case 'response/ask-compare':
      return chooseOther(state);
    case 'response/past':
      return stepPast(state, action.by);
    case 'response/compare':
      return compareWith(state, action.other);
    case 'response/page':
      return page(state);
    case 'response/copy-all':
      return copyAll(state);
    case 'response/copy-command': {
      const operation = isHttp(state) ? entryOf(state) : requestOf(state);
      if (typeof operation === 'string') return refuse(state, operation);
      return update(state, { kind: 'copy-command', program: action.program, operation });
    }
    case 'response/copy-picks':
      return copyPicks(state);
    case 'response/leave':
      return nextLeave(state.response)?.perform(state) ?? update(state);
  }
}

function askPipe(state: State): Update<State> {
  const { response } = state;
  if (pipedText(response) === undefined) return notify(state, 'Nothing to filter.');
  return openOverlay(
    state,
    prompt('Filter through a command', command => ({ type: 'response/pipe', command }), {
      text: response.lastFilter || 'jq ',
      selected: response.lastFilter !== '',
      hint: 'The command reads the text from standard input. Press Esc in the pane to restore the text.',
    }),
  );
}

/** Shows the output of the current filter command. */
function piped(state: State, { id, text, stderr, problem }: Piped): Update<State> {
  const { filtered } = state.response;
  if (filtered?.id !== id) return update(state);
  const body = text === '' ? undefined : bodyOf(sourceOf(text));
  return update(
    changeResponse(state, { filtered: { ...filtered, running: false, body, stderr, problem }, find: undefined }),
  );
}

/** @param again the name that could not be used, if any */
function askSave(state: State, again: RefusedName | undefined): Update<State> {
  const { response } = state;
  if (savedContent(response) === undefined) return notify(state, 'Nothing to save.');
  return openOverlay(
    state,
    prompt('Save to a file', path => saved(path.trim(), false), {
      text: again?.path ?? fileName(response),
      problem: again?.problem,
      isPath: true,
      hint: `${saveHint(response)}Asks before overwriting a file.`,
      check: nameNeeded,
    }),
  );
}

function save(state: State, path: string, overwrite: boolean): Update<State> {
  const text = tableFile(shownBody(state.response), path) ?? savedContent(state.response);
  return text === undefined
    ? notify(state, 'Nothing to save.')
    : update(state, { kind: 'save-text', path, text, overwrite });
}

function page(state: State): Update<State> {
  const text = wholeText(state.response);
  if (text === undefined) return notify(state, 'Nothing to show.');
  return update(state, { kind: 'page', text, json: shownBody(state.response)?.source.json === true });
}

function copyAll(state: State): Update<State> {
  if (shownBody(state.response)?.table !== undefined) return copyTable(state);
  const text = wholeText(state.response);
  if (text === undefined) return notify(state, 'Nothing to copy.');
  return update(state, { kind: 'copy', text, what: showsLog(state.response) ? 'the events' : 'the text' });
}

/** The request at the cursor, or a sentence if there is none. */
function entryOf(state: State): EntryRequest | string {
  const entry = entryToRun(state);
  return typeof entry === 'string' ? entry : entry.request;
}

/** Copies the operation as a command with `--pick`. */
function copyPicks(state: State): Update<State> {
  const operation = requestOf(state);
  if (typeof operation === 'string') return notify(state, operation);
  const { document, active } = state.query;
  const node = operationAt(document, active);
  const { index } = state.connect;
  if (node === undefined || index === undefined) return notify(state, 'No operation to copy.');
  const picked = { ...picksOf(index, document.lastValid, node), name: node.name?.value };
  return update(state, { kind: 'copy-command', program: 'apiclient', operation, picked });
}

function pipe(state: State, command: string): Update<State> {
  const text = pipedText(state.response);
  if (command === '' || text === undefined) return update(changeResponse(state, { filtered: undefined }));
  const id = state.nextId;
  const filtered = { id, command, running: true, body: undefined, stderr: '', problem: undefined };
  const tab = { tab: 'body', side: undefined } as const;
  const cancelled = cancelPipe(state.response);
  return update({ ...changeResponse(state, { ...tab, filtered, lastFilter: command }), nextId: id + 1 }, ...cancelled, {
    kind: 'pipe',
    id,
    command,
    text,
  });
}
