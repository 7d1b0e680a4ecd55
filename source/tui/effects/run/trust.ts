/** Trust in a text that was opened from a file: asked for before the first request that needs it. */
import { hasCredentials } from '../../../core/credentials/flags.js';
import { isFailure } from '../../../core/failure.js';
import { parseHttpFile } from '../../../core/http-file/parse.js';
import {
  allGranted,
  distinctRights,
  type Grants,
  grantsOf,
  type Right,
  rightLine,
} from '../../../core/rights/right.js';
import { trustedLines, trustFile } from '../../../io/files/trust-store.js';
import type { TextPlace, TextValues } from '../../../io/http/text-request.js';
import type { EntryRequest } from '../../model/effect.js';
import type { Identity } from '../../model/identity.js';
import type { EffectContext } from '../context.js';
import { pathOf } from '../files/write.js';

/** What a text may do. */
export interface TextTrust {
  /** Rights that the user has to approve first. */
  readonly missing: readonly Right[];
  /** @param at position of the request in the text */
  grantsAt(at: number): Grants;
}

/** Where a text is, for reading its requests. */
export const textPlace = (
  { url, file }: Pick<EntryRequest, 'url' | 'file'>,
  identity: Pick<Identity, 'auth' | 'headers' | 'session'>,
  grants: Grants,
  { environment }: EffectContext,
): TextPlace => ({
  home: url,
  login: identity.auth,
  grants,
  hasLogin: identity.session !== undefined || hasCredentials(identity),
  ...(file === undefined ? {} : { file: pathOf(file, environment) }),
});

/**
 * A request that is unchanged since the file was opened needs trust. A changed one needs it for rights that the opened text has:
 * the user typed the others.
 */
export async function textTrust(
  request: EntryRequest,
  values: TextValues,
  identity: Identity,
  world: EffectContext,
): Promise<TextTrust> {
  const { text, opened, file = '' } = request;
  if (opened === undefined) return { missing: [], grantsAt: () => allGranted };
  const path = pathOf(file, world.environment);
  await approve(request, path, world);
  const known = [...(await trustedLines(path, world.environment)), ...(world.approved.get(path) ?? [])];
  const granted = grantsOf(known);
  const place = textPlace(request, identity, granted, world);
  const { entries } = parseHttpFile(text);
  const isOpened = (at: number): boolean => opened.includes(text.slice(entries[at]?.from, entries[at]?.to).trim());
  const { rights } = world.start.readText;
  let theirs: Grants | undefined;
  const missing: Right[] = [];
  for (const { at, skip } of request.entries) {
    const needed = skip === undefined ? await rights(text, [at], values, place) : [];
    // A request that cannot be read is reported when its turn comes.
    const fresh = isFailure(needed) ? [] : needed.filter(right => !granted(right));
    if (fresh.length > 0 && !isOpened(at)) theirs ??= grantsOf(await linesOf(opened, values, place, world));
    missing.push(...(isOpened(at) ? fresh : fresh.filter(right => theirs?.(right))));
  }
  return {
    missing: distinctRights(missing),
    grantsAt: at => (isOpened(at) || theirs === undefined ? granted : right => granted(right) || !theirs?.(right)),
  };
}

async function linesOf(
  text: string,
  values: TextValues,
  place: TextPlace,
  { start }: EffectContext,
): Promise<readonly string[]> {
  const rights = await start.readText.rights(text, undefined, values, place);
  return isFailure(rights) ? [] : rights.map(rightLine);
}

/** Remembers what the user has just approved, and stores it if it is meant for later runs. */
async function approve({ trusted, text }: EntryRequest, path: string, { approved, environment }: EffectContext) {
  if (trusted === undefined) return;
  approved.set(path, new Set([...(approved.get(path) ?? []), ...trusted.lines]));
  // Without a store the approval ends with the screen.
  if (trusted.isAlways) await trustFile(path, text, trusted.lines, environment).catch(() => {});
}

/** After a text was saved: what the user typed is trusted until another program changes the file. */
export async function trustSaved(
  file: string,
  text: string,
  opened: string | undefined,
  world: EffectContext,
): Promise<void> {
  const values = { given: new Map(), captured: new Map(), configured: new Map() };
  const path = pathOf(file, world.environment);
  const place = textPlace({ url: '', file }, { auth: { apiKeys: [] }, headers: [] }, () => false, world);
  const lines = await linesOf(text, values, place, world);
  if (lines.length === 0) return;
  const theirs = new Set(opened === undefined ? [] : await linesOf(opened, values, place, world));
  const approved = world.approved.get(path) ?? new Set();
  const own = lines.filter(line => !theirs.has(line) || approved.has(line));
  await trustFile(path, text, own, world.environment).catch(() => {});
}
