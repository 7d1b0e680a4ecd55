/** Summarizes measurements: as a table for people, as JSON, and as statistics for checks. */
import type { CheckResult } from '../checks/evaluate.js';
import { asciiJson } from '../response/ascii-json.js';
import { countText, durationText } from '../response/sizes.js';
import type { Measurements } from './measurements.js';
import type { RepeatOptions } from './options.js';

/** Requests that started later than they were due. */
export interface Lateness {
  readonly count: number;
  readonly maxMs: number;
}

/** All measurements of a run. */
export interface LoadResult {
  /** Measurements in the order of the file. */
  readonly requests: readonly Measurements[];
  /** Measurements of all requests combined. */
  readonly all: Measurements;
  readonly elapsedMs: number;
  readonly options: RepeatOptions;
  readonly late: Lateness;
  /** Share of the time in which apiclient was busy (event loop utilization), from 0 to 1. */
  readonly busy: number;
  readonly checks: readonly CheckResult[];
}

const perSecond = ({ responses }: Measurements, elapsedMs: number): number =>
  elapsedMs === 0 ? 0 : (responses / elapsedMs) * 1000;

/** Percentiles in the columns of the table, in order. */
const shares = [50, 90, 99] as const;

/**
 * Returns a table with right-aligned columns: a row for each request and one for all requests, followed by the errors by
 * reason.
 */
export function tableOf({ requests, all, elapsedMs }: LoadResult): string {
  const series = requests.length > 1 ? [...requests, all] : requests;
  const duration = (ms: number | undefined): string => (ms === undefined ? '-' : durationText(ms));
  const rows = [
    ['', 'responses', 'errors', 'p50', 'p90', 'p99', 'max', 'per second'],
    ...series.map(each => [
      each.name,
      countText(each.responses),
      countText(each.errors),
      ...shares.map(share => duration(each.percentile(share))),
      duration(each.max),
      perSecond(each, elapsedMs).toFixed(1),
    ]),
  ];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0))) ?? [];
  const lines = rows.map(row =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  '),
  );
  const reasons = all.reasons.slice(0, 10).map(([reason, count]) => `${countText(count)} × ${reason}`);
  return [...lines, ...(reasons.length > 0 ? ['', ...reasons] : []), ''].join('\n');
}

/** Returns a line for each range of times. @param columns width of the terminal */
export function histogramOf({ all }: LoadResult, columns: number): string {
  const buckets = all.histogram();
  const heads = buckets.map(({ from, to }) => `${durationText(from)} – ${durationText(to)}`);
  const most = Math.max(1, ...buckets.map(({ count }) => count));
  const head = Math.max(0, ...heads.map(each => each.length));
  const digits = countText(most).length;
  const room = Math.max(4, Math.min(50, columns - head - digits - 6));
  return buckets
    .map(({ count }, row) => {
      const bar = '#'.repeat(count === 0 ? 0 : Math.max(1, Math.round((count / most) * room)));
      return `${(heads[row] ?? '').padStart(head)}  ${countText(count).padStart(digits)}  ${bar}`
        .trimEnd()
        .concat('\n');
    })
    .join('');
}

const round = (ms: number | undefined): number | null => (ms === undefined ? null : Math.round(ms * 1000) / 1000);

/** Returns a JSON document. Times are in milliseconds. */
export function jsonOfLoad({ requests, all, elapsedMs, options, late, busy, checks }: LoadResult): unknown {
  const facts = (each: Measurements): object => ({
    name: each.name,
    responses: each.responses,
    errors: each.errors,
    perSecond: round(perSecond(each, elapsedMs)),
    min: round(each.min),
    mean: round(each.mean),
    ...Object.fromEntries([50, 90, 95, 99, 99.9].map(share => [`p${share}`, round(each.percentile(share))])),
    max: round(each.max),
    statuses: Object.fromEntries(each.statuses),
    reasons: each.reasons.map(([reason, count]) => ({ reason, count })),
    histogram: each.histogram().map(({ from, to, count }) => ({ from: round(from), to: round(to), count })),
  });
  return {
    repeat: options.times,
    jobs: options.jobs,
    rate: options.rate ?? null,
    elapsed: round(elapsedMs),
    late: { count: late.count, max: round(late.maxMs) },
    busy: round(busy),
    all: requests.length > 1 ? facts(all) : undefined,
    requests: requests.map(facts),
    checks,
  };
}

/** Returns the same document as the text of a report. */
export const reportOfLoad = (result: LoadResult): string => `${asciiJson(jsonOfLoad(result))}\n`;

/** Returns the statistic that a check over all responses uses (`p99.9`, `rate`), or undefined if there was no response. */
export function statisticOf(
  { all, elapsedMs }: Pick<LoadResult, 'all' | 'elapsedMs'>,
  name: string,
): number | undefined {
  if (name === 'errors') return all.errors;
  if (name === 'rate') return perSecond(all, elapsedMs);
  if (name === 'min' || name === 'mean' || name === 'max') return all[name];
  return all.percentile(Number(name.slice(1)));
}
