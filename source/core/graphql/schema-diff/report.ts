/** Reports of a schema comparison: lines, TAP, JUnit and JSON. A change that breaks clients is a failed test. */
import { withMarkedEnds } from '../../text/runs.js';
import { type CheckCase, junitOfCases, tapOfCases } from '../check-report.js';
import type { SchemaChange } from './diff.js';

/** Returns one line per change, worst first. */
export const changeLines = (changes: readonly SchemaChange[]): string =>
  changes.map(({ severity, text }) => `${severity.padEnd(9)}  ${withMarkedEnds(text)}\n`).join('');

/** Many CI servers treat a report without tests as an error. */
const unchanged: CheckCase = { name: 'Nothing changed.', problems: [] };

const casesOf = (changes: readonly SchemaChange[]): readonly CheckCase[] =>
  changes.length === 0
    ? [unchanged]
    : changes.map(({ severity, text }) => ({
        name: `${severity}: ${text}`,
        problems: severity === 'breaking' ? [{ text }] : [],
      }));

/** Report writers by `--report` format. JSON is the same as for `--format json`. */
export const changesReports = {
  tap: (changes: readonly SchemaChange[]): string => tapOfCases(casesOf(changes)),
  junit: (changes: readonly SchemaChange[]): string => junitOfCases('apiclient --diff-schema', casesOf(changes)),
  json: (changes: readonly SchemaChange[]): string =>
    `${JSON.stringify(changes, (key, value: unknown) => (key === 'subject' ? undefined : value), 2)}\n`,
} as const;
