/** Sends a request for plain mode: with its notes on standard error, and a bar while an upload lasts. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Failure } from '../core/failure.js';
import type { RequestSpec } from '../core/request/spec.js';
import type { Environment } from '../environment.js';
import type { HttpResponse } from '../io/http/exchange.js';
import { type SendOptions, send } from '../io/http/send.js';
import { note } from './note.js';
import { Progress } from './progress.js';

/** Answers when the head is there; the body must be read or destroyed. `silent`: neither notes nor a bar. */
export async function sendRequest(
  request: RequestSpec,
  environment: Environment,
  options: { readonly silent: boolean } & Pick<SendOptions, 'renew' | 'since' | 'tell'>,
): Promise<HttpResponse | Failure> {
  const { silent, ...rest } = options;
  const common: SendOptions = {
    ...rest,
    ...(silent ? {} : { onNote: text => note(environment, text) }),
  };
  if (silent || request.body === undefined || request.body.kind === 'bytes') return send(request, environment, common);
  const progress = new Progress(environment, true, 0, await uploadSize(request, environment));
  let before = 0;
  try {
    return await send(request, environment, {
      ...common,
      onSent: bytes => {
        progress.add(bytes - before);
        before = bytes;
      },
    });
  } finally {
    progress.stop();
  }
}

/** Size of a body that is one file. */
async function uploadSize({ body }: RequestSpec, environment: Environment): Promise<number | undefined> {
  if (body?.kind !== 'file') return undefined;
  const found = await stat(path.resolve(environment.folder, body.path)).catch(() => undefined);
  return found?.isFile() ? found.size : undefined;
}
