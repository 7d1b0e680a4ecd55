/** The tab that shows what a login said and heard. */
import { answer, inside, pane, running } from './pane.js';

test('the tab OAuth is there once a login has said something, and outlives a run', () => {
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
