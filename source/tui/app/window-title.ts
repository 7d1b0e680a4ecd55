/** The title of the terminal's window. */
import { memoizeWeak } from '../../core/memoize-weak.js';
import { readUrl } from '../../core/request/read-url.js';
import { destinationOf } from '../connect/servers.js';
import type { ConnectState } from '../model/connect.js';
import type { State } from '../model/state.js';
import { activeName } from '../query/view.js';

const serverOf = memoizeWeak(
  (connect: ConnectState): string => connect.profile?.name ?? readUrl(destinationOf(connect))?.host ?? '',
);

/**
 * Returns the profile or host, and the operation at the cursor: `apiclient: shop · Me (query)`. Untrusted text, which the
 * terminal's session sanitizes.
 */
export function windowTitle({ connect, query, settings }: State): string {
  const parts = [serverOf(connect), activeName(query).trim()].filter(part => part !== '');
  return parts.length === 0 ? 'apiclient' : `apiclient: ${parts.join(` ${settings.theme.glyphs.dot} `)}`;
}
