/** The grammar of line mode: every advertised command can be typed, and only editing commands change a text. */
import { textOf } from '../../../source/core/text/editor.js';
import { announce } from '../../../source/tui/linear/announce.js';
import { carryOut, commandsAt } from '../../../source/tui/linear/commands.js';
import type { DispatchAll, Reply } from '../../../source/tui/linear/reply.js';
import type { State } from '../../../source/tui/model/state.js';
import * as fc from '../../support/property.js';
import { forDescription } from '../schema/api/support.js';
import { Screen } from '../support.js';

/** A screen in a state, which is computed once. */
const from = (first: Screen) => (): Screen => Object.assign(new Screen({ sdl: null }), { state: first.state });
const graphql = from(new Screen({ query: '{ hello }' }));
const documents = { graphql, http: from(forDescription()) } as const;

/** Types a line. Returns the reply with the announced changes. */
function typed(screen: Screen, line: string): { readonly lines: readonly string[]; readonly reply: Reply } {
  const act: DispatchAll = (...actions) => screen.do(...actions).state;
  screen.do({ type: 'app/key' });
  const before = screen.state;
  const reply = carryOut(line, before, act);
  return { reply, lines: [...reply.lines, ...announce(before, screen.state)].map(({ text }) => text) };
}

const said = (screen: Screen, line: string): string => typed(screen, line).lines.join('\n');

/** States in which commands can be typed, by document. */
const places: Readonly<Record<string, (screen: Screen) => Screen>> = {
  'the main prompt': screen => screen,
  'a list': screen => screen.do({ type: 'response/ask-transport' }),
  'after a search': screen => screen.do({ type: 'search/open' }).type('name').press('enter'),
};

describe.each(Object.entries(documents))('%s', (_, open) => {
  test.each(Object.entries(places))('every command of `help all` can be typed back: %s', (__, enter) => {
    const listed = said(open(), 'help all').split('\n');
    const names = listed.map(line => line.replace(/(?: (?:\[.*|PATH|WORDS))?: .*$/s, ''));
    expect(names.length).toBeGreaterThan(60);
    expect(new Set(names).size).toBe(names.length);
    const entered = from(enter(open()));
    const refused = names.filter(name => /^(?:Unknown|Not in)/.test(said(entered(), name)));
    expect(refused).toEqual([]);
  });

  test('next match goes to the next match of a search in the tree', () => {
    const screen = open().do({ type: 'app/focus', pane: 'schema' });
    expect(said(screen, screen.state.connect.kind === 'http' ? 'search pet' : 'search name')).toMatch(/Match 1 of/);
    expect(said(screen, 'next match')).toMatch(/Match 2 of/);
  });

  test('only editing commands change the text', () => {
    const names = commandsAt(open().state).map(({ name }) => name);
    const argument = fc.constantFrom(
      ...['', '1', '100', 'next problem', 'nxt problem', 'to types', 'hello', 'user.name', 'user(id: 1).name', 'all'],
      ...[
        'GET /pets/{petId}',
        'GET /pets/{petId} kind',
        'kind = dog',
        'user(id:) = 5',
        '$.data',
        '{ user',
        'name',
        'x',
      ],
    );
    const known = fc.tuple(fc.constantFrom(...names), argument).map(([name, text]) => `${name} ${text}`.trim());
    const line = fc.oneof(known, known, argument, fc.constantFrom('back', 'cancel', 'yes', 'filter a', 'next'));
    const edits =
      /^(?:tick|untick|set|query|request|undo|redo|u|variables fill missing|(?:schema|API) |new operation|reopen closed tab|close tab|next tab|previous tab|new tab|open file|operations|history|response use value)/i;
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), lines => {
        const screen = open();
        for (const each of lines) {
          const { editing, overlays, query, tabs } = screen.state;
          const isInput = editing || overlays.length > 0 || tabs.justClosed;
          const { reply, lines: replies } = typed(screen, each);
          const isChanged = textOf(query.editor) !== screen.query;
          if (isChanged && !isInput) expect(each).toMatch(edits);
          if (isChanged && !isInput && /^(?:query|request)/i.test(each)) expect(each).toMatch(/[{:]|format|edit/);
          if (reply.refused === true) expect([each, isChanged]).toEqual([each, false]);
          if (reply.refused === true && reply.lines.length === 0) expect(replies).not.toEqual([]);
        }
      }),
      { numRuns: 400 },
    );
  });
});

test.each([
  ['query next problem', 'No problems.'],
  ['QUERY Next Problem', 'No problems.'],
  ['query nxt problem', 'Did you mean query next problem?'],
  ['go to types', 'Did you mean'],
  ['variables fill mising', 'Did you mean variables fill missing?'],
  ['tick user.nam', 'No field nam below user. Did you mean user.name?'],
  ['clear', 'Did you mean schema clear'],
  ['read on', 'Usage: read [LINE].'],
  ['quit now', 'quit takes no text.'],
])('%s is never taken as a text: %s', (line, reply) => {
  const screen = graphql();
  expect(said(screen, line)).toContain(reply);
  expect(screen.query).toBe('{ hello }');
});

test.each([
  ['query { old }', '{ old }'],
  ['query{ old }', '{ old }'],
  ['query Me { old }', 'query Me { old }'],
  ['query ($id: ID!) { node(id: $id) { id } }', 'query ($id: ID!) { node(id: $id) { id } }'],
  ['query mutation { rename(id: 1) { id } }', 'mutation { rename(id: 1) { id } }'],
  ['query docs { old }', 'query docs { old }'],
  ['query: not a query', 'not a query'],
])('%s replaces the query', (line, query) => {
  const screen = graphql();
  typed(screen, line);
  expect(screen.query).toBe(query);
});

test('tick and untick have no further effect when repeated', () => {
  const screen = graphql();
  typed(screen, 'tick user.name');
  const ticked = screen.query;
  expect(said(screen, 'tick user.name')).toBe('Already ticked: name. Type untick to remove it.');
  expect(screen.query).toBe(ticked);
  typed(screen, 'untick user.name');
  expect(screen.query).not.toContain('name');
  expect(said(screen, 'untick user.name')).toBe('Not ticked: name.');
  typed(screen, 'undo');
  expect(screen.query).toBe(ticked);
});

test.each(['run', 'help', 'quit', 'back', 'status'])('%s means itself in a list', line => {
  const screen = graphql().do({ type: 'response/ask-transport' });
  expect(screen.state.overlays.length).toBe(1);
  const { reply } = typed(screen, line);
  expect(reply.refused).toBeUndefined();
  const stays: Readonly<Record<string, boolean>> = { help: true, status: true, quit: true };
  expect(screen.state.overlays.length).toBe(stays[line] ? 1 : 0);
  if (line === 'run') expect(screen.effects.map(({ kind }) => kind)).toContain('run');
  if (line === 'quit') expect(screen.effects.map(({ kind }) => kind)).toContain('quit');
});

test('a list is filtered by `filter WORDS`, and other words select nothing', () => {
  const screen = graphql().do({ type: 'response/ask-transport' });
  const all = said(screen, '');
  expect(said(screen, 'persisted')).toContain('Type a number, filter WORDS, or back.');
  expect(said(screen, 'filter persisted')).toMatch(/^.*:\n1\. Persisted/);
  expect(said(screen, 'filter nosuch')).toBe('Nothing in the list contains nosuch.');
  expect(said(screen, 'filter')).toBe(all);
});

test('a form is read field by field, and no field is numbered', () => {
  const screen = graphql().do({ type: 'login-form/open' });
  const heard = ['next', 'previous', 'set basic', 'next', 'set ada', 'go Auth', 'review', 'nonsense'].map(line =>
    said(screen, line),
  );
  expect(heard.join('\n')).not.toMatch(/^\d/m);
  expect(heard[2]).toMatch(/^Auth: Basic/);
  expect(heard[4]).toBe('User name: ada, required.');
  expect(heard[6]).toMatch(/^Auth: Basic.*\nUser name: ada, required\.\nPassword: empty/);
  expect(heard[7]).toContain('Unknown field or command: nonsense.');
  typed(screen, 'done');
  expect((screen.state as State).identity.auth.basic).toBeDefined();
});

test('`set no` switches a field of a form off again', () => {
  const screen = graphql().do({ type: 'login-form/open' });
  for (const line of ['set client credentials', 'more', 'go Bound to a key (DPoP)', 'set yes']) typed(screen, line);
  expect(said(screen, '')).toContain('Bound to a key (DPoP): yes');
  typed(screen, 'set no');
  expect(said(screen, '')).toContain('Bound to a key (DPoP): empty');
  typed(screen, 'set no');
  expect(said(screen, '')).toContain('Bound to a key (DPoP): empty');
});
