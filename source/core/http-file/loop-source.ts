/** The list of `# @loop for NAME of LIST`. */
import type { Loop } from './document.js';

/** Returns the text of the list, in which names are filled in: JSON, or the name of a value in braces. */
export const loopSource = ({ text }: Loop): string => (/^\s*\[|\{\{/.test(text) ? text : `{{${text}}}`);
