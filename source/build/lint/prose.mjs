#!/usr/bin/env node
/**
 * Checks the English of comments, strings, Markdown and test titles. Usage: prose.mjs [--update] [--list FILE…]
 *
 * `prose-baseline.json` has the number of odd phrases that each file may still have. Files with more fail the check and are
 * listed. `--update` lowers the baseline to the current counts; it never raises one. `--list` prints every phrase in the files.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
const baselineFile = path.join(root, 'source/build/lint/prose-baseline.json');

/** Technical terms that contain a phrase of the table. */
const terms = /keep-?alive|\bkeeps? (?:in|out|up|going)\b|--keep-going|"keeps?"|\bdoes not say\b/gi;

/** Phrases to avoid, each with a replacement. */
const phrases = [
  [/\bbehind\b/gi, 'after'],
  [/\b(?:stands?|stood|standing)\b(?!-)/gi, 'means, is, follows'],
  [/(?<![?\w] )\bwhat (?:comes?|came|is|are|was|were|has|had|goes|went|they|it)\b(?![^.!?\n]{0,80}\?)/gi, 'a noun'],
  [/\b(?:nobody|somebody|whoever|no one)\b/gi, 'the user, the server, or the passive'],
  [/\b(?:told|tells?|telling)\b/gi, 'report, print, show'],
  [/\b(?:says?|said)\b/gi, 'report, contain, print'],
  [/\b(?:hears?|heard|speaks?|spoken|spoke)\b/gi, 'receive, support'],
  [/\b(?:kept|keeps?)\b/gi, 'store, cache, save, remember, retain, preserve'],
  [/\bof (?:its|our|their|his|your|her) own\b/gi, 'its own (before the noun), separate'],
  [/\b(?:anew|once more|all the same)\b/gi, 'again, anyway'],
  [/\bas (?:it is|they are|they were|it was)\b/gi, 'unchanged, verbatim'],
  [/\bundefined:/gi, 'or undefined if …'],
  [/\bso (?:many|long) at (?:once|a time)\b/gi, 'N at a time'],
  [/\b(?:go(?:es)? over|gives? way)\b/gi, 'override, yield to'],
  [/\bbesides?\b/gi, 'next to, along with'],
  [/\bin the place of\b/gi, 'instead of'],
  [/\bpassed over\b/gi, 'ignored, skipped'],
  [/\bno longer good\b/gi, 'no longer valid'],
  [/\b(?:that|those) of\b/gi, 'repeat the noun'],
];

const comment = /\/\*\*?([\s\S]*?)\*\/|(?:^|\s)\/\/([^\n]*)/g;
const string = /'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`|"((?:[^"\\\n]|\\.)*)"/g;

/** Returns comments and strings of several words, each with its offset in the file. */
function proseOf(file, text) {
  const blank = match => match.replace(/[^\n]/g, ' ');
  if (file.endsWith('.md')) return [{ at: 0, part: text.replace(/```[\s\S]*?```|`[^`\n]*`/g, blank) }];
  const parts = [...text.matchAll(comment)].map(({ 0: part, index }) => ({ at: index, part }));
  for (const { 0: part, index } of text.replace(comment, blank).matchAll(string))
    if (part.split(' ').length > 2) parts.push({ at: index, part });
  return parts;
}

/** Returns the odd phrases in a text: line, phrase and replacement. */
export function oddPhrases(file, text) {
  return proseOf(file, text)
    .flatMap(({ at, part }) => {
      const plain = part.replace(terms, match => ' '.repeat(match.length));
      return phrases.flatMap(([pattern, use]) =>
        [...plain.matchAll(pattern)].map(({ 0: phrase, index }) => ({
          line: text.slice(0, at + index).split('\n').length,
          phrase,
          use,
        })),
      );
    })
    .sort((a, b) => a.line - b.line);
}

/** Returns all our files with prose, relative to the project. */
const proseFiles = () =>
  execFileSync(
    'git',
    ['ls-files', '-co', '--exclude-standard', 'source', '__tests__', 'media', 'README.md', '.github'],
    {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 1e8,
    },
  )
    .split('\n')
    .filter(
      file =>
        /\.(?:tsx?|mjs|cjs|md)$/.test(file) &&
        !/fixtures|bench\/results|lint\/prose|lint\.test|CHANGELOG|reference\/(?:flags|keys)\.md/.test(file),
    );

function check(words) {
  const read = file => oddPhrases(file, readFileSync(path.join(root, file), 'utf8'));
  const print = (file, found) => {
    for (const { line, phrase, use } of found) console.log(`${file}:${line}: "${phrase}"; write: ${use}`);
  };
  if (words[0] === '--list') {
    for (const file of words.slice(1)) print(file, read(file));
    return;
  }
  const baseline = JSON.parse(readFileSync(baselineFile, 'utf8'));
  const counts = {};
  for (const file of proseFiles()) {
    const found = read(file);
    const allowed = baseline[file] ?? 0;
    if (found.length > 0) counts[file] = Math.min(found.length, allowed);
    if (found.length <= allowed) continue;
    process.exitCode = 1;
    console.log(`${file}: ${found.length} odd phrases, ${allowed} allowed`);
    print(file, found);
  }
  if (words.includes('--update')) {
    const sorted = Object.entries(counts)
      .filter(([, count]) => count > 0)
      .sort(([a], [b]) => (a < b ? -1 : 1));
    writeFileSync(baselineFile, `${JSON.stringify(Object.fromEntries(sorted), undefined, 2)}\n`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) check(process.argv.slice(2));
