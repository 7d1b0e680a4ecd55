import { isFailure } from '../../../source/core/failure.js';
import {
  nextHop as decide,
  firstHop,
  type HopPlan,
  type RedirectDecision,
  type RedirectRules,
} from '../../../source/core/request/redirect.js';
import { secret } from '../../../source/core/secret.js';
import { requestFor } from '../../support/requests.js';

const key = { name: 'api_key', value: secret('s3 cret') };
const rules: RedirectRules = { locationTrusted: false, unixSocket: false, apiKeys: [key] };
const start = (method: string, url = 'https://a.example/one') =>
  firstHop(
    requestFor(url, {
      method,
      headers: ['X-Plain: 1', 'X-Api-Token: t', 'Cookie: c=1', 'Content-Type: text/plain', 'Content-Language: en'],
      credentials: { apiKeys: [key] },
      ...(method === 'GET' ? {} : { body: 'the body' }),
    }),
  );

const nextHop = (plan: HopPlan, status: number, locations: readonly string[], all: RedirectRules) =>
  decide(plan, { status, locations, bodyTaken: true }, all);

function followed(step: ReturnType<typeof nextHop>): Extract<RedirectDecision, { kind: 'follow' }> {
  if (isFailure(step)) throw new Error(step.text);
  if (step.kind !== 'follow') throw new Error('not followed');
  return step;
}

describe('the method and body of the next request', () => {
  const cases = [301, 302, 303, 307, 308].flatMap(status =>
    ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'].map(method => {
      const get = status === 303 ? method !== 'HEAD' : (status === 301 || status === 302) && method === 'POST';
      return [status, method, get ? 'GET' : method, !get && method !== 'GET'] as const;
    }),
  );
  test.each(cases)('%i after %s is %s', (status, method, next, body) => {
    const { plan } = followed(nextHop(start(method), status, ['/two'], rules));
    expect(plan.method).toBe(next);
    expect(plan.body !== undefined).toBe(body);
    expect(plan.headers.some(line => /^content-/i.test(line.name))).toBe(body || method === 'GET');
  });
});

describe('forwarded headers', () => {
  const places = [
    ['the same origin', '/two', true],
    ['the same origin in capitals', 'https://A.EXAMPLE:443/two', true],
    ['another port', 'https://a.example:8443/two', false],
    ['another host', 'https://b.example/two', false],
    ['a host below', 'https://x.a.example/two', false],
    ['the same host with a final dot', 'https://a.example./two', false],
    ['a host without a scheme', '//b.example/two', false],
  ] as const;
  test.each(places)('%s', (_name, location, kept) => {
    const { plan, leaves } = followed(nextHop(start('GET'), 302, [location], rules));
    expect(leaves).toBe(!kept);
    expect(plan.trusted).toBe(kept);
    expect(plan.apiKeys).toEqual(kept ? [key] : []);
    const names = plan.headers.map(line => line.name);
    expect(names).toContain('X-Plain');
    expect(names.includes('X-Api-Token')).toBe(kept);
    expect(names.includes('Cookie')).toBe(kept);
  });

  test('http to https is another origin', () => {
    const { plan } = followed(nextHop(start('GET', 'http://a.example/one'), 301, ['https://a.example/one'], rules));
    expect(plan.trusted).toBe(false);
  });

  test('a later hop back to the first origin does not get the credentials again', () => {
    const there = followed(nextHop(start('GET'), 302, ['https://b.example/'], rules));
    const back = followed(nextHop(there.plan, 302, ['https://a.example/three'], rules));
    expect(back.plan).toMatchObject({ trusted: false, apiKeys: [] });
    expect(back.leaves).toBe(false);
  });

  test('--location-trusted forwards all of them', () => {
    const { plan } = followed(nextHop(start('GET'), 302, ['https://b.example/'], { ...rules, locationTrusted: true }));
    expect(plan.trusted).toBe(true);
    expect(plan.apiKeys).toEqual([key]);
    expect(plan.headers.map(line => line.name)).toContain('X-Api-Token');
  });

  test.each([
    [
      'on the same origin a Location that has the key does not get it twice',
      '/two?api_key=s3%20cret',
      '/two?api_key=s3%20cret',
    ],
    [
      'another origin does not get a key that the Location echoes',
      'https://b.example/?x=1&api_key=s3+cret&y=2',
      'https://b.example/?x=1&y=2',
    ],
    ['nor in another encoding', 'https://b.example/?api%5Fkey=%733%20cret', 'https://b.example/'],
    ['a key in the redirect itself stays', 'https://b.example/?api_key=other', 'https://b.example/?api_key=other'],
  ])('%s', (_title, location, expected) => {
    const { plan } = followed(nextHop(start('GET'), 302, [location], rules));
    expect(plan.url).toBe(new URL(expected, 'https://a.example/one').href);
    expect(plan.apiKeys).toEqual([]);
  });

  test('a Host header set by the user is for the first server', () => {
    const plan = firstHop(requestFor('https://a.example/', { headers: ['Host: virtual.example'] }));
    const hosts = (location: string) =>
      followed(nextHop(plan, 302, [location], rules)).plan.headers.filter(line => line.name === 'Host').length;
    expect([hosts('/x'), hosts('https://b.example/')]).toEqual([1, 0]);
  });
});

describe('rejected redirects', () => {
  test.each([
    ['https to http', 'http://a.example/', 'from https to http (a.example)'],
    ['javascript:', 'javascript:alert(1)', 'a javascript: URL'],
    ['data:', 'data:text/plain,hi', 'a data: URL'],
    ['file:', 'file:///etc/passwd', 'a file: URL'],
    ['ftp:', 'ftp://a.example/', 'a ftp: URL'],
    ['no URL at all', 'https://[', 'an invalid URL'],
  ])('%s', (_name, location, words) => {
    const step = nextHop(start('GET'), 302, [location], { ...rules, locationTrusted: true });
    expect(isFailure(step) && step).toMatchObject({ kind: 'protocol', text: expect.stringContaining(words) });
  });

  test('two different Locations', () => {
    expect(isFailure(nextHop(start('GET'), 302, ['/a', '/b'], rules))).toBe(true);
    expect(followed(nextHop(start('GET'), 302, ['/a', '/a'], rules)).plan.url).toBe('https://a.example/a');
  });

  test('another origin with --unix-socket', () => {
    const step = nextHop(start('GET'), 302, ['https://b.example/'], { ...rules, unixSocket: true });
    expect(isFailure(step) && step.text).toContain('socket');
  });

  test.each([307, 308])('%i when the body was standard input', status => {
    const plan = firstHop(requestFor('https://a.example/', { method: 'POST', body: { kind: 'stdin' } }));
    const step = nextHop(plan, status, ['/two'], rules);
    expect(isFailure(step) && step.text).toContain('standard input can be read only once');
    expect(followed(nextHop(plan, 303, ['/two'], rules)).plan.body).toBeUndefined();
    // It was not read yet: the server redirected before it requested the body.
    const early = { status, locations: ['/two'], bodyTaken: false };
    expect(followed(decide(plan, early, rules)).plan.body).toEqual(plan.body);
  });
});

describe('responses that are not redirects', () => {
  test.each([
    [200, ['/two']],
    [304, ['/two']],
    [300, ['/two']],
    [302, []],
    [302, ['']],
  ])('%i with Location %j is the final response', (status, locations) => {
    expect(nextHop(start('GET'), status, locations, rules)).toEqual({ kind: 'answer' });
  });
});

describe('how Location is parsed', () => {
  test.each([
    ['relative', 'three?x#y', 'https://a.example/three?x#y'],
    ['with spaces', '/a b', 'https://a.example/a%20b'],
    ['UTF-8 bytes', Buffer.from('/é').toString('latin1'), 'https://a.example/%C3%A9'],
    ['Latin-1 bytes', '/\xe9', 'https://a.example/%E9'],
    ['with user and password', 'https://u:p@a.example/', 'https://a.example/'],
  ])('%s', (_name, location, expected) => {
    expect(followed(nextHop(start('GET'), 302, [location], { ...rules, apiKeys: [] })).plan.url).toBe(expected);
  });

  test('the fragment is preserved unless Location has one (RFC 9110 10.2.2)', () => {
    const plan = start('GET', 'https://a.example/one#part');
    expect(followed(nextHop(plan, 302, ['/two'], rules)).plan.url).toBe('https://a.example/two#part');
    expect(followed(nextHop(plan, 302, ['/two#own'], rules)).plan.url).toBe('https://a.example/two#own');
  });
});

test.each([
  [307, 'https://b.example/', {}, false],
  [308, 'https://b.example/', {}, false],
  [303, 'https://b.example/', {}, true],
  [307, '/two', {}, true],
  [307, 'https://b.example/', { locationTrusted: true }, true],
  [307, 'https://b.example/', { mask: (text: string) => text }, true],
] as const)('a body with a secret, %i to %s by %j: followed %s', (status, location, more, goes) => {
  const mask = (text: string) => text.replace('body', '••••');
  const step = nextHop(start('POST'), status, [location], { ...rules, mask, ...more });
  expect(isFailure(step) ? step.text : step.kind).toBe(
    goes ? 'follow' : 'The redirect to https://b.example would send a body with secrets there.',
  );
});
