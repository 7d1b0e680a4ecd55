/** Reports of `--validate` and `--diff-schema`: lines, TAP version 14, JUnit XML and JSON. */
import { asciiJson } from '../response/ascii-json.js';
import { xml } from '../response/xml-text.js';
import { withMarkedEnds } from '../text/runs.js';
import type { CheckedFile } from './check-files.js';
import type { SchemaChange } from './schema-diff/diff.js';

/** Formats problems as compilers do: `FILE:LINE:COLUMN: message`. */
export const problemLines = (files: readonly CheckedFile[]): string =>
  files
    .flatMap(({ name, problems }) =>
      problems.map(({ text, line, column }) => `${name}:${line}:${column}: ${oneLine(text)}\n`),
    )
    .join('');

const casesOfFiles = (files: readonly CheckedFile[]): readonly CheckCase[] =>
  files.map(({ name, problems, definitions }) => ({
    name,
    isFile: true,
    problems,
    skipped: definitions === 0 && problems.length === 0 ? 'nothing to check' : undefined,
  }));

/** Returns a JSON document with the totals and the problems of each file. */
function jsonReport(files: readonly CheckedFile[]): string {
  const failed = files.filter(({ problems }) => problems.length > 0).length;
  const skipped = files.filter(({ definitions }) => definitions === 0).length;
  const results = files.map(({ name, definitions, problems }) => ({ file: name, definitions, problems }));
  return `${asciiJson({ files: files.length, failed, skipped, results }, 2)}\n`;
}

/** Report writers for files by `--report` format. */
export const filesReports = {
  tap: (files: readonly CheckedFile[]): string => tapOfCases(casesOfFiles(files)),
  junit: (files: readonly CheckedFile[]): string => junitOfCases('apiclient --validate', casesOfFiles(files)),
  json: jsonReport,
} as const;

/** Returns one line per change, worst first. */
export const changeLines = (changes: readonly SchemaChange[]): string =>
  changes.map(({ severity, text }) => `${severity.padEnd(9)}  ${withMarkedEnds(text)}\n`).join('');

/** Many CI servers treat a report without tests as an error. */
const unchanged: CheckCase = { name: 'Nothing changed.', problems: [] };

const casesOfChanges = (changes: readonly SchemaChange[]): readonly CheckCase[] =>
  changes.length === 0
    ? [unchanged]
    : changes.map(({ severity, text }) => ({
        name: `${severity}: ${text}`,
        problems: severity === 'breaking' ? [{ text }] : [],
      }));

/** Report writers for changes by `--report` format. JSON is the same as for `--format json`. */
export const changesReports = {
  tap: (changes: readonly SchemaChange[]): string => tapOfCases(casesOfChanges(changes)),
  junit: (changes: readonly SchemaChange[]): string => junitOfCases('apiclient --diff-schema', casesOfChanges(changes)),
  json: (changes: readonly SchemaChange[]): string =>
    `${JSON.stringify(changes, (key, value: unknown) => (key === 'subject' ? undefined : value), 2)}\n`,
} as const;

/** One test of a report: a validated file or a schema change. */
interface CheckCase {
  readonly name: string;
  /** Also writes the name as JUnit's `file` attribute. */
  readonly isFile?: true;
  /** Problems of the test, which passes without any. Line and column are one-based. */
  readonly problems: readonly { readonly text: string; readonly line?: number; readonly column?: number }[];
  /** Reason why there was nothing to check. */
  readonly skipped?: string;
}

/** Puts a text on one line, as most report formats require. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ');

/** Writes TAP version 14 (testanything.org): one test point per case, with problems in YAML. */
function tapOfCases(cases: readonly CheckCase[]): string {
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
function junitOfCases(suite: string, cases: readonly CheckCase[]): string {
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
