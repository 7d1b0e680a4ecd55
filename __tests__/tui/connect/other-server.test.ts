/** Credentials for one server are sent to another only if the user agrees. */
import type { AuthOptions } from '../../../source/core/options.js';
import { secret } from '../../../source/core/secret.js';
import { Screen } from '../support.js';

const auth: AuthOptions = { bearer: { from: 'text', value: secret('tok') }, apiKeys: [] };
const header = (name: string) => ({ kind: 'set', name, value: 'x' }) as const;
const identity = { auth, headers: [header('X-Api-Key'), header('X-Team')] };

const goTo = (screen: Screen, url: string): Screen => screen.press('E', 'alt+a').type(url).press('enter');
const said = (screen: Screen) => {
  const last = screen.effects.findLast(each => each.kind === 'identify');
  return last?.kind === 'identify' ? last.identity : undefined;
};
const loads = (screen: Screen) => screen.effects.filter(each => each.kind === 'load-schema');

test('the user is asked before anything is sent; No drops the credentials, which can be restored', () => {
  const screen = goTo(new Screen({ identity }), 'https://other.example/graphql');
  expect(screen.state.overlays.at(-1)).toMatchObject({
    title: 'Also send the credentials for localhost to other.example?',
  });
  expect(loads(screen)).toEqual([]);
  screen.press('enter');
  expect(loads(screen)).toMatchObject([{ source: { url: 'https://other.example/graphql' } }]);
  expect(said(screen)).toEqual({ auth: { apiKeys: [] }, headers: [header('X-Team')] });
  expect(screen.effects.findIndex(each => each.kind === 'identify')).toBeLessThan(
    screen.effects.findIndex(each => each.kind === 'load-schema'),
  );
  screen.press('H', 'down', 'space', 'up', 'enter').type('from').press('enter');
  expect(said(screen)).toEqual(identity);
});

test('Yes transfers them, Esc cancels', () => {
  const screen = goTo(new Screen({ identity }), 'https://other.example/graphql');
  screen.press('escape');
  expect([screen.state.connect.phase, screen.state.connect.url]).toEqual(['asking', 'http://localhost/graphql']);
  screen.press('enter', 'down', 'enter');
  expect(screen.state.connect.url).toBe('https://other.example/graphql');
  expect(said(screen)).toBeUndefined();
  expect(screen.auth).toContain('Bearer');
});

test('there is no prompt for the same server, without a login, or if the URL contains credentials', () => {
  expect(goTo(new Screen({ identity }), 'http://localhost/other').state.overlays).toEqual([]);
  expect(goTo(new Screen(), 'https://other.example/').state.overlays).toEqual([]);
  const own = goTo(new Screen({ identity }), 'https://me:pw@other.example/');
  expect(own.state.overlays).toEqual([]);
  expect(own.auth).toBe('Basic me:••••');
  expect(said(own)?.headers).toEqual([header('X-Team')]);
  const first = new Screen({ identity, sdl: null, url: undefined as never }).do({ type: 'connect/ask' });
  first.type('https://other.example/').press('enter');
  expect(first.state.overlays).toEqual([]);
  expect(loads(first)).toHaveLength(1);
});

test('a connection payload, which may contain a secret, is not sent to another server', () => {
  const typed = () => new Screen().do({ type: 'identity/payload', json: '{"token": "hunter2"}' });
  const payload = ({ state }: Screen) => state.identity.connectionParams;
  const other = typed().press('E', 'ctrl+u').type('http://other.example/').press('enter');
  expect([other.state.connect.url, payload(other)]).toEqual(['http://other.example/', undefined]);
  for (const keep of [true, false])
    expect(payload(typed().do({ type: 'connect/open', url: 'http://other.example/', keep }))).toBeUndefined();
  expect(payload(typed().do({ type: 'connect/open', url: 'http://localhost/v2', keep: true }))).toContain('hunter2');
});

test('extensions, which may contain a secret, are not sent to another server', () => {
  const typed = (): Screen => {
    const screen = new Screen();
    return screen.do({
      type: 'identity/sends',
      sends: { ...screen.state.identity.sends, extensions: '{"key": "hunter2"}' },
    });
  };
  const extensions = ({ state }: Screen) => state.identity.sends.extensions;
  for (const keep of [true, false])
    expect(extensions(typed().do({ type: 'connect/open', url: 'http://other.example/', keep }))).toBeUndefined();
  expect(extensions(typed().do({ type: 'connect/open', url: 'http://localhost/v2', keep: true }))).toContain('hunter2');
});
