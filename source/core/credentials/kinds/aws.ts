import type { AuthOptions } from '../../options.js';
import { reveal } from '../../secret.js';
import type { CredentialSpec } from '../kind.js';
import { mayLackPassword, secretOf, userWords } from '../sources.js';

/** Returns the value of `--aws-sigv4`. Parts after the last known one are omitted. */
export function awsScope({ region, service }: NonNullable<AuthOptions['aws']>): string {
  if (service) return `aws:amz:${region ?? ''}:${service}`;
  return region ? `aws:amz:${region}` : 'aws:amz';
}

/** AWS Signature Version 4. */
export const aws: CredentialSpec = {
  name: 'aws-sigv4',
  flag: '--aws-sigv4',
  fillsAuthorization: true,
  modifiesUser: true,
  isGiven: ({ auth }) => auth.aws !== undefined,
  sources: ({ aws: option }) => [['-u', secretOf(option?.key)]],
  mayPrompt: ({ aws: option }) => mayLackPassword(option?.key),
  configured: {},
  isSent: ({ credentials }) => credentials.aws !== undefined,
  signer: ({ aws: key }) => key?.signer,
  secretsOutsideHeaders: ({ aws: key }) => (key ? [key.secretAccessKey] : []),
  dropCrossOrigin: ({ credentials: { aws: _, ...credentials } }) => ({ credentials }),
  identity: ({ credentials: { aws: key } }) => key && [key.accessKeyId, key.scope, reveal(key.secretAccessKey)],
  describe: ({ auth: { aws: option } }) => (option === undefined ? [] : [`AWS ${userWords(option.key)}`]),
};
