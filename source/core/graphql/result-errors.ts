/** Formats the `errors` of a result, whose shape is not trusted. */
import type { Position } from '../text/position.js';

/** The readable parts of an entry of `errors` (GraphQL specification, October 2021, 7.1.2). */
interface ResultError {
  /** Untrusted text. */
  readonly message: string;
  /** Untrusted path such as `user.posts.0.title`. */
  readonly path?: string;
  readonly pathKeys?: readonly (string | number)[];
  readonly position?: Position;
  /** `extensions.code`, a string or number. */
  readonly code?: string;
  /** Compact, truncated JSON of `extensions` without the code. Untrusted. */
  readonly extensions?: string;
}

/** Maximum number of errors to show. The rest are counted. */
const maxShown = 20;

/**
 * Parses errors. `total` includes the omitted ones.
 * @param count total number of errors, if some were already dropped
 */
export function readErrors(
  errors: unknown,
  most = maxShown,
  count?: number,
): { readonly errors: readonly ResultError[]; readonly total: number } {
  if (errors === undefined || errors === null) return { errors: [], total: 0 };
  const list = Array.isArray(errors) ? errors : [errors];
  return { errors: list.slice(0, most).map(readError), total: count ?? list.length };
}

function readError(error: unknown): ResultError {
  if (typeof error === 'string') return { message: error };
  if (typeof error !== 'object' || error === null) return { message: `an error without a message (${clip(error)})` };
  const { message, path, locations, extensions } = error as Record<string, unknown>;
  const position = Array.isArray(locations) ? locations.find(isPosition) : undefined;
  const { code, text } = readExtensions(extensions);
  const keys = Array.isArray(path) ? path.filter(isKey) : [];
  const pathKeys = keys.length === 0 ? undefined : keys;
  return {
    message: typeof message === 'string' && message !== '' ? message : `an error without a message (${clip(error)})`,
    path: pathKeys?.join('.'),
    pathKeys,
    position: position && { line: position.line, column: position.column },
    code,
    extensions: text,
  };
}

const isKey = (key: unknown): key is string | number => typeof key === 'string' || typeof key === 'number';

/** Maximum number of characters of `extensions` to show. */
const maxExtensions = 500;

/** Returns the code, and the other members as JSON. Stack traces, which Apollo adds to every error, come last. */
function readExtensions(extensions: unknown): { readonly code?: string; readonly text?: string } {
  if (typeof extensions !== 'object' || extensions === null || Array.isArray(extensions)) return {};
  const { code, exception, stacktrace, ...others } = extensions as Record<string, unknown>;
  const rest = { code: isKey(code) ? undefined : code, ...others, exception, stacktrace };
  const isEmpty = Object.values(rest).every(value => value === undefined);
  return { code: isKey(code) ? String(code) : undefined, text: isEmpty ? undefined : clip(rest, maxExtensions) };
}

const isPosition = (value: unknown): value is Position =>
  typeof value === 'object' &&
  value !== null &&
  Number.isInteger((value as Position).line) &&
  Number.isInteger((value as Position).column) &&
  (value as Position).line > 0 &&
  (value as Position).column > 0;

/** Returns short JSON of a value. Deep values would overflow JSON.stringify, so only their type is returned. */
function clip(value: unknown, most = 200): string {
  try {
    const text = JSON.stringify(value) ?? String(value);
    return text.length > most ? `${text.slice(0, most)}…` : text;
  } catch {
    return typeof value;
  }
}

/** Formats an error on one line: message, path, position, code, extensions. */
export function errorLine(error: ResultError): string {
  const where = [
    error.path === undefined ? undefined : `at ${error.path}`,
    error.position === undefined ? undefined : `query line ${error.position.line}, column ${error.position.column}`,
    error.code === undefined ? undefined : `code ${error.code}`,
    error.extensions === undefined ? undefined : `extensions ${error.extensions}`,
  ].filter(part => part !== undefined);
  return where.length === 0 ? error.message : `${error.message} (${where.join('; ')})`;
}
