/** Reports of validated documents: lines, TAP version 14, or JUnit XML. */
import { xml } from '../../response/xml-text.js';
import type { CheckedFile, FileProblem } from './check.js';

const oneLine = (text: string): string => text.replace(/\s+/g, ' ');

/** `FILE:LINE:COLUMN: message`, as compilers do. */
export const problemLines = (files: readonly CheckedFile[]): string =>
  files
    .flatMap(({ name, problems }) => problems.map(problem => `${placeText(name, problem)}: ${oneLine(problem.text)}\n`))
    .join('');

const placeText = (name: string, { line, column }: FileProblem): string => `${name}:${line}:${column}`;

/** TAP version 14 (testanything.org): a test point per file, problems in YAML. */
export function tapReport(files: readonly CheckedFile[]): string {
  const points = files.map(({ name, problems, definitions }, index) => {
    // `#` begins a directive, and a backslash escapes it.
    const title = oneLine(name).replace(/[\\#]/g, '\\$&');
    const head = `${problems.length === 0 ? 'ok' : 'not ok'} ${index + 1} - ${title}`;
    if (problems.length === 0) return definitions === 0 ? `${head} # SKIP nothing in it to check` : head;
    const list = problems.map(
      ({ text, line, column }) =>
        `    - message: ${JSON.stringify(oneLine(text))}\n      line: ${line}\n      column: ${column}`,
    );
    return [head, '  ---', '  problems:', ...list, '  ...'].join('\n');
  });
  return ['TAP version 14', `1..${files.length}`, ...points, ''].join('\n');
}

/** JUnit XML for CI servers: a test case per file. */
export function junitReport(files: readonly CheckedFile[]): string {
  const failed = files.filter(file => file.problems.length > 0).length;
  const skipped = files.filter(file => file.definitions === 0).length;
  const counts = `tests="${files.length}" failures="${failed}" errors="0" skipped="${skipped}"`;
  const cases = files.map(({ name, problems, definitions }) => {
    const head = `    <testcase classname="graphql" name="${xml(name)}" file="${xml(name)}"`;
    if (problems.length === 0) return definitions === 0 ? `${head}><skipped/></testcase>` : `${head}/>`;
    const first = xml(oneLine(problems[0]?.text ?? ''));
    const all = problems.map(problem => `${placeText(name, problem)}: ${oneLine(problem.text)}`).join('\n');
    return `${head}>\n      <failure message="${first}">${xml(all)}</failure>\n    </testcase>`;
  });
  const suite = `  <testsuite name="apiclient --validate" ${counts}>`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    suite,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}
