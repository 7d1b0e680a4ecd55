/** Rights of a file's requests: collected for its manifest, and checked when each request is built. */
import path from 'node:path';
import type { RequestCommand } from '../../core/command.js';
import { type Failure, isFailure, usageError } from '../../core/failure.js';
import type { Entry, LineText } from '../../core/http-file/document.js';
import { fill, type Scope } from '../../core/http-file/variables.js';
import { defaultNetwork } from '../../core/request/default-network.js';
import { credentialsBeside } from '../../core/rights/credentials.js';
import { type EntryRights, entryRights, type OtherCredentials, withReceiver } from '../../core/rights/entry-rights.js';
import { fileRight } from '../../core/rights/paths.js';
import { distinctRights, type Right, rightLine } from '../../core/rights/right.js';
import type { ReadWords } from '../../core/rights/words.js';
import { filePlace } from '../../io/files/real-path.js';
import { readText } from '../../io/sources.js';
import type { Run } from '../run/context.js';
import type { ScannedFile } from '../run/loaded-file.js';
import { type Learned, liveScope, scopeBefore, withTyped } from '../run/scope.js';

/** The part of a run that is needed to determine rights. */
export type Judging = Pick<Run, 'environment' | 'read' | 'readWords'> & {
  readonly command: Pick<Run['command'], 'flags'>;
  /** Origin for which the login of a tab is meant; empty if it is for every server, absent if there is none. */
  readonly loginOrigin?: string;
  /** True on the full screen, where files and flags save no responses. */
  readonly savesNothing?: boolean;
};

/** The rights of one request, or why it is never sent. */
export function rightsOf(run: Judging, { folder }: ScannedFile, entry: Entry, scope: Scope): EntryRights | Failure {
  const found = entryRights(entry, scope, run.readWords, othersIn(run), filePlace(folder, run.environment));
  if (typeof found === 'string')
    return usageError(found, 'Nothing was sent. Pass the flag on the command line if you mean it.');
  return run.savesNothing ? { ...found, rights: found.rights.filter(right => !isSave(right)) } : found;
}

/** Whether a right is to save a response, rather than the cookies that later requests need. */
const isSave = ({ verb, by }: Right): boolean => verb === 'write' && by !== '--cookie-jar';

/** The failure of a request that would do something without a grant. */
export const untrusted = (right: Right): Failure =>
  usageError(
    `The file needs your trust to ${rightLine(right)}.`,
    'Nothing was sent. Run `apiclient trust FILE` to approve what it does now.',
  );

/** Credentials sent with a file's request: from the command line, a session, a profile and the configuration. */
const othersIn =
  ({ read, command, loginOrigin }: Judging) =>
  (argv: readonly string[], own: ReadWords<RequestCommand>): OtherCredentials => {
    const [, server = ''] = argv;
    const first = (under: readonly string[]): RequestCommand | undefined => {
      const whole = read(argv, under);
      const bare = isFailure(whole) ? read(['GET', server], under) : whole;
      return isFailure(bare) ? undefined : bare;
    };
    const [stored, all] = [first([]), first(command.flags)];
    if (!stored || !all) return { owner: 'your credentials', kinds: [] };
    const [itself = noWords] = own.commands.length === 1 ? own.commands : [];
    const kinds = credentialsBeside(stored, itself);
    const { profile } = stored;
    const { origin } = new URL(stored.url);
    const login = loginOrigin === '' || loginOrigin === origin ? ['login of the tab'] : [];
    const isStored = profile !== undefined || kinds.length > 0 || loginOrigin === '';
    const storedKinds = loginOrigin === '' ? [...kinds, ...login] : kinds;
    return {
      server: origin,
      owner: profile ? `your profile "${profile.name}"` : 'your credentials',
      kinds: [
        ...credentialsBeside(all, itself),
        ...(all.session && !itself.session ? [`session "${all.session.name}"`] : []),
        ...login,
      ],
      ...(isStored ? { stored: storedKinds } : {}),
    };
  };

/** A request without credentials. */
const noWords: Pick<RequestCommand, 'auth' | 'headers' | 'network' | 'session'> = {
  auth: { apiKeys: [] },
  headers: [],
  network: defaultNetwork,
};

/** A manifest, and the requests that cannot be allowed. */
export interface Manifest {
  readonly rights: readonly Right[];
  /** Reasons, each with its line. */
  readonly refused: readonly LineText[];
}

/** The rights of the requests that will be sent, for a file before its first request. */
export async function manifestOf(
  run: Judging & Pick<Run, 'given'> & { readonly learned?: Learned },
  file: ScannedFile,
  entries: readonly Entry[],
): Promise<Manifest> {
  const { environment, given, command } = run;
  const live = liveScope(file, given, environment, run.learned ?? { captured: new Map(), responses: new Map() });
  const rights: Right[] = [...(file.importRights ?? [])];
  const refused: LineText[] = [];
  for (const [index, entry] of entries.entries()) {
    if (entry.skip !== undefined) continue;
    const scope = scopeBefore(live, entries, index, expression => `{{${expression}}}`);
    const found = rightsOf(run, file, entry, scope);
    if (isFailure(found)) {
      refused.push({ text: found.text, line: entry.line });
      continue;
    }
    rights.push(...found.rights, ...(found.rerouted ? [found.rerouted] : []));
    for (const text of [...command.flags, ...(await filledBodies(run, file, entry, scope))]) {
      const typed = withTyped({ ...scope, grants: () => false }, text).grants;
      const isTyped = command.flags.includes(text);
      const needs = (fill(text, scope, entry.at).needs ?? []).filter(each => !(isTyped && typed?.(each)));
      rights.push(...withReceiver(needs, found.receiver));
    }
  }
  return { rights: distinctRights(rights), refused };
}

/** Texts of `<@ FILE`, as far as they can be read without trust. */
export async function filledBodies(
  { environment }: Pick<Judging, 'environment'>,
  { folder }: ScannedFile,
  { body, at }: Entry,
  scope: Scope,
): Promise<readonly string[]> {
  const place = filePlace(folder, environment);
  const texts: string[] = [];
  for (const piece of body) {
    if (piece.kind !== 'file' || !piece.filled) continue;
    const name = fill(piece.path, scope, at).text;
    const isOutside = fileRight('read', { actual: name, template: name, base: folder }, place) !== undefined;
    const text = isOutside ? '' : await readText({ from: 'file', path: path.resolve(folder, name) }, environment);
    if (!isFailure(text)) texts.push(text);
  }
  return texts;
}
