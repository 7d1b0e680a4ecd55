/** `{{name}}` values stored in a session, for one request of a file: only those of its origin. */
import { type Failure, isFailure } from '../../core/failure.js';
import { valueTexts } from '../../core/http-file/captured-values.js';
import type { Entry } from '../../core/http-file/document.js';
import { entryCommand } from '../../core/http-file/entry-command.js';
import type { Scope, Value } from '../../core/http-file/variables.js';
import type { Run } from './context.js';
import { liveScope, scopeBefore, standIn } from './scope.js';
import type { ChosenFile } from './verify.js';

/** The part of a run that is needed to find a request's session. */
type Finding = Pick<Run, 'read'> & {
  readonly sessions?: Run['sessions'];
  readonly command: Pick<Run['command'], 'flags'>;
};

/** Whether a session may be named at all. If not, the line need not be parsed. */
const mayHaveSession = ({ command }: Finding, entry: Entry): boolean =>
  command.flags.some(word => word.startsWith('--session')) ||
  entry.flags.some(({ text }) => text.includes('--session'));

/**
 * The scope with the values of the session. A session belongs to an origin, so a name in the scheme, host or port of a URL
 * cannot use its values.
 * @param shown whether the request is only displayed
 */
export async function withSession(
  finding: Finding,
  entry: Entry,
  scope: Scope,
  shown: boolean,
): Promise<Scope | Failure> {
  const { sessions, read, command } = finding;
  if (!sessions || !mayHaveSession(finding, entry)) return scope;
  const { argv, url, foreignOrigin } = entryCommand(entry, scope, entry.at);
  if (foreignOrigin || /^(?:[^:/?#]+:\/\/)?[^/?#]*\{\{/.test(url)) return scope;
  const [method = '', , ...rest] = argv;
  const line = [method, url.replace(/\{\{[^{}]*\}\}/g, 'x'), ...rest.filter(word => !word.startsWith('--header='))];
  const bare = read(line, command.flags);
  if (isFailure(bare) || !bare.session) return scope;
  const session = await sessions.open(bare.session, new URL(bare.url).origin, shown);
  return isFailure(session) ? session : { ...scope, kept: valueTexts(session.values) };
}

/** The values for each request of a run, before anything is sent. */
export async function sessionValues(
  finding: Finding & Pick<Run, 'environment' | 'given'>,
  chosen: readonly ChosenFile[],
  shown: boolean,
): Promise<ReadonlyMap<Entry, ReadonlyMap<string, Value>> | Failure> {
  const scopes = new Map<Entry, ReadonlyMap<string, Value>>();
  for (const { file, entries } of chosen) {
    const live = liveScope(file, finding.given, finding.environment, { captured: new Map(), responses: new Map() });
    for (const [at, entry] of entries.entries()) {
      const scope = await withSession(finding, entry, scopeBefore(live, entries, at, standIn), shown);
      if (isFailure(scope)) return scope;
      if (scope.kept) scopes.set(entry, scope.kept);
    }
  }
  return scopes;
}
