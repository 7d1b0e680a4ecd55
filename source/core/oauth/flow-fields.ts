/** Form of each flow: its fields in order, each of which is an `--oauth2` option with its flag. */
import type { OAuth2Options, TokenUse } from '../options.js';
import { type ClientAuthentication, clientAuthentications, clientAuthNames } from './client/client-auth.js';
import { callbackPort, flowNames, flowOf, type OAuth2Flow, takesFlag } from './flows.js';
import { providerForms } from './providers.js';
import { tokenStoreChoices } from './token-stores.js';

/** How a field is filled in. */
type FieldKind =
  | 'text'
  | 'url'
  /** A local path. */
  | 'file'
  /** A secret, or its source as `env:NAME` or `file:PATH`. */
  | 'secret'
  /** An integer from 0 to 65535. */
  | 'port'
  /** Any number of `NAME=VALUE` pairs, each in a separate row. */
  | 'pairs'
  /** On or off. */
  | 'switch'
  | 'choice';

/** Options that have a field. The flow itself is selected first. */
export type FlowOption = Exclude<keyof OAuth2Options, 'flow'>;

/** A field of the form. */
export interface FlowField {
  readonly option: FlowOption;
  /** Long flag. Absent if the option is part of the value of `--oauth2`. */
  readonly flag?: `--${string}`;
  readonly title: string;
  readonly kind: FieldKind;
  /** `server` means that at least one of these fields is required. */
  readonly needed?: true | 'server';
  readonly example?: string;
  /** Choices in order. */
  readonly choices?: readonly { readonly value: string; readonly help: string }[];
  /** Default value. */
  readonly usual?: string;
  /** True for a switch that disables default behaviour. Its option is then false. */
  readonly without?: boolean;
  /** True for an option that few logins need. The form shows it on demand. */
  readonly rare?: true;
  /** The only flow whose form shows the field, even though its flag works with every flow. */
  readonly only?: OAuth2Flow;
}

/** A flow's name, and when to use it. */
interface FlowTitle {
  readonly flow: OAuth2Flow;
  readonly title: string;
  readonly help: string;
}

/** All flows as a list of choices, in the order of the flow table. */
export const flowTitles: readonly FlowTitle[] = flowNames.map(flow => {
  const { title, help } = flowOf(flow);
  return { flow, title, help };
});

/** Methods of client authentication as a list of choices. */
const clientAuthChoices: readonly { readonly value: ClientAuthentication; readonly help: string }[] =
  clientAuthNames.map(value => ({ value, help: clientAuthentications[value].help }));

/** Tokens that can be sent as a list of choices. */
const useChoices: readonly { readonly value: TokenUse; readonly help: string }[] = [
  { value: 'access_token', help: 'required by most APIs' },
  { value: 'id_token', help: 'for API Gateway, AppSync and IAP' },
];

const tokenAtHand = { kind: 'secret', needed: true } as const;

/** All fields in the order in which users are likely to need them. An option without a field is a compile error. */
const byOption: Readonly<Record<FlowOption, Omit<FlowField, 'option'>>> = {
  issuer: {
    flag: '--oauth2-issuer',
    title: 'Issuer',
    kind: 'url',
    needed: 'server',
    example: 'https://login.example.com',
  },
  tokenUrl: { title: 'Token URL', kind: 'url', needed: 'server', example: 'https://login.example.com/token' },
  authUrl: { flag: '--oauth2-auth-url', title: 'Authorization URL', kind: 'url', needed: 'server' },
  deviceUrl: { flag: '--oauth2-device-url', title: 'Device URL', kind: 'url', needed: 'server' },
  clientId: { title: 'Client id', kind: 'text', needed: true },
  clientSecret: { title: 'Client secret', kind: 'secret' },
  clientAuth: {
    flag: '--oauth2-client-auth',
    title: 'Client authentication',
    kind: 'choice',
    choices: clientAuthChoices,
    rare: true,
  },
  clientKey: { flag: '--oauth2-client-key', title: 'Client key', kind: 'file', rare: true },
  username: { flag: '--oauth2-username', title: 'User name', kind: 'text', needed: true },
  password: { flag: '--oauth2-password', title: 'Password', kind: 'secret' },
  subjectToken: { flag: '--oauth2-subject-token', title: 'Token that is exchanged', ...tokenAtHand },
  assertion: { flag: '--oauth2-assertion', title: 'Assertion', ...tokenAtHand },
  refreshToken: { flag: '--oauth2-refresh-token', title: 'Refresh token', ...tokenAtHand },
  scope: { flag: '--oauth2-scope', title: 'Scopes', kind: 'text', example: 'openid api:read' },
  params: {
    flag: '--oauth2-param',
    title: 'Parameter',
    kind: 'pairs',
    example: 'audience=https://api.example.com',
    rare: true,
  },
  account: { flag: '--oauth2-account', title: 'Account', kind: 'text' },
  dpop: { flag: '--oauth2-dpop', title: 'Bound to a key (DPoP)', kind: 'switch', rare: true },
  port: { flag: '--oauth2-port', title: 'Callback port', kind: 'port', usual: String(callbackPort), rare: true },
  redirectUri: {
    flag: '--oauth2-redirect-uri',
    title: 'Redirect URI',
    kind: 'url',
    example: `http://127.0.0.1:${callbackPort}/callback (the default). Register exactly this URI at the provider.`,
    rare: true,
  },
  redirectCert: { flag: '--oauth2-redirect-cert', title: 'Redirect certificate', kind: 'file', rare: true },
  redirectKey: { flag: '--oauth2-redirect-key', title: 'Redirect key', kind: 'file', rare: true },
  par: { flag: '--oauth2-par', title: 'Pushed request (PAR)', kind: 'switch', rare: true },
  pkce: { flag: '--oauth2-no-pkce', title: 'Without PKCE', kind: 'switch', without: true, rare: true },
  browser: {
    flag: '--no-browser',
    title: 'Open no browser',
    kind: 'switch',
    without: true,
    only: 'authorization_code',
    rare: true,
  },
  clientAudience: { flag: '--oauth2-client-audience', title: 'Audience of the proof', kind: 'text', rare: true },
  store: { flag: '--oauth2-store', title: 'Keep tokens in', kind: 'choice', choices: tokenStoreChoices, rare: true },
  cache: { flag: '--oauth2-no-cache', title: 'Keep no token', kind: 'switch', without: true, rare: true },
  provider: {
    flag: '--oauth2-provider',
    title: 'Provider',
    kind: 'text',
    example: providerForms.slice(0, 4).join(', '),
    rare: true,
  },
  acceptIssuer: { flag: '--oauth2-accept-issuer', title: 'Accepted issuer', kind: 'url', rare: true },
  revocationUrl: { flag: '--oauth2-revocation-url', title: 'Revocation URL', kind: 'url', rare: true },
  introspectionUrl: { flag: '--oauth2-introspection-url', title: 'Introspection URL', kind: 'url', rare: true },
  userinfoUrl: { flag: '--oauth2-userinfo-url', title: 'UserInfo URL', kind: 'url', rare: true },
  use: { flag: '--oauth2-use', title: 'Token to send', kind: 'choice', choices: useChoices, rare: true },
  qr: { flag: '--qr', title: 'QR code of the URL', kind: 'switch', rare: true },
  insecureHttp: { flag: '--oauth2-insecure-http', title: 'Issuer by plain http', kind: 'switch', rare: true },
};
const fields: readonly FlowField[] = Object.entries(byOption).map(([option, field]) => ({
  ...field,
  option: option as FlowOption,
}));

/** Returns the title of a flag's field. */
export const fieldTitle = (flag: string): string | undefined => fields.find(field => field.flag === flag)?.title;

/** Returns the fields of a flow: fields for flow-specific flags and for flags of every flow. */
export const fieldsOf = (flow: OAuth2Flow): readonly FlowField[] =>
  fields.filter(({ flag = '' }) => takesFlag(flow, flag));

/** Returns the fields of a flow's form. */
export const formFieldsOf = (flow: OAuth2Flow): readonly FlowField[] =>
  fieldsOf(flow).filter(({ only = flow }) => only === flow);
