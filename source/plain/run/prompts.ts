/** Values that the user types before a run (`# @prompt`, `{{$input NAME}}`), and confirmations (`# @note`). */
import { type Failure, failure, isFailure, usageError } from '../../core/failure.js';
import type { Entry } from '../../core/http-file/document.js';
import { promptIn } from '../../core/http-file/dynamic.js';
import { referencesIn, type Value } from '../../core/http-file/variables.js';
import { safeLine } from '../../core/response/safe-text.js';
import { reveal } from '../../core/secret.js';
import type { Environment } from '../../environment.js';
import { ask, askText, canAsk, isYes } from '../parts/ask.js';
import type { ChosenFile } from './verify.js';

interface Question {
  readonly name: string;
  readonly label: string;
  readonly isSecret: boolean;
  readonly defaultText?: string;
}

/** Returns the values that the user types on the terminal. Without one, the values remain missing. */
export async function askedValues(
  suppliedValues: ReadonlyMap<string, Value>,
  chosenFiles: readonly ChosenFile[],
  environment: Environment,
): Promise<ReadonlyMap<string, Value> | Failure> {
  const values = new Map<string, Value>();
  if (!canAsk(environment)) return values;
  for (const { entries } of chosenFiles)
    for (const question of entries.filter(each => each.skip === undefined).flatMap(questionsOf)) {
      if (suppliedValues.has(question.name) || values.has(question.name)) continue;
      const value = await answer(question, environment);
      if (isFailure(value)) return value;
      values.set(question.name, value);
    }
  return values;
}

function questionsOf(entry: Entry): readonly Question[] {
  const promptQuestions = entry.prompts.map(({ name, text }) => ({
    name,
    label: text,
    isSecret: /passw|secret|token/i.test(name),
  }));
  const references = referencesIn(JSON.stringify([entry.url, entry.headers, entry.body, entry.flags]));
  const inText = references.flatMap(({ expression }) => {
    const prompt = promptIn(expression);
    if (!prompt) return [];
    const { name, choices } = prompt;
    return [{ ...prompt, label: choices.length > 0 ? `${name} (${choices.join(', ')})` : name }];
  });
  return [...promptQuestions, ...inText];
}

async function answer({ label, isSecret, defaultText }: Question, environment: Environment): Promise<Value | Failure> {
  if (isSecret) {
    const { hiddenPrompt } = await import('../../io/hidden-prompt.js');
    const reply = await hiddenPrompt(label, environment, 'pass NAME=env:VARIABLE');
    return isFailure(reply) ? reply : { text: reveal(reply), secret: true };
  }
  const text = await askText(defaultText === undefined ? label : `${label} [${defaultText}]`, environment);
  if (isFailure(text)) return text;
  if (text === undefined) return failure('interrupted', 'Interrupted.');
  return { text: text === '' ? (defaultText ?? '') : text };
}

/** Asks the questions of `# @note`. Returns undefined to send the request. */
export async function confirmNotes(
  { questions }: Entry,
  { yes }: { readonly yes?: true },
  environment: Environment,
): Promise<Failure | undefined> {
  for (const { text, line } of yes ? [] : questions) {
    if (!canAsk(environment))
      return usageError(
        `Line ${line} requires confirmation (# @note ${safeLine(text)}), but there is no terminal.`,
        'In a script, pass --yes.',
      );
    const reply = await ask(`${text} [y/N]`, environment);
    if (isFailure(reply)) return reply;
    if (!isYes(reply)) return usageError('Nothing was sent.', 'Answer y to send it, or pass --yes to skip the prompt.');
  }
  return undefined;
}
