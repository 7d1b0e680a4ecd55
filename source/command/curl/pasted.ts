/** A curl command line copied as text. */
import { type Failure, isFailure, usageError } from '../../core/failure.js';
import { type Translated, translateCurl } from './translate.js';
import { pastedWords } from './words.js';

/** Translates a curl line that was copied as text: `apiclient curl @FILE`. */
export function translatePasted(text: string): Translated | Failure {
  const found = pastedWords(text);
  if (isFailure(found)) return found;
  const [program, ...words] = found.words;
  if (program === undefined || !/^(?:.*[\\/])?curl(?:\.exe)?$/.test(program)) {
    return usageError('The copied text does not begin with curl.', 'Copy the whole command: curl https://…');
  }
  const translated = translateCurl(words);
  if (isFailure(translated) || found.rest === undefined || found.rest === ';') return translated;
  return {
    ...translated,
    notes: [...translated.notes, 'Everything after the curl command is ignored, because only a shell can run it.'],
  };
}
