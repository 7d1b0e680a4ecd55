/** Notes on a run, before anything is sent: missing files, added content types, and values that the command line overrides. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { sentText } from '../../core/http-file/body.js';
import type { Entry } from '../../core/http-file/document.js';
import { knownType } from '../../core/http-file/entry-body.js';
import { unescaped } from '../../core/http-file/variables.js';
import { typeOfFile } from '../../core/request/media-types.js';
import type { ChosenFile } from './verify.js';

/** Returns a note for each missing file, and one for the first body of the run that gets a content type. */
export function bodyNotes(chosen: readonly ChosenFile[], flags: readonly string[]): readonly string[] {
  const hasType = flags.some(word => /^--header=content-type[:;\s]/i.test(word));
  const [typed] = hasType ? [] : chosen.flatMap(typeNotes);
  return [...chosen.flatMap(missingFiles), ...(typed === undefined ? [] : [typed])];
}

/** Returns a note for each value that a request captures, a loop or a script sets, but that the command line overrides. */
export function overrideNotes(chosen: readonly ChosenFile[], given: ReadonlyMap<string, unknown>): readonly string[] {
  const overridden = new Map<string, string>();
  for (const each of chosen) {
    const { name: fileName, http } = each.file;
    const set = [
      ...http.variables.flatMap(({ isScripted, ...value }) => (isScripted ? [{ ...value, from: fileName }] : [])),
      ...sentEntries(each).flatMap(({ captures, loop, importedFrom: from = fileName }) => [
        ...captures.map(({ name, line }) => ({ name, line, from })),
        ...(loop?.name === undefined ? [] : [{ name: loop.name, line: loop.line, from }]),
      ]),
    ];
    for (const { name, line, from } of set)
      if (given.has(name) && !overridden.has(name))
        overridden.set(name, `${from}:${line}: ${name} has its value from the command line.`);
  }
  return [...overridden.values()];
}

const sentEntries = ({ entries }: ChosenFile): readonly Entry[] => entries.filter(({ skip }) => skip === undefined);

function missingFiles(chosen: ChosenFile): readonly string[] {
  const { folder, name } = chosen.file;
  const sent = sentEntries(chosen);
  const saved = new Set(sent.flatMap(({ saves }) => saves.map(each => path.resolve(folder, each.path))));
  return sent.flatMap(({ body }) =>
    body.flatMap(piece => {
      // A name with placeholders is only known when the request is sent.
      if (piece.kind !== 'file' || piece.path.includes('{{')) return [];
      const file = path.resolve(folder, piece.path);
      return saved.has(file) || existsSync(file)
        ? []
        : [`${name}:${piece.line}: ${piece.path} does not exist. Its request will fail.`];
    }),
  );
}

const typeNotes = (chosen: ChosenFile): readonly string[] =>
  sentEntries(chosen).flatMap(entry => {
    const type = addedType(entry);
    return type === undefined
      ? []
      : [`${chosen.file.name}:${entry.line}: Content-Type: ${type} is added, because the request has no Content-Type.`];
  });

/** Returns the content type that is added to a body. Placeholders have no values yet. */
function addedType({ body, headers, graphql, stream, flags }: Entry): string | undefined {
  const [only] = body;
  if (!only || body.length > 1 || graphql || stream) return undefined;
  if ([...headers.map(({ name }) => name), ...flags.map(({ text }) => text)].some(text => /content-type/i.test(text)))
    return undefined;
  if (only.kind === 'file') {
    // The type of a file with placeholders depends on its text.
    const isText = only.filled || only.encoding !== undefined;
    return isText && !/\.json$/i.test(only.path) ? undefined : typeOfFile(only.path);
  }
  return knownType(unescaped(sentText(only).replace(/\{\{[^{}]*\}\}/g, '0')));
}
