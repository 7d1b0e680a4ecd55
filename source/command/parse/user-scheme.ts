/** How -u is used: as Basic, Digest or AWS Signature Version 4. */
import type { AuthOptions } from '../../core/options.js';
import type { FlagTokens } from '../tokens.js';
import type { UsageErrors } from '../usage-errors.js';

type User = NonNullable<AuthOptions['basic']>;

type UserPasswordScheme = 'basic' | 'digest' | { readonly region?: string; readonly service?: string };

/** The user and password of -u under that scheme. */
export const underScheme = (user: User, scheme: UserPasswordScheme): Pick<AuthOptions, 'basic' | 'digest' | 'aws'> => {
  if (scheme === 'basic') return { basic: user };
  return scheme === 'digest' ? { digest: user } : { aws: { key: user, ...scheme } };
};

/** `--digest` and `--aws-sigv4` say how -u is used, and have no effect without it. */
export function parseScheme(given: FlagTokens, user: User | undefined, errors: UsageErrors): UserPasswordScheme {
  const aws = given.last('aws-sigv4');
  const digest = given.on('digest');
  if (aws === undefined && !digest) return 'basic';
  if (aws !== undefined && digest) errors.add('--digest and --aws-sigv4 both say how -u is used.', 'Keep one of them.');
  if (digest && !user && given.on('netrc')) return 'digest';
  if (!user)
    errors.add(
      `${digest ? '--digest' : '--aws-sigv4'} has no effect without -u.`,
      digest ? 'Form: --digest -u USER:PASS, or --digest --netrc' : `Form: ${awsForm}`,
    );
  return aws === undefined ? 'digest' : parseAws(aws, errors);
}

const awsForm = '--aws-sigv4 aws:amz:REGION:SERVICE -u KEY_ID:SECRET';

/** curl's form: two providers, a region, a service. Missing parts are taken from the host name. */
function parseAws(text: string, errors: UsageErrors): UserPasswordScheme {
  const [provider = '', second = 'amz', region = '', service = '', ...more] = text.split(':');
  if (provider.toLowerCase() !== 'aws' || second.toLowerCase() !== 'amz' || more.length > 0) {
    errors.add('--aws-sigv4 signs as AWS does: aws:amz, a region, a service.', `Form: ${awsForm}`);
  }
  if (/[^\w-]/.test(`${region}${service}`))
    errors.add('A region or service of --aws-sigv4 is a word of letters, digits, - and _.', `Form: ${awsForm}`);
  return { ...(region ? { region } : {}), ...(service ? { service } : {}) };
}
