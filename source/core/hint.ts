/**
 * The next step after a failure, or a note. Some steps differ between a command line and the screen, which has keys and form
 * fields: such a step names an action, and each front end words it.
 */

/** Actions that the screen performs with a key or a form field. */
type StepAction =
  /** Changing the login or a header. The words are a sentence, such as `Pass --digest with -u USER:PASS.` */
  | 'change-login'
  /** Specifying the login or a header. The words are the end of a sentence, such as `-B TOKEN or -H.` */
  | 'set-login'
  /** A header line, which is the object. */
  | 'header'
  /** A field of the login form, whose title is the object. */
  | 'field'
  /** Filling in a field of the login form, whose title is the object. The words begin with a verb. */
  | 'fill-in'
  | 'try-again'
  | 'cancel'
  /** A shell command or another program's flag, which is the same everywhere. */
  | 'run'
  /** An action that the screen does not need or does not have. */
  | 'flags-only';

/** A step that a command line and the screen word differently. */
export interface Step {
  readonly action: StepAction;
  /** The words for a command line. */
  readonly words: string;
  /** The header line or the title of the field. */
  readonly object?: string;
}

/** Text, or its parts if the screen words some of them differently. May contain untrusted text. */
export type Hint = string | { readonly parts: readonly (string | Step)[] };

const isStep = (value: object): value is Step => 'action' in value;

/** Creates a hint from text, steps and other hints. An undefined value adds nothing. */
export function hint(texts: TemplateStringsArray, ...values: readonly (Hint | Step | undefined)[]): Hint {
  const parts = texts.flatMap((text, index) => [text, ...partsOf(values[index] ?? '')]).filter(part => part !== '');
  return parts.every(part => typeof part === 'string') ? parts.join('') : { parts };
}

/** Creates a step. @param words the words for a command line */
export const step = (action: StepAction, words: string, object?: string): Step => ({ action, words, object });

export const tryAgain = step('try-again', 'Run the command again');

/** Creates a step that the screen leaves out. */
export const flagsOnly = (words: string): Step => step('flags-only', words);

/** Returns a hint in the words of a command line. */
export const hintText = (value: Hint): string => wordHint(value, ({ words }) => words);

/** Applies a function, such as a mask, to all texts of a hint. */
export const mapHint = (value: Hint, change: (text: string) => string): Hint =>
  typeof value === 'string'
    ? change(value)
    : {
        parts: value.parts.map(part =>
          typeof part === 'string'
            ? change(part)
            : step(part.action, change(part.words), part.object && change(part.object)),
        ),
      };

/** Returns the text of a hint. @param wordsOf words of a step that has an action */
const wordHint = (value: Hint, wordsOf: (step: Step) => string): string =>
  typeof value === 'string'
    ? value
    : value.parts.map(part => (typeof part === 'string' ? part : wordsOf(part))).join('');

function partsOf(value: Hint | Step): readonly (string | Step)[] {
  if (typeof value === 'string' || isStep(value)) return [value];
  return value.parts;
}
