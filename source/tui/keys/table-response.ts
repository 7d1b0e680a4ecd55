/** Keys of the response pane. */
import { pathOfLine, pathText } from '../../core/response/fold/paths.js';
import type { Action } from '../state/actions.js';
import { copiedValue } from '../state/response/values.js';
import { type ResponseState, shownBody } from '../state/response.js';
import { type State, viewOf } from '../state/state.js';
import type { Binding } from './binding.js';

const page = (state: State): number => Math.max(1, viewOf(state, 'response').height - 1);

const move = (id: string, keys: readonly string[], help: string, by: (state: State) => number): Binding => ({
  id: `response.${id}`,
  keys,
  where: 'response',
  label: help.replace('.', '').toLowerCase(),
  help,
  quiet: true,
  action: state => ({ type: 'response/move', by: by(state) }),
});

const key = (
  id: string,
  keys: readonly string[],
  label: string,
  help: string,
  action: (state: State) => Action,
  more: Partial<Binding> = {},
): Binding => ({ id: `response.${id}`, keys, where: 'response', label, help, action, ...more });

const hasText = ({ response }: State): true | string => shownBody(response) !== undefined || 'There is nothing here.';

const all = (response: ResponseState): string => shownBody(response)?.source.text ?? response.raw;

export const responseKeys: readonly Binding[] = [
  key(
    'enter',
    ['enter'],
    'fold',
    'Fold or open a container; show a value whole; go to where an error is.',
    () => ({ type: 'response/enter' }),
    { footer: 1 },
  ),
  key(
    'close',
    ['h'],
    'fold',
    'Fold; on what is folded or a value: go to what it is in.',
    () => ({ type: 'response/fold', how: 'close' }),
    { quiet: true },
  ),
  key('open', ['l'], 'open', 'Open; in what is open: the next line.', () => ({ type: 'response/fold', how: 'open' }), {
    quiet: true,
  }),
  key('close-all', ['-'], 'fold all', 'Fold every element of the list or object the cursor is in.', () => ({
    type: 'response/fold',
    how: 'close-all',
  })),
  key('open-all', ['+'], 'open all', 'Open everything in the list or object the cursor is in.', () => ({
    type: 'response/fold',
    how: 'open-all',
  })),
  key(
    'next-tab',
    [']'],
    'next tab',
    'Next tab: Body, Errors, Headers, Timing, Raw.',
    () => ({ type: 'response/tab', by: 1 }),
    { footer: 2 },
  ),
  key('previous-tab', ['['], 'previous tab', 'Previous tab.', () => ({ type: 'response/tab', by: -1 })),
  key('next-error', ['}'], 'next error', 'Next error, at its place in the data.', () => ({
    type: 'response/error',
    by: 1,
  })),
  key('previous-error', ['{'], 'previous error', 'Previous error.', () => ({ type: 'response/error', by: -1 })),
  move('down', ['j', 'down'], 'Down.', () => 1),
  move('up', ['k', 'up'], 'Up.', () => -1),
  move('page-down', ['pagedown', 'ctrl+d'], 'A page down.', page),
  move('page-up', ['pageup', 'ctrl+u'], 'A page up.', state => -page(state)),
  move('first', ['g g', 'home'], 'First line.', () => Number.NEGATIVE_INFINITY),
  move('last', ['G', 'end'], 'Last line.', () => Number.POSITIVE_INFINITY),
  key('right', ['right'], 'scroll right', 'Scroll to the right.', () => ({ type: 'response/sideways', by: 8 }), {
    quiet: true,
  }),
  key('left', ['left'], 'scroll left', 'Scroll to the left.', () => ({ type: 'response/sideways', by: -8 }), {
    quiet: true,
  }),
  key(
    'line-end',
    ['$'],
    'line ends',
    'Scroll to the ends of the lines.',
    () => ({ type: 'response/sideways', by: Number.POSITIVE_INFINITY }),
    { quiet: true },
  ),
  key(
    'line-start',
    ['0', '^'],
    'line beginnings',
    'Scroll back to the beginnings of the lines.',
    () => ({ type: 'response/sideways', by: Number.NEGATIVE_INFINITY }),
    { quiet: true },
  ),
  key(
    'copy',
    ['y'],
    'copy value',
    'Copy the value under the cursor: a text without its quotes, anything else as JSON.',
    state => {
      const body = shownBody(state.response);
      return { type: 'app/copy', text: body === undefined ? '' : copiedValue(body), what: 'the value' };
    },
    { footer: 3, when: hasText },
  ),
  key(
    'copy-path',
    ['c'],
    'copy path',
    'Copy the path of the value under the cursor, as jq takes it.',
    state => {
      const body = shownBody(state.response);
      const path = body?.source.json === true ? pathText(pathOfLine(body.source, body.cursor)) : '.';
      return { type: 'app/copy', text: path, what: path };
    },
    { when: hasText },
  ),
  key(
    'copy-all',
    ['Y'],
    'copy all',
    'Copy the whole text of this tab.',
    state => ({ type: 'app/copy', text: all(state.response), what: 'the answer' }),
    { when: hasText },
  ),
  key(
    'pager',
    ['p'],
    'pager',
    'This text in $PAGER.',
    state => ({ type: 'app/page', text: all(state.response), suffix: '.json' }),
    { when: hasText },
  ),
];
