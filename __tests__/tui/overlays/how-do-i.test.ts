/** The palette and the help find commands by the words that people use, and Enter on a key of the help runs it. */
import { helpKind } from '../../../source/tui/overlays/help.js';
import { topOverlay } from '../../../source/tui/overlays/open.js';
import { rankedCommands } from '../../../source/tui/overlays/palette.js';
import { chooseTheme } from '../../../source/tui/theme.js';
import { plain, Screen } from '../support.js';

const words: readonly (readonly [typed: string, ...ids: readonly string[]])[] = [
  ['fullscreen', 'zoom'],
  ['full screen', 'zoom', 'response.pager'],
  ['maximize', 'zoom'],
  ['collapse', 'schema.close-all', 'response.close-all', 'query.fold', 'schema.close'],
  ['collapse all', 'schema.close-all', 'response.close-all', 'query.fold-all'],
  ['expand all', 'schema.open-all', 'response.open-all', 'query.fold-all'],
  ['go to line', 'query.line'],
  ['jump to line', 'query.line'],
  ['cancel', 'run'],
  ['abort', 'run'],
  ['stop request', 'run'],
  ['change url', 'endpoint'],
  ['switch server', 'endpoint', 'server'],
  ['base url', 'endpoint'],
  ['log out', 'session.leave', 'identity'],
  ['logout', 'session.leave', 'identity'],
  ['log in', 'identity', 'identity.oauth'],
  ['password', 'identity'],
  ['api key', 'identity'],
  ['token', 'identity.bearer', 'identity'],
  ['rerun', 'run', 'history'],
  ['repeat', 'run', 'history'],
  ['resend', 'run'],
  ['send request', 'run'],
  ['execute', 'run'],
  ['timeout', 'network'],
  ['proxy', 'network'],
  ['insecure', 'network'],
  ['self signed certificate', 'network'],
  ['ssl', 'network'],
  ['paste', 'query.edit', 'variables.edit'],
  ['select text', 'query.copy'],
  ['convert', 'copy.curl', 'copy.fetch'],
  ['share', 'copy.curl', 'copy.apiclient'],
  ['generate code', 'copy.fetch'],
  ['benchmark', 'response.next-tab'],
  ['timing', 'response.next-tab'],
  ['response headers', 'response.next-tab'],
  ['request headers', 'identity'],
  ['add header', 'identity.new-header'],
  ['import', 'file.open', 'schema-file'],
  ['postman', 'file.open'],
  ['export', 'copy.curl', 'copy.fetch', 'copy.apiclient', 'copy.http', 'response.save', 'file.save-as'],
  ['download', 'response.save'],
  ['save response', 'response.save'],
  ['bookmark', 'profile.write'],
  ['dark mode', 'theme'],
  ['colors', 'theme'],
  ['word wrap', 'query.wrap', 'variables.wrap'],
  ['pretty print', 'query.format', 'variables.format'],
  ['lint', 'query.format'],
  ['validate', 'query.problems'],
  ['errors', 'query.problems', 'response.next-error', 'variables.problems'],
  ['search and replace', 'find.open'],
  ['multiple cursors', 'query.occurrence'],
  ['undo close', 'tab.reopen'],
  ['switch tab', 'tab.next'],
  ['switch pane', 'focus.next'],
  ['keybindings', 'help'],
  ['shortcuts', 'help'],
  ['exit', 'quit'],
  ['environment', 'environment'],
  ['staging', 'environment'],
  ['cookies', 'session', 'identity'],
  ['switch user', 'session'],
  ['websocket', 'run.ways'],
  ['jq', 'response.pipe'],
  ['csv', 'response.copy-all'],
  ['spreadsheet', 'response.table'],
  ['order by', 'response.sort', 'response.sort-then'],
  ['diff', 'response.compare', 'schema.changed'],
  ['breaking changes', 'schema.changed'],
  ['find usages', 'schema.used'],
  ['documentation', 'schema.docs', 'query.docs'],
  ['deselect', 'schema.clear'],
  ['find field', 'schema.search'],
  ['rename field', 'schema.alias'],
  ['extract variable', 'schema.variable'],
  ['vi', 'editor.vim', 'editor'],
  ['previous requests', 'history'],
  ['shrink', 'narrower', 'shorter'],
  ['smaller', 'narrower', 'shorter'],
  ['enlarge', 'wider', 'taller', 'zoom'],
  ['close app', 'quit'],
  ['copy to clipboard', 'response.copy', 'response.copy-all'],
  ['share query', 'copy.curl'],
  ['who uses this', 'schema.used'],
  ['socks', 'network'],
  ['slow server', 'network'],
  ['localhost', 'endpoint', 'server'],
  ['update schema', 'refresh'],
  ['indent', 'query.format', 'variables.format'],
  ['go back', 'schema.back', 'response.earlier', 'response.leave'],
  ['remove selection', 'schema.clear'],
  ['nested fields', 'schema.tick-depth', 'schema.tick-all'],
  ['subfields', 'schema.tick-depth'],
  ['sample values', 'variables.fill'],
  ['@include', 'schema.directive'],
  ['use GET', 'run.ways'],
  ['stop scrolling', 'response.pause'],
  ['freeze events', 'response.pause'],
  ['sso', 'identity.oauth'],
  ['references', 'schema.used'],
];

test.each(words)('"%s" finds its command among the first three', (typed, ...ids) => {
  const found = rankedCommands(typed, new Screen().state).slice(0, 3);
  expect(found.filter(({ id }) => ids.includes(id)).length).toBeGreaterThan(0);
});

test('Enter on a selected key of the help runs it in its pane', () => {
  const screen = new Screen().press('4', '?').type('only ticked').press('enter');
  expect(screen.state.schema.onlyTicked).toBe(true);
  expect([screen.state.focus, screen.state.overlays]).toEqual(['schema', []]);
});

test('the first arrow selects the first key, whose command Enter runs', () => {
  const screen = new Screen({ query: '{ hello }' }).press('2', '?', 'down', 'enter');
  expect([screen.asked.at(-1)?.kind, screen.state.overlays]).toEqual(['edit-text', []]);
});

test('Enter without a selection closes the help and runs nothing', () => {
  const screen = new Screen({ query: '{ hello }' }).press('2', '?', 'enter');
  expect([screen.state.editing, screen.state.overlays, screen.asked]).toEqual([false, [], []]);
});

test.each([
  ['legend', '◉ / ○'],
  ['required', 'name*'],
  ['star', 'name*'],
  ['checkbox', '[x] / [~] / [ ]'],
])('%s finds a mark of the tree in the help, and Enter on it closes the help', (typed, mark) => {
  const screen = new Screen({ rows: 60 }).press('?').type(typed);
  const top = topOverlay(screen.state);
  if (top?.kind !== 'help') throw new Error('The help is not open.');
  const { lines } = helpKind.draw(top, screen.state, { width: 90, height: 40 });
  expect(plain(lines).join('\n')).toContain(mark);
  screen.press('escape', '?').type('legend').press('enter');
  expect([screen.state.overlays, screen.asked]).toEqual([[], []]);
});

test('in ASCII, the mark of a value differs from the mark of a required one', () => {
  const { glyphs } = chooseTheme({ ascii: true, variables: {} });
  expect(new Set([glyphs.given, glyphs.absent, glyphs.required]).size).toBe(3);
});

test('Enter on a key that needs another context names that context', () => {
  const screen = new Screen().press('?').type('move by words').press('enter');
  expect(screen.notice).toMatch(/^Press Ctrl-← .* while editing\.$/);
  expect(screen.state.overlays).toEqual([]);
});

test('a click selects a key of the help, and a second one runs it', () => {
  const screen = new Screen({ rows: 40, query: '{ hello }' }).press('2', '?');
  const click = (row: number): Screen =>
    screen.send({
      kind: 'mouse',
      action: 'press',
      button: 'left',
      column: 40,
      row,
      ctrl: false,
      alt: false,
      shift: false,
    });
  const selected = (): number | undefined => {
    const top = topOverlay(screen.state);
    return top?.kind === 'help' ? top.selected : undefined;
  };
  click(6);
  const first = selected();
  click(7);
  expect([first, selected()]).toEqual([expect.any(Number), (first ?? 0) + 1]);
  click(7);
  expect(screen.state.overlays).toEqual([]);
});
