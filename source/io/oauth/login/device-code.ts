/** The device flow (RFC 8628): a code that the user enters on any device, and polling until that has happened. */

import * as oauth from 'oauth4webapi';
import { type Failure, failure, isFailure } from '../../../core/failure.js';
import { hint, tryAgain } from '../../../core/hint.js';
import { deviceGrant } from '../../../core/oauth/flows.js';
import { type DeviceGrant, nextPollStep, readDeviceGrant } from '../../../core/oauth/login/device.js';
import { scopeParam, tokenParams } from '../../../core/oauth/params.js';
import type { StoredToken } from '../../../core/oauth/stored-token.js';
import { type RawResponse, readRawResponse } from '../../../core/oauth/token-response.js';
import type { TokenContext } from '../context.js';
import { askServer, requestToken, type Server } from '../endpoint.js';
import { unattended } from './login-ui.js';
import { qrLines } from './qr.js';

/** Requests a device code (3.1). */
async function askForCode(context: TokenContext, server: Server, endpoint: string): Promise<DeviceGrant | Failure> {
  const { options } = context;
  const what = `The device request to ${endpoint}`;
  const normalize = (raw: RawResponse): DeviceGrant | Failure => {
    const response = readRawResponse(raw, what, options);
    return isFailure(response) ? response : readDeviceGrant(response, what, raw);
  };
  const parameters = [...scopeParam(options), ...options.params].map(([name, value]): [string, string] => [
    name,
    value,
  ]);
  const client = { client_id: options.clientId };
  return askServer(context, server, { what, normalize }, ({ metadata }, auth, library) =>
    oauth.deviceAuthorizationRequest(metadata, client, auth, parameters, library),
  );
}

/** Shows the code and polls (3.4, 3.5) until the user has approved or denied access, or the code has expired. */
export async function loginByDevice(context: TokenContext, server: Server): Promise<StoredToken | Failure> {
  const { environment, options, tools, ui } = context;
  const endpoint = server.metadata.device_authorization_endpoint;
  if (endpoint === undefined) {
    return failure('login', `The metadata of ${options.issuer} contains no device endpoint.`, {
      hint: 'Pass --oauth2-device-url, or use another flow.',
    });
  }
  if (!ui.attended) {
    return unattended('Login requires a terminal that can show the code.');
  }
  const grant = await askForCode(context, server, endpoint);
  if (isFailure(grant)) return grant;
  try {
    ui.show({
      kind: 'code',
      url: grant.verificationUri,
      userCode: grant.userCode,
      completeUrl: grant.verificationUriComplete,
      expiresInSeconds: grant.expiresIn,
      qr: options.qr ? qrLines(grant.verificationUriComplete ?? grant.verificationUri) : undefined,
    });
    const end = environment.monotonic() + grant.expiresIn * 1000;
    let interval = grant.interval;
    for (;;) {
      const left = end - environment.monotonic();
      await tools.wait(Math.min(interval * 1000, Math.max(0, left)), context.signal);
      if (left <= interval * 1000) {
        return failure('login', 'The code was not entered in time.', {
          code: 'expired_token',
          hint: hint`${tryAgain}.`,
        });
      }
      const token = await requestToken(context, server, deviceGrant, [
        ['device_code', grant.deviceCode],
        ...tokenParams(options.params, true),
      ]);
      if (!isFailure(token)) return token;
      const step = nextPollStep(token, interval);
      if (step.kind === 'end') return step.failure;
      interval = step.interval;
    }
  } finally {
    ui.done?.();
  }
}
