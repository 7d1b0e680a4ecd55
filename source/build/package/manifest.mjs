/** The published package.json, with the repository URL and our package name, and without development settings. */

/** The place in package.json that a release replaces. */
const placeholder = 'https://repository.example';
const places = ['homepage', 'repository', 'bugs'];
/** Members for development. npm 9 runs `prepare` for a packed folder despite --ignore-scripts. */
const development = ['scripts', 'devDependencies', 'jest', 'overrides', 'allowScripts'];

const scopeForm = /^@[a-z0-9][a-z0-9._-]*$/;

/**
 * Returns the reason to reject a release's options, or undefined.
 * @param {{ scope?: string, repository?: string }} release
 */
export function releaseProblem({ scope, repository }) {
  if (scope !== undefined && !scopeForm.test(scope))
    return `--scope needs the scope of an npm account, such as @me: ${scope}`;
  if (repository !== undefined && !/^https:\/\/[^\s/]+\/\S+[^/\s]$/.test(repository))
    return `--repository needs an https URL without a slash at its end: ${repository}`;
  return undefined;
}

/** Returns package.json with the URL of the repository, or without its placeholders. */
export function withRepository(about, repository) {
  const filled = Object.entries(about).flatMap(([name, value]) => {
    if (!places.includes(name)) return [[name, value]];
    if (repository === undefined) return [];
    return [[name, JSON.parse(JSON.stringify(value).replaceAll(placeholder, repository))]];
  });
  return Object.fromEntries(filled);
}

/**
 * Returns the published package.json as text. The npm name apiclient belongs to another project, so a package without a scope is
 * private: it can be installed from its file, but npm refuses to publish it.
 */
export function publishedManifest(about, { scope, repository } = {}) {
  const { name, ...rest } = withRepository(about, repository);
  const members = Object.entries(rest).filter(([member]) => !development.includes(member));
  const identity = scope === undefined ? { name, private: true } : { name: `${scope}/${name}` };
  return `${JSON.stringify({ ...identity, ...Object.fromEntries(members) }, null, '\t')}\n`;
}
