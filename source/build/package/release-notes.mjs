/** `node source/build/package/release-notes.mjs VERSION`: prints what the changelog says of a version; fails if it says nothing. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const changelog = new URL('../../../.github/CHANGELOG.md', import.meta.url);

/** The section of a version, without its heading; undefined: there is none, or it is not released yet. */
export function releaseNotes(text, version) {
  const sections = text.split(/^## /m).slice(1);
  const section = sections.find(each => each.split('\n', 1)[0]?.trim() === version);
  return section?.slice(section.indexOf('\n') + 1).trim() || undefined;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const version = process.argv[2] ?? '';
  const notes = releaseNotes(readFileSync(changelog, 'utf8'), version);
  if (notes === undefined) {
    process.stderr.write(`CHANGELOG.md says nothing under the heading "## ${version}".\n`);
    process.exit(1);
  }
  process.stdout.write(`${notes}\n`);
}
