/**
 * oidc-provider, a certified and strict authorization server, on port 0, and a simulated user who follows its login pages over
 * HTTP.
 */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { createServer as createSecureServer, type ServerOptions as ServerOptionsOfTls } from 'node:https';
import type { AddressInfo } from 'node:net';
import got from 'got';
import { CookieJar } from 'tough-cookie';

/** Characters that an encoding could get wrong. This server rejects non-ASCII characters (RFC 6749 appendix A). */
export const oddSecret = 's%:&e 1+"~';

export interface TokenSeen {
  readonly authorization: string | undefined;
  readonly form: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** Origin of the server. */
  readonly origin: string;
}

export interface AuthorizationServer {
  readonly url: string;
  /** The same over TLS, if requested. */
  readonly secureUrl?: string;
  /** Requests at the token endpoint, in order. */
  readonly tokenRequests: TokenSeen[];
  /** Requests at the login page's endpoint, in order. */
  readonly logins: URL[];
  close(): Promise<void>;
}

const loopback = 'http://127.0.0.1/callback';
const codeGrants = ['authorization_code', 'refresh_token'];
const clients = [
  {
    client_id: 'machine',
    client_secret: oddSecret,
    grant_types: ['client_credentials'],
    redirect_uris: [],
    response_types: [],
  },
  {
    client_id: 'machine post',
    client_secret: oddSecret,
    token_endpoint_auth_method: 'client_secret_post',
    grant_types: ['client_credentials'],
    redirect_uris: [],
    response_types: [],
  },
  {
    client_id: 'app',
    application_type: 'native',
    token_endpoint_auth_method: 'none',
    grant_types: codeGrants,
    redirect_uris: [loopback, 'https://app.example/done'],
  },
  {
    client_id: 'secret app',
    client_secret: oddSecret,
    application_type: 'native',
    grant_types: codeGrants,
    redirect_uris: [loopback],
  },
  {
    client_id: 'tv',
    application_type: 'native',
    token_endpoint_auth_method: 'none',
    grant_types: ['urn:ietf:params:oauth:grant-type:device_code', 'refresh_token'],
    redirect_uris: [],
    response_types: [],
  },
];

/** Options of the server that differ from the defaults. */
export interface ServerOptions {
  readonly tokenSeconds?: number;
  readonly clients?: readonly object[];
  /** Configuration options. `features` are added to the default ones. */
  readonly configuration?: Readonly<Record<string, unknown>> & { readonly features?: object };
  /** Called with the server's URL before the first request. */
  readonly prepare?: (provider: Provider, url: string) => void;
  /** True to serve the same over TLS as well. */
  readonly secure?: ServerOptionsOfTls;
}

/** Starts the server. Refresh tokens rotate, and reusing one revokes the entire login. */
export async function startAuthorizationServer(options: ServerOptions = {}): Promise<AuthorizationServer> {
  // It warns about Node 20 and, on each page, about its development pages. Neither warning is relevant here.
  console.warn = () => {};
  console.info = () => {};
  return start(options);
}

/** The used part of a package without types. */
type ProviderClass = new (issuer: string, configuration: Readonly<Record<string, unknown>>) => Provider;

/** The context passed to a custom grant. */
export interface GrantContext {
  readonly oidc: {
    readonly params: Readonly<Record<string, string | undefined>>;
    readonly client: { clientId: string };
  };
  status: number;
  body: unknown;
}
type GrantHandler = (context: GrantContext, next: () => Promise<void>) => Promise<void>;

export interface Provider {
  callback(): RequestListener;
  registerGrantType(name: string, handler: GrantHandler, parameters: readonly string[]): void;
  on(event: 'server_error', listener: (context: unknown, error: Error) => void): unknown;
}

/**
 * Copies the value into Jest's realm, which has a different `Object`. The server would reject Node's as no plain object.
 */
const copyHere = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

async function start(options: ServerOptions): Promise<AuthorizationServer> {
  const { configuration = {}, tokenSeconds = 3600 } = options;
  globalThis.structuredClone = copyHere as typeof structuredClone;
  // @ts-expect-error: it has no types.
  const { default: Provider } = (await import('oidc-provider')) as { readonly default: ProviderClass };
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const secure = options.secure && createSecureServer(options.secure);
  if (secure) await new Promise<void>(resolve => secure.listen(0, '127.0.0.1', resolve));
  const secureUrl = secure && `https://127.0.0.1:${(secure.address() as AddressInfo).port}`;
  const provider = new Provider(url, {
    ...(secureUrl ? { discovery: { mtls_endpoint_aliases: { token_endpoint: `${secureUrl}/token` } } } : {}),
    ...configuration,
    clients: [...clients, ...(options.clients ?? [])],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    scopes: ['openid', 'offline_access', 'api:read', 'api:write'],
    rotateRefreshToken: true,
    issueRefreshToken: async () => true,
    ttl: {
      AccessToken: tokenSeconds,
      ClientCredentials: tokenSeconds,
      AuthorizationCode: 60,
      DeviceCode: 600,
      Grant: 3600,
      IdToken: 3600,
      Interaction: 600,
      RefreshToken: 3600,
      Session: 3600,
    },
    features: {
      clientCredentials: { enabled: true },
      deviceFlow: { enabled: true },
      introspection: { enabled: true },
      ...configuration.features,
    },
    findAccount: async (_context: unknown, id: string) => ({ accountId: id, claims: async () => ({ sub: id }) }),
  });
  provider.on('server_error', (_context, error) => process.stderr.write(`${error.stack}\n`));
  const tokenRequests: TokenSeen[] = [];
  const logins: URL[] = [];
  options.prepare?.(provider, url);
  const handle = provider.callback();
  const answer = (origin: string) => (request: IncomingMessage, response: ServerResponse) => {
    const target = new URL(request.url ?? '/', url);
    if (target.pathname === '/auth') logins.push(target);
    if (target.pathname === '/token') {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () =>
        tokenRequests.push({
          authorization: request.headers.authorization,
          form: new URLSearchParams(Buffer.concat(chunks).toString()),
          headers: request.headers,
          origin,
        }),
      );
    }
    handle(request, response);
  };
  server.on('request', answer(url));
  if (secureUrl) secure?.on('request', answer(secureUrl));
  return {
    url,
    ...(secureUrl ? { secureUrl } : {}),
    tokenRequests,
    logins,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
        secure?.close();
        secure?.closeAllConnections();
      }),
  };
}

/** A simulated user of a browser. Follows redirects with cookies, and fills in and submits each form until a page has none. */
export class Person {
  readonly #jar = new CookieJar();
  /** The text of the last page. */
  page = '';
  /** Every URL it was redirected to, in order. */
  readonly visited: string[] = [];

  /** Opens a URL and continues to the end. Returns the final URL. */
  async open(url: string, answers: Readonly<Record<string, string>> = {}): Promise<string> {
    let at = await this.#go(url);
    for (let step = 0; step < 10; step++) {
      const form = formOf(this.page);
      if (!form) return at;
      const fields = { ...form.fields };
      for (const name of form.empty) fields[name] = answers[name] ?? 'jane';
      at = await this.#go(new URL(form.action, at).href, fields);
    }
    throw new Error(`No end of forms at ${at}`);
  }

  async #go(url: string, form?: Readonly<Record<string, string>>): Promise<string> {
    const common = {
      cookieJar: this.#jar,
      throwHttpErrors: false,
      followRedirect: false,
      retry: { limit: 0 },
    } as const;
    let at = url;
    let response = form ? await got.post(at, { ...common, form }) : await got(at, common);
    while (response.headers.location) {
      at = new URL(response.headers.location, at).href;
      this.visited.push(at);
      if (new URL(at).hostname.endsWith('.example')) {
        this.page = '';
        return at;
      }
      response = await got(at, common);
    }
    this.page = response.body;
    return at;
  }
}

const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll('&amp;', '&').replaceAll('&quot;', '"');

/** The first form of a page with the method POST. */
function formOf(html: string) {
  const found = /<form[^>]*method="post"[\s\S]*?<\/form>/i.exec(html)?.[0];
  if (!found) return undefined;
  const fields: Record<string, string> = {};
  const empty: string[] = [];
  for (const [tag] of found.matchAll(/<input\b[^>]*>/gi)) {
    const name = attribute(tag, 'name');
    if (!name) continue;
    const value = attribute(tag, 'value');
    if (value === undefined) empty.push(name);
    else fields[name] = value;
  }
  // Enter presses the first button.
  const button = /<button\b[^>]*>/i.exec(found)?.[0] ?? '';
  const pressed = attribute(button, 'name');
  if (pressed) fields[pressed] = attribute(button, 'value') ?? '';
  return { action: attribute(/<form[^>]*>/i.exec(found)?.[0] ?? '', 'action') ?? '', fields, empty };
}
