/** `--format-options`, `--response-charset`, `--response-type` and `--all`. */
import type { FormatOptions, OutputOptions } from '../../core/options.js';
import { charsetOf } from '../../core/response/text-stream.js';
import type { FlagTokens } from '../tokens.js';
import type { UsageErrors } from '../usage-errors.js';

const maxIndent = 16;

export function parseLook(
  given: FlagTokens,
  errors: UsageErrors,
): Pick<OutputOptions, 'isPaged' | 'formatting' | 'responseCharset' | 'responseType' | 'isEveryHop'> {
  const [options, charset, type] = [
    given.last('format-options'),
    given.last('response-charset'),
    given.last('response-type'),
  ];
  if (charset !== undefined && !charsetOf(new Uint8Array(), charset).known)
    errors.add(
      '--response-charset needs a charset of the WHATWG Encoding Standard.',
      'Usage: --response-charset iso-8859-1',
    );
  if (type !== undefined && !/^[\w.+-]+\/[\w.+-]+$/.test(type))
    errors.add('--response-type needs a media type.', 'Usage: --response-type application/json');
  const isEveryHop = given.on('all') && given.words[0] !== 'auth';
  if (isEveryHop && !given.on('follow'))
    errors.add('--all has no effect without -L.', 'Usage: apiclient GET URL -L --all -p Hh');
  return {
    ...(options === undefined ? {} : { formatting: parseFormat(options, errors) }),
    ...(charset === undefined ? {} : { responseCharset: charset }),
    ...(type === undefined ? {} : { responseType: type }),
    ...(isEveryHop ? { isEveryHop } : {}),
    ...(given.on('pager') ? { isPaged: true } : {}),
  };
}

/** HTTPie's names, with or without the format in front. */
function parseFormat(text: string, errors: UsageErrors): FormatOptions {
  let options: FormatOptions = {};
  for (const part of text.split(',')) {
    const [, indent, sorted] =
      /^(?:(?:json|xml)\.)?indent:(\d+)$|^(?:json\.)?sort_keys:(true|false)$/.exec(part.trim()) ?? [];
    if (indent !== undefined && Number(indent) <= maxIndent) options = { ...options, indent: Number(indent) };
    else if (sorted !== undefined) options = { ...options, sortKeys: sorted === 'true' };
    else
      errors.add(
        `--format-options takes indent:N, up to ${maxIndent}, and sort_keys:true.`,
        'Usage: --format-options indent:4,sort_keys:true',
      );
  }
  return options;
}
