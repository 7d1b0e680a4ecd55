/** Sessions of the screen: listing, opening and saving. */
import { counted } from '../../core/counted.js';
import { type Failure, failureLine, isFailure } from '../../core/failure.js';
import { maskedWord } from '../../core/masking/by-name.js';
import { openSession, type StoredSession, sessionExists, storedSessions } from '../../io/sessions/session.js';
import type { IdentityEffect } from '../model/effect.js';
import type { OpenedSession, SessionPlace } from '../model/identity.js';
import { type EffectContext, type Performers, showError } from './context.js';
import { sessionKey } from './endpoint.js';

/** Opens a session for tabs. */
export async function openedSession(
  place: SessionPlace,
  { sessions, environment, start }: Pick<EffectContext, 'sessions' | 'environment' | 'start'>,
): Promise<OpenedSession | Failure> {
  const { name, origin, isReadOnly } = place;
  // A separate signal, so that a late change is still saved after the screen has closed.
  const { signal } = new AbortController();
  const session = await openSession(name, origin, isReadOnly, { ...environment, signal });
  if (isFailure(session)) return session;
  const command = start.readWords(session.words, origin);
  if (isFailure(command)) return command;
  sessions.set(sessionKey(place), session);
  return { ...place, auth: command.auth, headers: command.headers, values: session.values };
}

function aboutPart({ words, cookies, values }: StoredSession['parts'][number]): string {
  return [
    ...words.map(word => maskedWord(word).replace(/^--header=/, '')),
    ...(cookies.length > 0 ? [counted(cookies.length, 'cookie')] : []),
    ...(values.size > 0 ? [counted(values.size, 'value')] : []),
  ].join(', ');
}

type SessionEffect = Extract<IdentityEffect, { readonly kind: 'list-sessions' | 'open-session' | 'save-session' }>;

export const sessionEffects: Performers<SessionEffect> = {
  async 'list-sessions'({ origin, of }, { environment }, dispatch) {
    const stored = await storedSessions(environment);
    if (isFailure(stored)) return showError(failureLine(stored), dispatch);
    const sessions = stored.flatMap(({ name, parts }) =>
      parts.flatMap(part => (part.origin === origin ? [{ name, about: aboutPart(part) }] : [])),
    );
    dispatch({ type: 'session/listed', of, origin, sessions });
  },
  async 'open-session'({ place, of, isLastTime = false }, context, dispatch) {
    if (isLastTime && !sessionExists(place.name, place.origin, context.environment))
      return dispatch({ type: 'connect/without-session', name: place.name });
    const opened = await openedSession(place, context);
    if (isFailure(opened)) return showError(failureLine(opened), dispatch);
    dispatch({ type: 'session/opened', of, opened, isLastTime });
  },
  'save-session'({ place, words, gone }, context, dispatch) {
    const session = context.sessions.get(sessionKey(place));
    const store = async (): Promise<void> => {
      const failed = await session?.save(words, gone);
      if (failed) showError(failureLine(failed), dispatch);
    };
    // Writes are queued, so the last one wins.
    context.writes.session = (context.writes.session ?? Promise.resolve()).then(store);
    return context.writes.session;
  },
};
