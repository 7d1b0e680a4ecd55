/** Prose cut into lines of whole words. */
export { wrapText } from '../../../core/text/wrap.js';
