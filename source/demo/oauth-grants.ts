/** Grant types of the demo's token endpoint, and its state between requests. */
import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { allowToken, demoPassword, demoUser, revokeToken } from './credentials.js';
import { challengeOf, demoClient, OAuthErrorResponse } from './oauth-client.js';
import { sendJson } from './route.js';

/** Short, so that a refresh can be watched. */
const tokenSeconds = 120;
export const codeSeconds = 60;
export const deviceSeconds = 300;
const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

/** An unredeemed authorization code, and what its redemption must match (RFC 6749 4.1.3, RFC 7636 4.6). */
interface Code {
  readonly client: string;
  readonly redirectUri: string;
  readonly challenge: string | undefined;
  readonly scope: string | undefined;
  readonly ends: number;
}

/** A pending device login (RFC 8628). `ends`: milliseconds since 1970. */
export interface Device {
  readonly client: string;
  readonly scope: string | undefined;
  readonly ends: number;
  state: 'pending' | 'allowed' | 'refused';
}

interface Refresh {
  readonly client: string;
  readonly scope: string | undefined;
}

/** 192 random bits, URL-safe. */
export const random = (): string => randomBytes(24).toString('base64url');
export const isOver = (ends: number): boolean => Date.now() > ends;

/** Removes and returns a value: codes and refresh tokens work once. */
function take<T>(map: Map<string, T>, key: string | null): T | undefined {
  const found = map.get(key ?? '');
  map.delete(key ?? '');
  return found;
}

interface GrantStore {
  readonly codes: Map<string, Code>;
  readonly devices: Map<string, Device>;
  /** The same devices by user code. */
  readonly userCodes: Map<string, Device>;
  readonly refreshTokens: Map<string, Refresh>;
}

export const openMemory = (): GrantStore => ({
  codes: new Map(),
  devices: new Map(),
  userCodes: new Map(),
  refreshTokens: new Map(),
});

/** Responds to a token request of an authenticated client. Throws an `OAuthErrorResponse` to refuse. */
type Grant = (form: URLSearchParams, response: ServerResponse, client: string) => void;

/** Grants by `grant_type`. Refusals are thrown. */
export function grantsOf({ codes, devices, refreshTokens }: GrantStore): Readonly<Record<string, Grant>> {
  /** Issues an access token, and a refresh token if a person logged in. */
  function issue(response: ServerResponse, client: string, scope: string | undefined, renewable: boolean): void {
    const token = `demo-${random()}`;
    allowToken(token);
    setTimeout(() => revokeToken(token), tokenSeconds * 1000).unref();
    const refresh = random();
    if (renewable) refreshTokens.set(refresh, { client, scope });
    sendJson(
      response,
      {
        access_token: token,
        token_type: 'Bearer',
        expires_in: tokenSeconds,
        ...(renewable ? { refresh_token: refresh } : {}),
        ...(scope === undefined ? {} : { scope }),
      },
      200,
      { 'Cache-Control': 'no-store' },
    );
  }

  return {
    client_credentials(form, response, client) {
      if (client !== demoClient)
        throw new OAuthErrorResponse('unauthorized_client', `This flow is for the client ${demoClient}.`);
      issue(response, client, form.get('scope') ?? undefined, false);
    },
    password(form, response, client) {
      if (form.get('username') !== demoUser || form.get('password') !== demoPassword) {
        throw new OAuthErrorResponse('invalid_grant', `The user is ${demoUser}, the password ${demoPassword}.`);
      }
      issue(response, client, form.get('scope') ?? undefined, true);
    },
    authorization_code(form, response, client) {
      const code = take(codes, form.get('code'));
      if (!code || code.client !== client || isOver(code.ends)) {
        throw new OAuthErrorResponse('invalid_grant', 'The code is unknown, used or too old.');
      }
      if (code.redirectUri !== form.get('redirect_uri')) {
        throw new OAuthErrorResponse('invalid_grant', 'The redirect_uri is not the one of the login.');
      }
      if (code.challenge !== undefined && challengeOf(form.get('code_verifier')) !== code.challenge) {
        throw new OAuthErrorResponse('invalid_grant', 'The code_verifier does not fit the code_challenge.');
      }
      issue(response, client, code.scope, true);
    },
    [deviceGrant](form, response, client) {
      const key = form.get('device_code') ?? '';
      const device = devices.get(key);
      if (!device || device.client !== client)
        throw new OAuthErrorResponse('invalid_grant', 'The device code is unknown.');
      if (isOver(device.ends)) throw new OAuthErrorResponse('expired_token');
      if (device.state === 'pending') throw new OAuthErrorResponse('authorization_pending');
      devices.delete(key);
      if (device.state === 'refused') throw new OAuthErrorResponse('access_denied');
      issue(response, client, device.scope, true);
    },
    refresh_token(form, response, client) {
      const old = take(refreshTokens, form.get('refresh_token'));
      if (!old || old.client !== client)
        throw new OAuthErrorResponse('invalid_grant', 'The refresh token is unknown or used.');
      issue(response, client, old.scope, true);
    },
  };
}
