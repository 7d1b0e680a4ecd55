/** The README's tables of keys, made from the key table the full screen obeys. */
import type { Binding, Where } from '../../source/tui/keys/binding.js';
import { keysLabel } from '../../source/tui/keys/labels.js';
import { bindings } from '../../source/tui/keys/table.js';
import { textHelp } from '../../source/tui/keys/text-keys.js';

const tables: readonly (readonly [title: string, where: Where])[] = [
  ['Anywhere, also while editing', 'anywhere'],
  ['In any pane', 'command'],
  ['Schema', 'schema'],
  ['Query', 'query'],
  ['Variables', 'variables'],
  ['Response', 'response'],
];

const cell = (text: string): string => text.replace(/\|/g, '\\|');

const isFor = ({ where }: Binding, place: Where): boolean => [where].flat()[0] === place;

const table = (title: string, rows: readonly (readonly [keys: string, help: string])[]): string =>
  [
    `**${title}**`,
    '',
    '| keys | |',
    '| --- | --- |',
    ...rows.map(([keys, help]) => `| ${cell(keys)} | ${cell(help)} |`),
  ].join('\n');

/** One table for each place a key holds. */
export function keyBlock(): string {
  return [
    ...tables.map(([title, place]) =>
      table(
        title,
        bindings
          .filter(binding => isFor(binding, place))
          .map(({ keys, label, help }) => [keys.length === 0 ? `: ${label}` : keysLabel(keys), help] as const),
      ),
    ),
    table(
      'While editing',
      textHelp.map(([keys, help]) => [keysLabel(keys), help] as const),
    ),
  ].join('\n\n');
}
