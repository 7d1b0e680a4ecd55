/** `--find WORDS`: the search of the full screen, one line per match, best match first. */
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
import { closestFew } from '../../../core/near-miss.js';
import { safeLine } from '../../../core/response/safe-text.js';
import type { Synonyms } from '../../../core/search/synonyms.js';
import { type Answer, firstLine, matchNotes, maxMatches } from '../../tasks/look-up.js';

export function findMatches(words: string, view: SchemaIndex, synonyms: Synonyms): Answer {
  const index = searchIndexOf(view);
  const asked = find(index, words, synonyms);
  const { results, total, paths } = asked;
  const facts = results.slice(0, maxMatches).flatMap((at, nth) => {
    const without = missingWords(asked, nth);
    const entryFacts = factsOf(index, index.entries[at], view, paths.get(at));
    return entryFacts.map(each => (without.length === 0 ? each : { ...each, without }));
  });
  const noMatch = facts.length === 0 ? `No match in the schema.${nearNames(words, index)}` : '';
  return {
    notes: matchNotes({ shown: facts.length, total, missing: missingWords(asked, 0) }, noMatch, isGuess(asked)),
    facts: () => facts,
    rows: facts.map(each => [
      safeLine(each.path ?? each.name),
      safeLine(each.type ?? typeWord(each)),
      safeLine(summaryOf(each)),
    ]),
    widths: [48, 24],
  };
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
      path,
      writes: resultPath?.root === 'mutation' ? true : undefined,
    },
  ];
}

const typeWord = ({ typeKind, kind }: DescribedFacts): string => (typeKind ?? kind).toLowerCase().replaceAll('_', ' ');

/** The first line of the description, after its marks. */
function summaryOf({ description = '', deprecated, writes, without }: FoundEntry): string {
  const marks = `${writes ? '(writes) ' : ''}${deprecated === undefined ? '' : '(deprecated) '}${without === undefined ? '' : `(without: ${without.join(', ')}) `}`;
  return marks === '' ? firstLine(description) : `${marks}${firstLine(description)}`.trimEnd();
}
