/** Prints a request: `--curl` and `--dry-run`, which send nothing, and the request part of `-v`. */
import type { RequestCommand } from '../core/command.js';
import { urlWithKeys } from '../core/credentials/api-keys.js';
import { type Failure, isFailure } from '../core/failure.js';
import { curlCommand } from '../core/request/code/curl.js';
import { fetchCode } from '../core/request/code/fetch.js';
import { httpEntry } from '../core/request/code/http.js';
import { firstHop } from '../core/request/redirect.js';
import { http2Lines } from '../core/request/sent-head.js';
import type { BodySpec, HeaderLine, RequestSpec } from '../core/request/spec.js';
import { urlWithTarget } from '../core/request/url/target.js';
import { BodyView } from '../core/response/body-view.js';
import { contentOf } from '../core/response/content-kind.js';
import { safeText } from '../core/response/safe-text.js';
import { sizeText } from '../core/response/sizes.js';
import { reveal } from '../core/secret.js';
import type { Environment } from '../environment.js';
import { forProxy, forwardFor } from '../io/http/connection/forward.js';
import { requestUrl, wireLines } from '../io/http/hop.js';
import { holdBody } from '../io/http/upload/held-body.js';
import { openBody } from '../io/http/upload.js';
import { outputStyleOf } from './output-style.js';
import type { Painter } from './paint.js';
import { paintRequestHead } from './print-head.js';

/** The printers of `--print-code`, by language. */
const codes = { curl: curlCommand, fetch: fetchCode };

/**
 * Returns the text of `--curl`, `--print-code` or `--dry-run`. An unreadable body file is a failure, as it would be for the
 * request.
 * @param title the name of the entry of `--print-code http`
 */
export async function describeRequest(
  prepared: RequestSpec,
  command: Pick<RequestCommand, 'output' | 'body'>,
  environment: Environment,
  painter: Painter,
  title?: string,
): Promise<string | Failure> {
  const { output } = command;
  if (output.curl) return codeFor(prepared, command, environment, title);
  const packed = prepared.compress
    ? await (await import('../io/http/codings/compress.js')).compressBody(prepared, environment)
    : prepared;
  const spec = isFailure(packed) ? packed : await holdBody(packed, environment);
  if (isFailure(spec)) return spec;
  const lines = await sentLines(spec, environment);
  if (isFailure(lines)) return lines;
  const forward = forwardFor(new URL(spec.url), spec.network, environment);
  const isHttp2 = spec.network.httpVersion === '2' && /^https:/i.test(spec.url);
  const headers = isHttp2 ? http2Lines(lines, new URL(spec.url).host) : [...lines, ...forProxy(forward ?? [], lines)];
  paintRequestHead(
    {
      method: spec.method,
      shownUrl: urlWithKeys(urlWithTarget(spec.url, spec.network.pathAsIs === true), spec, output.showSecrets),
      httpVersion: isHttp2 ? '2' : '1.1',
      isAbsolute: forward ? true : undefined,
      headers,
    },
    output.showSecrets,
    painter,
  );
  paintRequestBody(spec, outputStyleOf(output, environment).format, painter);
  return painter.take();
}

/** The text of `--curl` or `--print-code`. */
function codeFor(
  prepared: RequestSpec,
  { output, body }: Pick<RequestCommand, 'output' | 'body'>,
  { stdout }: Environment,
  title: string | undefined,
): string {
  const form = body?.kind === 'form' ? body.parts : undefined;
  const options = { showSecrets: output.showSecrets, form };
  if (output.code !== 'http') return `${codes[output.code ?? 'curl'](prepared, options)}\n`;
  const entry = httpEntry(prepared, options, title);
  // Written byte for byte to a file.
  return stdout.isTTY ? safeText(entry) : entry;
}

/** The request's body: text as text, streams by name. */
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

/** The lines as sent, except for those added at the last moment: signatures, and cookies from a jar. */
async function sentLines(spec: RequestSpec, environment: Environment): Promise<readonly HeaderLine[] | Failure> {
  const body = spec.body && (await openBody(spec.body, environment));
  if (isFailure(body)) return body;
  const plan = firstHop(spec);
  const lines = wireLines(plan, requestUrl(plan), {
    removed: spec.removed,
    jarCookies: '',
    body,
  });
  await body?.close();
  return lines;
}
