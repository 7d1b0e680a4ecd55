/**
 * Rows of the `.rows` files: behaviour that the documentation of HTTPie and xh describes, our command lines for it, and the
 * result. A row is a paragraph: `# Topic`, then lines of a key and a value. A row with `why` differs on purpose.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Keys of a row, in front of its first command line. */
const aboutRow = ['theirs', 'why', 'given', 'env', 'config', 'stdin', 'terminal', 'process'] as const;

/** Keys after a command line (`ours`): what its run sends, prints and writes. */
const aboutRun = [
  /** Request line, `name: value` or `no name` of the last request. */
  'sent',
  'sent~',
  /** Exact body of the last request. */
  'body',
  'body~',
  /** `GET /a, GET /b`: every request, in order. */
  'requests',
  'out',
  'out=',
  'out~',
  'no-out',
  'err',
  'err=',
  'err~',
  'no-err',
  /** Exit code, 0 by default. */
  'code',
  /** `NAME = TEXT`: exact content of a file afterwards. */
  'file',
  'no-file',
] as const;

type RunKey = (typeof aboutRun)[number];

export interface Check {
  readonly key: RunKey;
  readonly value: string;
}

export interface Run {
  readonly line: string;
  readonly checks: Check[];
}

export interface Row {
  readonly area: string;
  readonly topic: string;
  /** Command line of HTTPie or xh. */
  readonly theirs: string;
  /** Reason for the difference, if there is one. */
  readonly why?: string;
  /** Files in the current folder, environment variables: `NAME = TEXT`, `NAME=TEXT`. */
  readonly given: readonly string[];
  readonly env: readonly string[];
  readonly config?: string;
  readonly stdin?: string;
  readonly isTerminal: boolean;
  /** Whether the row needs a separate process, for a pipe that nothing reads. */
  readonly isProcess: boolean;
  readonly runs: readonly Run[];
}

const folder = path.resolve('__tests__/wire/peers');

const isRunKey = (key: string): key is RunKey => aboutRun.some(each => each === key);

function rowOf(area: string, paragraph: string): Row {
  const [heading = '', ...lines] = paragraph.split('\n');
  const fail = (reason: string): never => {
    throw new Error(`${area}: ${heading}: ${reason}`);
  };
  if (!heading.startsWith('# ')) fail('a row begins with # and its topic');
  const members: Record<string, string[]> = {};
  const runs: Run[] = [];
  for (const line of lines) {
    const [, key = '', value = ''] = /^(\S+) ?(.*)$/.exec(line) ?? [];
    if (key === 'ours') runs.push({ line: value, checks: [] });
    else if (isRunKey(key)) (runs.at(-1) ?? fail(`${key} in front of ours`)).checks.push({ key, value });
    else if (aboutRow.some(each => each === key)) members[key] = [...(members[key] ?? []), value];
    else fail(`unknown key ${key}`);
  }
  const { theirs = [], why = [], given = [], env = [], config = [], stdin = [], terminal, process } = members;
  if (theirs[0] === undefined) fail('theirs is missing');
  if (!runs.some(({ checks }) => checks.length > 0)) fail('nothing is checked');
  return {
    area,
    topic: heading.slice(2),
    theirs: theirs[0] ?? '',
    ...(why[0] === undefined ? {} : { why: why[0] }),
    given,
    env,
    ...(config[0] === undefined ? {} : { config: config[0] }),
    ...(stdin[0] === undefined ? {} : { stdin: stdin[0] }),
    isTerminal: terminal !== undefined,
    isProcess: process !== undefined,
    runs,
  };
}

/** The rows of all files, in order. */
export const rows: readonly Row[] = readdirSync(folder)
  .filter(name => name.endsWith('.rows'))
  .sort()
  .flatMap(name =>
    readFileSync(path.join(folder, name), 'utf8')
      .split(/\n{2,}/)
      .map(paragraph => paragraph.trim())
      .filter(paragraph => paragraph !== '')
      .map(paragraph => rowOf(name.replace('.rows', ''), paragraph)),
  );
