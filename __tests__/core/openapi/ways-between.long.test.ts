/** Chains of operations in a large description. */
import { describeText, descriptionText } from '../../support/fixtures/descriptions.js';
import { ways } from './ways.js';

test('on GitHub the issues of an organization and the commits of a repository are one call away', () => {
  const github = describeText(descriptionText('github.json.gz'));
  expect(ways(github, 'Organization', 'Issue')[0]).toBe('GET /orgs/{org}/issues (org)');
  expect(ways(github, 'Repository', 'Commit')[0]).toBe('GET /repos/{owner}/{repo}/commits (repo) owner');
  for (const to of ['Label', 'Team', 'workflow']) expect(ways(github, undefined, to).length).toBeGreaterThan(0);
});
