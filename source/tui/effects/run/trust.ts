/** Trust in a text that was opened from a file. The user must approve its rights before the first request that needs them. */
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
import type { TextOrigin, TextValues } from '../../../io/http/text-request.js';
import { pathOf } from '../../../io/sources.js';
import type { EntryRequest } from '../../model/effect.js';
import type { Identity } from '../../model/identity.js';
import type { EffectContext } from '../context.js';

/** Rights granted to a text. */
export interface TextTrust {
  /** Rights that need the user's approval first. */
  readonly missing: readonly Right[];
  /** @param at index of the request in the text */
  grantsAt(at: number): Grants;
}

/** The context in which the text's requests are parsed. */
export const textPlace = (
  { url, file }: Pick<EntryRequest, 'url' | 'file'>,
  identity: Pick<Identity, 'auth' | 'headers' | 'session'>,
  grants: Grants,
  { environment }: EffectContext,
): TextOrigin => ({
  home: url,
  login: identity.auth,
  grants,
  hasLogin: identity.session !== undefined || hasCredentials(identity),
  file: file === undefined ? undefined : pathOf(file, environment),
});

/**
 * Determines the rights to approve. A request that is unchanged since the file was opened needs approval. A changed request
 * needs it only for rights that the opened text requests, because the user typed the others.
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
  const approvedLines = [...(await trustedLines(path, world.environment)), ...(world.approved.get(path) ?? [])];
  const granted = grantsOf(approvedLines);
  const place = textPlace(request, identity, granted, world);
  const { entries } = parseHttpFile(text);
  const isOpened = (at: number): boolean => opened.includes(text.slice(entries[at]?.from, entries[at]?.to).trim());
  const { rights } = world.start.readText;
  let theirs: Grants | undefined;
  const missing: Right[] = [];
  for (const { at, skip } of request.entries) {
    const needed = skip === undefined ? await rights(text, [at], values, place) : [];
    // A request that cannot be parsed is reported when it is sent.
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
  place: TextOrigin,
  { start }: EffectContext,
): Promise<readonly string[]> {
  const rights = await start.readText.rights(text, undefined, values, place);
  return isFailure(rights) ? [] : rights.map(rightLine);
}

/** Grants the rights that the user has just approved, and stores the approval if it is meant for later runs. */
async function approve({ trusted, text }: EntryRequest, path: string, { approved, environment }: EffectContext) {
  if (trusted === undefined) return;
  approved.set(path, new Set([...(approved.get(path) ?? []), ...trusted.lines]));
  // Without a store, the approval ends with the screen.
  if (trusted.isAlways) await trustFile(path, text, trusted.lines, environment).catch(() => {});
}

/** Trusts what the user typed after a text was saved, until another program changes the file. */
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
