/** Writes drafts while the user types. Writes are debounced, so a burst of keys causes one write. */
import { type Failure, isFailure } from '../../../core/failure.js';
import type { OtherTabs, TabTexts } from '../../../core/tab-texts.js';
import type { Environment } from '../../../environment.js';
import { type DraftKeeper, type OnDraft, openDrafts } from '../../../io/drafts.js';
import type { LazyText } from '../../model/text.js';

/** Delay of a write in milliseconds, well below the second of typing that may be lost. */
const waitMs = 300;

/** Texts to save, converted to strings only when written. Files are identified by absolute path and include their own texts. */
export interface LazyDraft extends TabTexts<LazyText> {
  /** The other tabs, if there are any. */
  readonly tabs?: OtherTabs<LazyText>;
}

/** A tab in the format that is written. */
function draftTab({ query, variables, file, url, language, profile, values }: TabTexts<LazyText>): TabTexts {
  return {
    query: query.toString(),
    variables: variables.toString(),
    url,
    language,
    profile,
    values,
    file: file && { path: file.path, query: file.query.toString(), variables: file.variables.toString() },
  };
}

/** Writes the draft of one endpoint at a time. */
export interface DraftWriter {
  /** Opens the draft of an endpoint and closes the previous one; returns the texts of earlier sessions. */
  open(of: string): Promise<Pick<DraftKeeper, 'restored' | 'unread'>>;
  /** Writes these texts soon. `done` is called after each write. */
  save(texts: LazyDraft, done: (problem: Failure | undefined) => void): void;
  /** Writes pending texts. */
  flush(): Promise<Failure | undefined>;
  /** Writes pending texts and closes the draft. */
  close(): Promise<void>;
}

/** Creates a writer. It writes nothing before `open`. */
export function draftWriter(environment: Environment, onDraft?: OnDraft): DraftWriter {
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
    const { tabs } = next.texts;
    const { query, variables, ...own } = draftTab(next.texts);
    const tabsDraft = tabs && { ...tabs, others: tabs.others.map(draftTab) };
    const problem = await to.save(query, variables, own, tabsDraft);
    last = isFailure(problem) ? problem : undefined;
    next.done(last);
    return last;
  }

  return {
    async open(of) {
      await flush();
      const before = keeper;
      keeper = openDrafts(of, environment, onDraft);
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

/** A writer that saves and restores nothing, so that piped commands behave the same each time. */
export const noDrafts: DraftWriter = {
  open: async () => ({ unread: [] }),
  save: (_, done) => done(undefined),
  flush: async () => undefined,
  close: async () => {},
};
