/** An authorization server that returns exactly the responses of a test, such as those that a vendor documents. */
import { httpServer, type Seen, type TestServer } from '../servers/http-server.js';

/** A response: status, JSON or text, and header fields. */
export interface StubResponse {
  readonly status?: number;
  readonly body?: object | string;
  readonly headers?: Readonly<Record<string, string>>;
}

type Stub = StubResponse | ((form: URLSearchParams, seen: Seen) => StubResponse);

export interface Stubs {
  /** Replaces members of the metadata. `undefined` removes one. */
  readonly metadata?: (url: string) => Readonly<Record<string, unknown>>;
  /** By path. `/authorize` logs in at once, and `/token` issues tokens `t1`, `t2` … */
  readonly paths?: Readonly<Record<string, Stub>>;
}

export interface StubProvider extends TestServer {
  /** Forms received by the token endpoint. */
  readonly forms: URLSearchParams[];
}

/** Starts the server. `closeServers` closes it. */
export async function stubProvider({ metadata = () => ({}), paths = {} }: Stubs = {}): Promise<StubProvider> {
  const forms: URLSearchParams[] = [];
  const server: TestServer = await httpServer((response, seen) => {
    const [path = '', query = ''] = seen.path.split('?');
    const form = new URLSearchParams(seen.method === 'POST' ? String(seen.body) : query);
    if (path === '/token') forms.push(form);
    const stub = paths[path] ?? usual(path, form);
    const { status = 200, body = '', headers = {} } = typeof stub === 'function' ? stub(form, seen) : stub;
    const isJson = typeof body === 'object';
    response
      .writeHead(status, { 'content-type': isJson ? 'application/json' : 'text/html', ...headers })
      .end(isJson ? JSON.stringify(body) : body);
  });
  const usual = (path: string, form: URLSearchParams): StubResponse => {
    const { url } = server;
    if (path.startsWith('/.well-known/')) {
      return {
        body: {
          issuer: url,
          authorization_endpoint: `${url}/authorize`,
          token_endpoint: `${url}/token`,
          ...metadata(url),
        },
      };
    }
    if (path === '/authorize') {
      const back = new URL(form.get('redirect_uri') ?? '');
      back.searchParams.set('code', 'c1');
      back.searchParams.set('state', form.get('state') ?? '');
      return { status: 302, headers: { location: back.href } };
    }
    if (path === '/token') {
      return {
        body: {
          access_token: `t${forms.length}`,
          refresh_token: `r${forms.length}`,
          token_type: 'Bearer',
          expires_in: 3600,
        },
      };
    }
    return { status: 404, body: '<html>not found</html>' };
  };
  return Object.assign(server, { forms });
}
