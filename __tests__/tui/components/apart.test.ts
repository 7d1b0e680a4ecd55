/** Truncated names: different names look different if there is room for the difference. */
import { cellWidth } from '../../../source/core/text/cells.js';
import { apart } from '../../../source/tui/components/apart.js';
import { shownText } from '../../../source/tui/components/line.js';
import * as fc from '../../support/property.js';
import { expectTimeRatioBelow } from '../../support/run/time-ratio.js';

test.each<readonly [names: readonly string[], cells: number, shown: readonly string[]]>([
  [['GET /a', 'POST /b'], 10, ['GET /a', 'POST /b']],
  [['GET /users/{username}/hovercard'], 20, ['GET …rs/{}/hovercard']],
  [['GET /repos/{owner}/{repo}'], 16, ['GET /repos/{}/{}']],
  [['DELETE /app/hook/deliveries', 'GET /app/hook/config'], 15, ['DELETE …iveries', 'GET …ook/config']],
  [
    ['GET /private/people/all', 'GET /private/places/all', 'GET /private/people/one'],
    16,
    ['GET …/people/all', 'GET …/places/all', 'GET …/people/one'],
  ],
  // They differ at the beginning, or in the middle.
  [['GET /orgs/members/all', 'GET /repo/members/all'], 16, ['GET /o…mbers/all', 'GET /r…mbers/all']],
  [
    ['/v1/private/customers-of-ours/list/all', '/v1/private/suppliers-of-ours/list/all'],
    12,
    ['…customers-…', '…suppliers-…'],
  ],
  // Only parameters differ.
  [['/files/{path-of-it}', '/files/{name-of-it}'], 14, ['…/{path-of-it}', '…/{name-of-it}']],
  // Other names are cut at their end, unless they differ only at the end.
  [['enterprise-team-memberships'], 12, ['enterprise-…']],
  [['enterprise-team-one', 'enterprise-team-two'], 12, ['…se-team-one', '…se-team-two']],
  [['数据库/用户', '数据库/订单'], 7, ['… /用户', '… /订单']],
])('%j in %i cells', (names, cells, shown) => expect(apart(names, cells, '…')).toEqual(shown));

const step = fc.constantFrom(
  'private',
  'public',
  'users',
  'orders',
  'of-team',
  '{id}',
  '{owner-of-it}',
  'x',
  '数据',
  'settings',
);
const request = fc
  .tuple(fc.constantFrom('', 'GET ', 'DELETE '), fc.array(step, { minLength: 1, maxLength: 9 }))
  .map(([method, steps]) => `${method}/${steps.join('/')}`);

/** Number of cells that differ between two names, without their common beginning and end. */
function differing(a: string, b: string): number {
  let from = 0;
  while (from < Math.min(a.length, b.length) && a[from] === b[from]) from++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - from && a.at(-1 - end) === b.at(-1 - end)) end++;
  return Math.max(cellWidth(a.slice(from, a.length - end)), cellWidth(b.slice(from, b.length - end)));
}

test('no name exceeds its width, and a name that fits is unchanged', () => {
  const names = fc.array(fc.oneof(request, fc.string({ unit: 'grapheme', maxLength: 60 })), { maxLength: 12 });
  fc.assert(
    fc.property(names, fc.integer({ min: 0, max: 120 }), fc.constantFrom('…', '~', '...'), (all, cells, ellipsis) => {
      for (const [at, shown] of apart(all, cells, ellipsis).entries()) {
        expect(cellWidth(shownText(shown))).toBeLessThanOrEqual(Math.max(cells, 0));
        const name = all[at] ?? '';
        if (cellWidth(name) <= cells && !/[^\u0020-\u007e]/.test(name)) expect(shown).toBe(name);
      }
    }),
  );
});

test('two different paths of a list look different if there is room for the difference', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(request, { minLength: 2, maxLength: 12 }),
      fc.integer({ min: 11, max: 120 }),
      (all, cells) => {
        const shown = apart(all, cells, '…');
        for (const [at, a] of all.entries())
          for (const [other, b] of all.slice(0, at).entries())
            if (differing(a, b) + 4 <= cells) expect([a, b, shown[at]]).not.toEqual([a, b, shown[other]]);
      },
    ),
  );
});

test('paths of a megabyte take no longer than paths of a few thousand letters', () => {
  const cut = (length: number) => {
    const names = Array.from({ length: 20 }, (_, at) => `GET /${'a'.repeat(length)}/${at}`);
    return () => expect(new Set(apart(names, 30, '…')).size).toBe(20);
  };
  expectTimeRatioBelow(5, cut(500_000), cut(5000));
});
