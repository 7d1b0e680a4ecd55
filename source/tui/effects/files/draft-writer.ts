/** Writes drafts while the user types: the first change starts a short wait, so that a burst of keys is one write. */
import { type Failure, isFailure } from '../../../core/failure.js';
import type { Environment } from '../../../environment.js';
import { type DraftKeeper, openDrafts } from '../../../io/drafts.js';

/** In milliseconds; well below the second that may be lost. */
const waitMs = 300;

/** A text that is made into a string only when it is written. */
interface LazyText {
  toString(): string;
}

/** Texts to be kept, made into strings only when they are written. */
export interface LazyDraft {
  readonly query: LazyText;
  readonly variables: LazyText;
  /** The file they belong to, by its absolute path, and its own texts. */
  readonly file?: { readonly path: string; readonly query: LazyText; readonly variables: LazyText };
}

/** Keeps the draft of one endpoint at a time. */
export interface DraftWriter {
  /** Opens the draft of an endpoint and closes the previous one; answers what earlier sessions left there. */
  open(of: string): Promise<Pick<DraftKeeper, 'restored' | 'unread'>>;
  /** Writes these texts soon. `done` is called after each write. */
  save(texts: LazyDraft, done: (problem: Failure | undefined) => void): void;
  /** Writes what is pending. */
  flush(): Promise<Failure | undefined>;
  /** Writes what is pending, and ends. */
  close(): Promise<void>;
}

/** Nothing is written before `open`. */
export function draftWriter(environment: Environment): DraftWriter {
  let keeper: Promise<DraftKeeper> | undefined;
  let waiting: { texts: LazyDraft; done: (problem: Failure | undefined) => void } | undefined;
  let timer: NodeJS.Timeout | undefined;
  let last: Failure | undefined;

  async function flush(): Promise<Failure | undefined> {
    clearTimeout(timer);
    timer = undefined;
    if (keeper === undefined) return undefined;
    const to = await keeper;
    const next = waiting;
    waiting = undefined;
    if (next === undefined) return last;
    const { query, variables, file } = next.texts;
    const own = file && { path: file.path, query: file.query.toString(), variables: file.variables.toString() };
    const problem = await to.save(query.toString(), variables.toString(), own);
    last = isFailure(problem) ? problem : undefined;
    next.done(last);
    return last;
  }

  return {
    async open(of) {
      await flush();
      const before = keeper;
      keeper = openDrafts(of, environment);
      await (await before)?.close();
      return keeper;
    },
    save(texts, done) {
      waiting = { texts, done };
      timer ??= setTimeout(() => void flush(), waitMs);
    },
    flush,
    async close() {
      await flush();
      await (await keeper)?.close();
    },
  };
}
