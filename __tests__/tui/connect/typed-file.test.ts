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
