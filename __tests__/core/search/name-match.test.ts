import { maxNameLength, nameOf } from '../../../source/core/search/name.js';
import { inOrder, matchRanges, tierOf, tiers } from '../../../source/core/search/name-match.js';
import * as fc from '../../support/property.js';

type TierName = keyof typeof tiers;
const tierName = (name: string, query: string): string =>
  Object.keys(tiers)[Object.values(tiers).indexOf(tierOf(nameOf(name), query))] ?? '';

test.each<[name: string, query: string, tier: TierName, marked: string]>([
  ['user', 'user', 'exact', '[user]'],
  ['User', 'user', 'exact', '[User]'],
  ['users', 'user', 'prefix', '[user]s'],
  ['userName', 'name', 'words', 'user[Name]'],
  ['repositoryOwner', 'repoown', 'words', '[repo]sitory[Own]er'],
  ['createdAt', 'crat', 'words', '[cr]eated[At]'],
  ['created_at', 'createdat', 'words', '[created]_[at]'],
  ['CREATED_AT', 'at', 'words', 'CREATED_[AT]'],
  ['created_at', 'created_at', 'exact', '[created_at]'],
  ['HTTPServer', 'server', 'words', 'HTTP[Server]'],
  ['sha256Sum', '256', 'words', 'sha[256]Sum'],
  ['pullRequestReviewThread', 'prt', 'words', '[p]ull[R]equestReview[T]hread'],
  // `a` begins both words: the second must be used for the rest to match.
  ['allActors', 'aactors', 'words', '[a]ll[Actors]'],
  ['username', 'name', 'inside', 'user[name]'],
  ['pullRequest', 'prq', 'order', '[p]ull[R]e[q]uest'],
  ['user', 'usr', 'order', '[us]e[r]'],
  ['user', 'ur', 'none', 'user'],
  ['user', 'users', 'none', 'user'],
  ['user', '', 'none', 'user'],
  ['__proto__', 'proto', 'words', '__[proto]__'],
  ['naïveÜber', 'über', 'inside', 'naïve[Über]'],
])('%s is found by %j: %s, marked %s', (name, query, tier, marked) => {
  expect(tierName(name, query)).toBe(tier);
  let shown = '';
  let end = 0;
  for (const [from, to] of matchRanges(nameOf(name), query)) {
    shown += `${name.slice(end, from)}[${name.slice(from, to)}]`;
    end = to;
  }
  expect(shown + name.slice(end)).toBe(marked);
});

const letters = fc.array(fc.constantFrom(...'aAbBcC_1é\u0000\u202e'), { maxLength: 24 }).map(each => each.join(''));
const names = fc.oneof(letters, fc.string({ unit: 'binary', maxLength: 20 }));

test('the highlighted letters are the typed ones, and every matching name has some', () => {
  fc.assert(
    fc.property(names, names, (text, typed) => {
      const name = nameOf(text);
      const query = nameOf(typed).low;
      const ranges = matchRanges(name, query);
      expect(ranges.length > 0).toBe(tierOf(name, query) !== tiers.none);
      if (ranges.length > 0) expect(ranges.map(([from, to]) => name.low.slice(from, to)).join('')).toBe(query);
    }),
  );
});

test('a name is found by itself, by each prefix, by the initials of its words, and by any of its letters in order', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[a-z][A-Za-z0-9_]{0,20}$/),
      fc.array(fc.boolean(), { minLength: 21, maxLength: 21 }),
      (text, picked) => {
        const name = nameOf(text);
        expect(tierOf(name, name.low)).toBe(tiers.exact);
        for (let end = 1; end < text.length; end++) expect(tierOf(name, name.low.slice(0, end))).toBe(tiers.prefix);
        const initials = name.starts.map(at => name.low.charAt(at)).join('');
        expect(tierOf(name, initials)).toBeLessThanOrEqual(tiers.words);
        const some = [...name.low].filter((_, at) => picked[at]).join('');
        if (some.length >= 3) expect(tierOf(name, some)).toBeLessThanOrEqual(tiers.order);
        expect(inOrder(name.low, some)).toBe(true);
      },
    ),
  );
});

test('a longer query never finds a name that the shorter one did not', () => {
  fc.assert(
    fc.property(letters, letters, fc.constantFrom(...'abc1_'), (text, typed, more) => {
      const name = nameOf(text);
      const query = nameOf(typed).low;
      if (query.length >= 3 && tierOf(name, query + more) !== tiers.none)
        expect(tierOf(name, query)).not.toBe(tiers.none);
    }),
  );
});

test('of a name of five thousand letters only a part is examined, and its prefix finds it', () => {
  const name = nameOf('aB'.repeat(2500));
  expect(name.low).toHaveLength(maxNameLength);
  expect(tierOf(name, 'abab')).toBe(tiers.prefix);
  expect(tierOf(name, 'b'.repeat(200))).toBe(tiers.none);
  expect(tierOf(name, 'b'.repeat(100))).toBe(tiers.words);
});
