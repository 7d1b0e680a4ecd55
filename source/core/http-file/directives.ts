/** `# @name value` in comments: which of them this program obeys. All others are comments. */
import type { Capture, Entry, LineText, Retry } from './document.js';

/** Directives of one request, as far as they were read. */
type Directives = {
  -readonly [Name in keyof Pick<Entry, 'name' | 'skip' | 'retry' | 'cookies' | 'shown' | 'graphql'>]?: Entry[Name];
} & {
  readonly asserts: LineText[];
  readonly captures: Capture[];
  readonly flags: LineText[];
  readonly needs: string[];
  readonly unsupported: LineText[];
};

/** No directives yet. */
export const noDirectives = (): Directives => ({ asserts: [], captures: [], flags: [], needs: [], unsupported: [] });

type Apply = (directives: Directives, text: string, line: number) => string | undefined;

const seconds: Apply = (directives, text, line) => timeFlag(directives, '--timeout', text, line);

/** By name; each answers why its value cannot be read. */
const handlers: Readonly<Record<string, Apply>> = {
  name(directives, text) {
    const name = text.replace(/^=\s*/, '');
    if (name === '') return '# @name needs a name.';
    directives.name = name;
    return undefined;
  },
  assert: (directives, text, line) =>
    kept(directives.asserts, text, line, '# @assert needs a check: # @assert status == 200'),
  flags: (directives, text, line) =>
    kept(directives.flags, text, line, '# @flags needs flags: # @flags -L --timeout 5'),
  capture(directives, text, line) {
    const [, name, target] = /^([\w.-]+)\s*=\s*(\S.*)$/.exec(text) ?? [];
    if (name === undefined || target === undefined)
      return '# @capture needs a name and a target: # @capture token = $.access_token';
    directives.captures.push({ name, text: target, line });
    return undefined;
  },
  skip(directives, text) {
    directives.skip = text;
    return undefined;
  },
  disabled(directives, text) {
    directives.skip = text;
    return undefined;
  },
  retry(directives, text, line) {
    const retry = readRetry(text, line);
    if (retry === undefined)
      return '# @retry needs a number, and may have a pause and a check: # @retry 5 every 1s until status == 200';
    directives.retry = retry;
    return undefined;
  },
  ref(directives, text) {
    directives.needs.push(text);
    return undefined;
  },
  graphql(directives) {
    directives.graphql = true;
    return undefined;
  },
  timeout: seconds,
  'connection-timeout': (directives, text, line) => timeFlag(directives, '--connect-timeout', text, line),
  'no-redirect': (directives, _, line) => kept(directives.flags, '--no-follow', line, ''),
  'no-cookie-jar'(directives) {
    directives.cookies = false;
    return undefined;
  },
  'no-log'(directives) {
    directives.shown = false;
    return undefined;
  },
  ...Object.fromEntries(
    ['import', 'loop', 'sleep', 'forceRef'].map(name => [
      name,
      (directives: Directives, _text: string, line: number) => {
        directives.unsupported.push({ text: `# @${name}`, line });
        return undefined;
      },
    ]),
  ),
};

/** Obeys a comment, if it is one that means something. Answers why it cannot be read. */
export function applyComment(directives: Directives, comment: string, line: number): string | undefined {
  const [, name = '', text = ''] = /^(?:#|\/\/)\s*@([A-Za-z][\w-]*)(?:\s+(.*))?$/.exec(comment.trimEnd()) ?? [];
  return Object.hasOwn(handlers, name) ? handlers[name]?.(directives, text.trim(), line) : undefined;
}

function kept(list: LineText[], text: string, line: number, form: string): string | undefined {
  if (text === '') return form;
  list.push({ text, line });
  return undefined;
}

/** JetBrains' form: seconds, or a number with ms, s or m. */
function timeFlag(directives: Directives, flag: string, text: string, line: number): string | undefined {
  const ms = milliseconds(text);
  if (ms === undefined)
    return `# @${flag === '--timeout' ? 'timeout' : 'connection-timeout'} needs seconds: # @timeout 5`;
  directives.flags.push({ text: `${flag}=${ms / 1000}`, line });
  return undefined;
}

/** `2`, `1.5s`, `200 ms`, `2 m` -> milliseconds; a number alone is seconds. */
function milliseconds(text: string): number | undefined {
  const [, number, unit = 's'] = /^(\d+(?:\.\d+)?)\s*(ms|s|sec|m|min)?$/.exec(text) ?? [];
  if (number === undefined) return undefined;
  const factor = unit === 'ms' ? 1 : unit.startsWith('m') ? 60_000 : 1000;
  return Number(number) * factor;
}

function readRetry(text: string, line: number): Retry | undefined {
  const [, times, every, until] =
    /^(\d{1,6})(?:\s+every\s+(\d+(?:\.\d+)?\s*(?:ms|sec|s|min|m)?))?(?:\s+until\s+(\S.*))?$/.exec(text) ?? [];
  const everyMs = milliseconds(every ?? '1');
  if (times === undefined || everyMs === undefined) return undefined;
  return { times: Number(times), everyMs, until, line };
}
