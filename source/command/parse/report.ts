/** `--report FORMAT[=FILE]`. */
import type { ReportOption } from '../../core/options.js';
import type { FlagTokens } from '../tokens.js';
import type { UsageErrors } from '../usage-errors.js';

/** The reports in order, of which at most one is printed. */
export function parseReports(given: FlagTokens, errors: UsageErrors): readonly ReportOption[] {
  const reports = given.all('report').map(readReport);
  const printed = reports.filter(each => each.file === undefined);
  if (printed.length > 1) errors.add('Two reports would be printed to standard output.', 'Usage: --report junit=FILE');
  return reports;
}

/** Choices have already been checked against the table. */
function readReport(text: string): ReportOption {
  const at = text.indexOf('=');
  const format = (at < 0 ? text : text.slice(0, at)) as ReportOption['format'];
  const file = text.slice(at + 1);
  return { format, file: at < 0 || file === '' || file === '-' ? undefined : file };
}
