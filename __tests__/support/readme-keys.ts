/** The manual's tables of keys, made from the key table the full screen obeys. */

import { keyTable } from '../../source/tui/app/key-table.js';
import { keysLabel } from '../../source/tui/components/key-labels.js';
import type { BindingContext } from '../../source/tui/model/binding.js';
import type { Binding } from '../../source/tui/model/state.js';
import { textHelp } from '../../source/tui/text/keys.js';

const tables: readonly (readonly [title: string, where: BindingContext])[] = [
  ['Anywhere, also while editing', 'anywhere'],
  ['In any pane', 'command'],
  ['Schema', 'schema'],
  ['Query', 'query'],
  ['Variables', 'variables'],
  ['Response', 'response'],
];

const cell = (text: string): string => text.replace(/\|/g, '\\|');

const isFor = ({ where }: Binding, place: BindingContext): boolean => [where].flat()[0] === place;

const table = (title: string, head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [
    `**${title}**`,
    '',
    ...[head, head.map(() => '---'), ...rows.map(row => row.map(cell))].map(row => `| ${row.join(' | ')} |`),
  ].join('\n');

/** One table for each place a key holds, with the names by which the configuration gives an action other keys. */
export function keyBlock(): string {
  return [
    ...tables.map(([title, place]) =>
      table(
        title,
        ['keys', '', 'name'],
        keyTable
          .filter(binding => isFor(binding, place))
          .map(({ keys, label, help, id }) => [keys.length === 0 ? `: ${label}` : keysLabel(keys), help, `\`${id}\``]),
      ),
    ),
    table(
      'While editing',
      ['keys', ''],
      textHelp.map(([keys, help]) => [keysLabel(keys), help]),
    ),
  ].join('\n\n');
}
