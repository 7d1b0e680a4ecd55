/** Formats the age of a schema and its source. */
import type { SchemaOrigin } from '../model/connect.js';

/** Interval at which the age is updated. */
export const minuteMs = 60_000;

/** `just now`, `2m ago`, `3h ago`, `4d ago`. */
export function ageText(ms: number): string {
  const minutes = Math.floor(ms / minuteMs);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes}m ago`;
  return minutes < 24 * 60 ? `${Math.floor(minutes / 60)}h ago` : `${Math.floor(minutes / (24 * 60))}d ago`;
}

/** The last component of a path. */
export const fileName = (path: string): string => path.replace(/^.*[\\/](?=.)/, '');

/** `server 2m ago`, `cached 3h ago`, `file schema.graphql`. Untrusted text. */
export function originText(origin: SchemaOrigin, now: number): string {
  if (origin.from === 'file') return `file ${fileName(origin.path)}`;
  return `${origin.from === 'kept' ? 'cached' : origin.from} ${ageText(now - origin.at)}`;
}
