/** The limit for responses that are held in memory. */
import { failure } from '../../core/failure.js';

/** Maximum bytes of a response in memory, as everywhere. */
export const maxHeldBytes = 512 * 1024 * 1024;

export const tooLong = failure('limit', 'The response exceeds 512 MiB.', {
  hint: 'To stream it to a file, use apiclient GET URL -o FILE.',
});
