/**
 * Presets for common identity providers (`--oauth2-provider`): issuer or endpoints, client authentication, and parameters that a
 * renewable token needs. Each row cites the page of the vendor that documents it.
 */
import { type Failure, isFailure, usageError } from '../failure.js';
import { nearest } from '../near-miss.js';
import type { OAuth2Options } from '../options.js';
import { flowOf } from './flows.js';

/** Options that a preset supplies. Typed flags override them. */
type PresetOptions = Partial<
  Pick<OAuth2Options, 'issuer' | 'tokenUrl' | 'authUrl' | 'deviceUrl' | 'clientAuth' | 'scope' | 'params'>
>;

interface Provider {
  /** Text after the colon, for help; absent if there is none. In brackets if it is optional. */
  readonly argument?: string;
  /** Documentation of the endpoints. */
  readonly page: string;
  readonly options: (tenant: string) => PresetOptions;
  /** Scope that gives a user's login a refresh token. */
  readonly userScope?: string;
  readonly userParams?: OAuth2Options['params'];
}

/** A host as typed, or a name below the vendor's domain. */
const hostOf = (tenant: string, domain: string): string => (/[.:]/.test(tenant) ? tenant : `${tenant}.${domain}`);

const providers = {
  okta: {
    argument: 'ORG[/SERVER]',
    page: 'https://developer.okta.com/docs/concepts/auth-servers/',
    userScope: 'openid offline_access',
    options: tenant => {
      const [org = '', server = 'default'] = tenant.split('/');
      return { issuer: `https://${hostOf(org, 'okta.com')}/oauth2/${server}` };
    },
  },
  entra: {
    argument: 'TENANT',
    page: 'https://learn.microsoft.com/en-us/entra/identity-platform/v2-protocols-oidc',
    userScope: 'openid offline_access',
    options: tenant => ({ issuer: `https://login.microsoftonline.com/${tenant}/v2.0` }),
  },
  auth0: {
    argument: 'TENANT',
    page: 'https://auth0.com/docs/get-started/applications/configure-applications-with-oidc-discovery',
    userScope: 'openid offline_access',
    // The issuer ends with a slash. `acme.eu` is a tenant in a region.
    options: tenant => ({
      issuer: `https://${/^[\w-]+\.(?:us|eu|uk|au|jp|ca)$/.test(tenant) ? `${tenant}.auth0.com` : hostOf(tenant, 'auth0.com')}/`,
    }),
  },
  keycloak: {
    argument: 'HOST/REALM',
    page: 'https://www.keycloak.org/securing-apps/oidc-layers',
    userScope: 'openid',
    options: tenant => {
      const at = tenant.lastIndexOf('/');
      return { issuer: `https://${tenant.slice(0, at)}/realms/${tenant.slice(at + 1)}` };
    },
  },
  cognito: {
    argument: 'REGION/POOL',
    page: 'https://docs.aws.amazon.com/cognito/latest/developerguide/federation-endpoints.html',
    userScope: 'openid',
    options: tenant => {
      const [region = '', pool = ''] = tenant.split(/[:/]/);
      return { issuer: `https://cognito-idp.${region}.amazonaws.com/${pool}` };
    },
  },
  google: {
    page: 'https://developers.google.com/identity/protocols/oauth2/native-app',
    userScope: 'openid email',
    userParams: [['access_type', 'offline']],
    options: () => ({ issuer: 'https://accounts.google.com' }),
  },
  github: {
    page: 'https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps',
    options: () => ({
      authUrl: 'https://github.com/login/oauth/authorize',
      tokenUrl: 'https://github.com/login/oauth/access_token',
      deviceUrl: 'https://github.com/login/device/code',
      clientAuth: 'post',
    }),
  },
  gitlab: {
    argument: '[HOST]',
    page: 'https://docs.gitlab.com/integration/openid_connect_provider/',
    userScope: 'openid',
    options: tenant => ({ issuer: `https://${tenant || 'gitlab.com'}` }),
  },
  slack: {
    page: 'https://docs.slack.dev/authentication/installing-with-oauth',
    options: () => ({
      authUrl: 'https://slack.com/oauth/v2/authorize',
      tokenUrl: 'https://slack.com/api/oauth.v2.access',
      clientAuth: 'post',
    }),
  },
  zitadel: {
    argument: 'HOST',
    page: 'https://zitadel.com/docs/apis/openidoauth/endpoints',
    userScope: 'openid offline_access',
    options: tenant => ({ issuer: `https://${tenant}` }),
  },
} as const satisfies Readonly<Record<string, Provider>>;

type ProviderName = keyof typeof providers;

/** Names of all presets, in the order of the table. */
export const providerNames = Object.keys(providers) as readonly ProviderName[];

const rowOf = (name: ProviderName): Provider => providers[name];

/** Forms of the value of `--oauth2-provider`, such as `okta:ORG[/SERVER]`. */
export const providerForms: readonly string[] = providerNames.map(name => {
  const { argument } = rowOf(name);
  if (argument === undefined) return name;
  return argument.startsWith('[') ? `${name}[:${argument.slice(1)}` : `${name}:${argument}`;
});

/** Returns the URL of the vendor's documentation. */
export const pageOf = (name: ProviderName): string => rowOf(name).page;

/** Returns the options of a preset for a flow, or why its name is invalid. */
function presetOf({ provider, flow }: Pick<OAuth2Options, 'provider' | 'flow'>): PresetOptions | Failure {
  if (provider === undefined) return {};
  const [, typed = '', tenant = ''] = /^([^:]*):?([\s\S]*)$/.exec(provider) ?? [];
  const name = providerNames.find(each => each === typed.toLowerCase());
  if (name === undefined) {
    const suggestion = nearest(typed.toLowerCase(), providerNames);
    return usageError(
      '--oauth2-provider needs a known provider.',
      suggestion
        ? `Did you mean ${providerForms[providerNames.indexOf(suggestion as ProviderName)]}?`
        : `Use one of ${providerForms.join(', ')}, or --oauth2-issuer URL.`,
    );
  }
  const { argument, options, userScope, userParams } = rowOf(name);
  const form = providerForms[providerNames.indexOf(name)];
  const isWrong =
    argument === undefined
      ? tenant !== ''
      : (tenant === '' && !argument.startsWith('[')) ||
        !/^[\w.:/-]*$/.test(tenant) ||
        (/^[A-Z]+\/[A-Z]+$/.test(argument) && !/^[^/:]+[/:].*[^/:]$/.test(tenant));
  if (isWrong) return usageError(`--oauth2-provider ${name} has the wrong form.`, `Usage: --oauth2-provider ${form}`);
  const isUser = flowOf(flow).person === true;
  return {
    ...options(tenant),
    scope: isUser ? userScope : undefined,
    params: isUser ? userParams : undefined,
  };
}

const wellKnown = '/.well-known/';

/** Returns the issuer of metadata whose address was pasted instead (OpenID Connect Discovery 4.1, RFC 8414 3.1). */
function issuerOf(url: string): string {
  const at = url.indexOf(wellKnown);
  const [kind = '', ...path] = at < 0 ? [] : url.slice(at + wellKnown.length).split('/');
  if (kind !== 'openid-configuration' && kind !== 'oauth-authorization-server') return url;
  return [url.slice(0, at), ...path].join('/');
}

/** Completes a login with its preset, and replaces the address of metadata with the issuer it belongs to. */
export function completeLogin<O extends Pick<OAuth2Options, 'provider' | 'flow' | 'issuer' | 'params'>>(
  options: O,
): O | Failure {
  const preset = presetOf(options);
  if (isFailure(preset)) return preset;
  const definedOptions = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const params = [
    ...(preset.params ?? []).filter(([name]) => !options.params.some(([own]) => own === name)),
    ...options.params,
  ];
  const issuer = options.issuer === undefined ? preset.issuer : issuerOf(options.issuer);
  return { ...options, ...preset, ...definedOptions, params, issuer };
}

/** Removes the options that the preset supplies, for display and for the form. */
export function withoutPreset(options: OAuth2Options): OAuth2Options {
  const preset = presetOf(options);
  if (isFailure(preset)) return options;
  const presetParams = new Set((preset.params ?? []).map(pair => pair.join('=')));
  const otherOptions = Object.entries(options).filter(
    ([name, value]) => name === 'params' || (preset as Readonly<Record<string, unknown>>)[name] !== value,
  );
  const params = options.params.filter(pair => !presetParams.has(pair.join('=')));
  return { ...Object.fromEntries(otherOptions), params } as unknown as OAuth2Options;
}
