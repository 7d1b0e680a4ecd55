/** Words of a request in a `.http` file: the right that each flag needs, and the command that they form by themselves. */
import type { RequestCommand } from '../core/command.js';
import { isFailure } from '../core/failure.js';
import type { ReadWords } from '../core/rights/words.js';
import { parse } from './parse.js';
import { tokenise } from './tokenise.js';
import { collectUsageErrors } from './usage-errors.js';

/** Parses words like the command line, without a configuration. @param argv method, URL, and the words after them */
export function fileWords([method = 'GET', url = '', ...words]: readonly string[]): ReadWords<RequestCommand> {
  const { occurrences, words: items } = tokenise(words, collectUsageErrors());
  // Only a user in the URL matters here; the profile is read elsewhere.
  const address = /^@|\{\{/.test(url) ? 'http://localhost' : url;
  const requestOf = (more: readonly string[]): readonly RequestCommand[] => {
    const command = parse([method, address, ...more], [], undefined, true);
    return !isFailure(command) && command.kind === 'request' ? [command] : [];
  };
  const whole = requestOf(words);
  // Secrets of flags that modify a login from elsewhere.
  const sources = occurrences.some(({ flag }) => flag.name === 'oauth2')
    ? []
    : occurrences.flatMap(({ flag, value }) =>
        flag.name.startsWith('oauth2-') && flag.completes === 'secret' ? requestOf([`--bearer=${value}`]) : [],
      );
  const apart = (): readonly RequestCommand[] => [
    ...occurrences.flatMap(({ flag, value }) =>
      typeof value === 'string' ? requestOf([`--${flag.name}=${value}`]) : [],
    ),
    ...items.flatMap(item => requestOf(['--', item])),
  ];
  return {
    flags: occurrences.map(({ flag, value }) => ({ name: flag.name, value, kind: flag.right })),
    commands: [...(whole.length > 0 ? whole : apart()), ...sources],
  };
}
