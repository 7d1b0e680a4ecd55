/** The page of the full screen's keys, with the names used for them in the configuration. */
import { type Block, code, line, type Page } from './page.js';

/** One row: the keys as displayed. `name` is absent if the configuration cannot change them. */
export interface KeyRow {
  readonly heading: string;
  readonly keys: string;
  readonly help: string;
  readonly name?: string;
  /** Other names of the action, for searching. */
  readonly others?: readonly string[];
}

/** @param entries from the full screen's key table, in the order of their headings */
export function keyPage(entries: readonly KeyRow[]): Page {
  const headings = [...new Set(entries.map(({ heading }) => heading))];
  return [
    { kind: 'heading', depth: 1, text: line('Keys of the full screen') },
    {
      kind: 'paragraph',
      text: [
        { text: 'The last column is the name of the action under ' },
        { text: '"keys"', style: 'code' },
        { text: ' in the ' },
        { text: 'configuration', href: '../configuration.md' },
        { text: '. Press ' },
        { text: '?', style: 'code' },
        { text: ' on the full screen to see your current keys.' },
      ],
    },
    ...headings.flatMap((heading): Block[] => [
      { kind: 'heading', depth: 2, text: line(heading) },
      {
        kind: 'table',
        rows: entries
          .filter(each => each.heading === heading)
          .map(({ keys, help, name }) => [code(keys), line(help), name === undefined ? [] : code(name)]),
      },
    ]),
  ];
}
