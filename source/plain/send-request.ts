/** Sends a request for plain mode, with notes on standard error and a progress line for uploads. */
import { stat } from 'node:fs/promises';
import type { Failure } from '../core/failure.js';
import type { BodySpec, RequestSpec } from '../core/request/spec.js';
import type { Environment } from '../environment.js';
import type { HttpResponse } from '../io/http/exchange.js';
import { type SendOptions, send } from '../io/http/send.js';
import { pathOf } from '../io/sources.js';
import { note } from './note.js';
import { Progress } from './progress.js';

/** Resolves with the head. The body must be read or destroyed. `silent`: neither notes nor progress. */
export async function sendRequest(
  request: RequestSpec,
  environment: Environment,
  options: { readonly silent: boolean } & Pick<SendOptions, 'renew' | 'since' | 'onEvent' | 'tries' | 'onSent' | 'jar'>,
): Promise<HttpResponse | Failure> {
  const { silent, onSent, ...rest } = options;
  const onNote: SendOptions['onNote'] = silent ? undefined : text => note(environment, text);
  const common: SendOptions = { ...rest, onNote, onSent };
  if (silent || request.body === undefined || request.body.kind === 'bytes') return send(request, environment, common);
  const progress = new Progress(environment, true, { total: await sizeOf(request.body, environment) });
  let before = 0;
  try {
    return await send(request, environment, {
      ...common,
      onSent: bytes => {
        progress.add(bytes - before);
        before = bytes;
        onSent?.(bytes);
      },
    });
  } finally {
    progress.stop();
  }
}

/** Size of a body, or undefined if unknown before sending, as for a pipe. */
async function sizeOf(body: BodySpec, environment: Environment): Promise<number | undefined> {
  switch (body.kind) {
    case 'bytes':
      return body.bytes.length;
    case 'stdin':
      return body.begun?.length;
    case 'file': {
      if (body.begun) return body.begun.length;
      const stats = await stat(pathOf(body.path, environment)).catch(() => undefined);
      return stats?.isFile() ? stats.size : undefined;
    }
    case 'sequence': {
      const sizes = await Promise.all(body.pieces.map(piece => sizeOf(piece, environment)));
      return sizes.reduce<number | undefined>(
        (sum, size) => (sum === undefined || size === undefined ? undefined : sum + size),
        0,
      );
    }
  }
}
