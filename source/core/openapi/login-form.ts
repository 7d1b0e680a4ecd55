/** The logins of a description as forms to fill in: all that it says is there, and the rest is asked for. */
import { readUrl } from '../request/read-url.js';
import { entriesIn, member, resolve, textIn } from './document/node.js';
import type { Description, Operation } from './document/types.js';
import { type GivenLogin, isGiven, oauthFlows, wordsOf } from './security.js';

/** One scheme. Untrusted text. */
export interface DescribedLogin {
  readonly name: string;
  /** `HTTP Bearer (JWT)`. */
  readonly kind: string;
  /** The operation asks for it. */
  readonly isWanted: boolean;
  /** The tab has it. */
  readonly isGiven: boolean;
  /** The method of the form; absent: the form has none for it. */
  readonly way?: string;
  /** A client certificate, which flags give. */
  readonly isCertificate?: true;
  /** Fields of that method by name. */
  readonly values: Readonly<Record<string, string>>;
}

/** The schemes of a description, one for each flow; those of the operation first. */
export function describedLogins(
  { root, source }: Description,
  operation: Operation | undefined,
  given: GivenLogin,
): readonly DescribedLogin[] {
  const wanted = new Map(operation?.security.flat() ?? []);
  const schemes = entriesIn(member(root, 'components'), 'securitySchemes');
  const all = schemes.flatMap(([name, node]) => {
    const scheme = resolve(root, node).node;
    const scopes = wanted.get(name) ?? [];
    const { kind } = wordsOf(root, name, scopes);
    const known = { name, kind, isWanted: wanted.has(name), isGiven: isGiven(scheme, given) };
    const forms = formsOf(scheme, scopes, source);
    return forms.length === 0
      ? [{ ...known, ...(textIn(scheme, 'type') === 'mutualTLS' ? { isCertificate: true as const } : {}), values: {} }]
      : forms.map(({ flow, ...form }) => ({
          ...known,
          ...(flow === undefined ? {} : { kind: `OAuth 2.0, ${flow}` }),
          ...form,
        }));
  });
  return [...all].sort((a, b) => Number(b.isWanted) - Number(a.isWanted));
}

type Form = Pick<DescribedLogin, 'values'> & { readonly way: string; readonly flow?: string };

function formsOf(scheme: unknown, scopes: readonly string[], source: string): readonly Form[] {
  const name = textIn(scheme, 'name') ?? '';
  const scope = scopes.join(' ');
  switch (textIn(scheme, 'type')) {
    case 'http': {
      const kind = textIn(scheme, 'scheme')?.toLowerCase() ?? '';
      return /^(?:basic|bearer|digest)$/.test(kind) ? [{ way: kind, values: {} }] : [];
    }
    case 'apiKey': {
      const place = textIn(scheme, 'in') === 'query' ? 'the URL' : 'a header';
      // A cookie is a header: its value is typed as name=value.
      return [{ way: 'key', values: { name: textIn(scheme, 'in') === 'cookie' ? 'Cookie' : name, place } }];
    }
    case 'oauth2':
      return entriesIn(scheme, 'flows').flatMap(([key, node]) => {
        const flow = oauthFlows[key];
        if (flow === undefined) return [];
        const url = (field: string): string => absolute(textIn(node, field), source);
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
      const issuer = absolute(textIn(scheme, 'openIdConnectUrl'), source).replace(/\/\.well-known\/.*$/s, '');
      return [{ way: 'oauth authorization_code', values: filled({ issuer, scope }) }];
    }
    default:
      return [];
  }
}

/** URLs of a login may be relative to the document (OpenAPI 3.1, 4.6). */
const absolute = (url: string | undefined, source: string): string =>
  url === undefined ? '' : (readUrl(url, readUrl(source))?.href ?? url);

const filled = (values: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(values).filter(([, text]) => text !== ''));
