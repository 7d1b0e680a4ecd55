import type { OutputStream } from '../../environment.js';
import type { Session } from '../terminal/session.js';
import type { Typing } from './typing.js';

/** The terminal in line mode: nothing is drawn, and other programs borrow it from the prompt, if there is one. */
export function lineSession(stdout: OutputStream, typing: () => Typing | undefined): Session {
  const session: Session = {
    columns: 80,
    rows: 24,
    show: () => {},
    title: () => {},
    send: bytes => void stdout.write(bytes),
    lent: false,
    acceptsInput: true,
    isBorrowersSignal: false,
    restoring: '',
    isDeaf: false,
    flush() {},
    lend(work) {
      const lent = (): ReturnType<typeof work> => work(new AbortController().signal);
      return typing()?.lend(lent) ?? lent();
    },
    lendNow: work => session.lend(work),
    discard: () => {},
    hold: () => () => {},
    redraw: () => {},
    suspend: () => typing()?.suspend(),
    leave: async () => typing()?.close(),
  };
  return session;
}
