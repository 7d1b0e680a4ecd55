/** `--find WORDS`: the search of the full screen, one line per match, best match first. */
import type { GraphqlCommand } from '../../../core/command.js';
import type { Failure } from '../../../core/failure.js';
import { pickOf } from '../../../core/graphql/builder/pick/write.js';
import type { Path } from '../../../core/graphql/builder/schema/path.js';
import { emptyDocument } from '../../../core/graphql/builder/text/query-document.js';
import { isName } from '../../../core/graphql/builder/text/tokens.js';
import { type DescribedFacts, describeNamed } from '../../../core/graphql/look-up/facts.js';
import { printedCoordinate } from '../../../core/graphql/look-up/read-name.js';
import type { SchemaIndex } from '../../../core/graphql/schema-types.js';
import {
  type Entry,
  find,
  isGuess,
  missingWords,
  resultPaths,
  type SearchIndex,
  searchIndexOf,
} from '../../../core/graphql/search/index.js';
import type { SchemaTask } from '../../../core/graphql/sending/options.js';
import { closestFew } from '../../../core/near-miss.js';
import { safeLine } from '../../../core/response/safe-text.js';
import { synonymsWith } from '../../../core/search/synonyms.js';
import type { Environment } from '../../../environment.js';
import { note } from '../../note.js';
import { printText } from '../output.js';

/** As many as the tree of the full screen shows; further matches are counted. */
const maxShown = 200;

/** Prints the matches. Returns 1 if there is none, like grep. */
export async function findTask(
  task: SchemaTask & { readonly kind: 'find' },
  view: SchemaIndex,
  command: GraphqlCommand,
  environment: Environment,
): Promise<number | Failure> {
  const index = searchIndexOf(view);
  const asked = find(index, task.words, synonymsWith(command.screen.searchSynonyms));
  const { results, total, paths } = asked;
  const missing = missingWords(asked, 0);
  const facts = results.slice(0, maxShown).flatMap((at, nth) => {
    const without = missingWords(asked, nth);
    const entryFacts = factsOf(index, index.entries[at], view, paths.get(at));
    return entryFacts.map(each => (without.length === 0 ? each : { ...each, without }));
  });
  if (!command.output.silent) {
    if (facts.length === 0) note(environment, `No match in the schema.${nearNames(task.words, index)}`);
    else if (missing.length > 0)
      note(environment, `No match has all words. The first one lacks: ${missing.join(', ')}`);
    else if (isGuess(asked)) note(environment, 'No exact match. Closest:');
    if (total > facts.length && facts.length > 0)
      note(environment, `${total - facts.length} more matches. Add a word to narrow the search.`);
  }
  if (task.json) {
    const ended = await printText(`${JSON.stringify(facts, undefined, 2)}\n`, 'application/json', command, environment);
    return ended === 0 && facts.length === 0 ? 1 : ended;
  }
  if (facts.length === 0) return 1;
  const rows = facts.map(
    each =>
      [safeLine(each.path ?? each.name), safeLine(each.type ?? typeWord(each)), safeLine(firstLine(each))] as const,
  );
  const text = environment.stdout.isTTY === true ? columns(rows) : rows.map(row => row.join('\t')).join('\n');
  return printText(`${text}\n`, 'text/plain', command, environment);
}

/** The names with the spelling closest to the longest of the words. */
function nearNames(words: string, { entries }: SearchIndex): string {
  const [longest = ''] = words.split(/[\s.:]+/).sort((a, b) => b.length - a.length);
  const names = entries.map(({ name }) => name.replace(/^@/, '')).filter(isName);
  const near = closestFew(longest, [...new Set(names)]);
  return longest === '' || near.length === 0 ? '' : ` Closest names: ${near.join(', ')}.`;
}

type FoundEntry = DescribedFacts & {
  readonly path?: string;
  /** Whether its path goes through Mutation. */
  readonly writes?: true;
  /** Words of the question that it does not have. */
  readonly without?: readonly string[];
};

function factsOf(index: SearchIndex, entry: Entry | undefined, view: SchemaIndex, way?: Path): readonly FoundEntry[] {
  // A server may use any string as a name; only valid GraphQL names can be picked or described.
  const names = [entry?.name, entry?.owner, entry?.field].map(name => name?.replace(/^@/, ''));
  if (entry === undefined || !names.every(name => !name || isName(name))) return [];
  const described = describeNamed(view, entry);
  if (described === undefined) return [];
  const { arguments: args, fields, values, ...facts } = described.facts;
  const name = printedCoordinate(view, entry);
  const resultPath = resultPaths(index, entry, way).path;
  const path = resultPath && pickOf(view, emptyDocument.lastValid, undefined, resultPath);
  return [
    {
      ...facts,
      name,
      ...(path === undefined ? {} : { path }),
      ...(resultPath?.root === 'mutation' && { writes: true }),
    },
  ];
}

const typeWord = ({ typeKind, kind }: DescribedFacts): string => (typeKind ?? kind).toLowerCase().replaceAll('_', ' ');

/** The first line of the description, with tabs as blanks, because tabs separate the columns. */
function firstLine({ description = '', deprecated, writes, without }: FoundEntry): string {
  const line = (description.split(/\r?\n/, 1)[0] ?? '').replace(/\t/g, ' ');
  const marks = `${writes ? '(writes) ' : ''}${deprecated === undefined ? '' : '(deprecated) '}${without === undefined ? '' : `(without: ${without.join(', ')}) `}`;
  return marks === '' ? line : `${marks}${line}`.trimEnd();
}

/** Aligned columns, each with a maximum width. */
export function columns(rows: readonly (readonly [string, string, string])[]): string {
  const widest = (at: 0 | 1, most: number): number =>
    rows.reduce((width, row) => Math.max(width, Math.min(most, row[at].length)), 0);
  const [path, type] = [widest(0, 48), widest(1, 24)];
  return rows.map(([a, b, c]) => `${a.padEnd(path)}  ${b.padEnd(type)}  ${c}`.trimEnd()).join('\n');
}
