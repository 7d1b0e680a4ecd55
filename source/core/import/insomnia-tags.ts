/** Template tags in Insomnia exports: values of responses, prompts and generated values. */

import { stringsIn } from '../scripts/statements.js';
import type { ImportedVariable, Untranslated } from './collection.js';
import { NextNumbers } from './file-names.js';

/** Captured values by the ID of the request whose response contains them. Tags of other requests refer to them. */
export type Captures = Map<string, { readonly name: string; readonly target: string }[]>;

/** Translates the template tags in all texts of an export. */
export class Tags {
  /** Default values of prompts. */
  readonly defaults: ImportedVariable[] = [];
  readonly #defaultNames = new Set<string>();
  /** Prompts that are reported already. */
  readonly #prompts = new Set<string>();
  readonly #captures: Captures;
  readonly #untranslated: Untranslated[];
  readonly #variables: ReadonlySet<string>;
  /** Names that a captured value cannot have. */
  readonly #taken: Set<string>;
  readonly #numbers = new NextNumbers();

  /** @param variables names in the environments */
  constructor(captures: Captures, untranslated: Untranslated[], variables: readonly string[]) {
    this.#captures = captures;
    this.#untranslated = untranslated;
    this.#variables = new Set(variables);
    this.#taken = new Set(variables);
  }

  inText(text: string): string {
    return text
      .replace(/\{\{([^{}]*)\}\}/g, (all, expression: string) => {
        const [variable = '', ...filters] = expression.split('|');
        const name = variableName(variable);
        const words = filters.map(each => /^\s*\w*/.exec(each)?.[0].trim()).join(', ');
        if (filters.length > 0) this.#untranslated.push({ feature: `template filter ${words} of ${name}`, text: all });
        return `{{${name}}}`;
      })
      .replace(/\{%([^{}%]*)%\}/g, (_, tag: string) => this.#tag(tag.trim()));
  }

  #tag(text: string): string {
    const [, name = '', rest = ''] = /^(\w+)([\s\S]*)$/.exec(text) ?? [];
    const args = [...stringsIn(rest)].map(({ text: arg }) => unwrapped(arg.slice(1, -1)));
    switch (name) {
      case 'uuid':
        return '{{$uuid}}';
      case 'timestamp':
        return '{{$timestamp}}';
      case 'now':
        if (args[0] === 'unix') return '{{$timestamp}}';
        if (args[0] === undefined || args[0] === 'iso-8601') return '{{$isoTimestamp}}';
        break;
      case 'response': {
        const [part = '', id, detail] = args;
        const target = new Map([
          ['body', detail],
          ['header', `header ${detail}`],
          ['raw', 'body'],
        ]).get(part);
        if (target === undefined || id === undefined) break;
        return `{{${this.#capture(id, target)}}}`;
      }
      case 'prompt':
        return `{{${this.#prompt(args)}}}`;
    }
    const value = name || 'tag';
    this.#untranslated.push({ feature: `template tag (pass ${value}=VALUE)`, text: `{% ${text} %}` });
    return `{{${value}}}`;
  }

  /** Returns the name of the variable for a question, which the user passes to the run. */
  #prompt([title = '', label = '', value = '']: readonly string[]): string {
    const word = (title || label).replace(/\W+/g, '_').replace(/^_+|_$/g, '') || 'prompt';
    const name = this.#variables.has(word) ? `prompt_${word}` : word;
    if (this.#defaultNames.has(name)) return name;
    const feature =
      value === ''
        ? `prompt (pass ${name}=VALUE)`
        : `prompt, whose default is used (pass ${name}=VALUE to override it)`;
    if (!this.#prompts.has(feature)) this.#untranslated.push({ feature });
    this.#prompts.add(feature);
    if (value !== '') {
      this.defaults.push({ name, value });
      this.#defaultNames.add(name);
    }
    return name;
  }

  /** Returns the name of the value that a request captures. */
  #capture(id: string, target: string): string {
    const own = this.#captures.get(id) ?? [];
    this.#captures.set(id, own);
    const existing = own.find(each => each.target === target);
    if (existing) return existing.name;
    const word =
      target
        .slice(-100)
        .match(/[A-Za-z_]\w*/g)
        ?.at(-1) ?? 'value';
    const name = this.#numbers.firstFree(
      word,
      nth => (nth === 1 ? word : `${word}_${nth}`),
      each => this.#taken.has(each),
    );
    this.#taken.add(name);
    own.push({ name, target });
    return name;
  }
}

/** Arguments of tags may be `b64::…::46b`. */
function unwrapped(argument: string): string {
  const [, encoded] = /^b64::([\w+/=-]+)::46b$/.exec(argument) ?? [];
  return encoded === undefined ? argument.replace(/\\(.)/gs, '$1') : Buffer.from(encoded, 'base64').toString('utf8');
}

/** Returns the path of a variable: `_.user.name`, `_['a b']`. */
const variableName = (variable: string): string =>
  variable
    .trim()
    .replace(/^_\s?(?:\.|(?=\[))/, '')
    .replace(/\[["']([^"']*)["']\]/g, '.$1')
    .replace(/^\./, '');
