/** Writes imported requests as one text, for requests that the user pastes. */
import { type Failure, usageError } from '../failure.js';
import type { ImportedFolder } from './collection.js';
import { requestText } from './entry.js';
import { SecretVariables } from './secrets.js';

/** Leaves secrets in the text, which is the user's own. */
class VisibleSecrets extends SecretVariables {
  override hide(text: string): string {
    return text;
  }
}

/** Returns the entries of a folder, or a failure if a body would need a file. */
export function entriesText({ items }: ImportedFolder): string | Failure {
  const secrets = new VisibleSecrets(() => false);
  let isApart = false;
  const entries = items.flatMap(item => {
    if (item.kind !== 'request') return [];
    return [
      requestText(item, secrets, () => {
        isApart = true;
        return './body';
      }).text,
    ];
  });
  if (isApart)
    return usageError('The body of the pasted request needs a separate file.', 'Use apiclient import - instead.');
  return entries.length === 0
    ? usageError('The pasted line contains no request.', 'Copy the whole command.')
    : entries.join('\n');
}
