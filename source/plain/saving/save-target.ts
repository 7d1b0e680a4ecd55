/** Selects the file for the body before anything is sent. */

import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import { type Failure, failureIn, isFailure } from '../../core/failure.js';
import type { OutputOptions } from '../../core/options.js';
import { defaultHeaders } from '../../core/request/headers.js';
import type { HeaderLine, RequestSpec } from '../../core/request/spec.js';
import { mediaType } from '../../core/response/content-kind.js';
import { downloadName } from '../../core/response/file-name.js';
import { isAlreadyComplete, repeatHeaders, resumeHeaders } from '../../core/response/resume.js';
import type { Environment } from '../../environment.js';
import { type CompleteFile, completeAt, completeIn, regularFile } from '../../io/files/complete-downloads.js';
import { fileError } from '../../io/files/own-file.js';
import { type PartialFile, partialFileOf, partMemoryFile } from '../../io/files/partial-download.js';
import { obstacleAt, writeModeOf } from '../../io/files/write-mode.js';
import { type HttpResponse, headerOf } from '../../io/http/exchange.js';
import { pathOf } from '../../io/sources.js';
import { note } from '../note.js';
import { writeFailure } from '../output.js';

interface EarlierRun {
  /** Part file of the same URL, for `-C`. */
  readonly kept?: PartialFile;
  /** File that may be complete, for `-C` on the command line. */
  readonly complete?: CompleteFile;
}

export type Target = EarlierRun &
  (
    | { readonly kind: 'file'; readonly path: string; readonly mode: 'part' | 'through' }
    | { readonly kind: 'download'; readonly folder: string; readonly mayBeComplete: boolean }
  );

/** Headers with which the user has chosen what to fetch. */
const conditions = /^(?:if-match|if-none-match|if-modified-since|if-unmodified-since|if-range|range)$/i;

/** Returns whether `-C` may find the file complete: a plain GET without conditions. */
const isRepeatable = (output: OutputOptions, { method, headers }: RequestSpec): boolean =>
  output.resume && method === 'GET' && !headers.some(({ name }) => conditions.test(name));

/**
 * The file of `-o` or `--download`, or undefined for standard output. An unwritable path is a usage failure.
 * @param resume true to continue a part file, also after a failed attempt without `-C`
 */
export async function chooseTarget(
  output: OutputOptions,
  resume: boolean,
  spec: RequestSpec,
  environment: Environment,
): Promise<Target | undefined | Failure> {
  const { file } = output;
  const isNamed = file !== undefined && file !== '-';
  if (!isNamed && !output.download) return undefined;
  try {
    if (!isNamed) return await downloadTarget(output, resume, spec, environment);
    return await fileTarget(file, output, resume, spec, environment);
  } catch (error) {
    return failureIn(error) ?? writeFailure(isNamed ? file : `to ${environment.folder}`, error, 'usage');
  }
}

/** The current folder, for a file that the server names. */
async function downloadTarget(
  output: OutputOptions,
  resume: boolean,
  spec: RequestSpec,
  environment: Environment,
): Promise<Target> {
  const { folder } = environment;
  await access(folder, constants.W_OK | constants.X_OK);
  const kept = resume && spec.method === 'GET' ? await partialFileOf(folder, spec.url, environment) : undefined;
  const mayBeComplete = isRepeatable(output, spec) && !kept;
  const complete = mayBeComplete ? await completeIn(folder, spec.url, environment) : undefined;
  return { kind: 'download', folder, kept, complete, mayBeComplete };
}

async function fileTarget(
  file: string,
  output: OutputOptions,
  resume: boolean,
  spec: RequestSpec,
  environment: Environment,
): Promise<Target | Failure> {
  const requested = pathOf(file, environment);
  // A trailing slash means a folder, even a missing one.
  if (file.endsWith('/')) return writeFailure(file, { code: 'EISDIR' }, 'usage');
  const mode = await writeModeOf(requested, environment);
  if (mode === 'through') return { kind: 'file', path: requested, mode };
  const part = `${requested}.part`;
  const blocked = obstacleAt(part, environment);
  if (blocked !== undefined) return writeFailure(`${file}.part`, fileError('EPERM', blocked), 'usage');
  const kept = resume && spec.method === 'GET' ? partMemoryFile(part, environment) : undefined;
  if (isFailure(kept)) {
    if (!output.silent) note(environment, `Cannot resume ${file}.part: ${kept.text}. The download starts over.`);
    return { kind: 'file', path: requested, mode };
  }
  if (kept?.memory.url === spec.url) return { kind: 'file', path: requested, mode, kept };
  const complete = isRepeatable(output, spec) ? await completeAt(requested, spec.url, environment) : undefined;
  return { kind: 'file', path: requested, mode, complete };
}

/** Returns the file if the response shows that it is complete. */
export function completedBy(target: Target, response: HttpResponse, { url }: RequestSpec): CompleteFile | undefined {
  const header = (name: string) => headerOf(response, name);
  const file = target.complete ?? fileOfSameName(target, url, header);
  const length = header('content-encoding') === undefined ? response.length : undefined;
  const isByLength = target.kind === 'download';
  const { status } = response;
  const { size, modifiedAt, memory } = file ?? {};
  if (size === undefined || modifiedAt === undefined) return undefined;
  return isAlreadyComplete({ status, header, length, size, modifiedAt, memory, isByLength }) ? file : undefined;
}

/** Returns the file with the name of the download, which another program or a run without `-C` may have saved. */
function fileOfSameName(
  target: Target,
  url: string,
  header: (name: string) => string | undefined,
): CompleteFile | undefined {
  if (target.kind !== 'download' || !target.mayBeComplete) return undefined;
  const name = downloadName(header('content-disposition'), url, mediaType(header('content-type')).type);
  return regularFile(path.join(target.folder, name));
}

/**
 * Target for a second request, for everything, if the server has more or less than the file; or undefined. The rest of the body
 * may belong to another version, unlike curl's `-C`, which appends it.
 */
export function fromTheStart(target: Target, { status }: HttpResponse): Target | undefined {
  if (!target.complete || target.complete.memory || (status !== 206 && status !== 416)) return undefined;
  return { ...target, complete: undefined };
}

/** Explains why a file is downloaded again with -C. */
export function noteFetchedWhole({ complete }: Target, file: string | undefined, environment: Environment): void {
  if (!complete || complete.memory) return;
  const rest = `-H "Range: bytes=${complete.size}-"`;
  note(
    environment,
    `-C resumes only from ${file}.part, so ${file} is downloaded from the start. (To fetch only the rest, use ${rest}.)`,
  );
}

/** Returns a path relative to the current folder, or unchanged if it is outside. */
export function relative(file: string, { folder }: Environment): string {
  const relative = path.relative(folder, file);
  return relative.startsWith('..') ? file : relative;
}

/** Adds a download's header lines: no content coding, and the range of a part file. */
export function requestFor(target: Target, resume: boolean, spec: RequestSpec): RequestSpec {
  if (target.kind === 'file' && !resume) return spec;
  const coding = (each: HeaderLine) => each.name.toLowerCase() === 'accept-encoding';
  const usual = defaultHeaders.find(coding)?.value;
  // A coding requested by the user is preserved, although it prevents resuming.
  const own = spec.headers.some(each => coding(each) && each.value !== usual);
  const extra = [
    ...(own ? [] : [{ name: 'Accept-Encoding', value: 'identity' }]),
    ...(target.kept ? resumeHeaders(target.kept.memory, target.kept.size) : []),
    ...(target.complete ? repeatHeaders(target.complete.memory, target.complete.size) : []),
  ];
  const replaced = (name: string) => extra.some(each => each.name.toLowerCase() === name.toLowerCase());
  return { ...spec, headers: [...spec.headers.filter(each => !replaced(each.name)), ...extra] };
}
