/** Writes reports of a run: TAP version 14, JUnit XML, annotations of GitHub, JSON, and a web page. */
import { asciiJson } from '../../response/ascii-json.js';
import { xml } from '../../response/xml-text.js';
import { checkText, type EntryResult, notRunText, titleWithRow, totalsOf, whyFailed } from './result.js';

const oneLine = (text: string): string => text.replace(/\s+/g, ' ');
const seconds = (ms: number): string => (ms / 1000).toFixed(3);

/** Writes TAP version 14 (testanything.org): one test point per request, with its problems in YAML. */
export function tapOfRun(results: readonly EntryResult[]): string {
  const points = results.map((result, index) => {
    // `#` starts a directive, and a backslash escapes it.
    const title = oneLine(`${result.file}: ${titleWithRow(result)}`).replace(/[\\#]/g, '\\$&');
    const head = `${result.outcome === 'failed' ? 'not ok' : 'ok'} ${index + 1} - ${title}`;
    if (result.outcome === 'skipped') return `${head} # SKIP ${oneLine(result.reason ?? '')}`.trimEnd();
    const unrun = notRunText(result);
    const problems = [...whyFailed(result), ...(unrun ? [unrun] : [])];
    if (problems.length === 0) return head;
    const list = problems.map(text => `    - message: ${JSON.stringify(oneLine(text))}`);
    return [
      head,
      '  ---',
      '  problems:',
      ...list,
      `  at: ${JSON.stringify(`${result.file}:${result.line}`)}`,
      '  ...',
    ].join('\n');
  });
  return ['TAP version 14', `1..${results.length}`, ...points, ''].join('\n');
}

/** Writes the JUnit XML that CI servers read: a suite for each file and a case for each request. */
export function junitOfRun(results: readonly EntryResult[]): string {
  const files = [...new Set(results.map(each => each.file))];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${countsOf(results)}>`,
    ...files.flatMap(file => {
      const resultsOfFile = results.filter(each => each.file === file);
      return [
        `  <testsuite name="${xml(file)}" ${countsOf(resultsOfFile)}>`,
        ...resultsOfFile.map(caseOf),
        '  </testsuite>',
      ];
    }),
    '</testsuites>',
    '',
  ].join('\n');
}

/** Returns true for a request that could not be carried out, which is an error. A request with failed checks is a failure. */
const isError = ({ failure, code }: EntryResult): boolean => failure !== undefined || code !== undefined;

function countsOf(results: readonly EntryResult[]): string {
  const { requests, failed, skipped } = totalsOf(results);
  const errors = results.filter(isError).length;
  const time = seconds(results.reduce((sum, each) => sum + each.ms, 0));
  return `tests="${requests}" failures="${failed - errors}" errors="${errors}" skipped="${skipped}" time="${time}"`;
}

function caseOf(result: EntryResult): string {
  const { file, line, outcome, reason = '', ms } = result;
  const head = `    <testcase classname="${xml(file)}" name="${xml(oneLine(titleWithRow(result)))}" file="${xml(file)}" line="${line}" time="${seconds(ms)}"`;
  const unrun = notRunText(result);
  const note = unrun ? `<system-out>${xml(unrun)}</system-out>` : '';
  if (outcome === 'passed') return note === '' ? `${head}/>` : `${head}>${note}</testcase>`;
  if (outcome === 'skipped') return `${head}><skipped message="${xml(oneLine(reason))}"/></testcase>`;
  const why = whyFailed(result);
  const kind = isError(result) ? 'error' : 'failure';
  const text = xml(why.map(oneLine).join('\n'));
  return `${head}>\n      <${kind} message="${xml(oneLine(why[0] ?? ''))}">${text}</${kind}>${note}\n    </testcase>`;
}

/** Writes workflow commands of GitHub Actions: an annotation at the line of each failed check or request. */
export function githubOfRun(results: readonly EntryResult[]): string {
  const value = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  const property = (text: string): string => value(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
  return results
    .filter(({ outcome }) => outcome === 'failed')
    .flatMap(result => {
      const at = (line: number): string =>
        `::error file=${property(result.file)},line=${line},title=${property(oneLine(titleWithRow(result)))}::`;
      const checks = result.checks.filter(each => !each.ok);
      const others = whyFailed({ ...result, checks: [] }).map(text => at(result.line) + value(text));
      return [
        ...others,
        ...checks.map(each => at(each.line) + value([checkText(each), ...(each.differences ?? [])].join('\n'))),
      ];
    })
    .map(line => `${line}\n`)
    .join('');
}

/** Returns a JSON document with the totals and each request with its checks. */
export function jsonOfRun(results: readonly EntryResult[]): string {
  const requests = results.map(({ failure, code, statusText: _, ...each }) => ({
    ...each,
    ms: Math.round(each.ms * 1000) / 1000,
    error: failure && { kind: failure.kind, text: failure.text },
    code,
  }));
  return `${asciiJson({ ...totalsOf(results), results: requests })}\n`;
}

const style = `body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem;color-scheme:light dark}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.3rem .6rem;border-bottom:1px solid #8884;vertical-align:top}
td.n{text-align:right;white-space:nowrap}.passed{color:#080}.failed{color:#c00}.skipped{color:#777}
@media(prefers-color-scheme:dark){.passed{color:#6d6}.failed{color:#f77}}
ul{margin:.3rem 0 0;padding-left:1.2rem}code{overflow-wrap:anywhere}`;

/** Writes a self-contained HTML page without scripts: totals, and a table for each file. */
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
