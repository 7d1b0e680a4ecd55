/** Writes reports of a run: TAP version 14, JUnit XML and JSON. */
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
