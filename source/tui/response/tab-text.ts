/** The contents of the text-only tabs. */

import { extensionLines } from '../../core/response/extensions.js';
import { durationText, sizeText } from '../../core/response/sizes.js';
import type { HeaderLines, ResponseState } from '../model/response.js';

const headerText = (lines: HeaderLines): string => lines.map(([name, value]) => `${name}: ${value}\n`).join('');
const protocol = (version: string): string => (version === '2.0' || version === '2' ? 'HTTP/2' : `HTTP/${version}`);

/** Notes, the head of the response, redirects, and the head of the request. */
export function headersText({ head, notes }: ResponseState): string {
  if (head === undefined) return notes.join('\n');
  const { request, redirects } = head;
  return [
    ...notes.map(note => `${note}\n`),
    ...(notes.length > 0 ? ['\n'] : []),
    `${protocol(head.httpVersion)} ${head.status} ${head.reason}\n`,
    headerText(head.headers),
    '\n',
    ...redirects.map(line => `${line}\n`),
    `${request.method} ${request.url}\n`,
    headerText(request.headers),
  ].join('');
}

/** The duration of each phase, and the server's own timing. */
export function timingText({ timing, tookMs, bytes, runId, raw }: ResponseState): string {
  if (runId === undefined) return '';
  const rows: [string, string][] = [];
  let before = 0;
  const phase = (name: string, ms: number | undefined): void => {
    if (ms === undefined) return;
    rows.push([name, durationText(Math.max(0, ms - before))]);
    before = ms;
  };
  phase('name lookup', timing.dnsMs);
  phase('connect', timing.connectMs);
  phase('TLS', timing.tlsMs);
  phase('first byte', timing.firstByteMs);
  phase('body', timing.totalMs);
  rows.push(['total', durationText(tookMs)], ['size', sizeText(bytes)]);
  return [...rows.map(([name, value]) => `${name.padEnd(12)} ${value.padStart(10)}`), ...extensionLines(raw)].join(
    '\n',
  );
}
