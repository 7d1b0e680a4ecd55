/**
 * Node 20's `URL.canParse` is correct at first. After some thousand calls V8 switches to a faster path that reads Latin-1 as
 * UTF-8: then it rejects `https://é.example/`, and accepts URLs at which `new URL` throws.
 */
import { originOf } from '../../../source/core/config.js';
import { isFailure } from '../../../source/core/failure.js';
import { readDeviceGrant } from '../../../source/core/oauth/login/device.js';
import { endpointUrl, redirectOf } from '../../../source/core/oauth/login/redirect.js';
import { splitOAuth2 } from '../../../source/core/oauth/spec.js';
import { readTypedUrl } from '../../../source/core/request/typed-url.js';

/** Twice as many as Node 20 needs to switch. */
const calls = 10_000;
/** `\u00a8` decomposes to a blank and a mark, and no host has a blank; as UTF-8 the two bytes would be `è`. */
const urls = { 'https://\u00e9.example/': true, 'https://\u00c3\u00a8.example/': false };

const grant = (uri: string) => ({ device_code: 'd', user_code: 'u', verification_uri: uri, expires_in: 60 });

test.each<readonly [string, (url: string) => boolean]>([
  ['a typed URL', url => !isFailure(readTypedUrl(url))],
  ['a host of the configuration', url => originOf(url) !== undefined],
  ['an endpoint', url => !isFailure(endpointUrl('--flag', url))],
  ['a redirect URI', url => !isFailure(redirectOf(url, 0))],
  ['a token URL', url => !isFailure(splitOAuth2(`client_credentials:${url}:id:secret`))],
  ['the page of a device login', url => !isFailure(readDeviceGrant(grant(url), 'The answer'))],
])('%s is parsed in every later call as in the first', (_, accepts) => {
  const wrong = new Set<string>();
  for (let i = 0; i < calls; i++) {
    for (const [url, right] of Object.entries(urls)) {
      try {
        if (accepts(url) !== right) wrong.add(`${url} is ${right ? 'refused' : 'accepted'}`);
      } catch {
        wrong.add(`${url} throws`);
      }
    }
  }
  expect([...wrong]).toEqual([]);
});
