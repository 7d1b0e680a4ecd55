/** The screen describes its actual state: what is running, out of date, or omitted. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extensionLines } from '../../source/core/response/extensions.js';
import { sourceOf } from '../../source/core/response/viewer/source-of.js';
import { Table } from '../../source/core/response/viewer/table.js';
import { sortedRows } from '../../source/core/response/viewer/table-rows.js';
import { cellWidth } from '../../source/core/text/cells.js';
import { fittingKeys, footerKeys, noticeLines } from '../../source/tui/app/footer.js';
import { overlayKinds } from '../../source/tui/app/overlay-kinds.js';
import { renderLine } from '../../source/tui/components/line.js';
import { kindOf } from '../../source/tui/overlays/kind.js';
import { topOverlay } from '../../source/tui/overlays/open.js';
import { outdatedWords } from '../../source/tui/response/outdated.js';
import { statusOf } from '../../source/tui/response/status.js';
import { chooseTheme } from '../../source/tui/theme.js';
import { startInTerminal } from '../support/terminal.js';
import { answer, events, running, shown, status } from './response/pane.js';
import { plain, Screen, theme } from './support.js';

const labels = (screen: Screen, width: number): string[] =>
  fittingKeys(footerKeys(screen.state), width, false).map(each => each.label);

test.each([40, 60, 80, 120])('in %i columns, run, quit and help are never dropped from the footer', width => {
  for (const pane of ['1', '2', '3', '4']) {
    expect(labels(new Screen().press(pane), width)).toEqual(expect.arrayContaining(['run', 'quit', 'help']));
  }
});

test("in a narrow list of operations or past queries, Ctrl-R is not dropped, and a table's main keys come first", () => {
  expect(labels(new Screen({ query: 'query A { hello } query B { old }' }).press('2', 'o'), 60)).toContain('run');
  const table = answer(running('{ hello }'), '{"data":{"list":[{"a":1}]}}').press('4', 't');
  for (const width of [60, 80]) expect(labels(table, width)).toContain('sort');
});

test('without an endpoint, run is not offered, not even in a prompt; Esc is offered if it goes back', () => {
  const asks = new Screen({
    identity: { auth: { apiKeys: [] }, headers: [{ kind: 'set', name: 'X-Api-Key', value: 'x' }] },
  });
  expect(labels(asks.press('E'), 80)).toContain('back');
  asks.press('alt+a').type('https://other.example/').press('enter');
  expect(topOverlay(asks.state)?.kind).toBe('choice');
  expect(labels(asks, 80)).not.toContain('run');
  const first = new Screen({ sdl: null, url: undefined as never }).do({ type: 'connect/ask' });
  expect(labels(first, 80)).toEqual(['connect']);
});

test('in a narrow pane, the outcome of a response is dropped after its duration', () => {
  const old = answer(running('{ hello }'), '{"data":{"hello":"x"}}', { errors: [{}] });
  old.press('2', 'i').type('#');
  const words = (width: number): string =>
    statusOf(old.state.response, theme, width, outdatedWords(old.state))
      .map(each => each.text)
      .join('');
  expect(words(80)).toBe('stale: query changed · 200 · 184 ms · 22 B · partial data');
  expect(words(42)).toBe('stale: query changed · 200 · partial data');
  expect(words(36)).toBe('stale: query changed · partial data');
});

test('a long note is cut before the status code is dropped', () => {
  const screen = running('{ hello }');
  const id = screen.state.response.runId ?? 0;
  answer(screen, '{"data":{"hello":"x"}}').do({ type: 'response/note', id, text: `Check failed: ${'x'.repeat(90)}` });
  const words = (width: number): string =>
    plain([renderLine(statusOf(screen.state.response, theme, width), width, theme)])[0] ?? '';
  expect(words(60)).toMatch(/^200 · Check failed: x+…$/);
  expect(words(22)).toMatch(/^200 · Check failed: …\s*$/);
});

test.each([60, 80, 120])('in %i columns, the footer shows what Esc leaves, and what Enter does with a fold', width => {
  const body = () => answer(running('{ hello }'), '{"data":{"hello":"x"}}').press('4');
  expect(labels(body(), width)).toContain('fold');
  expect(labels(body().press('enter'), width)).toContain('open');
  expect(labels(body().press('/').type('hel').press('enter'), width)).toContain('end search');
  expect(labels(body().press('|').type('x').press('enter'), width)).toContain('full text');
  const log = () => events(running('subscription { ticks }'), 1, 3).press('4', 'k');
  expect(labels(log(), width)).not.toContain('all events');
  expect(labels(log().press('enter'), width)).toContain('all events');
  expect(labels(log().press('/').type('2').press('enter'), width)).toContain('end filter');
  expect(labels(log(), width)).toContain('pause');
  expect(labels(log().press('/').type('nothing').press('enter'), width)).not.toContain('open');
  const query = () => new Screen({ query: '{ node { node } }' }).press('2');
  expect(labels(query().press('/').type('node').press('enter'), width)).toContain('end search');
  expect(labels(query().press('l', 'l', '*', '*'), width)).toContain('one cursor');
  expect(labels(query().press('l', 'l', '*', '*', 'i'), width)).toContain('one cursor');
  expect(labels(query(), width)).not.toContain('end search');
});

test('a search of the headers ends like one of the body', () => {
  const screen = answer(running('{ hello }'), '{"data":{"hello":"x"}}')
    .press('4', ']', ']', '/')
    .type('auth')
    .press('enter');
  expect(status(screen)).toContain('/auth');
  expect(status(screen.press('escape'))).not.toContain('/auth');
});

test('the footer offers stop during a run, and resume while events are paused', () => {
  expect(labels(running(), 120)).toContain('stop');
  const paused = events(running('subscription { ticks }'), 1, 1);
  expect(labels(paused, 120)).toEqual(expect.arrayContaining(['stop', 'pause']));
  expect(labels(paused.press('space'), 120)).toContain('resume');
});

const noticed = (screen: Screen, text: string, width: number): string[] =>
  plain(noticeLines({ text, tone: 'info' }, width, theme, footerKeys(screen.state)));

test('a notice above which a field is typed has as many lines as there is room', () => {
  const screen = answer(running('{ hello }', { columns: 80, rows: 24 }), '[1]').press('f', '$', '[', 'enter');
  const { notice } = screen.state;
  if (notice === undefined) throw new Error('No notice.');
  expect(noticeLines(notice, 80, theme)).toHaveLength(2);
  const [line = '', ...more] = plain(noticeLines(notice, 80, theme, footerKeys(screen.state), 1));
  expect([line, more]).toEqual([expect.stringMatching(/^ Not a path: .*… .*Ctrl-R run/), []]);
});

test.each([60, 80, 120])('in %i columns, a notice of any length leaves run and quit in position', width => {
  const screen = new Screen();
  for (const words of [1, 6, 9, 12, 15, 20, 30, 40, 200]) {
    const lines = noticed(screen, 'notice '.repeat(words).trim(), width);
    expect(lines.map(cellWidth)).toEqual(lines.map(() => width));
    expect(lines.at(-1)).toMatch(/Ctrl-R run {2}q quit {2}$/);
    expect(lines.length).toBeLessThanOrEqual(5);
    const text = lines.join(' ').replace(/Ctrl-R.*/, '');
    if (words < 30) expect(text.match(/notice/g)).toHaveLength(words);
    else expect(text.replace(/\s+/g, ' ')).toMatch(/^( notice)+( [notice]*…)? $/);
  }
});

test('next to a notice, the footer offers stop during a run, and resume while events are paused, if there is room', () => {
  expect(noticed(running(), 'said', 60).at(-1)).toMatch(/^ said +Ctrl-R stop {2}q quit {2}$/);
  const paused = events(running('subscription { ticks }'), 1, 1).press('space');
  for (const width of [80, 120])
    expect(noticed(paused, 'said', width).at(-1)).toMatch(/^ said +Space resume {2}Ctrl-R stop {2}q quit {2}$/);
  expect(noticed(paused, 'said', 60).at(-1)).toMatch(/^ said +Ctrl-R stop {2}q quit {2}$/);
  // Typing into a text does not quit. A screen too narrow for both shows the notice.
  expect(noticed(new Screen().press('2', 'i'), 'said', 60).at(-1)).toMatch(/^ said +Ctrl-R run {2}$/);
  expect(noticed(new Screen(), 'said', 20)).toEqual([' said               ']);
});

test('a response is marked stale when query, variables or endpoint have changed, and not after that is undone', () => {
  const screen = answer(running('{ hello }'), '{"data":{"hello":"x"}}');
  expect(outdatedWords(screen.state)).toBe('');
  screen.press('2', 'i').type('#').press('escape');
  expect(outdatedWords(screen.state)).toBe('stale: query changed');
  expect(outdatedWords(screen.press('u').state)).toBe('');
  screen.press('3', 'i').type('{').press('escape');
  expect(outdatedWords(screen.state)).toBe('stale: variables changed');
  screen.press('u').do({ type: 'connect/open', url: 'http://localhost/other', keep: true });
  expect(outdatedWords(screen.state)).toBe('stale: endpoint changed');
});

test('the response of another server is removed, and its run is stopped', () => {
  const done = answer(running('{ hello }'), '{"data":{"hello":"x"}}');
  done.do({ type: 'connect/open', url: 'http://elsewhere.example/graphql', keep: false });
  expect(done.state.response.raw).toBe('');
  const live = running('subscription { ticks }');
  const id = live.state.response.runId;
  live.do({ type: 'connect/open', url: 'http://elsewhere.example/graphql', keep: false });
  expect(live.effects).toContainEqual({ kind: 'cancel', id });
});

test('a response without data shows its errors first, wrapped; the next one shows its data again', () => {
  const message = 'The quick brown fox jumps over the lazy dog. '.repeat(4).trim();
  const screen = answer(running(), '{"data":null}', { errors: [{ message, line: message }] });
  expect(screen.state.response.tab).toBe('errors');
  expect(shown(screen).slice(0, 3).join(' ').replace(/\s+/g, ' ')).toContain('jumps over the lazy dog. The quick');
  answer(screen.press('ctrl+r'), '{"data":{"hello":"x"}}');
  expect(screen.state.response.tab).toBe('body');
  const of = (raw: string): string =>
    answer(running(), raw, { errors: [{ message, line: message }] }).state.response.tab;
  expect(of('{"data":{"a":null,"b":null},"errors":[{"message":"no"}]}')).toBe('errors');
  expect(of('{"data":{"a":null,"b":0},"errors":[{"message":"no"}]}')).toBe('body');
});

describe('a server that refuses introspection', () => {
  let server: Server;
  beforeAll(async () => {
    server = createServer((_, response) => {
      response.writeHead(503, { 'content-type': 'text/html' }).end('<h1>Down for repairs until noon</h1>');
    });
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  test('status and body are shown, and o opens a schema file', async () => {
    const { port } = server.address() as AddressInfo;
    const terminal = startInTerminal(['graphql', `http://127.0.0.1:${port}/`], { columns: 80, rows: 24 });
    await terminal.untilShown('<h1>Down for repairs until noon</h1>');
    await terminal.untilShown('503');
    await terminal.untilShown('open an SDL');
    terminal.write('o');
    await terminal.untilShown('SDL or introspection JSON');
  });
});

const list = (rows: readonly unknown[]) => sourceOf(JSON.stringify({ data: { list: rows } }), true);

test('table columns are as wide as their widest row needs, if there is room', () => {
  const rows = Array.from({ length: 500 }, (_, at) => ({ id: at, name: at === 499 ? 'x'.repeat(60) : 'short' }));
  const source = list(rows);
  const table = new Table(source, 2);
  table.advance(500);
  expect(table.columns.find(each => each.name === 'name')?.width).toBe(60);
  const screen = answer(running('{ hello }', { columns: 148 }), JSON.stringify({ data: { list: rows } }));
  screen.press('j', 'j', 't', 'G');
  expect(shown(screen).join('\n')).toContain('x'.repeat(60));
});

test("S sorts by the cursor's column: ascending, descending, unsorted; numbers by value, missing values last", () => {
  const rows = [{ n: 10, t: 'b' }, { n: 9, t: 'A' }, { t: 'c' }, { n: 100, t: null }];
  const source = list(rows);
  const table = new Table(source, 2);
  const by = (column: string, descending: boolean) => sortedRows(table, [{ column, descending }]);
  expect(by('n', false)).toEqual([1, 0, 3, 2]);
  expect(by('n', true)).toEqual([3, 0, 1, 2]);
  expect(by('t', false)).toEqual([1, 0, 2, 3]);
  const screen = answer(running(), JSON.stringify({ data: { list: rows } })).press('j', 'j', 't');
  const column = (): string[] =>
    shown(screen)
      .slice(1, 5)
      .map(line => line.trim().split(/\s+/)[0] ?? '');
  expect(column()).toEqual(['10', '9', 'c', '100']);
  screen.press('S');
  expect(column()).toEqual(['9', '10', '100', 'c']);
  // The cursor is still on the same element.
  expect(screen.state.response.shown?.cursor).toBe(4);
  screen.press('S');
  expect(column()).toEqual(['100', '10', '9', 'c']);
  screen.press('S');
  expect(column()).toEqual(['10', '9', 'c', '100']);
});

test('saving paused events includes later ones, and the prompt lists what is omitted', () => {
  const tick = (n: number): string => `{"data":{"tick":${n}}}`;
  const screen = events(running('subscription { ticks }'), 1, 2).press('space');
  events(screen, 3, 3);
  screen.press('s');
  const hint = (): string => {
    const top = topOverlay(screen.state);
    return top?.kind === 'prompt' ? top.hint : '';
  };
  expect(hint()).toMatch(/^All 3 events\. /);
  screen.press('enter');
  expect(screen.asked.at(-1)).toMatchObject({ text: `${tick(1)}\n${tick(2)}\n${tick(3)}\n` });
  screen.press('/').type('":2').press('enter', 's');
  expect(hint()).toMatch(/^1 event; not included: 2 not matching the filter\. /);
});

test('help begins with the focused pane', () => {
  const first = (screen: Screen): string => {
    const top = topOverlay(screen.press('?').state);
    if (top === undefined) throw new Error('No help.');
    const { lines } = kindOf(overlayKinds, top).draw(top, screen.state, { width: 80, height: 20 });
    return plain(lines)[2]?.trim() ?? '';
  };
  expect(first(new Screen())).toBe('Schema');
  expect(first(new Screen().press('4'))).toBe('Response');
  expect(first(new Screen().press('3'))).toBe('Variables');
});

test('--ascii distinguishes errors from warnings', () => {
  const { glyphs } = chooseTheme({ ascii: true, variables: {} });
  expect([glyphs.bad, glyphs.caution]).toEqual(['x', '!']);
});

test('tracing is a waterfall, cost and cache hints are tables; other extensions are unchanged', () => {
  const tracing = {
    version: 1,
    duration: 40_000_000,
    parsing: { startOffset: 0, duration: 1_000_000 },
    execution: {
      resolvers: [
        { path: ['books', 0, 'title'], startOffset: 30_000_000, duration: 10_000_000 },
        { path: ['books'], startOffset: 1_000_000, duration: 29_000_000 },
      ],
    },
  };
  const cost = { requestedQueryCost: 12, throttleStatus: { currentlyAvailable: 988 } };
  const cacheControl = { version: 1, hints: [{ path: ['books'], maxAge: 60, scope: 'PRIVATE' }] };
  const raw = JSON.stringify({ data: {}, extensions: { tracing, cost, cacheControl, other: 1 } });
  expect(extensionLines(raw)).toEqual([
    '',
    'tracing: 40 ms on the server',
    '  parsing         1.0 ms =',
    '  books            29 ms  =============================',
    '  books.0.title    10 ms                               ==========',
    '',
    'cost',
    '  requestedQueryCost  12',
    '  throttleStatus',
    '    currentlyAvailable  988',
    '',
    'cache hints',
    '  books     60 s  private',
  ]);
  const screen = answer(running(), raw).press(']', ']', ']');
  expect(shown(screen).join('\n')).toContain('books.0.title');
  const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`m${at}`, 1]));
  expect(extensionLines(JSON.stringify({ extensions: { cost: many } })).length).toBeLessThan(100);
  for (const odd of ['{}', 'nonsense', '{"extensions":[]}', '{"extensions":{"tracing":{"duration":"x"},"cost":3}}']) {
    expect(extensionLines(odd)).toEqual([]);
  }
});
