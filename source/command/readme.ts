/** The README's tables of flags and exit codes, from the same tables as the program. */
import { exitCodeTable } from './exit-codes.js';
import { type Flag, flagTable, groups, shownName } from './flags.js';

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
      return [`### ${group}`, '', '| flag | meaning |', '| --- | --- |', ...rows].join('\n');
    })
    .join('\n\n');
}

export function exitCodeBlock(): string {
  const rows = exitCodeTable.map(([code, meaning]) => `| ${code} | ${cell(meaning)} |`);
  return ['| code | meaning |', '| --- | --- |', ...rows].join('\n');
}

/** Replaces the README's block between `<!-- name:begin -->` and `<!-- name:end -->`, which must exist. */
export function withBlock(readme: string, name: string, block: string): string {
  const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`];
  const from = readme.indexOf(begin);
  const to = readme.indexOf(end);
  if (from < 0 || to < from) throw new Error(`README.md has no block ${begin} … ${end}`);
  return `${readme.slice(0, from + begin.length)}\n\n${block}\n\n${readme.slice(to)}`;
}
