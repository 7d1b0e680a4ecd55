/** Kind of the URL typed in the URL prompt. A tab never changes its kind. */
import { type DocumentKind, isFilePath, kindOfPath } from '../../core/document-kind.js';
import { isFailure } from '../../core/failure.js';
import { namesProfile, profileAt } from '../../core/profiles.js';
import { readTypedUrl } from '../../core/request/typed-url.js';
import type { ConnectState } from '../model/connect.js';
import type { Update } from '../model/effect.js';
import type { State } from '../model/state.js';
import { update, withNotice } from '../update.js';
import { hasSchema } from './load.js';

/** The marked earlier endpoint, or the text of the field if none is marked, without the quotes it was copied with. */
export const typedPlace = ({ recent, selected, field }: ConnectState): string =>
  recent[selected] ?? field.doc.toString().replace(/^\s*(?:"(.*)"|'(.*)'|<(.*)>)\s*$/, '$1$2$3');

/** True while the prompt still contains the accepted text. */
export const isAsking = (connect: ConnectState, typed: string): boolean =>
  connect.phase === 'asking' && typedPlace(connect) === typed;

/**
 * Starts determining the server's kind. Returns undefined if it is the tab's kind or the text is not a URL. In a GraphQL tab, a
 * server of unknown kind is probed without credentials. In an HTTP tab it is not, since probing may need a POST.
 */
export function askKind(state: State, typed: string): Update<State> | undefined {
  const { kind, url: here } = state.connect;
  const server = serverOf(state, typed);
  if (server === undefined || server.impliedKind === kind || server.url === here) return undefined;
  const { url, impliedKind } = server;
  const asked =
    impliedKind === undefined ? withNotice(state, `Checking whether ${new URL(url).host} is a GraphQL server…`) : state;
  const needsDescription = hasSchema(state.connect) || here !== '';
  return update(asked, { kind: 'ask-kind', url, typed, language: kind, impliedKind, needsDescription });
}

interface TypedServer {
  readonly url: string;
  readonly impliedKind: DocumentKind | undefined;
}

function serverOf({ settings, connect }: State, typed: string): TypedServer | undefined {
  if (isFilePath(typed.trim())) return undefined;
  if (!namesProfile(typed.trim())) {
    const read = readTypedUrl(typed);
    if (isFailure(read)) return undefined;
    const impliedKind = kindOfPath(new URL(read.url).pathname);
    return { url: read.url, impliedKind: connect.kind === 'http' ? (impliedKind ?? 'http') : impliedKind };
  }
  const profile = profileAt(settings.profiles, typed.trim());
  if (isFailure(profile)) return undefined;
  const impliedKind = profile.profile.openapi === undefined ? kindOfPath(new URL(profile.url).pathname) : 'http';
  return { url: profile.url, impliedKind: impliedKind ?? connect.kind };
}
