/** Kind of the URL typed in the URL prompt. A tab never changes its kind. */
import { type DocumentKind, kindOfPath } from '../../core/document-kind.js';
import { isFailure } from '../../core/failure.js';
import { namesProfile, profileAt } from '../../core/profiles.js';
import { readTypedUrl } from '../../core/request/typed-url.js';
import type { ConnectState } from '../model/connect.js';
import type { Update } from '../model/effect.js';
import type { State } from '../model/state.js';
import { update, withNotice } from '../update.js';

/** The marked earlier endpoint, or the text of the field if none is marked. */
export const typedPlace = ({ recent, selected, field }: ConnectState): string =>
  recent[selected] ?? field.doc.toString();

/** True while the prompt still contains the accepted text. */
export const isAsking = (connect: ConnectState, typed: string): boolean =>
  connect.phase === 'asking' && typedPlace(connect) === typed;

/**
 * Starts determining the server's kind. Returns undefined if it is the tab's kind or the text is not a URL. In a GraphQL tab, a
 * server of unknown kind is probed without credentials. In an HTTP tab it is not, since probing may need a POST.
 */
export function askKind(state: State, typed: string): Update<State> | undefined {
  const { kind, url: here } = state.connect;
  const found = serverOf(state, typed);
  if (found === undefined || found.said === kind || found.url === here) return undefined;
  const { url, said } = found;
  const asked =
    said === undefined ? withNotice(state, `Checking whether ${new URL(url).host} is a GraphQL server…`) : state;
  return update(asked, { kind: 'ask-kind', url, typed, language: kind, said });
}

interface TypedServer {
  readonly url: string;
  readonly said: DocumentKind | undefined;
}

function serverOf({ settings, connect }: State, typed: string): TypedServer | undefined {
  if (!namesProfile(typed.trim())) {
    const read = readTypedUrl(typed);
    if (isFailure(read)) return undefined;
    const said = kindOfPath(new URL(read.url).pathname);
    return { url: read.url, said: connect.kind === 'http' ? (said ?? 'http') : said };
  }
  const found = profileAt(settings.profiles, typed.trim());
  if (isFailure(found)) return undefined;
  const said = found.profile.openapi === undefined ? kindOfPath(new URL(found.url).pathname) : 'http';
  return { url: found.url, said: said ?? connect.kind };
}
