/** `--repeat N --jobs M --rate N/s` -> `RepeatOptions`. */
import { isOverAll, jobsOfSchedule, type RepeatOptions } from '../../core/load/options.js';
import type { FlagTokens } from '../tokens.js';
import type { UsageErrors } from '../usage-errors.js';
import { wholeNumber } from '../values.js';
import { parseReports } from './report.js';

/** The maximum number of repetitions. Each takes eight bytes of memory. */
const maxTimes = 10_000_000;

/** Flags that affect how one exchange is printed. */
const ofOne = [
  'include',
  'verbose',
  'print',
  'output',
  'download',
  'write-out',
  'timing',
  'etag-save',
  'fail',
] as const;

/** The options, or undefined without `--repeat`. */
export function parseRepeat(given: FlagTokens, errors: UsageErrors): RepeatOptions | undefined {
  const typed = given.last('repeat');
  const rate = readRate(given.last('rate'), errors);
  if (typed === undefined) {
    if (given.on('check-all'))
      errors.add('--check-all has no effect without --repeat.', 'Usage: --repeat 1000 --check-all');
    if (rate !== undefined) errors.add('--rate has no effect without --repeat.', 'Usage: --repeat 1000 --rate 50/s');
    return undefined;
  }
  const times = wholeNumber(typed, '--repeat', maxTimes, errors, 1);
  const other = ofOne.find(name => given.has(name));
  if (other !== undefined) errors.add(`--repeat and --${other} cannot be combined.`, `Remove --repeat or --${other}.`);
  const reports = parseReports(given, errors);
  if (reports.some(({ format }) => format !== 'json'))
    errors.add('With --repeat, the only report format is json.', 'Usage: --report json, --report json=FILE');
  return {
    times,
    jobs: jobsOf(given, rate === undefined ? 1 : jobsOfSchedule, errors),
    rate,
    checkAll: given.on('check-all'),
    asserts: given.all('assert').filter(isOverAll),
    reports,
  };
}

/** `--jobs`. */
export function jobsOf(given: FlagTokens, absent: number, errors: UsageErrors): number {
  return wholeNumber(given.last('jobs') ?? String(absent), '--jobs', 1000, errors, 1);
}

const secondsIn: Readonly<Record<string, number>> = { s: 1, m: 60, min: 60, h: 3600 };

/** Parses `50/s`, `50` or `600/min` to a number per second. */
function readRate(text: string | undefined, errors: UsageErrors): number | undefined {
  if (text === undefined) return undefined;
  const [, count = '', unit = 's'] = /^(\d{1,6}(?:\.\d{1,3})?)(?:\/(s|m|min|h))?$/.exec(text) ?? [];
  const rate = Number(count) / (secondsIn[unit] ?? 1);
  if (rate > 0) return rate;
  errors.add('--rate needs a number of requests per second, minute or hour.', 'Usage: --rate 50/s, --rate 600/min');
  return 1;
}
