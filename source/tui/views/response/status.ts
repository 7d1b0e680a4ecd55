/** The pane's bottom line: what came, how long it took, what runs. */
import { durationText, sizeText } from '../../../core/response/sizes.js';
import type { Line, Span } from '../../components/line.js';
import type { ResponseState } from '../../state/response.js';
import type { Theme } from '../../theme.js';

/** `200 · 184 ms · 1.2 kB · partial data` */
export function statusOf(response: ResponseState, theme: Theme): Line {
  const dot = ` ${theme.glyphs.dot} `;
  if (response.running && !response.partial) {
    const time = response.tookMs >= 1000 ? `${dot}${durationText(response.tookMs)}` : '';
    const stale = response.stale ? `${dot}below is the earlier answer` : '';
    return [{ text: `${response.progress}${theme.glyphs.ellipsis}${time}${dot}Ctrl-R stops${stale}`, role: 'warning' }];
  }
  const { head } = response;
  if (response.runId === undefined) return [];
  const parts: Span[] = [];
  const add = (text: string, role: Span['role']): void => {
    parts.push({ text: `${parts.length === 0 ? '' : dot}${text}`, role });
  };
  if (head !== undefined) add(String(head.status), head.status < 400 ? 'ok' : 'error');
  if (response.failure !== undefined) add('failed', 'error');
  if (response.connection === 'stopped')
    add(response.stale ? 'stopped, below is the earlier answer' : 'stopped', 'warning');
  if (head !== undefined || response.failure !== undefined) add(durationText(response.tookMs), 'dim');
  if (response.bytes > 0) add(sizeText(response.bytes), 'dim');
  if (response.partial) add(`more is coming${theme.glyphs.ellipsis}`, 'warning');
  const verdict = verdictOf(response);
  if (verdict !== undefined) add(verdict, 'error');
  for (const note of response.notes.slice(-1)) add(note, 'warning');
  return parts;
}

/** What the errors mean for the data. */
function verdictOf({ errorCount, data, failure }: ResponseState): string | undefined {
  if (failure !== undefined || errorCount === 0) return undefined;
  if (data === 'present') return 'partial data';
  return errorCount === 1 ? '1 error, no data' : `${errorCount} errors, no data`;
}
