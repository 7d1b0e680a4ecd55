/** Lines of a text of unknown kind. */
import { isJson } from '../../json/is-json.js';
import { JsonLines } from './json-lines.js';
import type { LineSource } from './line-source.js';
import { PlainLines } from './plain-lines.js';

/** Lines of a text: laid out if it is JSON, or several JSON texts, else as they stand. @param json what is known already */
export const sourceOf = (text: string, json = isJson(text, true)): LineSource =>
  json ? new JsonLines(text) : new PlainLines(text);
