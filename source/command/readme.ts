/** The generated blocks of the manual, from the same tables and texts as the program. */
import { exitCodeTable } from './exit-codes.js';
import { type Flag, flagTable, groups, shownName } from './flags.js';
import { type Guide, type GuideName, guides } from './help/guides.js';

/** A bar would end the table cell, even in code. */
const cell = (text: string): string => text.replace(/\|/g, '\\|');

const inCode = (flag: Flag): string => {
  const value = flag.value === undefined ? '' : flag.optional ? `[=${flag.value}]` : ` ${flag.value}`;
  const long = `\`${cell(`${shownName(flag)}${value}`)}\``;
  return flag.short ? `\`-${flag.short}\`, ${long}` : long;
};

export function flagBlock(): string {
  return groups
    .map(group => {
      const rows = flagTable
        .filter(flag => flag.group === group)
        .map(flag => `| ${inCode(flag)} | ${cell(flag.help)} |`);
      return [`## ${group}`, '', '| flag | meaning |', '| --- | --- |', ...rows].join('\n');
    })
    .join('\n\n');
}

export function exitCodeBlock(): string {
  const rows = exitCodeTable.map(([code, meaning]) => `| ${code} | ${cell(meaning)} |`);
  return ['| code | meaning |', '| --- | --- |', ...rows].join('\n');
}

/** Guides of `apiclient help TOPIC`, one below the other; several have their titles, one is under that of its page. */
export const guideBlock = (...names: readonly GuideName[]): string =>
  names
    .map(name => [...(names.length > 1 ? [`## ${guides[name].title}`] : []), guideBody(guides[name])].join('\n\n'))
    .join('\n\n');

function guideBody({ paragraphs = [], rows = [], example = [], notes = [] }: Guide): string {
  const table = ['| | |', '| --- | --- |', ...rows.map(([left, right]) => `| ${code(left)} | ${plain(cell(right))} |`)];
  return [
    ...paragraphs.map(plain),
    ...(rows.length > 0 ? [table.join('\n')] : []),
    ...(example.length > 0 ? [['```', ...example, '```'].join('\n')] : []),
    ...notes.map(plain),
  ].join('\n\n');
}

const code = (text: string): string => `\`${cell(text)}\``;

/** Prose as Markdown shows it verbatim. */
const plain = (text: string): string => text.replace(/[*_<>`]/g, '\\$&');

/** Replaces a page's block between `<!-- name:begin -->` and `<!-- name:end -->`, which must exist. */
export function withBlock(page: string, name: string, block: string): string {
  const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`];
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from < 0 || to < from) throw new Error(`The page has no block ${begin} … ${end}`);
  return `${page.slice(0, from + begin.length)}\n\n${block}\n\n${page.slice(to)}`;
}
