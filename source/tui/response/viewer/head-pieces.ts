/** Colours of the Headers tab: labels, status line, request line and header names. */
import { methodRole } from '../../../core/request/method-role.js';
import type { Role } from '../../model/theme.js';

/** Labels above the parts of the tab. */
export const headLabels = { response: 'Response', redirects: 'Redirects', request: 'Request' } as const;

const labels: ReadonlySet<string> = new Set(Object.values(headLabels));

/** A part of a line, as its length in characters, and its role. */
interface HeadPiece {
  readonly length: number;
  readonly role?: Role | undefined;
}

function statusRole(status: string): Role {
  if (status < '3') return 'ok';
  return status < '4' ? 'warning' : 'error';
}

/** Splits a line of the tab. The lengths add up to at most the length of the line; the rest has no role. */
export function headPieces(line: string): readonly HeadPiece[] {
  if (labels.has(line)) return [{ length: line.length, role: 'strong' }];
  const [, version, status] = /^(HTTP\/[\d.]+ )(\d{3})(?: |$)/.exec(line) ?? [];
  if (version !== undefined && status !== undefined)
    return [
      { length: version.length, role: 'dim' },
      { length: line.length - version.length, role: statusRole(status) },
    ];
  const method = /^[A-Z]+(?= )/.exec(line)?.[0];
  if (method !== undefined) return [{ length: method.length, role: methodRole(method) ?? 'keyword' }];
  // A token (RFC 9110 5.6.2).
  const name = /^[\w!#$%&'*+.^`|~-]+(?=:)/.exec(line)?.[0];
  return name === undefined
    ? []
    : [
        { length: name.length, role: 'property' },
        { length: 1, role: 'punctuation' },
      ];
}
