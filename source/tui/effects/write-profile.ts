/** Writes the endpoint and its login to the configuration as a profile. */

import { isSecretName } from '../../core/credentials/header.js';
import { writtenFlags } from '../../core/credentials/written-flags.js';
import { failureLine, isFailure } from '../../core/failure.js';
import { bullets } from '../../core/secret.js';
import { writeProfile } from '../../io/write-profile.js';
import type { Effect } from '../model/effect.js';
import type { Identity } from '../model/identity.js';
import { type Dispatch, type EffectContext, showError } from './context.js';

/** Dispatches a notice with the location of the file and the omitted secrets. */
export async function performWriteProfile(
  { name, url, identity }: Extract<Effect, { readonly kind: 'write-profile' }>,
  { environment }: EffectContext,
  dispatch: Dispatch,
): Promise<void> {
  const { flags, left, unreadable } = flagsOf(identity);
  const file = await writeProfile(name, { url, flags }, environment);
  if (isFailure(file)) return showError(failureLine(file), dispatch);
  const secretsNote = left ? ' Typed secrets are not included.' : '';
  const headersNote =
    unreadable.length === 0
      ? ''
      : ` The header ${unreadable.join(', ')} is not included: headers in the configuration cannot use env: or file:.`;
  dispatch({ type: 'app/notice', text: `Saved ${url} as @${name} in ${file}.${secretsNote}${headersNote}` });
}

/** Flags in the format of the configuration, without typed secrets. */
function flagsOf({ auth, headers }: Identity) {
  const flags: Record<string, string | true | string[]> = {};
  let left = false;
  for (const [flag, value] of writtenFlags(auth)) {
    const name = flag.slice(2);
    const before = flags[name];
    if (value?.includes(bullets)) left = true;
    else if (value === undefined || before === undefined || before === true) flags[name] = value ?? true;
    else flags[name] = [before, value].flat();
  }
  const keys = headers.flatMap(each => (each.kind === 'secret' ? [each] : []));
  const unreadable = keys.filter(({ value }) => value.from !== 'text').map(each => each.name);
  const lines = headers.flatMap(each => (each.kind === 'set' ? [each] : []));
  const headerLines = lines.filter(each => !isSecretName(each.name)).map(({ name, value }) => `${name}: ${value}`);
  const files = headers.flatMap(each => (each.kind === 'file' ? [`@${each.path}`] : []));
  const open = [...files, ...headerLines];
  const isLeft = left || headerLines.length < lines.length || unreadable.length < keys.length;
  return { flags: open.length === 0 ? flags : { ...flags, header: open }, left: isLeft, unreadable };
}
