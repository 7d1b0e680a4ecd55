import type { KnownProfile, UsedProfile } from '../../core/command.js';
import type { DocumentKind } from '../../core/document-kind.js';
import { runText } from '../../core/text/commands.js';
import { createText } from '../../core/text/editor.js';
import type { ConnectState } from '../model/connect.js';

/** The part of a profile that a connection stores. */
export const usedProfile = (
  name: string,
  { confirm, openapi }: Pick<KnownProfile, 'confirm' | 'openapi'>,
): UsedProfile => ({ name, confirm, openapi });

function startPhase(url: string | undefined): ConnectState['phase'] {
  if (url === undefined) return 'asking';
  return url === '' ? 'without' : 'loading';
}

/**
 * Without a URL, the prompt opens. With one, the state assumes that loading starts immediately. An empty URL means that there
 * is no server and nothing is loaded.
 */
export const startConnect = (kind: DocumentKind, url: string | undefined, recent: readonly string[]): ConnectState => ({
  kind,
  phase: startPhase(url),
  url: url ?? '',
  profile: undefined,
  field: runText(createText(url ?? ''), { do: 'move', motion: 'text-end' }),
  problem: undefined,
  recent,
  selected: -1,
  source: undefined,
  loadId: undefined,
  progress: '',
  failure: undefined,
  index: undefined,
  description: undefined,
  schema: undefined,
  schemaProblem: undefined,
  changes: [],
  origin: undefined,
});
