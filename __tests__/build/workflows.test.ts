/** The workflows: actions are pinned to a commit, and no job has unnecessary permissions. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const folder = '.github/workflows';
const workflows = readdirSync(folder).map(name => [name, readFileSync(path.join(folder, name), 'utf8')] as const);

/** The text of each job, by name. */
const jobsOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    (text.split(/^jobs:\n/m)[1] ?? '')
      .split(/^(?= {2}[\w-]+:\n)/m)
      .map(job => [/^ {2}([\w-]+):\n/.exec(job)?.[1] ?? '', job] as const)
      .filter(([name]) => name !== ''),
  );

/** Actions that are not named by a commit with the version in a comment. */
const unpinned = (text: string): readonly string[] =>
  (text.match(/\buses: .*$/gm) ?? []).filter(line => !/^uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line));

const isWrite = (job: string, right: string): boolean => job.includes(`      ${right}: write\n`);
const runsOurCode = (job: string): boolean => /actions\/checkout@|npm (?:ci|run|test|install)|\.ci\//.test(job);

test.each(workflows)('%s names every action by its commit', (_, text) => {
  expect(text.match(/\buses: /g)?.length).toBeGreaterThan(1);
  expect(unpinned(text)).toEqual([]);
});

test('a tag, a branch, a shortened commit and a commit without a version are reported', () => {
  for (const name of ['v4', 'main', '11bd719 # v4.2.2', '11bd71901bbe5b1630ceea73d27597364c9af683'])
    expect(unpinned(`      - uses: actions/checkout@${name}\n`)).toHaveLength(1);
});

test.each(workflows)(
  '%s: jobs have read permission by default, and those that run project code never have write permission',
  (_, text) => {
    expect(text).toContain('\npermissions:\n  contents: read\n');
    expect(text).not.toMatch(/pull_request_target|write-all/);
    const jobs = [...jobsOf(text)];
    expect(jobs.length).toBeGreaterThan(0);
    expect(jobs.filter(([, job]) => runsOurCode(job) && /: write\n/.test(job)).map(([name]) => name)).toEqual([]);
    // No token remains in the clone, where any command could read it.
    expect(text.match(/actions\/checkout@/g)?.length).toBe(text.match(/persist-credentials: false/g)?.length);
  },
);

describe('release.yml', () => {
  const jobs = jobsOf(readFileSync(path.join(folder, 'release.yml'), 'utf8'));
  const withRight = (right: string): readonly string[] =>
    [...jobs].filter(([, job]) => isWrite(job, right)).map(([name]) => name);

  test('only jobs that create provenance get an ID token, and only the release can write to the repository', () => {
    expect(withRight('id-token')).toEqual(['attest', 'npm']);
    expect(withRight('attestations')).toEqual(['attest']);
    expect(withRight('contents')).toEqual(['release']);
    expect(jobs.get('attest')).toContain('actions/attest-build-provenance@');
    expect(jobs.get('npm')).toMatch(/npm publish --provenance .*--ignore-scripts/);
  });

  test('only tests that create and enter a clean system run as root', () => {
    const asRoot = [...(jobs.get('packages') ?? '').matchAll(/^.*\bsudo (?!apt-get).*$/gm)].map(([line]) => line);
    expect(asRoot).toEqual([expect.stringContaining('npm test -- __tests__/packages/debian')]);
  });

  test('each publishing job first compares the digests', () => {
    for (const name of ['attest', 'npm', 'release']) expect(jobs.get(name)).toContain('sha256sum --check --strict');
  });
});
