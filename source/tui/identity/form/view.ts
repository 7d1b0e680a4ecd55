import { shownPair } from '../../../core/credentials/header.js';
import { authFlags, keyHeaderFlag } from '../../../core/credentials/written-flags.js';
import { textOf } from '../../../core/text/editor.js';
import { cutLines, wrapText } from '../../../core/text/wrap.js';
import { fieldLine } from '../../components/field.js';
import { type Line, renderLines, type Span } from '../../components/line.js';
import { layout } from '../../layout.js';
import type { HeaderRow } from '../../model/identity.js';
import type { LoginFormOverlay } from '../../model/overlays.js';
import type { State } from '../../model/state.js';
import type { Theme } from '../../model/theme.js';
import type { OverlayKindSpec, OverlaySize } from '../../overlays/kind.js';
import { shownField } from '../../overlays/prompt.js';
import { isKeyHeader } from './api-key.js';
import { type FormField, isFormProblem } from './field.js';
import { identityOf, loginMethodOf } from './login-methods.js';
import { pairOf } from './oauth.js';
import { formRows, hiddenFields, testResultOf, valueIn } from './reduce.js';

/** Width of the labels, in cells. */
const column = 28;

export const loginFormKind: OverlayKindSpec<LoginFormOverlay> = {
  widest: 96,
  fieldColumn: column,
  height: (form, state, width) => formRows(form).length + below(form, state, width).length + 2,
  fieldRow: (size, form, state) => form.at - shownRows(form, state, size).first,
  clicked(row, size, form, state) {
    const { first, room } = shownRows(form, state, size);
    const to = first + row;
    if (row < 0 || row >= room || formRows(form)[to] === undefined) return [];
    // On the focused row, a click selects the next option.
    return to === form.at ? [{ type: 'login-form/turn', by: 1 }] : [{ type: 'login-form/go', to }];
  },
  draw(form, state, { width, height }) {
    const { theme } = state.settings;
    const rows = formRows(form);
    const { first, room } = shownRows(form, state, { width, height });
    const lines = rows
      .slice(first, first + room)
      .map((row, index) => rowLine(form, row, index + first === form.at, width, theme));
    return {
      lines: [...renderLines(lines, width, theme), ...renderLines(below(form, state, width), width, theme)].slice(
        0,
        height,
      ),
      title: 'Log in',
      status: [{ text: 'Enter: use, Tab: next, Ctrl-T: test', role: 'dim' }],
      scroll: { top: first, total: rows.length + height - room },
    };
  },
};

/** A row: its title, and its value or the input. */
function rowLine(form: LoginFormOverlay, row: FormField, isFocused: boolean, width: number, theme: Theme): Line {
  const [before, after] = marks(row);
  const name = row.title.length > column - 3 ? `${row.title.slice(0, column - 4)}${theme.glyphs.ellipsis}` : row.title;
  const label = `${name}${isMissing(form, row) ? ' *' : ''}`;
  const title: Span = {
    text: ` ${label.padEnd(column - 1 - before.length)}${before}`,
    role: isFocused ? 'key' : undefined,
  };
  const end: Line = after === '' ? [] : [{ text: after, role: isFocused ? 'key' : 'dim' }];
  if (row.kind === 'switch')
    return [title, { text: isOn(form, row, isFocused) ? '[x]' : '[ ]', role: isFocused ? 'selection' : 'dim' }];
  if (isFocused && isTyped(form, row))
    return [title, ...fieldLine(shownField(form, theme), width - column - 4), ...end];
  return [title, { text: shownValue(form, row, theme.glyphs.mask), role: isFocused ? 'strong' : 'dim' }, ...end];
}

/** True if the focused row shows the typed text. An empty choice shows its default instead. */
const isTyped = (form: LoginFormOverlay, row: FormField): boolean =>
  !isButton(row) && (row.kind !== 'choice' || textOf(form.field) !== '');

/** The visible rows, including the focused one. Their number depends on the height of the text below. */
function shownRows(form: LoginFormOverlay, state: State, { width, height }: OverlaySize) {
  const room = Math.max(3, height - below(form, state, width).length);
  return { first: Math.max(0, form.at - room + 1), room };
}

/** Rows that only perform an action. */
const isButton = ({ id }: FormField): boolean => id === 'test' || id === 'more';

/** A value marked as a choice. */
const marks = (row: FormField): readonly [before: string, after: string] =>
  row.kind === 'choice' && !isButton(row) ? ['< ', ' >'] : ['', ''];

const isOn = (form: LoginFormOverlay, row: FormField, here: boolean): boolean =>
  (here ? textOf(form.field) : valueIn(form, row)) !== '';

/** Returns whether the form still needs a value here. One of the ways to identify a server is enough. */
function isMissing(form: LoginFormOverlay, row: FormField): boolean {
  if (row.needed !== 'server') return row.needed === true && row.kind !== 'choice';
  const urls = loginMethodOf(form.way).fields.filter(({ id, needed }) => needed === 'server' && id !== 'issuer');
  const has = (id: string): boolean => (form.values[id] ?? '').trim() !== '';
  return !has('issuer') && !has('provider') && !urls.every(({ id }) => has(id));
}

function shownValue(form: LoginFormOverlay, row: FormField, mask: string): string {
  const value = valueIn(form, row);
  if (row.id === 'test') return 'press Enter to test';
  if (row.id === 'more') return `press Enter to show ${hiddenFields(form)} more`;
  if (row.kind === 'choice' && value === '') return 'default';
  if (row.kind === 'pairs') return value === '' ? '' : shownPair(...pairOf(value), mask);
  if (row.kind !== 'secret' || value === '' || /^(?:env|file):/.test(value)) return value;
  return mask;
}

/** Help for the row, the problem or the server's response, and the equivalent flags. */
function below(form: LoginFormOverlay, state: State, width: number): Line[] {
  const { offered = [] } = form;
  const { theme } = state.settings;
  const row = formRows(form)[form.at];
  const wrapped = (text: string, role: 'dim' | 'error' | 'ok' | undefined, most = 4): Line[] => {
    if (text === '') return [];
    return cutLines(wrapText(text, width - 2, most + 1), most, width - 2, theme.glyphs.ellipsis).map(line => [
      { text: ` ${line}`, role },
    ]);
  };
  const fromFields = identityOf(loginMethodOf(form.way), form.values, state.identity, form.changes);
  const flags = isFormProblem(fromFields)
    ? []
    : [...authFlags(fromFields.auth), ...fromFields.headers.flatMap(keyFlag)];
  const help = row === undefined ? '' : helpOf(form, row);
  const tested = testResultOf(form);
  const problem = form.rejection?.of === textOf(form.field) ? form.rejection.reason : undefined;
  return [
    [],
    ...(offered.length > 1 ? wrapped(offered.join('  '), 'dim') : []),
    ...(tested === undefined ? [] : wrapped(tested.text, tested.tone, 8)),
    ...(problem === undefined ? wrapped(help, 'dim', 2) : wrapped(problem, 'error')),
    ...(flags.length === 0 ? [] : wrapped(`Equivalent flags: ${flags.join(' ')}`, 'dim', flagRows(state))),
  ];
}

/** Maximum number of rows for the flags, since a login may need many. */
const flagRows = (state: State): number => (layout(state).screen.height < 30 ? 4 : 10);

const keyFlag = ({ option, on }: HeaderRow): readonly string[] =>
  on && isKeyHeader(option) ? keyHeaderFlag(option) : [];

function helpOf(form: LoginFormOverlay, row: FormField): string {
  if (row.id === 'way') return `${loginMethodOf(form.way).help}. Choose with Left and Right, or type a name.`;
  if (row.id === 'more') return 'Rarely needed fields.';
  if (row.needed === 'server')
    return `Enter the issuer or the URLs${row.example === undefined ? '.' : `, for example ${row.example}`}`;
  if (row.kind === 'switch') return 'Press Space to switch it on or off.';
  if (row.kind === 'secret')
    return 'Use env:NAME or file:PATH to read it from there. Leave empty to keep the current value.';
  if (row.kind === 'choice')
    return row.choices?.find(({ value }) => value === valueIn(form, row))?.help ?? 'Choose with Left and Right.';
  if (row.kind === 'pairs') return `NAME=VALUE, for example ${row.example}. Each parameter has its own row.`;
  if (row.usual !== undefined) return `Default: ${row.usual}. Enter 0 for any free port.`;
  return row.example === undefined ? '' : `for example ${row.example}`;
}
