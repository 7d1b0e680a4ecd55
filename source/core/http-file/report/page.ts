/** Writes a run as a self-contained HTML page without scripts. */
import { xml } from '../../response/xml-text.js';
import { type EntryResult, notRunText, titleWithRow, totalsOf, whyFailed } from './result.js';

const style = `body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem;color-scheme:light dark}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.3rem .6rem;border-bottom:1px solid #8884;vertical-align:top}
td.n{text-align:right;white-space:nowrap}.passed{color:#080}.failed{color:#c00}.skipped{color:#777}
@media(prefers-color-scheme:dark){.passed{color:#6d6}.failed{color:#f77}}
ul{margin:.3rem 0 0;padding-left:1.2rem}code{overflow-wrap:anywhere}`;

/** Returns the page: totals, and a table for each file. */
export function pageOfRun(results: readonly EntryResult[]): string {
  const { requests, passed, failed, skipped, checks, passedChecks } = totalsOf(results);
  const files = [...new Set(results.map(each => each.file))];
  const total = `${requests} requests: ${passed} passed, ${failed} failed, ${skipped} skipped; ${passedChecks} of ${checks} checks passed`;
  return [
    '<!doctype html>',
    '<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    `<title>${failed > 0 ? `${failed} failed` : 'passed'}: ${xml(files.join(', '))}</title>`,
    `<style>${style}</style>`,
    `<h1 class="${failed > 0 ? 'failed' : 'passed'}">${total}</h1>`,
    ...files.flatMap(file =>
      tableOf(
        file,
        results.filter(each => each.file === file),
      ),
    ),
    '</html>',
    '',
  ].join('\n');
}

function tableOf(file: string, results: readonly EntryResult[]): readonly string[] {
  return [
    `<h2>${xml(file)}</h2>`,
    '<table><thead><tr><th>Outcome<th>Request<th>Status<th>Time<th>Checks</thead><tbody>',
    ...results.map(rowOf),
    '</tbody></table>',
  ];
}

function rowOf(result: EntryResult): string {
  const { outcome, method, url, line, status, ms, tries, checks, reason } = result;
  const unrun = notRunText(result);
  const reasons = outcome === 'skipped' ? [reason] : whyFailed(result);
  const why = [...reasons, unrun].flatMap(text => text || []);
  const list =
    why.length > 0
      ? `<ul>${[...why, ...result.checks.flatMap(each => each.differences ?? [])].map(text => `<li><code>${xml(text)}</code>`).join('')}</ul>`
      : '';
  const ok = checks.filter(each => each.ok).length;
  const cells = [
    `<td class="${outcome}">${outcome}`,
    `<td><strong>${xml(titleWithRow(result))}</strong> (line ${line})<br><code>${xml(`${method} ${url}`)}</code>${list}`,
    `<td>${status ?? ''}`,
    `<td class="n">${outcome === 'skipped' ? '' : `${Math.round(ms)} ms${tries > 1 ? `<br>${tries} tries` : ''}`}`,
    `<td class="n">${checks.length > 0 ? `${ok} of ${checks.length}` : ''}`,
  ];
  return `<tr>${cells.join('')}`;
}
