import { readConfig } from '../../source/core/config.js';
import { isFailure } from '../../source/core/failure.js';
import { profileAt } from '../../source/core/profiles.js';

const read = (profiles: unknown) => readConfig(JSON.stringify({ profiles }), 'config.json');

function urlOf(base: string, word: string): string {
  const config = read({ p: { url: base } });
  if (isFailure(config)) throw new Error(config.text);
  const at = profileAt(config.profiles, word);
  if (isFailure(at)) throw new Error(at.text);
  return at.url;
}

test.each([
  ['https://a.example', '@p', 'https://a.example'],
  ['https://a.example', '@p/', 'https://a.example/'],
  ['a.example/v1', '@p/users', 'https://a.example/v1/users'],
  ['https://a.example/v1/', '@p/users', 'https://a.example/v1/users'],
  [':8080', '@p/users?x=1#y', 'http://localhost:8080/users?x=1#y'],
  ['https://a.example/v1?k=1', '@p/users', 'https://a.example/v1/users?k=1'],
  ['https://a.example/v1?k=1', '@p/users?x=2', 'https://a.example/v1/users?k=1&x=2'],
  ['https://a.example/v1', '@p?x=2', 'https://a.example/v1?x=2'],
  ['https://a.example', '@p/a/../b//c', 'https://a.example/a/../b//c'],
  ['https://a.example', '@p/@p', 'https://a.example/@p'],
])('with the base %s %s means %s', (base, word, url) => {
  expect(urlOf(base, word)).toBe(url);
});

test.each([
  [{ 'a b': { url: 'https://a.example' } }, /"a b" is not a name/],
  [{ a: 'https://a.example' }, /profiles\["a"\]" must be an object/],
  [{ a: {} }, /URL of profiles\["a"\]: it is missing/],
  [{ a: { url: 'ftp://a.example' } }, /Only http/],
  [{ a: { url: 'https://ada:s3cret@a.example' } }, /^(?!.*s3cret).*holds a user/],
  [{ a: { url: 'https://a.example#x' } }, /fragment/],
  [{ a: { url: '@b' } }, /cannot begin with @/],
  [{ a: { url: 'https://a.example', bearer: 'env:T' } }, /unknown member "bearer"/],
  [{ a: { url: 'https://a.example', flags: [] } }, /profiles\["a"\]\.flags" must be an object/],
  [{ a: { url: 'https://a.example', confirm: 'yes' } }, /"confirm"/],
  [{ a: { url: 'https://a.example', openapi: true } }, /"openapi" of profiles\["a"\] must be a file or a URL/],
  [{ a: { url: 'https://a.example', openapi: ' ' } }, /"openapi" of profiles\["a"\] must be a file or a URL/],
  [[], /"profiles" must be an object/],
])('%j is rejected with one clear line', (profiles, words) => {
  expect(read(profiles)).toMatchObject({
    kind: 'usage',
    text: expect.stringMatching(words),
    hint: expect.any(String),
  });
});

test('a secret in a profile makes the file a secret one', () => {
  const holds = (bearer: string) => read({ a: { url: 'https://a.example', flags: { bearer } } });
  expect(holds('env:T')).toMatchObject({ holdsCredential: false });
  expect(holds('s3cret')).toMatchObject({ holdsCredential: true });
});

test('an unknown name is reported with the known ones', () => {
  const config = read({ live: { url: 'https://a.example' }, staging: { url: 'https://b.example' } });
  if (isFailure(config)) throw new Error(config.text);
  expect(profileAt(config.profiles, '@liv/x')).toMatchObject({
    text: 'There is no profile liv.',
    hint: 'There is @live, @staging.',
  });
  expect(profileAt(config.profiles, '@/x')).toMatchObject({ text: 'No profile is named after @.' });
});

const shop = {
  url: 'https://dev.example/v1',
  flags: { bearer: 'env:T', header: ['X-Team: a', 'X-Api-Key: env:K', 'Cookie: a=b'], timeout: 5, cert: 'me.pem' },
  environments: {
    dev: {},
    local: { url: 'http://localhost:8080' },
    other: { flags: { auth: 'ada:env:P' } },
    live: { url: 'https://live.example', flags: { bearer: 'env:LIVE' }, confirm: true },
  },
};

test('an environment inherits from its profile and overrides it', () => {
  const config = read({ shop });
  if (isFailure(config)) throw new Error(config.text);
  const seen = (word: string) => {
    const at = profileAt(config.profiles, word);
    return isFailure(at) ? at : [at.url, at.profile.confirm, at.profile.words];
  };
  const all = shop.flags;
  const own = ['--bearer=env:T', ...all.header.map(each => `--header=${each}`), '--timeout=5', '--cert=me.pem'];
  expect(seen('@shop/x')).toEqual(['https://dev.example/v1/x', false, own]);
  expect(seen('@shop:dev/x')).toEqual(['https://dev.example/v1/x', false, own]);
  // A credential of one origin is not for another.
  expect(seen('@shop:local')).toEqual(['http://localhost:8080', false, ['--header=X-Team: a', '--timeout=5']]);
  expect(seen('@shop:live')).toEqual([
    'https://live.example',
    true,
    ['--header=X-Team: a', '--timeout=5', '--bearer=env:LIVE'],
  ]);
  // Nor together with another login.
  expect(seen('@shop:other')).toEqual(['https://dev.example/v1', false, [...own.slice(1), '--auth=ada:env:P']]);
  expect(seen('@shop:test')).toMatchObject({
    text: 'The profile shop has no environment test.',
    hint: expect.stringContaining('@shop:live'),
  });
});

test.each([
  [{ a: { environments: [] } }, /"environments" of profiles\["a"\] must be an object/],
  [{ a: { environments: { 'b c': {} } } }, /"b c" is not a name for an environment/],
  [{ a: { environments: { b: 1 } } }, /environments\["b"\]" must be an object/],
  [{ a: { environments: { b: {} } } }, /URL of profiles\["a"\]\.environments\["b"\]: it is missing/],
  [{ a: { url: 'https://a.example', environments: { b: { urk: 'x' } } } }, /unknown member "urk"/],
])('%j is rejected, too', (profiles, words) => {
  expect(read(profiles)).toMatchObject({ text: expect.stringMatching(words), hint: expect.any(String) });
});

test('a profile that only has environments requires one; one without any reports that', () => {
  const config = read({ shop: { environments: { dev: { url: ':8080' } } }, plain: { url: ':1' } });
  if (isFailure(config)) throw new Error(config.text);
  expect(profileAt(config.profiles, '@shop/x')).toMatchObject({
    text: 'The profile shop has no URL of its own: name an environment.',
    hint: expect.stringContaining('@shop:dev'),
  });
  expect(profileAt(config.profiles, '@plain:dev')).toMatchObject({ text: 'The profile plain has no environments.' });
});

const valuesOf = (profiles: unknown, word: string) => {
  const config = read(profiles);
  if (isFailure(config)) throw new Error(config.text);
  const at = profileAt(config.profiles, word);
  if (isFailure(at)) throw new Error(at.text);
  return Object.fromEntries(at.profile.values ?? []);
};

test('values: those of the environment override the profile’s, and a secret stays at its origin', () => {
  const json = (json: string, isSecret = false) => ({ from: 'json', json, isSecret });
  const shop = {
    url: 'https://dev.example',
    values: { team: 'blue', page: { first: 2 }, token: 'env:DEV', key: 'text:env:x' },
    environments: {
      dev: { values: { team: 'file:~/team' } },
      live: { url: 'https://live.example', values: { page: 50 } },
    },
  };
  const own = { team: json('"blue"'), page: json('{"first":2}'), key: json('"env:x"', true) };
  expect(valuesOf({ shop }, '@shop')).toEqual({ ...own, token: { from: 'env', name: 'DEV' } });
  expect(valuesOf({ shop }, '@shop:dev')).toEqual({
    ...own,
    token: { from: 'env', name: 'DEV' },
    team: { from: 'file', path: '~/team' },
  });
  expect(valuesOf({ shop }, '@shop:live')).toEqual({ team: json('"blue"'), page: json('50') });
  expect(read({ shop })).toMatchObject({ holdsCredential: true });
});

test('a profile without a URL contains settings for its environments, but no credentials', () => {
  const environments = { dev: { url: ':8080' } };
  const shop = { values: { team: 'blue' }, flags: { timeout: 3 }, confirm: true, environments };
  expect(valuesOf({ shop }, '@shop:dev')).toEqual({ team: { from: 'json', json: '"blue"', isSecret: false } });
  const config = read({ shop });
  if (isFailure(config)) throw new Error(config.text);
  expect(config.profiles.get('shop:dev')).toMatchObject({ words: ['--timeout=3'], confirm: true });
  expect(config.profiles.has('shop')).toBe(false);
});

test.each([
  [
    { flags: { bearer: 'env:T' }, environments: { dev: { url: ':1' } } },
    /credentials of profiles\["a"\] are for no origin/,
  ],
  [
    { values: { id: 'env:T' }, environments: { dev: { url: ':1' } } },
    /credentials of profiles\["a"\] are for no origin/,
  ],
  [{ url: ':1', values: [] }, /"values" of profiles\["a"\] must be an object/],
  [{ url: ':1', values: { 'a b': 1 } }, /"a b" in profiles\["a"\]\.values is not a name for a value/],
  [{ url: ':1', values: { a: 'env:' } }, /values\["a"\] is "env:" without a name after it/],
  [{ url: ':1', values: { a: [2 ** 60] } }, /values\["a"\] has a number that JSON readers round/],
  [
    { environments: { b: { url: ':1', values: 1 } } },
    /"values" of profiles\["a"\]\.environments\["b"\] must be an object/,
  ],
])('%j is rejected with its position', (a, words) => {
  expect(read({ a })).toMatchObject({ kind: 'usage', text: expect.stringMatching(words), hint: expect.any(String) });
});
