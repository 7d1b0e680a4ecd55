/** The tab with the messages that a login sent and received. */
import { Screen } from '../support.js';
import { answer, inside, pane, running } from './pane.js';

test('the steps of a login are shown in the tab whose request needed it', () => {
  const screen = new Screen({ query: '{ hello }' }).press('ctrl+r');
  const id = screen.state.response.runId ?? -1;
  screen.press('ctrl+t');
  screen.do({ type: 'response/protocol', lines: ['OAuth: token request'], id });
  expect(screen.state.response.protocol).toEqual([]);
  screen.press('ctrl+pageup');
  expect(screen.state.response.protocol).toEqual(['OAuth: token request']);
});

test('the steps of a login that neither a run nor a load needed are shown in the active tab', () => {
  const screen = new Screen({ query: '{ hello }' }).press('ctrl+t', 'ctrl+pageup', 'ctrl+r');
  expect(screen.state.response.runId).toBeDefined();
  screen.do({ type: 'response/protocol', lines: ['OAuth: token request'], id: undefined });
  expect(screen.state.response.protocol).toEqual(['OAuth: token request']);
  screen.press('ctrl+pagedown');
  expect(screen.state.response.protocol).toEqual([]);
});

test('the OAuth tab appears after the first login message, and survives a run', () => {
  const screen = running();
  expect(pane(screen)[0]).not.toContain('OAuth');
  const request = 'OAuth: The token request: POST https://s.example/token';
  screen.do({ type: 'response/protocol', lines: [request, '  scope: a'] });
  screen.do({ type: 'response/show-tab', tab: 'oauth' });
  expect(pane(screen)[0]).toContain('[OAuth]');
  expect(inside(screen).slice(0, 2)).toEqual([request, '  scope: a']);
  screen.do({ type: 'response/protocol', lines: ['OAuth: response to the token request: 200'] });
  expect(inside(screen).join('\n')).toContain('response to the token request: 200');
  answer(screen, '{"a": 1}').press('ctrl+r');
  answer(screen, '{"a": 2}').do({ type: 'response/show-tab', tab: 'oauth' });
  expect(inside(screen)[0]).toBe(request);
});
