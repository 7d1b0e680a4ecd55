/** The first line: endpoint, or the server that was chosen for new requests, operation, credentials, schema. */

import { memo, type ReactElement } from 'react';
import type { DocumentKind } from '../../core/document-kind.js';
import { shownEndpoint } from '../../core/request/host.js';
import { Block } from '../components/block.js';
import { type Line, lineWidth, spread } from '../components/line.js';
import { originText } from '../connect/age.js';
import { destinationOf } from '../connect/servers.js';
import type { ConnectState } from '../model/connect.js';
import type { Rect } from '../model/layout.js';
import type { Theme } from '../model/theme.js';
import { kindWords } from '../screen-words.js';

interface HeaderProps {
  readonly connect: ConnectState;
  readonly kind: DocumentKind;
  /** In milliseconds since 1970. */
  readonly now: number;
  /** The credentials without secrets: `Bearer ••••`. */
  readonly auth: string;
  /** The name of the session that is used; undefined: none. */
  readonly session: string | undefined;
  readonly operation: string;
  /** The file of the texts, `*` after it while they differ; may be empty. */
  readonly file: string;
  readonly rect: Rect;
  readonly theme: Theme;
}

/**
 * If it does not fit, it drops where the schema comes from, then the operation, which its pane shows too, then the number of types, then
 * the file; then the left part is truncated.
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
  const types = connect.index?.typeNames.length ?? connect.description?.operations.length;
  const [one, many] = kind === 'http' ? ['operation', 'operations'] : ['type', 'types'];
  const from = types === undefined || connect.origin === undefined ? '' : `, ${originText(connect.origin, now)}`;
  const without = connect.phase === 'loading' ? `loading${theme.glyphs.spread}` : `no ${kindWords[kind].thing}`;
  const schema = types === undefined ? without : types === 1 ? `1 ${one}` : `${types} ${many}`;
  const rightWith = (words: string): Line => [
    ...(auth === '' ? [] : [{ text: `  auth: ${auth}`, role: 'dim' as const }]),
    ...(session === undefined ? [] : [{ text: `  session: ${session}`, role: 'dim' as const }]),
    { text: words === '' ? ' ' : `  ${words} `, role: 'dim' },
  ];
  const whole = rightWith(schema + from);
  const named = leftWith(operation.trim());
  const fits = (left: Line, right: Line): boolean => lineWidth(left) + lineWidth(right) <= rect.width;
  const shorter = leftWith(operation.trim().replace(/ \(\w+\)$/, ''));
  const right = rightWith(schema);
  // The absence of a schema is always shown.
  const least = types === undefined ? right : rightWith('');
  const forms: readonly (readonly [left: Line, right: Line])[] = [
    [named, whole],
    // A fresh schema of the server is the usual case: its age says enough.
    [named, rightWith(schema + from.replace(/^, server /, ', '))],
    [named, right],
    [shorter, right],
    [leftWith(''), right],
    [leftWith(''), least],
  ];
  const [left, end] = forms.find(form => fits(...form)) ?? [leftWith('', ''), right];
  return <Block rect={rect} lines={[spread(left, end, rect.width, theme)]} />;
});
