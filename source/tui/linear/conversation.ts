import { unexpectedFailure } from '../../core/bug.js';
import { exitCodes } from '../../core/failure.js';
import type { Environment } from '../../environment.js';
import type { State } from '../model/state.js';
import { topOverlay } from '../overlays/open.js';
import type { Program } from '../program.js';
import { announce } from './announce.js';
import { carryOut, isAtPrompt } from './commands.js';
import { openOutput, readVerbosity, saveVerbosity } from './output.js';
import { type DispatchAll, notices, notify, type OutputLine, type Reply, type Verbosity } from './reply.js';
import type { RunningEffects } from './running-effects.js';
import { codeOfChange, type Script } from './script.js';
import { askSecret, cannotAsk, hiddenQuestion } from './secret.js';
import { type TypedText, typedText } from './typed-text.js';
import type { Typing } from './typing.js';

/** Lines and their replies. Each line changes the state, and the reply is followed by the changes. */
export class Conversation {
  /** The source of the lines: a person at a terminal, or a script. */
  typing: Typing | undefined;
  script: Script | undefined;
  /** A text of several lines, while it is being typed. */
  readonly text: TypedText;
  readonly store: Program['store'];
  readonly effects: RunningEffects;
  readonly environment: Environment;
  readonly isScript: boolean;
  private readonly print: (lines: readonly OutputLine[]) => void;
  private verbosity: Verbosity;
  /** The state whose changes have all been announced. */
  private announced: State;
  /** The command whose effect is still in progress. */
  private unansweredLine: string | undefined;
  /** True while a secret is typed without an echo. */
  private isAskingSecret = false;

  constructor(store: Program['store'], effects: RunningEffects, isAscii: boolean, environment: Environment) {
    const { stdin, stdout, stderr } = environment;
    this.store = store;
    this.effects = effects;
    this.environment = environment;
    this.isScript = stdin.isTTY !== true;
    this.verbosity = this.isScript ? 'verbose' : readVerbosity(environment);
    this.announced = store.getState();
    this.text = typedText(store.getState, this.act);
    const noticesTo = this.isScript || stdout.isTTY !== true ? stderr : stdout;
    this.print = openOutput(isAscii, noticesTo, stdout, () => this.typing?.makeRoom());
  }

  get state(): State {
    return this.store.getState();
  }

  readonly act: DispatchAll = (...actions) => {
    for (const action of actions) this.store.dispatch(action);
    return this.state;
  };

  /** Prints a notification. */
  notify(text: string): void {
    this.print(notices(text));
  }

  showPrompt(): void {
    if (!this.effects.isEnding && !this.isAskingSecret) this.typing?.showPrompt();
  }

  announceChanges(): void {
    const changed = this.changes();
    if (changed.length === 0) return;
    this.unansweredLine = undefined;
    this.print(changed);
    this.showPrompt();
  }

  /** Ends the current command if its effect was still in progress. */
  settle(): void {
    if (this.unansweredLine === undefined) return;
    this.announceChanges();
    if (this.unansweredLine === undefined) return;
    this.notify(`Done: ${this.unansweredLine}.`);
    this.unansweredLine = undefined;
    this.showPrompt();
  }

  /** Carries out a typed line. */
  takeLine(line: string): void {
    this.carry(line.trim(), () => this.replyTo(line));
  }

  /** Carries out a line or Ctrl-C, and prints its reply. */
  carry(line: string, work: () => Reply): void {
    this.announceChanges();
    const wasTyping = this.state.editing || this.text.isOpen();
    const askedBefore = hiddenQuestion(this.state);
    let question: string | undefined;
    this.effects.hasLateReply = false;
    this.store.batch(() => {
      const replied = work();
      question = this.newQuestion(replied, askedBefore);
      const canAsk = question === undefined || this.typing !== undefined || !replied.asksSecret;
      const reply = canAsk ? replied : cannotAsk(question ?? '');
      if (reply.refused === true) this.script?.fail(exitCodes.usage);
      this.printReply(line, reply, wasTyping || question !== undefined);
    });
    if (question !== undefined && this.typing !== undefined) this.ask(question, this.typing);
    this.showPrompt();
  }

  private replyTo(line: string): Reply {
    if (this.text.isOpen()) return this.text.add(line);
    this.act({ type: 'app/key' });
    const begun = this.text.begin(line);
    if (begun !== undefined) return begun;
    const word = line.trim().toLowerCase();
    if ((word === 'brief' || word === 'verbose') && isAtPrompt(this.state)) return this.setVerbosity(word);
    return carryOut(line, this.state, this.act);
  }

  private setVerbosity(verbosity: Verbosity): Reply {
    this.verbosity = verbosity;
    if (this.isScript) return notify(`${verbosity} for this script.`);
    saveVerbosity(verbosity, this.environment).then(isSaved => {
      if (!isSaved) this.notify('It could not be saved for the next time.');
      this.showPrompt();
    });
    return notify(verbosity === 'brief' ? 'Brief: fewer lines.' : 'Verbose: all lines.');
  }

  /** The changes since the last call. */
  private changes(isReplaced = false): readonly OutputLine[] {
    const before = this.announced;
    const after = this.state;
    this.announced = after;
    const code = codeOfChange(before, after);
    if (code !== 0) this.script?.fail(code);
    return announce(before, after, {
      verbosity: this.verbosity,
      isScript: this.isScript,
      isComplete: this.isScript && this.environment.stdout.isTTY !== true,
      isReplaced,
    });
  }

  /** Prints a reply and the changes that its line made. @param isInput true if the line was text, or asks for some */
  private printReply(line: string, reply: Reply, isInput: boolean): void {
    const { isEnding, hasLateReply } = this.effects;
    // The reply comes first, especially if it explains why something was not done.
    const lines = [...reply.lines, ...this.changes(reply.isReplaced)];
    const isSilent = lines.length === 0 && !isEnding && !isInput && !this.text.isOpen();
    this.unansweredLine = isSilent && hasLateReply ? line : undefined;
    this.print(isSilent && !hasLateReply ? notices(reply.otherwise ?? `Done: ${line}.`) : lines);
  }

  /** The secret that has to be typed after a line, unless it was already pending. */
  private newQuestion(replied: Reply, askedBefore: string | undefined): string | undefined {
    const isNew = replied.asksSecret === true || topOverlay(this.state)?.kind === 'prompt' || askedBefore === undefined;
    return isNew ? hiddenQuestion(this.state) : undefined;
  }

  private ask(question: string, typing: Typing): void {
    this.isAskingSecret = true;
    askSecret(question, this.store.getState, this.act, this.environment, typing)
      .catch(error => this.notify(unexpectedFailure(error).text))
      .finally(() => {
        this.isAskingSecret = false;
        this.showPrompt();
      });
  }
}
