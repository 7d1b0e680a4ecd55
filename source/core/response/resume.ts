/** Resumes downloads (RFC 9110 13.1.5 and 14). */
import { objectIn } from '../json/loose.js';
import type { HeaderLine } from '../request/spec.js';
import { wireText } from '../request/wire-text.js';

/** Contents of `FILE.part.json`. */
export interface PartMemory {
  readonly url: string;
  /** Strong validators only, because a weak ETag does not guarantee the same bytes. */
  readonly etag?: string;
  readonly lastModified?: string;
  /** Total size in bytes. */
  readonly total?: number;
}

/** Parses `FILE.part.json`. Returns undefined if it is invalid. */
export function readMemory(text: string): PartMemory | undefined {
  const { url, etag, lastModified, total } = objectIn(text) ?? {};
  if (typeof url !== 'string') return undefined;
  // Both are sent in headers of the next request.
  const isValidator = (value: unknown): value is string =>
    typeof value === 'string' && /^[\t\x20-\x7e\x80-\xff]+$/.test(value);
  return {
    url,
    etag: isValidator(etag) ? etag : undefined,
    lastModified: isValidator(lastModified) ? lastModified : undefined,
    total: Number.isSafeInteger(total) ? (total as number) : undefined,
  };
}

/**
 * Returns the resume state of a download, or undefined if it cannot be resumed: it is not a complete GET response, it is
 * encoded, or range support or a validator is missing.
 * @param total total size in bytes
 */
export function memoryOf(
  response: { readonly status: number; readonly header: (name: string) => string | undefined },
  request: { readonly method: string; readonly url: string },
  total: number | undefined,
): PartMemory | undefined {
  const { header } = response;
  if (response.status !== 200 || request.method !== 'GET') return undefined;
  if (header('accept-ranges')?.trim().toLowerCase() === 'none') return undefined;
  const coding = header('content-encoding');
  if (coding !== undefined && !['', 'identity', 'none'].includes(coding.trim().toLowerCase())) return undefined;
  const etag = header('etag');
  const lastModified = header('last-modified');
  const strong = etag !== undefined && /^"[^"]*"$/.test(etag);
  if (!strong && lastModified === undefined) return undefined;
  return { url: request.url, etag: strong ? etag : undefined, lastModified, total };
}

/** Requests the rest, or everything if the server's copy has changed. */
export function resumeHeaders(memory: PartMemory, have: number): readonly HeaderLine[] {
  const condition = memory.etag ?? memory.lastModified;
  if (have <= 0 || condition === undefined) return [];
  return [
    { name: 'Range', value: `bytes=${have}-` },
    { name: 'If-Range', value: wireText(condition) },
  ];
}

/** Requests a file only if it differs from the complete one: by its validators, or else only the bytes after its end. */
export function repeatHeaders(memory: PartMemory | undefined, size: number): readonly HeaderLine[] {
  if (memory?.etag !== undefined) return [{ name: 'If-None-Match', value: wireText(memory.etag) }];
  if (memory?.lastModified !== undefined) {
    return [{ name: 'If-Modified-Since', value: wireText(memory.lastModified) }];
  }
  return [{ name: 'Range', value: `bytes=${size}-` }];
}

/** A complete file and a response to a request for it. */
interface RepeatedDownload {
  readonly status: number;
  readonly header: (name: string) => string | undefined;
  /** Length of the response's body in bytes, or undefined if it is unknown or coded. */
  readonly length: number | undefined;
  /** Size of the file in bytes. */
  readonly size: number;
  /** Modification time of the file in milliseconds since 1970. */
  readonly modifiedAt: number;
  /** Validators of the response that the file was saved from. */
  readonly memory: PartMemory | undefined;
  /** True if a 200 with the same length is enough, because the file must not be overwritten. */
  readonly isByLength: boolean;
}

/** Returns true if a response shows that the file is complete. */
export function isAlreadyComplete(repeated: RepeatedDownload): boolean {
  const { status, header, length, size, modifiedAt, memory, isByLength } = repeated;
  if (status === 304) return memory !== undefined;
  const changedAt = Date.parse(header('last-modified') ?? '');
  if (status === 416) return memory === undefined && unsatisfiedSize(header) === size && !(changedAt > modifiedAt);
  if (status !== 200 || length !== size) return false;
  if (memory?.etag !== undefined) return memory.etag === header('etag');
  if (memory?.lastModified !== undefined) return memory.lastModified === header('last-modified');
  return isByLength && !(changedAt > modifiedAt);
}

/** Size of the server's file in a 416, or undefined if it is missing. */
function unsatisfiedSize(header: (name: string) => string | undefined): number | undefined {
  const total = /^\s*bytes\s+\*\/(\d+)\s*$/i.exec(header('content-range') ?? '')?.[1];
  return total === undefined ? undefined : Number(total);
}

type ResumeStep =
  /** @property size size of the completed part file in bytes */
  | { readonly step: 'append'; readonly size: number }
  | { readonly step: 'restart' }
  /** The part file is complete. */
  | { readonly step: 'done' }
  /** The part file remains unchanged. */
  | { readonly step: 'refuse'; readonly why: string };

/**
 * Interprets a response to `resumeHeaders`.
 * @param have number of bytes in the part file
 */
export function resumeStep(
  response: { readonly status: number; readonly header: (name: string) => string | undefined },
  memory: PartMemory,
  have: number,
): ResumeStep {
  const range = response.header('content-range');
  if (response.status === 200) return { step: 'restart' };
  if (response.status === 416) {
    if (unsatisfiedSize(response.header) === have) return { step: 'done' };
    return { step: 'refuse', why: 'the server has no such range (416)' };
  }
  if (response.status !== 206) return { step: 'refuse', why: `the server answered ${response.status}` };
  const match = /^\s*bytes\s+(\d+)-(\d+)\/(\d+|\*)\s*$/i.exec(range ?? '');
  if (!match) return { step: 'refuse', why: 'the server did not report the range that it sent (Content-Range)' };
  const [from, last] = [Number(match[1]), Number(match[2])];
  const total = match[3] === '*' ? undefined : Number(match[3]);
  const whole = total ?? memory.total;
  if (from !== have) return { step: 'refuse', why: `the server sent bytes from ${from} instead of ${have}` };
  if (whole !== undefined && last !== whole - 1)
    return { step: 'refuse', why: 'the server sent only a part of the rest' };
  if (memory.total !== undefined && total !== undefined && memory.total !== total) {
    return { step: 'refuse', why: `the file now has ${total} bytes instead of ${memory.total}` };
  }
  const etag = response.header('etag');
  if (memory.etag !== undefined && etag !== undefined && etag !== memory.etag) {
    return { step: 'refuse', why: 'the file has changed (ETag)' };
  }
  return { step: 'append', size: last + 1 };
}
