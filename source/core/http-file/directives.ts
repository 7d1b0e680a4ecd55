/** `# @name value` in comments: which of them this program obeys. All others are comments. */
import type { Capture, Entry, LineText, Retry } from './document.js';

/** What the comments of one request have said so far. */
export type Said = {
  -readonly [Name in keyof Pick<Entry, 'name' | 'skip' | 'retry' | 'cookies' | 'shown' | 'graphql'>]?: Entry[Name];
} & {
  readonly asserts: LineText[];
  readonly captures: Capture[];
  readonly flags: LineText[];
  readonly needs: string[];
  readonly unsupported: LineText[];
};

/** Nothing said yet. */
export const nothingSaid = (): Said => ({ asserts: [], captures: [], flags: [], needs: [], unsupported: [] });

type Obey = (said: Said, text: string, line: number) => string | undefined;

const seconds: Obey = (said, text, line) => timeFlag(said, '--timeout', text, line);

/** By name; each answers why its value cannot be read. */
const directives: Readonly<Record<string, Obey>> = {
  name(said, text) {
    const name = text.replace(/^=\s*/, '');
    if (name === '') return '# @name needs a name.';
    said.name = name;
    return undefined;
  },
  assert: (said, text, line) => kept(said.asserts, text, line, '# @assert needs a check: # @assert status == 200'),
  flags: (said, text, line) => kept(said.flags, text, line, '# @flags needs flags: # @flags -L --timeout 5'),
  capture(said, text, line) {
    const [, name, target] = /^([\w.-]+)\s*=\s*(\S.*)$/.exec(text) ?? [];
    if (name === undefined || target === undefined)
      return '# @capture needs a name and a target: # @capture token = $.access_token';
    said.captures.push({ name, text: target, line });
    return undefined;
  },
  skip(said, text) {
    said.skip = text;
    return undefined;
  },
  disabled(said, text) {
    said.skip = text;
    return undefined;
  },
  retry(said, text, line) {
    const retry = readRetry(text, line);
    if (retry === undefined)
      return '# @retry needs a number, and may have a pause and a check: # @retry 5 every 1s until status == 200';
    said.retry = retry;
    return undefined;
  },
  ref(said, text) {
    said.needs.push(text);
    return undefined;
  },
  graphql(said) {
    said.graphql = true;
    return undefined;
  },
  timeout: seconds,
  'connection-timeout': (said, text, line) => timeFlag(said, '--connect-timeout', text, line),
  'no-redirect': (said, _, line) => kept(said.flags, '--no-follow', line, ''),
  'no-cookie-jar'(said) {
    said.cookies = false;
    return undefined;
  },
  'no-log'(said) {
    said.shown = false;
    return undefined;
  },
  ...Object.fromEntries(
    ['import', 'loop', 'sleep', 'forceRef'].map(name => [
      name,
      (said: Said, _text: string, line: number) => {
        said.unsupported.push({ text: `# @${name}`, line });
        return undefined;
      },
    ]),
  ),
};

/** Obeys a comment, if it is one that means something. Answers why it cannot be read. */
export function obeyComment(said: Said, comment: string, line: number): string | undefined {
  const [, name = '', text = ''] = /^(?:#|\/\/)\s*@([A-Za-z][\w-]*)(?:\s+(.*))?$/.exec(comment.trimEnd()) ?? [];
  return Object.hasOwn(directives, name) ? directives[name]?.(said, text.trim(), line) : undefined;
}

function kept(list: LineText[], text: string, line: number, form: string): string | undefined {
  if (text === '') return form;
  list.push({ text, line });
  return undefined;
}

/** JetBrains' form: seconds, or a number with ms, s or m. */
function timeFlag(said: Said, flag: string, text: string, line: number): string | undefined {
  const ms = milliseconds(text);
  if (ms === undefined)
    return `# @${flag === '--timeout' ? 'timeout' : 'connection-timeout'} needs seconds: # @timeout 5`;
  said.flags.push({ text: `${flag}=${ms / 1000}`, line });
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
  return { times: Number(times), everyMs, ...(until === undefined ? {} : { until }), line };
}
