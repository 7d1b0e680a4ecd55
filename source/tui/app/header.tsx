/** The first line: the endpoint or the chosen server, operation, credentials and schema. */

import { memo, type ReactElement } from 'react';
import type { DocumentKind } from '../../core/document-kind.js';
import { memoizeWeak } from '../../core/memoize-weak.js';
import { shownEndpoint } from '../../core/request/host.js';
import { readUrl } from '../../core/request/read-url.js';
import { Block } from '../components/block.js';
import { type Line, lineWidth, spread } from '../components/line.js';
import { originText } from '../connect/age.js';
import { destinationOf } from '../connect/servers.js';
import type { ConnectState } from '../model/connect.js';
import type { Rect } from '../model/layout.js';
import type { State } from '../model/state.js';
import type { Theme } from '../model/theme.js';
import { activeName } from '../query/view.js';
import { treeSource } from '../schema/sources.js';
import { kindWords } from '../screen-words.js';

interface HeaderProps {
  readonly connect: ConnectState;
  readonly kind: DocumentKind;
  /** Time in milliseconds since 1970. */
  readonly now: number;
  /** The credentials without secrets: `Bearer ••••`. */
  readonly auth: string;
  /** Name of the current session, or undefined if there is none. */
  readonly session: string | undefined;
  readonly operation: string;
  /** The file of the texts, followed by `*` if they differ from it. May be empty. */
  readonly file: string;
  readonly rect: Rect;
  readonly theme: Theme;
}

/**
 * Drops parts until the line fits: the origin of the schema, then the operation (which its pane also shows), the number of
 * types and the file. Finally, the left part is truncated.
 */
export const Header = memo(function Header({
  connect,
  kind,
  now,
  auth,
  session,
  operation,
  file,
  rect,
  theme,
}: HeaderProps): ReactElement {
  const goesTo = destinationOf(connect);
  const leftWith = (words: string, path = file): Line => [
    { text: kind === 'http' ? ' ' : ' POST ', role: 'strong' },
    ...(connect.profile === undefined ? [] : [{ text: `@${connect.profile.name} `, role: 'strong' as const }]),
    { text: goesTo === '' ? 'no endpoint' : shownEndpoint(goesTo) },
    ...(words === '' ? [] : [{ text: kind === 'http' ? `   ${words}` : `   op: ${words}`, role: 'dim' as const }]),
    ...(path === '' ? [] : [{ text: `   ${path}` }]),
  ];
  const { size } = treeSource({ connect });
  const from = size === undefined || connect.origin === undefined ? '' : `, ${originText(connect.origin, now)}`;
  const missing = connect.phase === 'loading' ? `loading${theme.glyphs.spread}` : `no ${kindWords[kind].sourceName}`;
  const schema = size ?? missing;
  const rightWith = (words: string): Line => [
    ...(auth === '' ? [] : [{ text: `  auth: ${auth}`, role: 'dim' as const }]),
    ...(session === undefined ? [] : [{ text: `  session: ${session}`, role: 'dim' as const }]),
    { text: words === '' ? ' ' : `  ${words} `, role: 'dim' },
  ];
  const complete = rightWith(schema + from);
  const named = leftWith(operation.trim());
  const fits = (left: Line, right: Line): boolean => lineWidth(left) + lineWidth(right) <= rect.width;
  const shorter = leftWith(operation.trim().replace(/ \(\w+\)$/, ''));
  const right = rightWith(schema);
  // The absence of a schema is always shown.
  const shortest = size === undefined ? right : rightWith('');
  const forms: readonly (readonly [left: Line, right: Line])[] = [
    [named, complete],
    // Usually the schema comes from the server and is fresh, so its age is enough.
    [named, rightWith(schema + from.replace(/^, server /, ', '))],
    [named, right],
    [shorter, right],
    [leftWith(''), right],
    [leftWith(''), shortest],
  ];
  const [left, end] = forms.find(form => fits(...form)) ?? [leftWith('', ''), right];
  return <Block rect={rect} lines={[spread(left, end, rect.width, theme)]} />;
});

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
