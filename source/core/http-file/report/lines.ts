/** Prints a run for people: a line for each request when it ends, and a summary. */
import { hintText } from '../../hint.js';
import { methodRole } from '../../request/method-role.js';
import { durationText, sizeText } from '../../response/sizes.js';
import type { Role } from '../../response/spans.js';
import { checkText, type EntryResult, notRunText, type Totals } from './result.js';

/** A piece of a line and its style. The text may be untrusted. */
type Piece = readonly [text: string, role: Role];

const words = { passed: ['ok', 'good'], failed: ['failed', 'bad'], skipped: ['skipped', 'dim'] } as const;

/**
 * Returns the result line of a request, followed by the reasons for a failure.
 * @param withFile true if several files are run, so that each line includes the file name
 */
export function linesOf(result: EntryResult, withFile: boolean): readonly (readonly Piece[])[] {
  const { outcome, name, row, method, url, status, statusText } = result;
  const [word, role] = words[outcome];
  const facts = factsOf(result);
  const head: Piece[] = [
    [`${word.padEnd(8)}`, role],
    ...(withFile ? [[`${result.file}: `, 'dim'] as const] : []),
    ...(row === undefined ? [] : [[`row ${row}: `, 'dim'] as const]),
    ...(name === undefined ? [] : [[`${name}  `, 'name'] as const]),
    [`${method} `, methodRole(method) ?? 'keyword'],
    [url, 'plain'],
    ...(status === undefined ? [] : [[`  ${statusText ?? status}`, status < 400 ? 'plain' : 'warn'] as const]),
    ...(facts === '' ? [] : [[`  ${facts}`, 'dim'] as const]),
  ];
  return [head, ...problemsOf(result).map(text => [[`        ${text}`, 'plain'] as const])];
}

function factsOf(result: EntryResult): string {
  const { status, ms, size, tries, waitedMs = 0, checks, reason } = result;
  return [
    ...(status === undefined ? [] : [durationText(ms), sizeText(size)]),
    ...(checks.length > 0 ? [`${checks.filter(each => each.ok).length} of ${checks.length} checks`] : []),
    ...(tries > 1 ? [`${tries} tries`] : []),
    ...(waitedMs >= 1000 ? [`waited ${durationText(waitedMs)}`] : []),
    ...(reason ? [reason] : []),
    ...(result.notRun ? [notRunText(result)] : []),
  ].join(', ');
}

function problemsOf({ failure, code, checks }: EntryResult): readonly string[] {
  const hint = failure?.hint;
  return [
    ...(failure ? [failure.text, ...(hint ? [hintText(hint)] : [])] : []),
    ...(!failure && code === 9 ? ['The response has GraphQL errors.'] : []),
    ...checks
      .filter(each => !each.ok)
      .flatMap(each => [checkText(each), ...(each.differences ?? []).map(text => `  ${text}`)]),
  ];
}

/** Returns `4 requests: 3 passed, 1 failed; 5 of 6 checks passed; 210 ms`. */
export function summaryOf(totals: Totals, ms: number): string {
  const { requests, passed, failed, skipped, checks, passedChecks, scriptsNotRun: scripts } = totals;
  const parts = [
    `${passed} passed`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ];
  const unrun = scripts > 0 ? `; ${scripts} ${scripts === 1 ? 'script' : 'scripts'} not run` : '';
  const checked = checks > 0 ? `; ${passedChecks} of ${checks} checks passed` : '';
  return `${requests} ${requests === 1 ? 'request' : 'requests'}: ${parts.join(', ')}${checked}${unrun}; ${durationText(ms)}`;
}
