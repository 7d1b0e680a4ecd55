/** Reports for validated documents: lines, TAP, JUnit and JSON. */
import { asciiJson } from '../../response/ascii-json.js';
import { type CheckCase, junitOfCases, oneLine, tapOfCases } from '../check-report.js';
import type { CheckedFile } from './check.js';

/** Formats problems as compilers do: `FILE:LINE:COLUMN: message`. */
export const problemLines = (files: readonly CheckedFile[]): string =>
  files
    .flatMap(({ name, problems }) =>
      problems.map(({ text, line, column }) => `${name}:${line}:${column}: ${oneLine(text)}\n`),
    )
    .join('');

const casesOf = (files: readonly CheckedFile[]): readonly CheckCase[] =>
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

/** Report writers by `--report` format. */
export const filesReports = {
  tap: (files: readonly CheckedFile[]): string => tapOfCases(casesOf(files)),
  junit: (files: readonly CheckedFile[]): string => junitOfCases('apiclient --validate', casesOf(files)),
  json: jsonReport,
} as const;
