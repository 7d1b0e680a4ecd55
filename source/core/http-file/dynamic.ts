/** Values such as `{{$uuid}}`, which are generated when a request is sent. */

import type { Right } from '../rights/right.js';
import { formatDate } from './date-format.js';

/** Sources of dynamic values. */
export interface World {
  /** Returns the current time in milliseconds since 1970. */
  readonly now: () => number;
  /** Returns cryptographically strong random bytes. */
  readonly random: (length: number) => Uint8Array;
  /** Returns an environment variable, or undefined if it is not set. */
  readonly variable: (name: string) => string | undefined;
  /** Variables of the `.env` file next to the request file. */
  readonly dotenv: ReadonlyMap<string, string>;
  /** Right needed to read that `.env` file; absent if none is needed. */
  readonly dotenvRight?: Right;
}

type Make = (words: readonly string[], world: World) => string | undefined;

const uuid: Make = (_, { random }) => {
  const bytes = Buffer.from(random(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
};

/** Returns a random number from `from` (inclusive) to `to` (exclusive). */
function between(from: number, to: number, { random }: World): number | undefined {
  if (!(Number.isFinite(from) && to > from)) return undefined;
  const bytes = random(6);
  const part = bytes.reduce((sum, byte) => (sum + byte) / 256, 0);
  return from + part * (to - from);
}

const whole: Make = ([from = '0', to = '1000'], world) => {
  const value = between(Number(from), Number(to), world);
  return value === undefined ? undefined : String(Math.floor(value));
};

const letters = 'abcdefghijklmnopqrstuvwxyz';
/** Creates a maker of random strings over an alphabet, as in JetBrains' client. Its argument is the length. */
const someOf =
  (alphabet: string): Make =>
  ([length = '10'], world) => {
    const count = Number(length);
    if (!Number.isInteger(count) || count < 1 || count > 100_000) return undefined;
    return Array.from({ length: count }, () => alphabet[Math.floor(between(0, alphabet.length, world) ?? 0)]).join('');
  };

const units: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** Returns a time before or after now, given as in `-1 d`. Months and years follow the calendar. */
function moment([offset, unit]: readonly string[], { now }: World): Date | undefined {
  const date = new Date(now());
  if (offset === undefined) return date;
  const amount = Number(offset);
  if (!Number.isInteger(amount) || unit === undefined) return undefined;
  if (unit === 'M') date.setUTCMonth(date.getUTCMonth() + amount);
  else if (unit === 'y') date.setUTCFullYear(date.getUTCFullYear() + amount);
  else if (units[unit] === undefined) return undefined;
  else date.setTime(date.getTime() + amount * units[unit]);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** Creates a maker of dates: ISO 8601, RFC 1123, or a format in quotes. */
const datetime =
  (isLocal: boolean): Make =>
  ([form = 'iso8601', ...rest], world) => {
    const date = moment(rest, world);
    if (date === undefined) return undefined;
    if (form === 'iso8601') return isLocal ? formatDate(date, 'YYYY-MM-DDTHH:mm:ssZ', true) : date.toISOString();
    if (form === 'rfc1123')
      return isLocal ? formatDate(date, 'ddd, DD MMM YYYY HH:mm:ss ZZ', true) : date.toUTCString();
    return formatDate(date, form, isLocal);
  };

const makers: Readonly<Record<string, Make>> = {
  uuid,
  guid: uuid,
  'random.uuid': uuid,
  timestamp(words, world) {
    const date = moment(words, world);
    return date && String(Math.floor(date.getTime() / 1000));
  },
  isoTimestamp: (words, world) => moment(words, world)?.toISOString(),
  datetime: datetime(false),
  localDatetime: datetime(true),
  randomInt: whole,
  'random.integer': whole,
  'random.float'([from = '0', to = '1000'], world) {
    const value = between(Number(from), Number(to), world);
    return value === undefined ? undefined : String(value);
  },
  'random.alphabetic': someOf(letters + letters.toUpperCase()),
  'random.alphanumeric': someOf(`${letters + letters.toUpperCase()}0123456789_`),
  'random.hexadecimal': someOf('0123456789abcdef'),
  'random.email': (_, world) => `${someOf(letters)([], world)}@example.com`,
  processEnv: ([name = ''], { variable }) => variable(name),
  dotenv: ([name = ''], { dotenv }) => dotenv.get(name),
};

/** Names after `{{$`, except those that read environment variables. */
export const dynamicNames: readonly string[] = Object.keys(makers).filter(
  name => !/^(?:processEnv|dotenv)$/.test(name),
);

/**
 * Returns the value of the expression between `{{$` and `}}`, or undefined if the expression is unknown.
 * @param expression `randomInt 1 10`, `random.integer(1, 10)`, `env.HOME`
 */
export function dynamicValue(expression: string, world: World): string | undefined {
  if (expression.startsWith('env.')) return world.variable(expression.slice(4));
  const { name, words } = callIn(expression);
  return Object.hasOwn(makers, name) ? makers[name]?.(words, world) : undefined;
}

function callIn(expression: string): { readonly name: string; readonly words: readonly string[] } {
  const [, name = '', listed, rest = ''] = /^([\w.]+)(?:\(([^()]*)\))?\s*(.*)$/s.exec(expression) ?? [];
  const split = listed === undefined ? (rest.match(/"[^"]*"|'[^']*'|\S+/g) ?? []) : listed.split(',');
  return { name, words: split.map(unquoted).filter(Boolean) };
}

/** Returns the environment or `.env` variable that an expression reads, or undefined if it reads none. */
export function variableNamed(expression: string): string | undefined {
  if (expression.startsWith('env.')) return expression.slice(4);
  const { name, words } = callIn(expression);
  return /^(?:processEnv|dotenv)$/.test(name) ? words[0] : undefined;
}

/** A value that the user types or chooses. */
interface Prompt {
  /** Name and label. */
  readonly name: string;
  readonly isSecret: boolean;
  readonly defaultText?: string;
  /** Values to choose from. */
  readonly choices: readonly string[];
}

/** Returns the prompt of `$input NAME`, `$prompt NAME $value: DEFAULT`, `$password NAME` or `$pick NAME $value: A,B` (httpyac). */
export function promptIn(expression: string): Prompt | undefined {
  const [, kind, rest = ''] = /^\$(prompt|input|password|pick)(?:-askonce)?\s(.*)$/s.exec(expression) ?? [];
  const [name = '', value] = rest.split('$value:').map(each => each.trim());
  if (kind === undefined || name === '') return undefined;
  const isPick = kind === 'pick';
  return {
    name,
    isSecret: kind === 'password',
    choices: isPick ? (value ?? '').split(',').map(each => each.trim()) : [],
    defaultText: isPick ? undefined : value,
  };
}

const unquoted = (word: string): string => word.trim().replace(/^(["'])(.*)\1$/, '$2');

/** A quoted value at the start of a text, which only blanks and a comment follow on its last line. */
const quotedValue = /^[ \t]*("(?:[^"\\]|\\[\s\S])*"|'[^']*'|`[^`]*`)[ \t]*(?:#.*)?(?:\n|$)/;

/**
 * Parses a `.env` file as dotenv does: lines of `NAME=value`, optionally preceded by `export`. A quoted value can have several
 * lines. Between double quotes, `\n` is a line break.
 */
export function readDotenv(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  const lines = text.replace(/\r\n?/g, '\n');
  const start = /^[ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*=/gm;
  for (let match = start.exec(lines); match; match = start.exec(lines)) {
    const rest = lines.slice(start.lastIndex);
    const [whole, quoted] = quotedValue.exec(rest) ?? /^.*/.exec(rest) ?? [];
    start.lastIndex += (whole ?? '').length;
    values.set(match[1] ?? '', quoted === undefined ? (whole ?? '').replace(/\s#.*$/s, '').trim() : textIn(quoted));
  }
  return values;
}

const textIn = (quoted: string): string => {
  const text = quoted.slice(1, -1);
  return quoted.startsWith('"') ? text.replace(/\\n/g, '\n').replace(/\\r/g, '\r') : text;
};
