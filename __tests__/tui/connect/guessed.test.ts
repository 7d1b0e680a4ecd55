/** A URL that may have a description: without a usable one, its requests are typed by hand. */
import { failure } from '../../../source/core/failure.js';
import { noDescription, unsupportedVersion } from '../../../source/core/openapi/options.js';
import { Screen } from '../support.js';

const failed = (isGuess: true | undefined, code: string | undefined) => {
  const url = 'http://localhost/api';
  const screen = new Screen({ kind: 'http', sdl: null, url, isGuess });
  screen.do({ type: 'connect/load', source: { from: 'endpoint', url } });
  const id = screen.state.connect.loadId ?? 0;
  return screen.do({ type: 'connect/failed', id, failure: failure('protocol', 'Unusable.', { code }) }).state;
};

test.each([noDescription, unsupportedVersion])(
  '%s of a guessed URL is a note, and its requests are typed by hand',
  code => {
    const { connect, notice, query } = failed(true, code);
    expect(connect.phase).toBe('without');
    expect(notice?.text).toBe('Unusable. Requests are sent without checks.');
    expect(query.editor.doc.toString()).toBe('GET http://localhost/api\n');
  },
);

test.each<[true | undefined, string | undefined]>([
  [true, undefined],
  [undefined, unsupportedVersion],
])('other failures are shown (guessed %s, %s)', (isGuess, code) => {
  expect(failed(isGuess, code).connect).toMatchObject({ phase: 'failed', failure: { text: 'Unusable.' } });
});
