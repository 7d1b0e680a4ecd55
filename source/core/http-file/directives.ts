/** Directives that apiclient supports in comments: `# @name value`. */
import { nearest } from '../near-miss.js';
import type { DirectiveName } from '../rights/table.js';
import type { Capture, Entry, LineText, Need, Retry, Unsupported } from './document.js';

/** Directives of a request that have been read so far. */
type Directives = {
  -readonly [Name in keyof Pick<
    Entry,
    'name' | 'skip' | 'skipIf' | 'retry' | 'cookies' | 'shown' | 'graphql' | 'always' | 'rows' | 'sleepMs' | 'loop'
  >]?: Entry[Name];
} & {
  /** True if placeholders in body files are replaced (`# @injectVariables`). */
  fillsFiles?: boolean;
  /** True if the header ClientCert has no effect (`# @noClientCert`). */
  omitsCertificate?: boolean;
  readonly asserts: LineText[];
  readonly imports: LineText[];
  readonly questions: LineText[];
  readonly prompts: Capture[];
  readonly captures: Capture[];
  readonly flags: LineText[];
  readonly needs: Need[];
  readonly after: LineText[];
  readonly tags: string[];
  readonly unsupported: Unsupported[];
};

/** Returns an empty set of directives. */
export const noDirectives = (): Directives => ({
  asserts: [],
  imports: [],
  questions: [],
  prompts: [],
  captures: [],
  flags: [],
  needs: [],
  after: [],
  tags: [],
  unsupported: [],
});

type Apply = (directives: Directives, text: string, line: number) => string | undefined;

/** A word after `# @`. */
interface Directive {
  /** Applies the value, or returns why it cannot be read. */
  readonly apply: Apply;
  /** Short description of its effect. Absent if the directive is not offered in completion. */
  readonly help?: string;
  /** Syntax of its value; absent if it needs none. */
  readonly form?: string;
}

/** Returns a function that adds the value to a list. @param form message for an empty value */
const adds =
  (list: 'asserts' | 'imports' | 'flags' | 'needs' | 'after', form: string, isForced?: true): Apply =>
  (directives, text, line) => {
    if (text === '') return form;
    directives[list].push({ text, line, isForced });
    return undefined;
  };

/** Returns a function that adds a command-line flag. */
const flag =
  (text: string): Apply =>
  (directives, _, line) => {
    directives.flags.push({ text, line });
    return undefined;
  };

/** Returns a function that turns a setting on or off. */
const sets =
  (name: 'always' | 'graphql' | 'cookies' | 'shown' | 'fillsFiles' | 'omitsCertificate', value: boolean): Apply =>
  directives => {
    Object.assign(directives, { [name]: value });
    return undefined;
  };

/** Returns a function that adds a flag with a time limit in JetBrains' notation: seconds, or a number with ms, s or m. */
const limit =
  (name: string, flagName: string): Apply =>
  (directives, text, line) => {
    const ms = milliseconds(text);
    if (ms === undefined) return `# @${name} needs a number of seconds: # @${name} 5`;
    directives.flags.push({ text: `${flagName}=${ms / 1000}`, line });
    return undefined;
  };

const skip: Apply = (directives, text) => {
  directives.skip = text;
  return undefined;
};

const tag: Apply = (directives, text) => {
  const words = text.split(/[\s,]+/).filter(word => word !== '');
  directives.tags.push(...words);
  return words.length === 0 ? '# @tag needs a word: # @tag smoke' : undefined;
};

const nothing: Directive = { apply: () => undefined };

/** Directives that only affect how another tool displays a request or its response. */
const displayOnly = {
  title: nothing,
  description: nothing,
  debug: nothing,
  verbose: nothing,
  language: nothing,
  save: nothing,
  extension: nothing,
  'open-with': nothing,
  'no-response-view': nothing,
  'no-streaming-log': nothing,
} satisfies Partial<Record<DirectiveName, Directive>>;

const handlers: Readonly<Record<DirectiveName, Directive>> = {
  name: {
    help: 'names the request, so that other requests can use its response',
    form: 'NAME',
    apply(directives, text) {
      if (text === '') return '# @name needs a name.';
      directives.name = text;
      return undefined;
    },
  },
  assert: {
    help: 'checks the response',
    form: 'CHECK',
    apply: adds('asserts', '# @assert needs a check: # @assert status == 200'),
  },
  capture: {
    help: 'captures a part of the response for later requests',
    form: 'NAME = TARGET',
    apply(directives, text, line) {
      const [, name, target] = /^([\w.-]+)\s*=\s*(\S.*)$/.exec(text) ?? [];
      if (name === undefined || target === undefined)
        return '# @capture needs a name and a target: # @capture token = $.access_token';
      directives.captures.push({ name, text: target, line });
      return undefined;
    },
  },
  flags: {
    help: 'sets command-line flags for this request',
    form: 'FLAGS',
    apply: adds('flags', '# @flags needs flags: # @flags -L --timeout 5'),
  },
  skip: { help: 'skips this request when all requests are sent', apply: skip },
  disabled: {
    apply(directives, text, line) {
      if (/^!?[A-Za-z_$][\w$]*$/.test(text)) directives.skipIf = { text, line };
      else directives.skip = text;
      return undefined;
    },
  },
  retry: {
    help: 'repeats the request until it passes',
    form: 'TIMES every PAUSE until CHECK',
    apply(directives, text, line) {
      const retry = readRetry(text, line);
      if (retry === undefined)
        return '# @retry needs a number, and optionally a pause and a check: # @retry 5 every 1s until status == 200';
      directives.retry = retry;
      return undefined;
    },
  },
  ref: {
    help: 'sends another request first',
    form: 'NAME',
    apply: adds('needs', '# @ref needs a name: # @ref login'),
  },
  always: { help: 'sends the request even after a failure', apply: sets('always', true) },
  after: {
    help: 'cleans up after another request, even after a failure',
    form: 'NAME',
    apply: adds('after', '# @after needs the name of a request: # @after create'),
  },
  tag: { help: 'tags the request for --tag', form: 'WORD…', apply: tag },
  tags: { apply: tag },
  rows: {
    help: 'sends the request once per row of a file',
    form: 'FILE',
    apply(directives, text, line) {
      directives.rows = { text, line };
      return text === '' ? '# @rows needs a .csv, .json or .jsonl file: # @rows ./users.csv' : undefined;
    },
  },
  graphql: { help: 'sends the body as a GraphQL operation', apply: sets('graphql', true) },
  timeout: {
    help: 'sets a time limit for the request',
    form: 'SECONDS',
    apply: limit('timeout', '--timeout'),
  },
  'connection-timeout': {
    help: 'sets a time limit for connecting',
    form: 'SECONDS',
    apply: limit('connection-timeout', '--connect-timeout'),
  },
  'no-redirect': { help: 'does not follow redirects', apply: flag('--no-follow') },
  'no-cookie-jar': { help: 'does not send cookies of earlier responses', apply: sets('cookies', false) },
  'no-log': { help: 'does not show the response', apply: sets('shown', false) },
  import: {
    help: 'makes the requests and variables of another file available',
    form: 'FILE',
    apply: adds('imports', '# @import needs a file: # @import ./login.http'),
  },
  loop: {
    help: 'sends the request several times',
    form: 'for COUNT | for NAME of LIST',
    apply(directives, text, line) {
      const [, count, name, list] = /^for\s+(?:(\d{1,6})|([A-Za-z_$][\w$]*)\s+of\s+(\S.*))$/s.exec(text) ?? [];
      if (count !== undefined) directives.loop = { text: count, line };
      else if (name !== undefined && list !== undefined) directives.loop = { name, text: list, line };
      else
        return text.startsWith('while')
          ? '# @loop while needs a script engine. Use # @retry TIMES until CHECK'
          : '# @loop needs a number or a list: # @loop for 3, # @loop for id of [1, 2]';
      return undefined;
    },
  },
  sleep: {
    help: 'pauses before the request',
    form: 'MILLISECONDS',
    apply(directives, text) {
      const [, ms] = /^(\d{1,8})(?:\s*ms)?$/.exec(text) ?? [];
      if (ms === undefined) return '# @sleep needs a number of milliseconds: # @sleep 500';
      directives.sleepMs = Number(ms);
      return undefined;
    },
  },
  'force-ref': { apply: adds('needs', '# @forceRef needs a name: # @forceRef login', true) },
  note: {
    help: 'asks before the request is sent',
    form: 'QUESTION',
    apply(directives, text, line) {
      directives.questions.push({ text: text || 'Send this request?', line });
      return undefined;
    },
  },
  prompt: {
    help: 'asks for a value before the run',
    form: 'NAME [LABEL]',
    apply(directives, text, line) {
      const [, name, label = ''] = /^([\w.-]+)(?:\s+(.*))?$/s.exec(text) ?? [];
      if (name === undefined) return '# @prompt needs a name: # @prompt otp One-time code';
      directives.prompts.push({ name, text: label || name, line });
      return undefined;
    },
  },
  'inject-variables': { apply: sets('fillsFiles', true) },
  'no-client-cert': { apply: sets('omitsCertificate', true) },
  'no-reject-unauthorized': { apply: flag('--insecure') },
  proxy: {
    apply(directives, text, line) {
      if (text === '') return '# @proxy needs a URL: # @proxy http://localhost:8888';
      directives.flags.push({ text: `'--proxy=${text}'`, line });
      return undefined;
    },
  },
  'no-proxy': { apply: flag("'--noproxy=*'") },
  ...displayOnly,
};

/** Words after `# @` that are specific to apiclient, for completion. */
export const directiveWords = Object.entries<Directive>(handlers).flatMap(([name, { help, form }]) =>
  help === undefined ? [] : [{ name, help, form }],
);

/** Parses `# @NAME TEXT`, where `=` or `:` may follow the name. Returns undefined for other comments. */
function readDirective(comment: string) {
  const [start, typed] = /^(?:#|\/\/)\s*@([A-Za-z][\w-]*)/.exec(comment) ?? [];
  if (start === undefined || typed === undefined) return undefined;
  const rest = comment.slice(start.length).trimEnd();
  if (!/^(?:[\s:=]|$)/.test(rest)) return undefined;
  // httpyac accepts noLog as well as no-log.
  const name = typed.replace(/(?<=[a-z])[A-Z]/g, letter => `-${letter.toLowerCase()}`);
  const text = rest.trimStart().replace(/^(?::|=(?!=))\s*/, '');
  return { typed, text, handler: Object.hasOwn(handlers, name) ? handlers[name as DirectiveName] : undefined };
}

/** Only apiclient's own words are suggested, because comments may resemble the words of other tools. */
const suggestion = (typed: string): string | undefined =>
  nearest(typed, ['disabled', ...directiveWords.map(({ name }) => name)]);

/** Result of reading a comment. */
interface ReadComment {
  /** Reason why the value cannot be read, or a suggestion for a misspelled name. */
  readonly problem?: string;
  /** Name of a directive that apiclient does not support. */
  readonly unknown?: string;
}

/** Applies a comment if it is a directive. */
export function applyComment(directives: Directives, comment: string, line: number): ReadComment {
  const directive = readDirective(comment);
  if (directive === undefined) return {};
  const { typed, text, handler } = directive;
  if (handler) return { problem: handler.apply(directives, text, line) };
  const meant = suggestion(typed);
  if (meant === undefined) return { unknown: typed };
  return { problem: `# @${typed} is not a directive. Did you mean # @${meant}?` };
}

/** Returns the name of a known directive or of one that resembles it. Returns undefined for other comments. */
export function directiveIn(comment: string): string | undefined {
  const directive = readDirective(comment);
  return directive && (directive.handler || suggestion(directive.typed)) ? directive.typed : undefined;
}

/** Parses `2`, `1.5s`, `200 ms` or `2 m` as milliseconds. A number without a unit is in seconds. */
function milliseconds(text: string): number | undefined {
  const [, number, unit = 's'] = /^(\d+(?:\.\d+)?)\s*(ms|s|sec|m|min)?$/.exec(text) ?? [];
  if (number === undefined) return undefined;
  if (unit === 'ms') return Number(number);
  return Number(number) * (unit.startsWith('m') ? 60_000 : 1000);
}

function readRetry(text: string, line: number): Retry | undefined {
  const [, times, every, until] =
    /^(\d{1,6})(?:\s+every\s+(\d+(?:\.\d+)?(?:\s*(?:ms|sec|s|min|m))?))?(?:\s+until\s+(\S.*))?$/s.exec(text) ?? [];
  const everyMs = milliseconds(every ?? '1');
  if (times === undefined || everyMs === undefined) return undefined;
  return { times: Number(times), everyMs, until, line };
}
