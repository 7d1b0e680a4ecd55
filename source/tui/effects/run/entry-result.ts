/** Responses to requests of a text for display, with their checks and deviations from the description. */
import { type Failure, failureLine } from '../../../core/failure.js';
import { checkText, type FileCheck } from '../../../core/http-file/report/result.js';
import { jsonTree, pathTo } from '../../../core/json/tree.js';
import { responseMisfits } from '../../../core/openapi/check/check-response.js';
import type { Description, Operation } from '../../../core/openapi/document/types.js';
import { contentOf, mediaType } from '../../../core/response/content-kind.js';
import { downloadName } from '../../../core/response/file-name.js';
import { sizeText } from '../../../core/response/sizes.js';
import { TextStream } from '../../../core/response/text-stream.js';
import { pathText } from '../../../core/response/viewer/paths.js';
import { headerOf } from '../../../io/http/exchange.js';
import type { SentEntry } from '../../../io/http/text-request.js';
import type { BinaryBody, Verdict, VerdictPart } from '../../model/response.js';
import type { ResultAction } from '../../model/response-action.js';
import type { ResponseErrorInfo } from '../../model/viewer.js';
import { maxListed } from './report.js';

/** A response after it was checked. */
export interface JudgedEntry {
  readonly raw: string;
  readonly isBinary: boolean;
  readonly isJson: boolean;
  readonly checks: readonly FileCheck[];
  /** Failed checks, captures without a value, and deviations from the description. */
  readonly errors: readonly ResponseErrorInfo[];
  /** Whether it matches the description, or undefined if it is not described. */
  readonly fits: boolean | undefined;
}

export function judgedEntry(
  { response, body, checks: results, problem }: SentEntry,
  description: Description | undefined,
  operation: Operation | undefined,
): JudgedEntry {
  const contentType = headerOf(response, 'content-type');
  const { kind, charset } = contentOf(contentType, body);
  const isBinary = kind === 'binary' && body.length > 0;
  const stream = new TextStream(charset);
  const raw = isBinary ? '' : stream.write(body) + stream.end();
  const misfits =
    description &&
    operation &&
    responseMisfits(description, operation, {
      status: response.status,
      body: body.length > 0 && !isBinary ? raw : undefined,
      contentType,
    });
  const pathOf = pathsIn(raw);
  const checks = results.filter(each => !each.ok).map(each => checkError(each, pathOf));
  const captured = problem ? [failureError(problem)] : [];
  const unfit = (misfits ?? []).map(({ text, path = [] }): ResponseErrorInfo => {
    const message = `Does not match the description: ${text}`;
    return { message, line: message, ...placeIn(path) };
  });
  return {
    raw,
    isBinary,
    isJson: kind === 'json',
    checks: results,
    errors: [...checks, ...captured, ...unfit],
    fits: misfits && misfits.length === 0,
  };
}

/** Finds the path to a position in the body. The body is parsed on the first call. */
function pathsIn(raw: string): (place: NonNullable<FileCheck['position']>) => readonly (string | number)[] {
  let tree: ReturnType<typeof jsonTree> | undefined;
  return ({ line, column }) => {
    tree ??= jsonTree(raw, {});
    let from = 0;
    for (let at = 1; at < line; at++) from = raw.indexOf('\n', from) + 1;
    return 'root' in tree ? pathTo(tree.root, from + column - 1) : [];
  };
}

/** The path as members of an error. The top level has no text. */
const placeIn = (path: readonly (string | number)[]) => ({
  path,
  pathText: path.length === 0 ? undefined : pathText(path),
});

function checkError(check: FileCheck, pathOf: ReturnType<typeof pathsIn>): ResponseErrorInfo {
  const path = check.position ? pathOf(check.position) : [];
  return {
    message: `Check failed: ${check.check}: expected ${check.expected}, got ${check.actual}`,
    line: checkText(check),
    position: { line: check.line, column: 1 },
    ...placeIn(path),
  };
}

export const failureError = (found: Failure): ResponseErrorInfo => {
  const line = failureLine(found);
  return { message: line, line };
};

function binaryBody({ response, body }: SentEntry): BinaryBody {
  const { type } = mediaType(headerOf(response, 'content-type'));
  const name = downloadName(headerOf(response, 'content-disposition'), response.url, type);
  return { bytes: body, type, name };
}

/** The result of one request. */
export function resultOf(
  id: number,
  sent: SentEntry,
  { raw, isBinary, isJson, checks, errors, fits }: JudgedEntry,
  tookMs: number,
): ResultAction {
  const { response, body } = sent;
  const [first] = errors;
  const more = errors.length > 1 ? ` and ${errors.length - 1} more` : '';
  const note = isBinary ? `Binary body, ${sizeText(body.length)}` : first && `${first.message}${more}`;
  return {
    type: 'response/result',
    id,
    raw,
    binary: isBinary ? binaryBody(sent) : undefined,
    isPlain: !isJson,
    data: 'absent',
    errors: errors.slice(0, maxListed),
    errorCount: errors.length,
    bytes: body.length,
    tookMs,
    timing: { ...response.timing },
    partial: false,
    verdict: entryVerdict(sent, { checks, fits }),
    note,
  };
}

/** The verdict on one request: `2 tries`, `checks 1 of 2` and `matches description`. */
export const entryVerdict = (
  { tries }: Pick<SentEntry, 'tries'>,
  { checks, fits }: Pick<JudgedEntry, 'checks' | 'fits'>,
): Verdict =>
  verdictOf(checks, fits === undefined ? [] : [fits], tries > 1 ? [{ text: `${tries} tries`, role: 'dim' }] : []);

/** Returns the verdict: the parts before, `checks 1 of 2` and `matches description`. */
export function verdictOf(
  checks: readonly FileCheck[],
  fits: readonly boolean[],
  before: readonly VerdictPart[],
): Verdict {
  const passed = checks.filter(each => each.ok).length;
  const unfit = fits.filter(each => !each).length;
  const parts = [...before];
  if (checks.length > 0)
    parts.push({ text: `checks ${passed} of ${checks.length}`, role: passed === checks.length ? 'ok' : 'error' });
  if (unfit > 0)
    parts.push({ text: unfit > 1 ? `${unfit} do not match description` : 'does not match description', role: 'error' });
  else if (fits.length > 0) parts.push({ text: 'matches description', role: 'ok' });
  return { parts, ok: parts.every(({ role }) => role !== 'error') };
}
