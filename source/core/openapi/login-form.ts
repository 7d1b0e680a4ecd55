/** Presents the credentials of a description as forms. Known values are filled in, and the user enters the rest. */
import { entriesIn, textIn } from '../json/loose.js';
import { componentsOf, resolve } from './document/node.js';
import type { Description, Operation } from './document/types.js';
import { type GivenLogin, isGiven, issuerOf, loginUrl, oauthFlows, wordsOf } from './security.js';

/** A security scheme. Its text is untrusted. */
interface DescribedLogin {
  readonly name: string;
  /** `HTTP Bearer (JWT)`. */
  readonly kind: string;
  /** True if the operation requires it. */
  readonly isWanted: boolean;
  /** Other schemes that the operation requires together with this one. Several lists are alternatives. */
  readonly together: readonly (readonly string[])[];
  /** True if the tab has these credentials. */
  readonly isGiven: boolean;
  /** Method of the form; absent if the form has none for the scheme. */
  readonly way?: string;
  /** True for a client certificate, which is set with flags. */
  readonly isCertificate?: true;
  /** Form fields of that method by name. */
  readonly values: Readonly<Record<string, string>>;
}

/** Returns the schemes of a description, one per flow. The operation's schemes come first. */
export function describedLogins(
  description: Description,
  operation: Operation | undefined,
  given: GivenLogin,
): readonly DescribedLogin[] {
  const wanted = new Map(operation?.security.flat() ?? []);
  const schemes = componentsOf(description.root, 'securitySchemes');
  const all = schemes.flatMap(([name, node]): readonly DescribedLogin[] => {
    const scheme = resolve(description.root, node).node;
    const scopes = wanted.get(name) ?? [];
    const { kind } = wordsOf(description, name, scopes);
    const sets = operation?.security.filter(each => each.some(([other]) => other === name)) ?? [];
    const together = sets.map(each => each.map(([other]) => other).filter(other => other !== name));
    const known = { name, kind, isWanted: wanted.has(name), together, isGiven: isGiven(scheme, given) };
    const forms = formsOf(description, scheme, scopes);
    return forms.length === 0
      ? [{ ...known, isCertificate: textIn(scheme, 'type') === 'mutualTLS' || undefined, values: {} }]
      : forms.map(({ flow, ...form }) => ({
          ...known,
          kind: flow === undefined ? kind : `OAuth 2.0, ${flow}`,
          ...form,
        }));
  });
  return [...all].sort((a, b) => Number(b.isWanted) - Number(a.isWanted));
}

/** Schemes that an operation requires together. */
interface LoginSet {
  readonly names: readonly string[];
  readonly logins: readonly DescribedLogin[];
}

/** Returns each alternative of an operation that requires several schemes together, with the first form of each scheme. */
export const loginSets = (operation: Operation | undefined, logins: readonly DescribedLogin[]): readonly LoginSet[] =>
  (operation?.security ?? [])
    .map(requirement => requirement.map(([name]) => name))
    .filter(names => names.length > 1)
    .map(names => ({ names, logins: names.flatMap(name => logins.find(each => each.name === name) ?? []) }));

type Form = Pick<DescribedLogin, 'values'> & { readonly way: string; readonly flow?: string };

function formsOf(description: Description, scheme: unknown, scopes: readonly string[]): readonly Form[] {
  const name = textIn(scheme, 'name') ?? '';
  const scope = scopes.join(' ');
  switch (textIn(scheme, 'type')) {
    case 'http': {
      const kind = textIn(scheme, 'scheme')?.toLowerCase() ?? '';
      return /^(?:basic|bearer|digest)$/.test(kind) ? [{ way: kind, values: {} }] : [];
    }
    case 'apiKey': {
      const carrier = textIn(scheme, 'in') === 'query' ? 'the URL' : 'a header';
      // A cookie is sent as a header: its value is entered as name=value.
      return [{ way: 'key', values: { name: textIn(scheme, 'in') === 'cookie' ? 'Cookie' : name, place: carrier } }];
    }
    case 'oauth2':
      return entriesIn(scheme, 'flows').flatMap(([key, node]) => {
        const flow = oauthFlows[key];
        if (flow === undefined) return [];
        const url = (field: string): string => loginUrl(description, textIn(node, field) ?? '');
        const all = entriesIn(node, 'scopes').map(([each]) => each);
        const values = {
          tokenUrl: url('tokenUrl'),
          authUrl: url('authorizationUrl'),
          deviceUrl: url('deviceAuthorizationUrl'),
          scope: scope === '' ? all.join(' ') : scope,
        };
        return [{ way: `oauth ${flow}`, flow, values: filled(values) }];
      });
    case 'openIdConnect': {
      const issuer = issuerOf(description, scheme);
      return [{ way: 'oauth authorization_code', values: filled({ issuer, scope }) }];
    }
    default:
      return [];
  }
}

const filled = (values: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(values).filter(([, text]) => text !== ''));
