/** Writes reports of schema and document checks for CI servers: TAP version 14 and JUnit XML. */
import { xml } from '../response/xml-text.js';

/** One test of a report: a validated file or a schema change. */
export interface CheckCase {
  readonly name: string;
  /** Also writes the name as JUnit's `file` attribute. */
  readonly isFile?: true;
  /** Problems of the test, which passes without any. Line and column are one-based. */
  readonly problems: readonly { readonly text: string; readonly line?: number; readonly column?: number }[];
  /** Reason why there was nothing to check. */
  readonly skipped?: string;
}

/** Puts a text on one line, as most report formats require. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ');

/** Writes TAP version 14 (testanything.org): one test point per case, with problems in YAML. */
export function tapOfCases(cases: readonly CheckCase[]): string {
  const points = cases.map(({ name, problems, skipped }, index) => {
    // `#` starts a directive, and a backslash escapes it.
    const title = oneLine(name).replace(/[\\#]/g, '\\$&');
    const head = `${problems.length === 0 ? 'ok' : 'not ok'} ${index + 1} - ${title}`;
    if (problems.length === 0) return skipped === undefined ? head : `${head} # SKIP ${skipped}`;
    const list = problems.map(({ text, line, column }) => {
      const message = `    - message: ${JSON.stringify(oneLine(text))}`;
      return line === undefined ? message : `${message}\n      line: ${line}\n      column: ${column}`;
    });
    return [head, '  ---', '  problems:', ...list, '  ...'].join('\n');
  });
  return ['TAP version 14', `1..${cases.length}`, ...points, ''].join('\n');
}

/** Writes the JUnit XML dialect that CI servers read. @param suite name of the test suite */
export function junitOfCases(suite: string, cases: readonly CheckCase[]): string {
  const failed = cases.filter(each => each.problems.length > 0).length;
  const skipped = cases.filter(each => each.skipped !== undefined).length;
  const counts = `tests="${cases.length}" failures="${failed}" errors="0" skipped="${skipped}"`;
  const elements = cases.map(({ name, isFile, problems, skipped }) => {
    const file = isFile ? ` file="${xml(name)}"` : '';
    const head = `    <testcase classname="graphql" name="${xml(isFile ? name : oneLine(name))}"${file}`;
    if (problems.length === 0) return skipped === undefined ? `${head}/>` : `${head}><skipped/></testcase>`;
    const first = xml(oneLine(problems[0]?.text ?? ''));
    const all = problems.map(({ text, line, column }) => {
      const prefix = line === undefined ? '' : `${name}:${line}:${column}: `;
      return `${prefix}${oneLine(text)}`;
    });
    return `${head}>\n      <failure message="${first}">${xml(all.join('\n'))}</failure>\n    </testcase>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="${xml(suite)}" ${counts}>`,
    ...elements,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}
