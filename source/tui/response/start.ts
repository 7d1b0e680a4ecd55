import type { DocumentKind } from '../../core/document-kind.js';
import type { ResponseState } from '../model/response.js';
import { startLog } from './events/log.js';

/** The response before the first run, which is also the initial state of every run. */
export const startResponse: ResponseState = {
  runId: undefined,
  running: false,
  runWaits: false,
  kind: 'query',
  connection: '',
  progress: '',
  head: undefined,
  shown: undefined,
  sent: undefined,
  at: undefined,
  earlier: undefined,
  stale: false,
  raw: '',
  side: undefined,
  data: 'absent',
  errors: [],
  errorCount: 0,
  selectedError: 0,
  partial: false,
  protocol: [],
  notes: [],
  failure: undefined,
  bytes: 0,
  tookMs: 0,
  timing: {},
  tab: 'body',
  log: startLog,
  opened: undefined,
  filtered: undefined,
  lastFilter: '',
  path: '',
  narrowed: undefined,
  find: undefined,
};

/** The same for a document of this kind. */
export const startResponseOf = (kind: DocumentKind): ResponseState =>
  kind === 'http' ? { ...startResponse, kind: 'request' } : startResponse;
