/** `--session` of a run: the part of each origin is opened once, and its cookies are combined with those of the run. */
import type { SessionOption } from '../../core/command.js';
import type { Failure } from '../../core/failure.js';
import type { Environment } from '../../environment.js';
import { openSession, type Session } from '../../io/sessions/session.js';
import type { RunSessions } from './context.js';

export function runSessions(environment: Environment, wordsOf: RunSessions['wordsOf']): RunSessions {
  const open = new Map<string, Promise<Session | Failure>>();
  return {
    wordsOf,
    open({ name, isReadOnly }: SessionOption, origin, isShown) {
      const key = JSON.stringify([name, isReadOnly, origin]);
      const session = open.get(key) ?? openSession(name, origin, isReadOnly || isShown, environment);
      open.set(key, session);
      return session;
    },
    save: (session, captured) => session.saveValues(captured),
  };
}
