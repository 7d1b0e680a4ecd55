/** A login that becomes necessary while the full screen is open. */
import { Screen } from '../support.js';

test('a pasted line is passed to the login, and the field is cleared', () => {
  const screen = new Screen();
  screen.do({ type: 'login/show', lines: ['open https://a.example/x'], pastes: true });
  screen.send({ kind: 'paste', text: ' http://127.0.0.1/callback?code=1 ' }).press('enter');
  expect(screen.effects.at(-1)).toEqual({ kind: 'login-answer', text: 'http://127.0.0.1/callback?code=1' });
  screen.press('escape');
  expect(screen.effects.at(-1)).toEqual({ kind: 'login-cancel' });
  expect(screen.state.overlays).toEqual([]);
});

test('Ctrl-C and Ctrl-R cancel the login that a run waits for; without a run, Ctrl-R starts no second one', () => {
  const waiting = (): Screen =>
    new Screen({ query: '{ hello }' })
      .press('ctrl+r')
      .do({ type: 'login/show', lines: ['open https://a.example/x'], pastes: false });
  for (const key of ['ctrl+c', 'ctrl+r']) {
    const screen = waiting().press(key);
    expect(screen.effects.at(-1)).toEqual({ kind: 'login-cancel' });
    expect(screen.state.overlays).toEqual([]);
  }
  const screen = new Screen({ query: '{ hello }' }).do({ type: 'login/show', lines: ['open it'], pastes: true });
  screen.press('ctrl+r');
  expect(screen.asked).toEqual([]);
  expect(screen.notice).toContain('Log in first');
});
