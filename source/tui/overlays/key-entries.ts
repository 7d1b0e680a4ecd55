/** A key table as help for the full screen, `apiclient help keys` and the man page. */
import type { DocumentKind } from '../../core/document-kind.js';
import { keysLabel } from '../components/key-labels.js';
import type { Binding, State } from '../model/state.js';
import { kindWords } from '../screen-words.js';
import { textHelp } from '../text/keys.js';
import { vimHelp } from '../text/vim.js';
import { otherNames } from './other-names.js';

/** Headings of the help, by the first context of a binding. */
const headings: Readonly<Record<string, string>> = {
  anywhere: 'Anywhere, also while editing',
  command: 'Any pane',
  schema: 'Schema',
  query: 'Query',
  variables: 'Variables',
  response: 'Response',
  'edit:query': 'While editing',
  vim: 'Vim keys in Query and Variables ("editor": "vim")',
  completion: 'While the completion list is open',
};

const editing = headings['edit:query'] ?? '';
const completing = headings.completion ?? '';

/** One line of the help. `keys` is the text to display. */
export interface KeyEntry {
  readonly heading: string;
  readonly keys: string;
  readonly help: string;
  /** The command's name in the configuration; absent for keys that work in every text. */
  readonly name?: string;
  /** The command's label in lists; absent for keys that work in every text. */
  readonly label?: string;
  /** Alternative names of the command. */
  readonly others: readonly string[];
}

/** Returns a heading, in which the panes of an HTTP document have their own names. */
const named = (where: string, kind: DocumentKind): string | undefined =>
  kind === 'http' && where === 'schema'
    ? kindWords.http.panes.schema
    : headings[where]?.replace(/\bQuery\b/, kindWords[kind].panes.query);

const headingOf = ({ where }: Binding, kind: DocumentKind): string | undefined =>
  named(typeof where === 'string' ? where : (where[0] ?? ''), kind);

/** The heading of the focused pane, whose keys come first. */
export const headingFor = ({ focus, editing: typing, connect }: Pick<State, 'focus' | 'editing' | 'connect'>): string =>
  (typing ? editing : named(focus, connect.kind)) ?? '';

/**
 * All keys with their help, by heading.
 * @param first the heading to start with
 */
export function keyEntries(
  bindings: readonly Binding[],
  ascii: boolean,
  first = '',
  kind: DocumentKind = 'graphql',
): readonly KeyEntry[] {
  const entries = bindings.flatMap((binding): KeyEntry[] => {
    const heading = headingOf(binding, kind);
    if (heading === undefined) return [];
    // Without a key, show the palette's key followed by the name.
    const { label, help, id: name } = binding;
    const keys = binding.keys.length === 0 ? `: ${label}` : keysLabel(binding.keys, binding.keys.length, ascii);
    return [{ heading, keys, help, name, label, others: otherNames(binding) }];
  });
  const text = textHelp.map(
    ([keys, help]): KeyEntry => ({
      heading: editing,
      keys: keysLabel(keys, keys.length, ascii),
      help: `${help[0]?.toUpperCase()}${help.slice(1)}.`,
      others: [],
    }),
  );
  // List each heading once. Keys for editing come after those of the panes.
  const under = (heading: string): readonly KeyEntry[] => entries.filter(each => each.heading === heading);
  const panes = [...new Set(entries.map(each => each.heading))].filter(each => each !== editing && each !== completing);
  const vim = vimHelp.map(
    ([keys, help]): KeyEntry => ({
      heading: named('vim', kind) ?? '',
      keys: keysLabel(keys, keys.length, ascii),
      help,
      others: ['vi'],
    }),
  );
  const all = [...panes.flatMap(under), ...under(editing), ...text, ...under(completing), ...vim];
  return [...all.filter(each => each.heading === first), ...all.filter(each => each.heading !== first)];
}
