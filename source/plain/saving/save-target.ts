/** Selects the file for the body before anything is sent. */
import { access, constants, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Failure, isFailure } from '../../core/failure.js';
import type { OutputOptions } from '../../core/options.js';
import { defaultHeaders } from '../../core/request/headers.js';
import type { HeaderLine, RequestSpec } from '../../core/request/spec.js';
import { resumeHeaders } from '../../core/response/resume.js';
import type { Environment } from '../../environment.js';
import { fileError } from '../../io/files/own-file.js';
import { type KeptPart, keptPartOf, partMemoryFile } from '../../io/files/partial-download.js';
import { obstacleAt, writeModeOf } from '../../io/files/write-mode.js';
import { note } from '../note.js';
import { writeFailure } from '../output.js';

/** `kept` is an earlier run's part of the same URL, for `--resume`. */
export type Target =
  | { readonly kind: 'file'; readonly path: string; readonly mode: 'part' | 'through'; readonly kept?: KeptPart }
  | { readonly kind: 'download'; readonly folder: string; readonly kept?: KeptPart };

/** The file of `-o` or `--download`, or undefined for standard output. An unwritable path is a usage failure. */
export async function chooseTarget(
  output: OutputOptions,
  spec: RequestSpec,
  environment: Environment,
): Promise<Target | undefined | Failure> {
  const { folder } = environment;
  const { file, resume } = output;
  const requested = file === undefined || file === '-' ? undefined : path.resolve(folder, file);
  if (requested === undefined && !output.download) return undefined;
  try {
    if (requested === undefined) {
      await access(folder, constants.W_OK | constants.X_OK);
      const kept = resume && spec.method === 'GET' ? await keptPartOf(folder, spec.url, environment) : undefined;
      return { kind: 'download', folder, kept };
    }
    // A trailing slash means a folder, even a missing one.
    if (file?.endsWith('/')) return writeFailure(file, { code: 'EISDIR' }, 'usage');
    const mode = await writeModeOf(requested, environment);
    if (mode === 'through') return { kind: 'file', path: requested, mode };
    const part = `${requested}.part`;
    const blocked = obstacleAt(part, environment);
    if (blocked !== undefined) return writeFailure(`${file}.part`, fileError('EPERM', blocked), 'usage');
    const kept = resume && spec.method === 'GET' ? partMemoryFile(part, environment) : undefined;
    if (kept && 'why' in kept) {
      if (!output.silent) note(environment, `Cannot resume ${file}.part: ${kept.why}. The download starts over.`);
      return { kind: 'file', path: requested, mode };
    }
    return { kind: 'file', path: requested, mode, ...(kept?.memory.url === spec.url ? { kept } : {}) };
  } catch (error) {
    const failed = writeFailure(requested === undefined ? `to ${folder}` : (file ?? ''), error, 'usage');
    if (isFailure(failed)) return failed;
    throw error;
  }
}

/** With -C, curl resumes FILE itself, although that may be the start of a different body. */
export async function noteFetchedWhole(
  target: Target,
  file: string | undefined,
  environment: Environment,
): Promise<void> {
  if (target.kind !== 'file' || target.kept) return;
  const { size } = (await stat(target.path).catch(() => undefined)) ?? { size: 0 };
  if (size === 0) return;
  const rest = `-H "Range: bytes=${size}-"`;
  note(
    environment,
    `-C resumes only from ${file}.part, so ${file} is downloaded from the start. (To fetch only the rest, use ${rest}.)`,
  );
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
  ];
  const replaced = (name: string) => extra.some(each => each.name.toLowerCase() === name.toLowerCase());
  return { ...spec, headers: [...spec.headers.filter(each => !replaced(each.name)), ...extra] };
}
