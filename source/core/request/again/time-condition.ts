/** The date of a `-z` condition (RFC 9110 13.1.3, 13.1.4), in the formats that curl supports. */
import type { HeaderLine } from '../spec.js';

/** A date given to `-z`, or the name of a file whose modification date is used. */
interface TimeCondition {
  /** True after a leading `-`, which matches only older responses. */
  readonly before: boolean;
  /** Milliseconds since 1970; absent if `text` is not a date. */
  readonly at?: number;
  readonly text: string;
}

const month = /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b/i;
const zone = /(?:Z|GMT|UTC|[A-Z]{3,4}|[+-]\d{2}:?\d{2})$/;

/** Parses the value of `-z`. As in curl, a date without a time zone is in GMT. */
export function readTimeCondition(typed: string): TimeCondition {
  const [, sign = '', text = ''] = /^([-+]?)(.*)$/s.exec(typed) ?? [];
  const spaced = text
    .trim()
    .replace(/^(\d{4})(\d{2})(\d{2})\b/, '$1-$2-$3')
    .replace(/(\d)T(\d)/, '$1 $2');
  const isIso = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}|\s*(?:Z|GMT|UTC)?$)/.test(spaced);
  // JavaScript finds a date in "notes 1". Require a year, and either a month name or ISO 8601 format.
  const isDate = isIso || (month.test(spaced) && /\b\d{4}\b/.test(spaced) && /^[\w\s:,+-]+$/.test(spaced));
  const dated = /^\d{4}-\d{2}-\d{2}$/.test(spaced) || zone.test(spaced) ? spaced : `${spaced} GMT`;
  const at = isDate ? Date.parse(dated) : Number.NaN;
  return { before: sign === '-', at: Number.isNaN(at) ? undefined : at, text };
}

/** Returns the header of a condition. @param at milliseconds since 1970 */
export const timeConditionHeader = (before: boolean, at: number): HeaderLine => ({
  name: before ? 'If-Unmodified-Since' : 'If-Modified-Since',
  value: new Date(at).toUTCString(),
});
