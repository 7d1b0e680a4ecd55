/** Login methods as forms: their fields, and the identity that they produce. */

import { secretSourceOf } from '../../../core/credentials/sources.js';
import { isFailure } from '../../../core/failure.js';
import { flowTitles } from '../../../core/oauth/flow-fields.js';
import type { OAuth2Flow } from '../../../core/oauth/flows.js';
import { type AuthOptions, hasUserName, type SecretSource, type UserOption } from '../../../core/options.js';
import { bearerProblem } from '../../../core/request/header-option.js';
import { readTypedUrl } from '../../../core/request/typed-url.js';
import type { HeaderRow, IdentityState, KeyPlace } from '../../model/identity.js';
import { apiKeyMethod, keyFields, keyProblem, withKey } from './api-key.js';
import { type FormField, type FormProblem, type FormValues, isFormProblem, rowsOf, sourceText } from './field.js';
import { flowFields, oauthOf, oauthValues, paramProblem, portProblem } from './oauth.js';

interface LoginMethod {
  readonly id: string;
  readonly title: string;
  readonly help: string;
  readonly fields: readonly FormField[];
}

const user: FormField = { id: 'user', title: 'User name', kind: 'text', needed: true };
const password: FormField = { id: 'password', title: 'Password', kind: 'secret' };
/** Prefix of the IDs of the OAuth methods. The flow follows it. */
export const flowPrefix = 'oauth ';

/** All methods. The OAuth methods are in the order of the table of flows. */
export const loginMethods: readonly LoginMethod[] = [
  { id: 'none', title: 'None', help: 'no Authorization header', fields: [] },
  { id: 'given', title: 'From the command line', help: 'the login from the command line or configuration', fields: [] },
  {
    id: 'bearer',
    title: 'Bearer',
    help: 'a token in the Authorization header',
    fields: [{ id: 'token', title: 'Token', kind: 'secret', needed: true }],
  },
  { id: 'basic', title: 'Basic', help: 'user and password with each request', fields: [user, password] },
  { id: 'digest', title: 'Digest', help: 'user and password, never sent in plain text', fields: [user, password] },
  {
    id: 'aws',
    title: 'AWS Signature 4',
    help: 'an access key signs each request',
    fields: [
      { id: 'user', title: 'Access key ID', kind: 'text', needed: true },
      { id: 'password', title: 'Secret access key', kind: 'secret', needed: true },
      { id: 'region', title: 'Region', kind: 'text', example: 'eu-west-1' },
      { id: 'service', title: 'Service', kind: 'text', example: 'appsync' },
    ],
  },
  {
    id: apiKeyMethod,
    title: 'API key',
    help: 'a key in a header or the URL, in addition to any login',
    fields: keyFields,
  },
  ...flowTitles.map(({ flow, title, help }) => ({
    id: `${flowPrefix}${flow}`,
    title: `OAuth: ${title}`,
    help,
    fields: flowFields(flow),
  })),
];

/** The method with this ID, or the first method if there is none. */
export const loginMethodOf = (id: string): LoginMethod =>
  loginMethods.find(way => way.id === id) ?? (loginMethods[0] as LoginMethod);

/** The method of the current credentials, with its values. */
export function formOf(auth: AuthOptions): { readonly way: string; readonly values: FormValues } {
  if (auth.bearer !== undefined) return { way: 'bearer', values: { token: sourceText(auth.bearer) } };
  if (auth.basic !== undefined) return { way: 'basic', values: userValues(auth.basic) };
  if (auth.digest !== undefined) return { way: 'digest', values: userValues(auth.digest) };
  if (auth.aws !== undefined) {
    const { key, region = '', service = '' } = auth.aws;
    return { way: 'aws', values: { ...userValues(key), region, service } };
  }
  if (auth.oauth2 === undefined) return { way: 'none', values: {} };
  return { way: `${flowPrefix}${auth.oauth2.flow}`, values: oauthValues(auth.oauth2) };
}

const userValues = (of: UserOption): FormValues =>
  hasUserName(of) ? { user: of.user, password: sourceText(of.password) } : {};

/** Builds the identity from the form. */
interface FormIdentity {
  readonly auth: AuthOptions;
  readonly headers: readonly HeaderRow[];
}

/**
 * @param now the current credentials, whose secrets are used for empty fields
 * @param changes the API key being edited; omitted for a new one
 */
export function identityOf(
  way: LoginMethod,
  values: FormValues,
  now: Pick<IdentityState, 'auth' | 'given' | 'headers'>,
  changes?: KeyPlace,
): FormIdentity | FormProblem {
  if (way.id === apiKeyMethod) return keyProblem(values, now, changes) ?? withKey(values, now, changes);
  const auth = authOf(way, values, now);
  return isFormProblem(auth) ? auth : { auth, headers: now.headers };
}

function authOf(
  way: LoginMethod,
  values: FormValues,
  { auth: before, given }: Pick<IdentityState, 'auth' | 'given'>,
): AuthOptions | FormProblem {
  const text = (id: string): string => values[id]?.trim() ?? '';
  const { apiKeys } = before;
  const old = formOf(before).way === way.id ? before : { apiKeys };
  for (const field of rowsOf(way.fields, values)) {
    const problem = problemOf(field, text(field.id), way, old);
    if (problem !== undefined) return { field: field.id, problem };
  }
  const secret = (id: string, source: SecretSource | undefined): SecretSource | undefined =>
    values[id] === undefined || values[id] === '' ? source : secretSourceOf(values[id]);
  const userOf = (option: UserOption | undefined): UserOption => {
    const same =
      option !== undefined && hasUserName(option) && option.user === text('user') ? option.password : undefined;
    const password = secret('password', same) ?? secretSourceOf('');
    return { user: text('user'), password };
  };
  switch (way.id) {
    case 'none':
      return { apiKeys };
    case 'given':
      return given;
    case 'bearer': {
      const bearer = secret('token', old.bearer);
      return bearer === undefined ? { field: 'token', problem: 'A token is required.' } : { bearer, apiKeys };
    }
    case 'basic':
      return { basic: userOf(old.basic), apiKeys };
    case 'digest':
      return { digest: userOf(old.digest), apiKeys };
    case 'aws': {
      const place = { region: text('region') || undefined, service: text('service') || undefined };
      return { aws: { key: userOf(old.aws?.key), ...place }, apiKeys };
    }
    default: {
      const oauth2 = oauthOf(way.id.slice(flowPrefix.length) as OAuth2Flow, values, before.oauth2);
      return isFormProblem(oauth2) ? oauth2 : { oauth2, apiKeys };
    }
  }
}

function problemOf(field: FormField, text: string, way: LoginMethod, old: AuthOptions): string | undefined {
  if (text === '') {
    const isKnown = field.kind === 'secret' && Object.keys(old).length > 1;
    return field.needed === true && !isKnown ? `${field.title} is required.` : undefined;
  }
  if (field.kind === 'url') return urlProblem(text);
  if (field.kind === 'port') return portProblem(text);
  if (field.kind === 'pairs') return paramProblem(text);
  return way.id === 'bearer' ? tokenProblem(text) : undefined;
}

function urlProblem(text: string): string | undefined {
  const read = readTypedUrl(text);
  if (isFailure(read)) return read.text;
  return read.credentials === undefined ? undefined : 'The URL must not contain a user or password.';
}

function tokenProblem(text: string): string | undefined {
  if (secretSourceOf(text).from !== 'text') return undefined;
  const problem = bearerProblem(text.replace(/^text:/, ''));
  return problem && `The token ${problem}.`;
}
