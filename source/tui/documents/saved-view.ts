/** The list of saved files, with a preview of the marked one. */
import { bindingsOf, keyOf } from '../components/key-labels.js';
import type { Line } from '../components/line.js';
import type { SavedEntry } from '../model/documents.js';
import type { SavedOverlay } from '../model/overlays.js';
import { listKind } from '../overlays/list.js';
import { serverOf, when, whenShort } from './history-words.js';

/** Summary of a file: `query Me, mutation`. Untrusted text. */
export const operationWords = ({ operations }: SavedEntry): string =>
  operations.map(({ kind, name }) => (name === '' ? kind : `${kind} ${name}`)).join(', ');

/** Time, server and outcome of the last run, or the time of writing if it was never run. */
const lastWords = ({ lastRun, writtenAt }: SavedEntry, time = when, server = serverOf): Line => {
  if (lastRun === undefined) return writtenAt === undefined ? [] : [{ text: `  ${time(writtenAt)} `, role: 'dim' }];
  const { at, url, outcome } = lastRun;
  return [
    { text: `  ${[time(at), server(url)].filter(Boolean).join('  ')}`, role: 'dim' },
    { text: `  ${outcome} `, role: /failed|errors/.test(outcome) ? 'error' : 'dim' },
  ];
};

export const savedKind = listKind<SavedOverlay, SavedEntry>({
  widest: 110,
  title: () => 'Saved files: type to filter, or a path',
  status: () => 'Enter: open, Ctrl-T: new tab',
  hasField: true,
  all: ({ entries = [] }) => entries,
  named: entry => ({ name: entry.path, others: [operationWords(entry)], about: entry.comment }),
  row(entry, { now }) {
    const words = operationWords(entry);
    const comment = entry.comment === '' ? '' : `  # ${entry.comment}`;
    return {
      name: entry.path,
      role: 'strong',
      about: `${words === '' ? 'no operations' : words}${comment}`,
      aboutRole: words === '' ? 'warning' : 'dim',
      right: lastWords(entry),
      narrow: [
        {
          below: 50,
          right: lastWords(
            entry,
            at => whenShort(at, now),
            () => '',
          ),
        },
        { below: 76, right: lastWords(entry, when, () => '') },
      ],
    };
  },
  hint: ({ offered }) => (offered.length < 2 ? '' : offered.join('  ')),
  empty({ entries, field }, state) {
    if (entries === undefined) return 'Loading';
    return field.doc.length > 0
      ? 'No matching files. Press Enter to open the typed path, Tab to complete it.'
      : `No saved files here. Press ${keyOf(bindingsOf(state), 'file.save')} in a pane to save one, or type a path.`;
  },
  below: ({ text }, rows) =>
    text
      .split('\n')
      .slice(0, rows)
      .map(line => [{ text: ` ${line.replace(/\r$/, '').replaceAll('\t', '  ')}` }]),
});
