/** Rejects flags of other commands, and values that are not among a flag's choices. */

import { nearest } from '../core/near-miss.js';
import { shownUrl, urlFirst } from './first-word.js';
import { type CommandName, flagTable, type KnownFlag, shownForm, shownName } from './flags.js';
import { flagOfOtherTool } from './other-tools.js';
import type { FlagTokens } from './tokens.js';
import type { UsageErrors } from './usage-errors.js';

/** The choice selected by a value. */
const choiceIn = (flag: KnownFlag, value: string): string => (flag.goesOn ? (value.split('=', 1)[0] ?? '') : value);

/** How each form begins, for a flag's hint. */
const forms: Readonly<Record<CommandName, string>> = {
  request: 'apiclient METHOD URL',
  graphql: 'apiclient graphql URL',
  openapi: 'apiclient openapi URL',
  open: 'apiclient open URL',
  screen: 'apiclient URL',
  auth: 'apiclient auth logout',
  profiles: 'apiclient profiles',
  sessions: 'apiclient sessions',
  history: 'apiclient history',
  demo: 'apiclient demo',
  run: 'apiclient run FILE.http',
  ws: 'apiclient ws URL',
  import: 'apiclient import FILE',
  trust: 'apiclient trust FILE.http',
  completion: 'apiclient completion bash',
  help: 'apiclient help',
};

/** Items of `--call` that replace the flags of request bodies. */
const itemsOfCall: Readonly<Record<string, string>> = {
  json: 'body:=JSON',
  data: 'body=@FILE',
  'data-raw': 'body=TEXT',
  form: 'NAME=TEXT NAME=@FILE',
};

export function rejectStrayFlags(name: CommandName, given: FlagTokens, errors: UsageErrors): void {
  for (const flag of flagTable) {
    if (!given.has(flag.name)) continue;
    if (!flag.commands.includes(name)) {
      // With a flag that only requests have, a leading URL means that the method is missing.
      if (name === 'screen' && flag.commands[0] === 'request' && given.words.length > 0)
        errors.unwrap(urlFirst(given), 0);
      else errors.add(...strayAdvice(flag, name, given));
    }
    const wrong = given.all(flag.name).find(value => flag.choices && !flag.choices.includes(choiceIn(flag, value)));
    if (wrong === undefined || !flag.choices) continue;
    const numbers = flag.choices.every(choice => /^[\d.]+$/.test(choice));
    const near = numbers ? nearestVersion(wrong, flag.choices) : nearest(wrong, flag.choices);
    const usage = `Usage: --${flag.name}=${flag.choices.at(numbers ? -1 : 0)}`;
    errors.add(
      `--${flag.name} must be one of ${flag.choices.join(', ')}.`,
      near ? `Did you mean --${flag.name}=${near}?` : usage,
    );
  }
}

/** Never returns a weaker version than requested: `TLSv1.2` is 1.2; above all known versions, the newest. */
function nearestVersion(typed: string, versions: readonly string[]): string | undefined {
  const number = /\d+(?:[._]\d+)?/.exec(typed)?.[0].replace('_', '.');
  if (number === undefined) return undefined;
  return versions.find(version => Number(version) >= Number(number)) ?? versions.at(-1);
}

function strayAdvice(flag: KnownFlag, name: CommandName, given: FlagTokens): readonly [string, string] {
  const shown = shownName(flag);
  const [belongs = name] = flag.commands;
  if (name !== 'screen') {
    // curl and HTTPie have it for requests.
    const elsewhere =
      name === 'request' ? flagOfOtherTool(`--${flag.name}`, given.last(flag.name), given.words) : undefined;
    if (elsewhere !== undefined) return [`${shown} cannot be used with a request.`, elsewhere];
    const form = name === 'request' ? 'a request' : `apiclient ${name}`;
    const items = given.has('call') ? itemsOfCall[flag.name] : undefined;
    if (items !== undefined) return [`${shown} cannot be used with --call.`, `Usage: --call OPERATION ${items}`];
    return [`${shown} cannot be used with ${form}.`, `Usage: ${forms[belongs]} ${shownForm(flag)}`];
  }
  return [
    `${shown} needs a command before the URL.`,
    `Usage: ${forms[belongs].replace('URL', shownUrl(given.words[0]))} ${shownForm(flag)}`,
  ];
}
