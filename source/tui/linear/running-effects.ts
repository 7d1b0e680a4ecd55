import type { Action } from '../model/action.js';
import type { Effect } from '../model/effect.js';

type Dispatch = (action: Action) => void;

/** Effects that report their result later. */
// biome-ignore format: a list of names
const reportsLater: ReadonlySet<Effect['kind']> = new Set<Effect['kind']>([
  'run', 'run-http', 'load-schema', 'load-description', 'ask-kind', 'edit-text', 'pipe', 'save-text', 'save-files', 'open-files',
  'import-file', 'list-saved', 'read-history', 'copy-command', 'describe', 'describe-variables', 'test-login', 'write-profile',
  'list-sessions', 'open-session',
]);

/** Effects that the next line of a script waits for. */
// biome-ignore format: a list of names
const awaited: ReadonlySet<Effect['kind']> = new Set<Effect['kind']>([
  'open-draft', 'open-files', 'import-file', 'list-sibling-files', 'save-files', 'save-text', 'read-history', 'list-saved', 'copy-command',
  'list-sessions', 'open-session', 'write-profile',
]);

/** Effects that outlast the command that started them. */
export class RunningEffects {
  /** True once the program is ending, so that no prompt remains on the shell's line. */
  isEnding = false;
  /** True if the current command started an effect that reports its result later. */
  hasLateReply = false;
  /** Called when an effect has reported a result later. */
  onLateReply: () => void = () => {};
  /** Called when an awaited effect is done. */
  onDone: () => void = () => {};
  private awaitedCount = 0;

  /** True while lines have to wait for an effect. */
  get areAwaited(): boolean {
    return this.awaitedCount > 0;
  }

  /** Called with each effect before it is performed. Returns the dispatch function for its actions. */
  watch({ kind }: Effect, dispatch: Dispatch): Dispatch {
    this.isEnding = kind === 'quit';
    const isLate = reportsLater.has(kind);
    this.hasLateReply ||= isLate;
    let isAwaited = awaited.has(kind);
    if (isAwaited) this.awaitedCount += 1;
    return action => {
      // If a text could not be saved, stay open and prompt again.
      if (kind === 'quit') this.isEnding = false;
      dispatch(action);
      if (isLate) this.onLateReply();
      // A draft opens the file of the command line after its first action.
      if (isAwaited) queueMicrotask(() => this.endAwaited());
      isAwaited = false;
    };
  }

  private endAwaited(): void {
    this.awaitedCount -= 1;
    this.onDone();
  }
}
