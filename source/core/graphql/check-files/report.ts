/** Reports of validated documents: lines, TAP, JUnit, JSON. */
import { asciiJson } from '../../response/ascii-json.js';
import { type CheckCase, junitOfCases, oneLine, tapOfCases } from '../check-report.js';
import type { CheckedFile } from './check.js';

/** `FILE:LINE:COLUMN: message`, as compilers do. */
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
    ...(definitions === 0 && problems.length === 0 ? { skipped: 'nothing in it to check' } : {}),
  }));

/** One JSON document: the totals, and each file with its problems. */
function jsonReport(files: readonly CheckedFile[]): string {
  const failed = files.filter(({ problems }) => problems.length > 0).length;
  const skipped = files.filter(({ definitions }) => definitions === 0).length;
  const results = files.map(({ name, definitions, problems }) => ({ file: name, definitions, problems }));
  return `${asciiJson({ files: files.length, failed, skipped, results }, 2)}\n`;
}

/** By the format of `--report`. */
export const filesReports = {
  tap: (files: readonly CheckedFile[]): string => tapOfCases(casesOf(files)),
  junit: (files: readonly CheckedFile[]): string => junitOfCases('apiclient --validate', casesOf(files)),
  json: jsonReport,
} as const;
