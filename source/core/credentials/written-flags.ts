/** Writes credentials as flags. Secrets become bullets, unless they only name a variable or a file. */

import { type FlowField, fieldsOf } from '../oauth/flow-fields.js';
import { typedClientId } from '../oauth/spec.js';
import type { AuthOptions, HeaderOption, OAuth2Options, SecretSource, UserOption } from '../options.js';
import { shellWord } from '../request/shell.js';
import { bullets } from '../secret.js';
import { shownPair } from './header.js';
import { sourceWords } from './sources.js';

/** A long flag with its value; a switch has no value. */
type WrittenFlag = readonly [flag: `--${string}`, value?: string];

/** Shell words, quoted where needed. */
export const authFlags = (auth: AuthOptions): readonly string[] =>
  writtenFlags(auth).flatMap(([flag, value]) => {
    if (value === undefined) return [flag];
    return [flag, shownWord(value)];
  });

/** A word for a shell; what is hidden needs no quotes of its own. */
const shownWord = (value: string): string => {
  const plain = value.replaceAll(bullets, '');
  return shellWord(plain) === plain ? value : shellWord(value);
};

type Written = {
  readonly [Kind in keyof AuthOptions]-?: (given: NonNullable<AuthOptions[Kind]>) => readonly WrittenFlag[];
};

/** Each kind of credential as flags; a missing kind does not compile. */
const written: Written = {
  bearer: token => [['--bearer', sourceWords(token)]],
  basic: user => [['--auth', userWord(user)]],
  digest: user => [['--digest'], ['--auth', userWord(user)]],
  aws: ({ key, region, service }) => [
    ['--aws-sigv4', ['aws', 'amz', region, service].filter(Boolean).join(':')],
    ['--auth', userWord(key)],
  ],
  oauth2: oauthFlags,
  apiKeys: keys => keys.map(({ name, value }) => ['--api-key-query', `${name}=${sourceWords(value)}`]),
};

/** The flags of all credentials; typed secrets become bullets. */
export const writtenFlags = (auth: AuthOptions): readonly WrittenFlag[] =>
  (Object.keys(written) as (keyof AuthOptions)[]).flatMap(kind => {
    const given = auth[kind];
    return given === undefined ? [] : (written[kind] as (given: unknown) => readonly WrittenFlag[])(given);
  });

/** The flag of a header with a key. The shell expands its variable, since `-H` does not. */
export function keyHeaderFlag(option: HeaderOption): readonly string[] {
  if (!('value' in option)) return [];
  const source = option.kind === 'secret' ? option.value : undefined;
  // Header names may contain a backtick, which a shell executes within "…".
  const open = /^[\w-]+$/.test(option.name) ? `"${option.name}: ` : `${shellWord(`${option.name}: `)}"`;
  if (source?.from === 'env') return ['--header', `${open}$${source.name}"`];
  if (source?.from === 'file') return ['--header', `${open}$(cat -- ${shellWord(source.path)})"`];
  return ['--header', shellWord(`${option.name}: ${bullets}`)];
}

const userWord = (user: UserOption): string => {
  if (!('user' in user)) return sourceWords(user.whole);
  return user.password === undefined ? user.user : `${user.user}:${sourceWords(user.password)}`;
};

function oauthFlags(said: OAuth2Options): readonly WrittenFlag[] {
  const { flow, clientId, clientSecret, tokenUrl = '' } = said;
  const secret = clientSecret === undefined ? '' : `:${sourceWords(clientSecret)}`;
  return [
    ['--oauth2', `${flow}:${tokenUrl}:${typedClientId(clientId)}${secret}`],
    ...fieldsOf(flow).flatMap(field => fieldFlags(field, said[field.option])),
  ];
}

/** The flags of one field; none for its default. */
function fieldFlags({ flag, kind, usual, without = false }: FlowField, value: unknown): readonly WrittenFlag[] {
  if (flag === undefined || value === undefined || String(value) === usual) return [];
  if (kind === 'switch') return value === without ? [] : [[flag]];
  if (kind === 'pairs') return (value as OAuth2Options['params']).map(([name, text]) => [flag, shownPair(name, text)]);
  return [[flag, kind === 'secret' ? sourceWords(value as SecretSource) : String(value)]];
}
