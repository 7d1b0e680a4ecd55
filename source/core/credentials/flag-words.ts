/** The flags that say of a login what was said elsewhere. Secrets are bullets, unless they only name a variable or a file. */

import { fieldsOf } from '../oauth/flow-fields.js';
import type { AuthOptions, HeaderOption, OAuth2Options, SecretSource, UserOption } from '../options.js';
import { shellWord } from '../request/shell.js';
import { bullets } from '../secret.js';
import { sourceWords } from './words.js';

/** Words for a shell, each quoted where it must be. @param quote how, where they are for something else */
export function authFlags(auth: AuthOptions, quote: (word: string) => string = shellWord): readonly string[] {
  const { bearer, basic, digest, aws, apiKeys, oauth2 } = auth;
  return [
    ...(bearer === undefined ? [] : ['--bearer', sourceWords(bearer)]),
    ...(basic === undefined ? [] : ['--auth', userWord(basic)]),
    ...(digest === undefined ? [] : ['--digest', '--auth', userWord(digest)]),
    ...(aws === undefined
      ? []
      : [
          '--aws-sigv4',
          ['aws', 'amz', aws.region, aws.service].filter(Boolean).join(':'),
          '--auth',
          userWord(aws.key),
        ]),
    ...(oauth2 === undefined ? [] : oauthFlags(oauth2)),
    ...apiKeys.flatMap(({ name, value }) => ['--api-key-query', `${name}=${sourceWords(value)}`]),
  ].map(word => (word.includes(bullets) ? word : quote(word)));
}

/** The flag of a header that holds a key. What is not in the line itself the shell puts there: `-H` reads no variable. */
export function keyHeaderFlag(option: HeaderOption): readonly string[] {
  if (!('value' in option)) return [];
  const source = option.kind === 'secret' ? option.value : undefined;
  if (source?.from === 'env') return ['--header', `"${option.name}: $${source.name}"`];
  if (source?.from === 'file') return ['--header', `"${option.name}: $(cat ${shellWord(source.path)})"`];
  return ['--header', `'${option.name}: ${bullets}'`];
}

const userWord = (user: UserOption): string => {
  if (!('user' in user)) return sourceWords(user.whole);
  return user.password === undefined ? user.user : `${user.user}:${sourceWords(user.password)}`;
};

function oauthFlags(said: OAuth2Options): readonly string[] {
  const secret = said.clientSecret === undefined ? '' : `:${sourceWords(said.clientSecret)}`;
  return [
    '--oauth2',
    `${said.flow}:${said.tokenUrl ?? ''}:${said.clientId.replaceAll(':', '%3A')}${secret}`,
    ...fieldsOf(said.flow).flatMap(({ flag, option, kind }) => {
      const value = said[option];
      if (flag === undefined || value === undefined || value === false) return [];
      if (kind === 'switch') return [flag];
      return [flag, kind === 'secret' ? sourceWords(value as SecretSource) : String(value)];
    }),
  ];
}
