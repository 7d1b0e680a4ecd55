/** A file typed at the URL prompt. */
import { Screen } from '../support.js';

const typed = (text: string) => new Screen().press('E', 'alt+a').type(text).press('enter').effects;

test.each(['api.http', './api.rest', '~/shop/me.graphql', '/tmp/a.har', '../shop.json', 'openapi.yaml', ' a b.http '])(
  '%j opens the file',
  text => {
    const effects = typed(text);
    const action = { type: 'files/open', path: text.trim() };
    expect(effects).toContainEqual({ kind: 'later', ms: 0, action });
    expect(effects.filter(({ kind }) => ['load-schema', 'ask-kind'].includes(kind))).toEqual([]);
  },
);

test.each([
  'api.rest',
  'api.rest/graphql.json',
  'https://api.example/openapi.json',
  'localhost:4000/a.http',
  'user@api.json',
  '/graphql',
  'shop',
])('%j is not a file', text => {
  const opens = expect.objectContaining({ action: expect.objectContaining({ type: 'files/open' }) });
  expect(typed(text)).not.toContainEqual(opens);
});

const accepted = (screen: Screen, path: string): Screen => {
  screen.type(path).press('enter').do({ type: 'files/open', path });
  const opening = screen.effects.findLast(effect => effect.kind === 'open-files');
  return screen.do({ type: 'files/opened', tab: opening?.tab ?? -1, path, query: '{ hello }' });
};

test('the prompt of a connected tab closes, and the file opens in the tab', () => {
  const { state } = accepted(new Screen().press('E', 'alt+a'), 'me.graphql');
  expect(state.connect.phase).toBe('ready');
  expect(state.files.path).toBe('me.graphql');
});

test.each(['me.graphql', 'me.http'])('without a server, %s opens in a tab without a prompt', path => {
  const start = new Screen({ sdl: null, url: undefined as never }).do({ type: 'connect/ask' });
  const { state } = accepted(start, path);
  expect(state.connect.phase).toBe('without');
  expect(state.files.path).toBe(path);
});

test('without a server, a WebSocket opens in a tab without a prompt', () => {
  const start = new Screen({ kind: 'http', sdl: null, url: undefined as never }).do({ type: 'connect/ask' });
  const path = 'ws://localhost:1/chat';
  const { state } = start.type(path).press('enter').do({ type: 'files/open', path });
  expect(state.connect.phase).toBe('without');
  expect(state.query.editor.doc.toString()).toBe(`WEBSOCKET ${path}\n`);
});

test('without a server, a file to import opens no tab before it is imported', () => {
  const start = new Screen({ sdl: null, url: undefined as never }).do({ type: 'connect/ask' });
  const { state } = start.type('a.har').press('enter').do({ type: 'files/open', path: 'a.har' });
  expect(state.tabs.all).toHaveLength(1);
});

test.each(['"URL"', " 'URL' ", '<URL>'])('a URL is opened without the quotes it was copied with: %s', typed => {
  const url = 'http://other.example/graphql';
  const screen = new Screen().press('E', 'alt+a').type(typed.replace('URL', url)).press('enter');
  expect(screen.state.connect.url).toBe(url);
});
