/** What came back. The parts of this pane are described in `response/`. */
import { wrapText } from '../../core/text/wrap.js';
import { type Step, step } from './effects.js';
import { clamp } from './layout.js';
import { type AnswerAction, reduceAnswer } from './response/answer.js';
import { type BodyAction, type BodyState, goToLine, reduceBody } from './response/body.js';
import { type ResponseState, responseTabs } from './response/response-state.js';
import { run, stop } from './response/run.js';
import { tabBody } from './response/tab-text.js';
import { valueOverlay } from './response/values.js';
import { type State, viewOf } from './state.js';

export type { ResponseErrorInfo } from './response/errors.js';
export {
  type ResponseHeadInfo,
  type ResponseState,
  type ResponseTab,
  responseTabs,
  startResponse,
} from './response/response-state.js';

export type ResponseAction =
  | { readonly type: 'response/run' }
  | { readonly type: 'response/stop' }
  | AnswerAction
  | BodyAction
  | { readonly type: 'response/tab'; readonly by: number }
  /** The next or previous error of the body. */
  | { readonly type: 'response/error'; readonly by: 1 | -1 }
  /** Enter: folds, shows a value whole, goes to where an error is. */
  | { readonly type: 'response/enter' };

const change = (state: State, part: Partial<ResponseState>): State => ({
  ...state,
  response: { ...state.response, ...part },
});

/** The text that is read now, if the tab shows one. */
export function shownBody(response: ResponseState): BodyState | undefined {
  return response.tab === 'body' ? response.shown : response.side;
}

const withBody = (state: State, body: BodyState): State =>
  change(state, state.response.tab === 'body' ? { shown: body } : { side: body });

/** Inner size of the part of the pane that the body has: below the words of a failure. */
export function bodyView(state: State): { width: number; height: number } {
  const view = viewOf(state, 'response');
  if (state.response.tab !== 'body') return view;
  return { ...view, height: Math.max(1, view.height - failureLines(state.response, view).length) };
}

/** The words of a failure above the body, wrapped, with an empty line below them where there is room. */
export function failureLines(
  { failure, shown }: ResponseState,
  view: { readonly width: number; readonly height: number },
): readonly { readonly text: string; readonly hint: boolean }[] {
  if (failure === undefined) return [];
  const lines = [
    ...wrapText(failure.text, view.width).map(text => ({ text, hint: false })),
    ...(failure.hint === undefined ? [] : wrapText(failure.hint, view.width).map(text => ({ text, hint: true }))),
  ];
  const most = shown === undefined ? view.height : Math.max(2, view.height - 3);
  return [...lines.slice(0, most), ...(shown === undefined ? [] : [{ text: '', hint: true }])];
}

export function reduceResponse(state: State, action: ResponseAction): Step<State> {
  const { response } = state;
  switch (action.type) {
    case 'response/run':
      return run(state);
    case 'response/stop':
      return stop(state);
    case 'response/move':
    case 'response/scroll':
    case 'response/sideways':
    case 'response/fold':
    case 'response/click': {
      const body = shownBody(response);
      if (body !== undefined) return step(withBody(state, reduceBody(body, action, bodyView(state))));
      if (response.tab === 'errors' && (action.type === 'response/move' || action.type === 'response/scroll')) {
        return step(
          change(state, {
            selectedError: clamp(response.selectedError + action.by, 0, Math.max(0, response.errors.length - 1)),
          }),
        );
      }
      return step(state);
    }
    case 'response/tab': {
      const at = responseTabs.indexOf(response.tab);
      const tab = responseTabs[(at + action.by + responseTabs.length) % responseTabs.length] ?? 'body';
      return step(change(state, { tab, side: tabBody({ ...response, tab }) }));
    }
    case 'response/error':
      return goToError(state, action.by);
    case 'response/enter':
      return enter(state);
    default:
      return reduceAnswer(state, action);
  }
}

const notice = (state: State, text: string): Step<State> => step({ ...state, notice: { text, tone: 'info' } });

function goToError(state: State, by: 1 | -1): Step<State> {
  const { response } = state;
  const { shown } = response;
  if (response.errors.length === 0) return notice(state, 'There are no errors.');
  if (response.tab === 'errors') {
    return reduceResponse(state, { type: 'response/move', by });
  }
  if (shown === undefined || shown.marks.length === 0) {
    return notice(change(state, { tab: 'errors', side: undefined }), 'No error has a path into the data.');
  }
  const marks = by > 0 ? shown.marks : shown.marks.toReversed();
  const next = marks.find(({ line }) => (by > 0 ? line > shown.cursor : line < shown.cursor)) ?? marks[0];
  if (next === undefined) return step(state);
  const onBody = change(state, { tab: 'body', side: undefined });
  const moved = change(onBody, { shown: goToLine(shown, next.line, bodyView(onBody)), selectedError: next.error });
  return notice(
    moved,
    `error ${next.error + 1} of ${response.errorCount}: ${response.errors[next.error]?.message ?? ''}`,
  );
}

function enter(state: State): Step<State> {
  const { response } = state;
  if (response.tab === 'errors') {
    const error = response.errors[response.selectedError];
    const mark = response.shown?.marks.find(each => each.error === response.selectedError);
    if (error === undefined) return step(state);
    if (mark === undefined || response.shown === undefined) {
      const overlay = {
        kind: 'text',
        title: `Error ${response.selectedError + 1}`,
        text: error.json ?? error.line,
        top: 0,
      } as const;
      return step({ ...state, overlays: [...state.overlays, overlay] });
    }
    const onBody = change(state, { tab: 'body', side: undefined });
    return step(change(onBody, { shown: goToLine(response.shown, mark.line, bodyView(onBody)) }));
  }
  const body = shownBody(response);
  if (body === undefined || !body.source.has(body.cursor)) return step(state);
  if (body.source.kind(body.cursor) !== 'leaf') return reduceResponse(state, { type: 'response/fold', how: 'toggle' });
  return step({ ...state, overlays: [...state.overlays, valueOverlay(body)] });
}
