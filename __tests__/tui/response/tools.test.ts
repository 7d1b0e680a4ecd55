import { answer, events, inside, running, settle, shown, status } from './pane.js';

const people = JSON.stringify({
  data: {
    people: [
      { id: 1, name: 'Ada Lovelace', address: { city: 'London' }, tags: ['a', 'b'] },
      { id: 20, name: 'Zoë "Z" O’Neill', address: { city: 'Paris' }, tags: [] },
      { id: 3, name: null, extra: true },
    ],
  },
});
const read = () => answer(running('{ hello }', { rows: 70 }), people);

test('/ goes to the first match while typing, and counts; n and N wrap around; Escape reverts the search', () => {
  const screen = read().press('j').press('/').type('name');
  expect(status(screen)).toBe('/name   1 of 3');
  const first = screen.state.response.shown?.cursor;
  screen.press('enter', 'n');
  expect(status(screen)).toMatch(/^\/name 2 of 3/);
  screen.press('n', 'n');
  expect(screen.state.response.shown?.cursor).toBe(first);
  screen.press('N');
  expect(status(screen)).toMatch(/^\/name 3 of 3/);
  // The message is at the response, and covers no keys.
  expect(screen.notice).toBeUndefined();
  screen.press('/').type('zzz');
  expect(status(screen)).toBe('/zzz   none');
  screen.press('escape');
  expect(status(screen)).toMatch(/^\/name 3 of 3/);
  screen.press('escape');
  expect(status(screen)).toMatch(/^200/);
});

test('a match inside a fold opens it; leaving the search folds it again', () => {
  const screen = read().press('j', 'enter');
  expect(shown(screen)).toHaveLength(3);
  screen.press('/').type('paris');
  expect(inside(screen).join('\n')).toContain('"city": "Paris"');
  screen.press('escape');
  expect(shown(screen)).toHaveLength(3);
});

test('while a search is typed, letters are text and not commands', () => {
  const screen = read().press('/').type('q:?');
  expect(screen.state.overlays).toEqual([]);
  expect(status(screen)).toBe('/q:?   none');
});

test('a search is typed on while parts of a response arrive', () => {
  const screen = answer(running(), '{"data": {"a": 1}}', { partial: true }).press('/', 'b');
  answer(screen, '{"data": {"a": 1, "b": 2}}', { partial: true });
  expect(status(screen)).toMatch(/^\/b /);
  expect(status(screen.type('"'))).toBe('/b"   1 of 1');
});

test('the cursor stays on its line, or on the last one, while a text arrives', () => {
  const lines = (count: number): string => Array.from({ length: count }, (_, at) => `line ${at}\n`).join('');
  const screen = answer(running(), lines(50), { partial: true, isPlain: true }).press('j', 'j');
  answer(screen, lines(60), { partial: true, isPlain: true });
  expect(screen.state.response.shown?.cursor).toBe(2);
  screen.press('G');
  answer(screen, lines(70), { partial: true, isPlain: true });
  expect(inside(screen).at(-1)).toContain('line 69');
});

test('a search in a text of megabytes continues between frames', () => {
  const list = Array.from({ length: 200_000 }, (_, id) => ({ id, name: `n${id}` }));
  const screen = answer(running(), JSON.stringify({ list })).press('/').type('n199999');
  expect(status(screen)).toBe('/n199999   searching');
  settle(screen);
  expect(status(screen)).toBe('/n199999   1 of 1');
  expect(shown(screen).join('\n')).toContain('"name": "n199999"');
});

test('| passes the text to a command on its standard input; its output is read like a response, Escape returns', () => {
  const screen = read().press('|');
  expect(screen.state.overlays.at(-1)).toMatchObject({ kind: 'prompt' });
  screen.type('.data').press('enter');
  const effect = screen.effects.at(-1);
  expect(effect).toMatchObject({ kind: 'pipe', command: 'jq .data', text: people });
  expect(status(screen)).toBe('| jq .data · running… (Ctrl-C: stop)');
  const id = screen.state.response.filtered?.id ?? 0;
  screen.do({ type: 'response/piped', id, text: '{"people":[]}', stderr: '', problem: undefined });
  expect(shown(screen)).toEqual(['{', '  "people": []', '}']);
  screen.press('|');
  expect(screen.state.overlays.at(-1)).toMatchObject({ kind: 'prompt' });
  screen.press('escape', 'escape');
  expect(shown(screen)).toContain('        "name": "Ada Lovelace",');
});

test('a failed filter shows its exit and its standard error, as sanitized text', () => {
  const screen = read().press('|').type('x').press('enter');
  const id = screen.state.response.filtered?.id ?? 0;
  screen.do({
    type: 'response/piped',
    id,
    text: '',
    stderr: 'jq: \u001b[31merror',
    problem: 'jq x exited with code 3.',
  });
  expect(shown(screen)).toEqual(['jq x exited with code 3.', 'jq: ␛[31merror']);
  expect(status(screen)).toBe('| jq x · failed');
});

test('Ctrl-C ends a filter that does not end by itself', () => {
  const screen = read().press('|').type('x').press('enter');
  const id = screen.state.response.filtered?.id;
  screen.press('ctrl+c');
  expect(screen.effects.at(-1)).toEqual({ kind: 'cancel', id });
});

test('s prompts for a name and writes the response as received; an existing file needs confirmation', () => {
  const screen = read().press('s', 'enter');
  expect(screen.effects).toEqual([{ kind: 'save-text', path: 'response.json', text: people, overwrite: false }]);
  screen.do({ type: 'response/exists', path: 'response.json' });
  expect(screen.state.overlays.at(-1)).toMatchObject({ kind: 'choice', title: 'response.json already exists' });
  screen.press('j', 'enter');
  expect(screen.effects.at(-1)).toEqual({ kind: 'save-text', path: 'response.json', text: people, overwrite: true });
});

test('the overwrite prompt starts with another name, so Enter alone overwrites nothing', () => {
  const screen = read().do({ type: 'response/exists', path: 'response.json' }).press('enter');
  expect(screen.state.overlays.at(-1)).toMatchObject({ kind: 'prompt' });
  expect(screen.effects).toEqual([]);
});

test('events are saved as JSON lines, whatever the server’s line breaks', () => {
  const screen = events(running('subscription { ticks }'), 1, 1);
  events(screen, 2, 2, { text: '{\n  "data": {\r\n    "tick": 2 } }' }).press('s', 'enter');
  expect(screen.effects.at(-1)).toMatchObject({
    kind: 'save-text',
    path: 'events.jsonl',
    text: '{"data":{"tick":1}}\n{ "data": { "tick": 2 } }\n',
  });
});

test('y copies a string without quotes and escapes, an object as its JSON; c its path; Y everything', () => {
  const screen = read().press('/').type('zoë').press('enter', 'y');
  expect(screen.effects.at(-1)).toMatchObject({ kind: 'copy', text: 'Zoë "Z" O’Neill' });
  screen.press('c');
  expect(screen.effects.at(-1)).toMatchObject({ kind: 'copy', text: '.data.people[1].name' });
  screen.press('h', 'y');
  expect(screen.effects.at(-1)).toMatchObject({ text: expect.stringMatching(/^\{"id":20,.*"tags":\[\]\}$/) });
  screen.press('Y');
  expect(screen.effects.at(-1)).toMatchObject({ text: people });
});

test('p shows the text in the pager', () => {
  expect(read().press('p').effects.at(-1)).toEqual({ kind: 'page', text: people, json: true });
});

test('if there is nothing to show, each key reports that', () => {
  const screen = running();
  for (const key of ['s', 'p', 'y', 'c', 'Y', '/', '|', 't']) {
    screen.press(key);
    expect(screen.notice).toMatch(/^No|^Nothing/);
    expect(screen.state.overlays).toEqual([]);
  }
  expect(screen.effects.filter(each => each.kind !== 'later')).toEqual([]);
});

test('a search and a table are preserved in the next run of the query', () => {
  const screen = read().press('/').type('paris').press('enter', 't', 'ctrl+r');
  answer(screen, people.replace('"id":1,', '"id":100,'));
  expect(shown(screen)[1]).toMatch(/^100 {2}Ada Lovelace/);
  expect(status(screen)).toMatch(/^\/paris 1 found · row 2 of 3/);
  screen.press('escape', 'n');
  expect(status(screen)).toMatch(/^\/paris 1 of 1/);
});
