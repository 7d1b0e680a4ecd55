/** `node source/build/package/release-notes.mjs VERSION` prints the changelog section for a version. Fails if there is none. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const changelog = new URL('../../../.github/CHANGELOG.md', import.meta.url);

/** Returns the section for a version without its heading, or undefined if it is missing or unreleased. */
export function releaseNotes(text, version) {
  const sections = text.split(/^## /m).slice(1);
  const section = sections.find(each => each.split('\n', 1)[0]?.trim() === version);
  return section?.slice(section.indexOf('\n') + 1).trim() || undefined;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const version = process.argv[2] ?? '';
  const notes = releaseNotes(readFileSync(changelog, 'utf8'), version);
  if (notes === undefined) {
    process.stderr.write(`CHANGELOG.md contains nothing under the heading "## ${version}".\n`);
    process.exit(1);
  }
  process.stdout.write(`${notes}\n`);
}
