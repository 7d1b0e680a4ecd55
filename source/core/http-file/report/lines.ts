/** A run as lines for a person: one for each request as it ends, and a summary. */
import { durationText, sizeText } from '../../response/sizes.js';
import type { Role } from '../../response/spans.js';
import { checkText, type EntryResult, totalsOf } from './result.js';

/** A piece of a line, which may hold untrusted text, and how it looks. */
type Piece = readonly [text: string, role: Role];

const words = { passed: ['ok', 'good'], failed: ['failed', 'bad'], skipped: ['skipped', 'dim'] } as const;

/**
 * The lines of one request: how it went, and below what went wrong.
 * @param withFile several files run: each line names its own
 */
export function linesOf(result: EntryResult, withFile: boolean): readonly (readonly Piece[])[] {
  const { outcome, name, method, url, status, statusText, ms, size, tries, checks, reason, failure } = result;
  const [word, role] = words[outcome];
  const ok = checks.filter(each => each.ok).length;
  const facts = [
    ...(status === undefined ? [] : [durationText(ms), sizeText(size)]),
    ...(checks.length > 0 ? [`${ok} of ${checks.length} checks`] : []),
    ...(tries > 1 ? [`${tries} tries`] : []),
    ...(reason ? [reason] : []),
  ].join(', ');
  const head: Piece[] = [
    [`${word.padEnd(8)}`, role],
    ...(withFile ? [[`${result.file}: `, 'dim'] as const] : []),
    ...(name === undefined ? [] : [[`${name}  `, 'name'] as const]),
    [`${method} `, 'keyword'],
    [url, 'plain'],
    ...(status === undefined ? [] : [[`  ${statusText ?? status}`, status < 400 ? 'plain' : 'warn'] as const]),
    ...(facts === '' ? [] : [[`  ${facts}`, 'dim'] as const]),
  ];
  const problems = [
    ...(failure ? [failure.text, ...(failure.hint ? [failure.hint] : [])] : []),
    ...(!failure && result.code === 9 ? ['The response has GraphQL errors.'] : []),
    ...checks.filter(each => !each.ok).map(checkText),
  ];
  return [head, ...problems.map(text => [[`        ${text}`, 'plain'] as const])];
}

/** `4 requests: 3 passed, 1 failed; 5 of 6 checks passed; 210 ms`. */
export function summaryOf(results: readonly EntryResult[], ms: number): string {
  const { requests, passed, failed, skipped, checks, passedChecks } = totalsOf(results);
  const parts = [
    `${passed} passed`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ];
  const checked = checks > 0 ? `; ${passedChecks} of ${checks} checks passed` : '';
  return `${requests} ${requests === 1 ? 'request' : 'requests'}: ${parts.join(', ')}${checked}; ${durationText(ms)}`;
}
