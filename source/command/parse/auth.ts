/** Authentication flags, and `user:pass@` of the URL -> `AuthOptions` and header options. */

import { authorizationFlags, fillsAuthorization } from '../../core/credentials/flags.js';
import { type AuthOptions, type HeaderOption, hasUserName } from '../../core/options.js';
import { bearerProblem, readHeaderLine } from '../../core/request/header-option.js';
import { readUrl } from '../../core/request/read-url.js';
import type { TypedUrl } from '../../core/request/typed-url.js';
import { reveal, secret } from '../../core/secret.js';
import type { FlagTokens } from '../tokens.js';
import type { UsageErrors } from '../usage-errors.js';
import { pair, secretSource } from '../values.js';
import { type AssumedLogin, parseOAuth2 } from './oauth2.js';

type Basic = NonNullable<AuthOptions['basic']>;

/**
 * Parses all credentials, and rejects two for the same header.
 */
export function parseAuth(
  given: FlagTokens,
  target: Partial<TypedUrl>,
  headers: readonly HeaderOption[],
  errors: UsageErrors,
  login: AssumedLogin = {},
): AuthOptions {
  const { credentials: inUrl } = target;
  const rivals = [
    ...(inUrl ? ['user:pass@ in the URL'] : []),
    ...authorizationFlags.flatMap(({ name, flag }) => given.all(name).map(() => flag)),
    ...headers.filter(fillsAuthorization).map(() => '-H Authorization'),
  ];
  if (rivals.length > 1) {
    errors.add(
      `Two credentials for the Authorization header: ${rivals[0]} and ${rivals[1]}.`,
      'Keep one of them. -K can be combined with either.',
    );
  }
  const basic = inNetrc(
    inUrl ? basicOf(inUrl, `${inUrl.user}:@ in the URL`) : parseBasic(given.last('auth'), errors),
    given,
    target.url,
  );
  if (basic && hasUserName(basic)) refuseControls(basic, errors);
  const bearer = given.last('bearer');
  const oauth2 = parseOAuth2(given, errors, login);
  const scheme = parseScheme(given, basic, errors);
  return {
    ...(basic ? underScheme(basic, scheme) : {}),
    bearer: bearer === undefined ? undefined : parseBearer(bearer, errors),
    apiKeys: given.all('api-key-query').map(text => {
      const [name, value] = pair(text, '-K', errors);
      return { name, value: secretSource(value, '-K', errors) };
    }),
    oauth2,
  };
}

/** `-H`: header lines, and files of header lines. */
export function parseHeaders(given: FlagTokens, errors: UsageErrors): readonly HeaderOption[] {
  return given.all('header').map(text => {
    if (!text.startsWith('@')) return errors.unwrap(readHeaderLine(text), { kind: 'remove', name: 'x' });
    if (text === '@') errors.add('No file name after @ in -H.', 'Usage: -H @FILE');
    return { kind: 'file', path: text.slice(1) };
  });
}

function parseBasic(text: string | undefined, errors: UsageErrors): Basic | undefined {
  if (text === undefined) return undefined;
  if (/^(?:env|file):/.test(text)) return { whole: secretSource(text, '-u', errors) };
  const literal = text.startsWith('text:');
  const decoded = literal ? text.slice(5) : text;
  const colon = decoded.indexOf(':');
  if (colon < 0) return basicOf({ user: decoded }, `-u ${decoded}:`);
  const password = decoded.slice(colon + 1);
  return {
    user: decoded.slice(0, colon),
    password: literal ? { from: 'text', value: secret(password) } : secretSource(password, '-u', errors),
  };
}

/** @param empty the form for an empty password */
const basicOf = ({ user, password }: { readonly user: string; readonly password?: string }, empty: string): Basic => ({
  user,
  password:
    password === undefined
      ? {
          from: 'prompt',
          label: `Password for ${user}`,
          instead: `pass it with -u ${user}:env:NAME. For an empty password, use ${empty}`,
        }
      : { from: 'text', value: secret(password) },
});

/** With `--netrc`, the password for a user name alone may be in the file. */
function inNetrc(basic: Basic | undefined, given: FlagTokens, url: string | undefined): Basic | undefined {
  if (!basic || !hasUserName(basic) || basic.password.from !== 'prompt' || !given.on('netrc') || url === undefined)
    return basic;
  const host = readUrl(url)?.hostname ?? '';
  return { ...basic, password: { ...basic.password, netrc: { host, user: basic.user } } };
}

/** RFC 7617 section 2: neither part may contain control characters. */
function refuseControls(basic: Extract<Basic, { user: string }>, errors: UsageErrors): void {
  const { user, password } = basic;
  const texts = [user, password.from === 'text' ? reveal(password.value) : ''];
  if (texts.some(text => /[\u0000-\u001f\u007f]/.test(text))) {
    errors.add('Basic credentials cannot contain a control character (RFC 7617).', 'Check the value for a line break.');
  }
}

function parseBearer(text: string, errors: UsageErrors): NonNullable<AuthOptions['bearer']> {
  const source = secretSource(text, '-B', errors);
  const problem = source.from === 'text' ? bearerProblem(reveal(source.value)) : undefined;
  if (problem) {
    const doubled = /^bearer\s/i.test(text);
    errors.add(
      `The token of -B ${problem}.`,
      doubled ? 'Remove the word Bearer: -B TOKEN' : 'Usage: -B TOKEN, -B env:NAME or -B file:PATH',
    );
  }
  return source;
}

/** How -u is used: Basic, Digest or AWS Signature Version 4. */
type UserPasswordScheme = 'basic' | 'digest' | { readonly region?: string; readonly service?: string };

const underScheme = (user: Basic, scheme: UserPasswordScheme): Pick<AuthOptions, 'basic' | 'digest' | 'aws'> => {
  if (scheme === 'basic') return { basic: user };
  return scheme === 'digest' ? { digest: user } : { aws: { key: user, ...scheme } };
};

/** `--digest` and `--aws-sigv4` determine how -u is used, and have no effect without it. */
function parseScheme(given: FlagTokens, user: Basic | undefined, errors: UsageErrors): UserPasswordScheme {
  const aws = given.last('aws-sigv4');
  const digest = given.on('digest');
  if (aws === undefined && !digest) return 'basic';
  if (aws !== undefined && digest) errors.add('--digest and --aws-sigv4 cannot be combined.', 'Keep one of them.');
  if (digest && !user && given.on('netrc')) return 'digest';
  if (!user)
    errors.add(
      `${digest ? '--digest' : '--aws-sigv4'} has no effect without -u.`,
      digest ? 'Usage: --digest -u USER:PASS, or --digest --netrc' : `Usage: ${awsForm}`,
    );
  return aws === undefined ? 'digest' : parseAws(aws, errors);
}

const awsForm = '--aws-sigv4 aws:amz:REGION:SERVICE -u KEY_ID:SECRET';

/** curl's format: two providers, a region, a service. Missing parts are derived from the host name. */
function parseAws(text: string, errors: UsageErrors): UserPasswordScheme {
  const [provider = '', second = 'amz', region = '', service = '', ...more] = text.split(':');
  if (provider.toLowerCase() !== 'aws' || second.toLowerCase() !== 'amz' || more.length > 0) {
    errors.add('--aws-sigv4 needs the form aws:amz:REGION:SERVICE.', `Usage: ${awsForm}`);
  }
  if (/[^\w-]/.test(`${region}${service}`))
    errors.add('The region or service of --aws-sigv4 may contain only letters, digits, - and _.', `Usage: ${awsForm}`);
  return { region: region || undefined, service: service || undefined };
}
