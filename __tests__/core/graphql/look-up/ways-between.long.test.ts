/** The shortest ways through a large schema. */
import { readWayEnd, waysBetween } from '../../../../source/core/graphql/look-up/ways-between.js';
import { schemaText } from '../../../support/schemas.js';
import { viewOf, ways } from './ways.js';

test('on GitHub the relations that people know come first', () => {
  const github = viewOf(schemaText('github'));
  expect(ways(github, 'User', 'Repository').slice(0, 2)).toEqual([
    'viewer.repository repository(name)',
    'viewer.repositories.nodes',
  ]);
  expect(ways(github, 'Repository.issues', 'User.email')[0]).toMatch(/issues\.nodes\.assignees\.nodes\.email/);
  for (const from of ['User', 'Organization', 'Issue', 'Query']) {
    for (const to of ['Commit', 'Label', 'Reaction', 'Node', 'IssueFilters', 'AddStarPayload']) {
      const start = readWayEnd(github, from);
      const end = readWayEnd(github, to);
      const found = end && waysBetween(github, start, end);
      expect(found?.isCut).toBe(false);
      expect(found?.ways.length).toBeLessThanOrEqual(10);
    }
  }
});
