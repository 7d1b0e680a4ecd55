/** A request that is shown: `--curl` and `--dry-run`, which send nothing, and the request part of `-v`. */
import type { RequestCommand } from '../core/command.js';
import { authorizationLines } from '../core/credentials/cargo.js';
import { shownUrl, withKeys } from '../core/credentials/query.js';
import { fetchCode } from '../core/request/code/fetch.js';
import { curlCommand } from '../core/request/curl.js';
import { readUrl } from '../core/request/read-url.js';
import type { BodySpec, HeaderLine, RequestSpec } from '../core/request/spec.js';
import { urlWithTarget } from '../core/request/url/target.js';
import { BodyView } from '../core/response/body-view.js';
import { contentOf } from '../core/response/content-kind.js';
import { sizeText } from '../core/response/sizes.js';
import { reveal, secret } from '../core/secret.js';
import type { Environment } from '../environment.js';
import { lookOf } from './look.js';
import type { Painter } from './paint.js';
import { paintRequestHead } from './print-head.js';

/** The text of `--curl` or `--dry-run`. */
export function describeRequest(
  spec: RequestSpec,
  command: Pick<RequestCommand, 'output' | 'body'>,
  environment: Environment,
  painter: Painter,
): string {
  const { output, body } = command;
  if (output.curl) {
    const form = body?.kind === 'form' ? { form: body.parts } : {};
    const options = { showSecrets: output.showSecrets, ...form };
    return `${output.fetch ? fetchCode(spec, options) : curlCommand(spec, options)}\n`;
  }
  const { apiKeys } = spec.credentials;
  const url = withKeys(urlWithTarget(spec.url, spec.network.pathAsIs === true), apiKeys);
  paintRequestHead(
    {
      method: spec.method,
      shownUrl: output.showSecrets ? url : shownUrl(url, apiKeys),
      httpVersion: spec.network.http2 ? '2' : '1.1',
      headers: [{ name: 'Host', value: hostOf(spec.url) }, ...spec.headers, ...ownLines(spec)].filter(
        each => !spec.removed.includes(each.name.toLowerCase()),
      ),
    },
    output.showSecrets,
    painter,
  );
  paintRequestBody(spec, lookOf(output, environment).format, painter);
  return painter.take();
}

/** The request's body: text as text, streams by their name. */
export function paintRequestBody(spec: Pick<RequestSpec, 'headers' | 'body'>, format: boolean, painter: Painter): void {
  if (!spec.body) return;
  const type = spec.headers.find(each => each.name.toLowerCase() === 'content-type')?.value;
  paintBody(spec.body, type === undefined ? undefined : reveal(type), format, painter);
  painter.emit('\n\n', 'plain');
}

function paintBody(body: BodySpec, type: string | undefined, format: boolean, painter: Painter): void {
  if (body.kind === 'sequence') {
    for (const piece of body.pieces) paintBody(piece, 'text/plain', false, painter);
  } else if (body.kind === 'bytes') {
    const content = contentOf(type, body.bytes);
    if (content.kind === 'binary') {
      painter.emit(`(${sizeText(body.bytes.length)} of binary data)`, 'dim');
      return;
    }
    const view = new BodyView(content, painter.emit, format);
    view.write(body.bytes);
    view.end();
  } else {
    painter.line(body.kind === 'stdin' ? '(standard input)' : `(contents of ${body.path})`, 'dim');
  }
}

const hostOf = (url: string): string => readUrl(url)?.host ?? '';

function ownLines(spec: RequestSpec): readonly HeaderLine[] {
  const { cookies } = spec.network;
  return [
    ...authorizationLines(spec.credentials),
    ...(cookies.length > 0 ? [{ name: 'Cookie', value: secret(cookies.join('; ')) }] : []),
  ];
}
