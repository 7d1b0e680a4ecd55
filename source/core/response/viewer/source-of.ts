/** Chooses the line source of a text. */
import { isJson } from '../../json/is-json.js';
import { JsonLines } from './json-lines.js';
import type { LineSource } from './line-source.js';
import { PlainLines } from './plain-lines.js';

/** Formatted lines for (concatenated) JSON, else the text's own. @param json whether the text is JSON, if known */
export const sourceOf = (text: string, json = isJson(text, true)): LineSource =>
  json ? new JsonLines(text) : new PlainLines(text);
