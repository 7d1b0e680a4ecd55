/** Any text read as a URL gives a result or a failure with a message, within a second and without an exception. */
import { originOf } from '../../source/core/config.js';
import { isFailure } from '../../source/core/failure.js';
import { endpointUrl, redirectOf } from '../../source/core/oauth/login/redirect.js';
import { splitOAuth2 } from '../../source/core/oauth/spec.js';
import { shownProxy } from '../../source/core/request/proxy.js';
import { readTypedUrl } from '../../source/core/request/typed-url.js';
import * as fc from '../support/property.js';

const piece = fc.oneof(
  fc.constantFrom(
    ...'http https ws socks5h :// : / // \\ @ ? # [ ] % %2e .. é \u00ad \u202e 127.0.0.1 [::1] 80 a.example'.split(' '),
  ),
  fc.string({ unit: 'binary', maxLength: 6 }),
);
const text = fc.array(piece, { maxLength: 10 }).map(pieces => pieces.join(''));

test.each<readonly [string, (url: string) => unknown]>([
  ['a typed URL', readTypedUrl],
  ['a host of the configuration', originOf],
  ['an endpoint', url => endpointUrl('--flag', url)],
  ['a redirect URI', url => redirectOf(url, 0)],
  ['--oauth2', url => splitOAuth2(`client_credentials:${url}:id:secret`)],
  ['a proxy, shown', shownProxy],
])('%s', (_, read) => {
  fc.assert(
    fc.property(text, url => {
      const before = performance.now();
      const answer = read(url);
      expect(performance.now() - before).toBeLessThan(1000);
      if (isFailure(answer)) expect(answer.text).not.toBe('');
    }),
  );
});
