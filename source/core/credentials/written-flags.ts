/** Writes credentials as flags. Secrets become bullets unless they only refer to a variable or a file. */

import { type FlowField, fieldsOf } from '../oauth/flow-fields.js';
import { withoutPreset } from '../oauth/providers.js';
import { typedClientId } from '../oauth/spec.js';
import {
  type AuthOptions,
  type HeaderOption,
  hasUserName,
  type OAuth2Options,
  type SecretSource,
  type UserOption,
} from '../options.js';
import { shellWord } from '../request/shell.js';
import { bullets, reveal } from '../secret.js';
import { shownPair } from './header.js';
import { awsScope } from './kinds/aws.js';
import { sourceWords, typedSource } from './sources.js';

/** A long flag with its value. A switch has no value. */
type WrittenFlag = readonly [flag: `--${string}`, value?: string];

/** How to write the secret of a flag, and a parameter whose name may indicate a secret. */
interface Wording {
  source(source: SecretSource): string;
  pair(name: string, value: string): string;
}

const masked: Wording = { source: sourceWords, pair: shownPair };

/** Wording for a file that only its owner can read. */
const revealed: Wording = { source: typedSource, pair: (name, value) => `${name}=${value}` };

/** Returns shell words, quoted where needed. */
export const authFlags = (auth: AuthOptions): readonly string[] =>
  writtenFlags(auth).flatMap(([flag, value]) => {
    if (value === undefined) return [flag];
    return [flag, shownWord(value)];
  });

/** Returns a word for a shell. Masked parts need no additional quotes. */
const shownWord = (value: string): string => {
  const plain = value.replaceAll(bullets, '');
  return shellWord(plain) === plain ? value : shellWord(value);
};

type Written = {
  readonly [Kind in keyof AuthOptions]-?: (
    given: NonNullable<AuthOptions[Kind]>,
    wording: Wording,
  ) => readonly WrittenFlag[];
};

/** Writers for each kind of credential. A missing kind is a compile error. */
const written: Written = {
  bearer: (token, { source }) => [['--bearer', source(token)]],
  basic: (user, wording) => [['--auth', userWord(user, wording)]],
  digest: (user, wording) => [['--digest'], ['--auth', userWord(user, wording)]],
  aws: (aws, wording) => [
    ['--aws-sigv4', awsScope(aws)],
    ['--auth', userWord(aws.key, wording)],
  ],
  oauth2: oauthFlags,
  apiKeys: (keys, { source }) => keys.map(({ name, value }) => ['--api-key-query', `${name}=${source(value)}`]),
};

/** Returns the flags of all credentials. Typed secrets become bullets. */
export const writtenFlags = (auth: AuthOptions): readonly WrittenFlag[] => flagsIn(auth, masked);

/** Like `writtenFlags`, but includes typed secrets verbatim. */
export const revealedFlags = (auth: AuthOptions): readonly WrittenFlag[] => flagsIn(auth, revealed);

const flagsIn = (auth: AuthOptions, wording: Wording): readonly WrittenFlag[] =>
  (Object.keys(written) as (keyof AuthOptions)[]).flatMap(kind => {
    const given = auth[kind];
    return given === undefined
      ? []
      : (written[kind] as (given: unknown, wording: Wording) => readonly WrittenFlag[])(given, wording);
  });

/** Returns the flag of a header with a key. The shell expands its variable, because `-H` does not. */
export function keyHeaderFlag(option: HeaderOption): readonly string[] {
  if (option.kind !== 'set' && option.kind !== 'secret') return [];
  const source = option.kind === 'secret' ? option.value : undefined;
  // Header names may contain a backtick, which a shell executes inside "…".
  const open = /^[\w-]+$/.test(option.name) ? `"${option.name}: ` : `${shellWord(`${option.name}: `)}"`;
  if (source?.from === 'env') return ['--header', `${open}$${source.name}"`];
  if (source?.from === 'file') return ['--header', `${open}$(cat -- ${shellWord(source.path)})"`];
  return ['--header', shellWord(`${option.name}: ${bullets}`)];
}

const userWord = (user: UserOption, { source }: Wording): string => {
  if (!hasUserName(user)) return source(user.whole);
  // This user cannot be mistaken for a kind of source.
  const isText = source === typedSource && user.password?.from === 'text' && /^(?:env|file|text)$/.test(user.user);
  if (isText) return `text:${user.user}:${reveal(user.password.value)}`;
  // A password entered at a prompt is prompted for again.
  if (source === typedSource && user.password?.from === 'prompt') return user.user;
  return user.password === undefined ? user.user : `${user.user}:${source(user.password)}`;
};

function oauthFlags(options: OAuth2Options, wording: Wording): readonly WrittenFlag[] {
  const said = withoutPreset(options);
  const { flow, clientId, clientSecret, tokenUrl = '' } = said;
  const secret = clientSecret === undefined ? '' : `:${wording.source(clientSecret)}`;
  return [
    ['--oauth2', `${flow}:${tokenUrl}:${typedClientId(clientId)}${secret}`],
    ...fieldsOf(flow).flatMap(field => fieldFlags(field, said[field.option], wording)),
  ];
}

/** Returns the flags of a field, or none if it has its default value. */
function fieldFlags(
  { flag, kind, usual, without = false }: FlowField,
  value: unknown,
  { source, pair }: Wording,
): readonly WrittenFlag[] {
  if (flag === undefined || value === undefined || String(value) === usual) return [];
  if (kind === 'switch') return value === without ? [] : [[flag]];
  if (kind === 'pairs') return (value as OAuth2Options['params']).map(([name, text]) => [flag, pair(name, text)]);
  return [[flag, kind === 'secret' ? source(value as SecretSource) : String(value)]];
}
