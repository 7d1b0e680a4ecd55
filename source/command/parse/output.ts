/** Output and screen flags -> `OutputOptions`, `ScreenOptions`. */
import type { ScreenOptions } from '../../core/command.js';
import type {
  FormatOptions,
  LookOptions,
  OutputOptions,
  PagesOption,
  SelectionOptions,
  TextSource,
} from '../../core/options.js';
import { charsetOf } from '../../core/response/text-stream.js';
import { readFormat } from '../../core/response/write-out/format.js';
import { type FlagName, flagTable, type OutputSwitch, type SetByFlag } from '../flags.js';
import type { FlagTokens } from '../tokens.js';
import type { UsageErrors } from '../usage-errors.js';
import { textSource, wholeNumber } from '../values.js';
import { path } from './network.js';

/** The options of all switches in the flag table. @param isOn whether a switch is on */
function switches(isOn: (name: FlagName) => boolean): Readonly<Record<OutputSwitch, boolean>> {
  const options: Partial<Record<SetByFlag, boolean>> = {};
  for (const { name, sets } of flagTable) if (sets !== undefined) options[sets] = isOn(name);
  return options as Record<SetByFlag, boolean>;
}

export const defaultOutput: OutputOptions = switches(() => false);

/** Choices have already been checked against the table. */
export function parseOutput(given: FlagTokens, errors: UsageErrors): OutputOptions {
  refuseFileNames(given, errors);
  refuseCombinations(given, errors);
  const print = parsePrint(given, errors);
  const code = given.last('print-code');
  const writeOut = given.last('write-out');
  const maxEvents = given.last('max-events');
  return {
    ...switches(name => given.on(name)),
    print,
    writeOut: writeOut === undefined ? undefined : parseWriteOut(writeOut, errors),
    ...parseFilter(given, errors),
    ...parseLook(given, errors),
    file: given.last('output'),
    maxEvents: maxEvents === undefined ? undefined : wholeNumber(maxEvents, '--max-events', 1_000_000_000, errors, 1),
    asserts: given.has('assert') ? parseAsserts(given, errors) : undefined,
    diffIgnore: given.has('diff-ignore') ? given.all('diff-ignore') : undefined,
    diff: given.last('diff'),
    etagCompare: given.last('etag-compare'),
    etagSave: given.last('etag-save'),
    timeCondition: given.last('time-cond'),
    meta: given.last('meta'),
    curl: given.on('curl') || given.has('print-code'),
    code: code === 'fetch' || code === 'http' ? code : undefined,
    debugLog: given.last('debug-log'),
  };
}

function refuseFileNames(given: FlagTokens, errors: UsageErrors): void {
  const timeCondition = given.last('time-cond');
  for (const [text, flag] of [
    [given.last('output'), '-o'],
    [given.last('meta'), '--meta'],
    [given.last('debug-log'), '--debug-log'],
    [given.last('etag-compare'), '--etag-compare'],
    [given.last('etag-save'), '--etag-save'],
    [given.last('diff'), '--diff'],
    [timeCondition?.replace(/^[-+]/, ''), '-z'],
  ] as const) {
    if (text !== undefined) path(text, flag, errors);
  }
  if (timeCondition !== undefined && /^[-+]?$/.test(timeCondition))
    errors.add('-z needs a date or a file.', 'Usage: -z "6 May 2024", -z FILE');
}

function refuseCombinations(given: FlagTokens, errors: UsageErrors): void {
  const [file, meta] = [given.last('output'), given.last('meta')];
  if (given.on('download') && file !== undefined) {
    errors.add(
      '--download and -o cannot be combined.',
      'Use -o FILE to choose the name, or --download to use the name from the server.',
    );
  }
  if (given.on('continue') && !given.on('download') && (file === undefined || file === '-')) {
    errors.add('-C has no effect without a download.', 'Add --download or -o FILE.');
  }
  if (meta !== undefined && meta !== '-' && meta === file)
    errors.add('--meta and -o use the same file.', 'Use two different files.');
  if (given.has('diff-ignore') && !given.has('diff'))
    errors.add('--diff-ignore has no effect without --diff.', "Usage: --diff FILE --diff-ignore '$.timestamp'");
  if (given.all('diff-ignore').some(text => !/^(?:\$|[\w-]+$)/.test(text)))
    errors.add(
      '--diff-ignore needs a JSONPath or a header name.',
      "Usage: --diff-ignore '$.timestamp', --diff-ignore etag",
    );
}

/** HTTPie's letters. Other flags that select parts conflict with them. */
function parsePrint(given: FlagTokens, errors: UsageErrors): string | undefined {
  const letters = given.last('print');
  if (letters === undefined) return undefined;
  if (!/^[HBhbm]*$/.test(letters)) {
    errors.add(
      '-p takes the letters H and B (request head and body), h and b (response head and body), and m (elapsed time).',
      'Usage: -p Hh',
    );
  }
  const other = (['verbose', 'include'] as const).find(name => given.on(name));
  if (other)
    errors.add(
      `${other === 'verbose' ? '-v' : '-i'} and -p cannot be combined.`,
      'Use only -p: HBhb prints both messages completely.',
    );
  return letters;
}

/** Checks are parsed later, where they are evaluated. HTTPie's `-a` takes credentials, which must not appear in an error. */
function parseAsserts(given: FlagTokens, errors: UsageErrors): readonly string[] {
  const asserts = given.all('assert');
  if (asserts.some(text => !/[\s=<>!~]/.test(text.trim()))) {
    errors.add(
      '-a takes a check with a target, an operator and a value.',
      'Usage: -a "status == 200". For credentials, use -u USER:PASS or -B TOKEN.',
    );
  }
  return asserts;
}

/** A format, validated now if it is given on the line. */
function parseWriteOut(text: string, errors: UsageErrors): TextSource {
  const source = textSource(text, '-w', errors);
  if (source.from === 'text') errors.unwrap(readFormat(source.text), []);
  return source;
}

/** Flags of the full screen. Keys and hosts are read from the configuration later. */
export function parseScreen(given: FlagTokens, errors: UsageErrors): ScreenOptions {
  const keepGoing = given.on('keep-going');
  if (keepGoing && !given.on('linear'))
    errors.add('--keep-going has no effect without --linear.', 'Usage: --linear --keep-going < COMMANDS');
  const theme = given.last('theme') as ScreenOptions['theme'];
  return {
    mouse: given.on('mouse', true),
    ascii: given.on('ascii'),
    theme,
    linear: given.on('linear'),
    keepGoing: keepGoing || undefined,
  };
}

/** Largest `indent` of `--format-options`. */
const maxIndent = 16;

/** `--pager`, `--format-options`, `--response-charset`, `--response-type` and `--all`. */
function parseLook(given: FlagTokens, errors: UsageErrors): LookOptions & Pick<OutputOptions, 'isEveryHop'> {
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
    pretty: given.last('pretty') as LookOptions['pretty'],
    formatting: options === undefined ? undefined : parseFormat(options, errors),
    responseCharset: charset,
    responseType: type,
    isEveryHop: isEveryHop || undefined,
    isPaged: given.on('pager') || undefined,
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

const pathFlags = [
  ['filter', "--filter '$.items[*].id'"],
  ['next', "--paginate --next '$.next_page_url'"],
  ['merge', "--paginate --merge '$.items'"],
] as const;

/** Flags that only have an effect with another flag. */
const companions = [
  ['raw-output', 'filter', '-r', "Usage: --filter '$.name' -r. For part of a file, use -H 'Range: bytes=0-499'."],
  ['next', 'paginate', '--next', "Usage: --paginate --next '$.next_page_url'"],
  ['merge', 'paginate', '--merge', "Usage: --paginate --merge '$.items'"],
  ['max-pages', 'paginate', '--max-pages', 'Usage: --paginate --max-pages 3'],
] as const;

/** Flags that use the body as received. */
const unreshaped = [
  ['continue', '-C'],
  ['diff', '--diff'],
  ['repeat', '--repeat'],
] as const;

function parseFilter(given: FlagTokens, errors: UsageErrors): SelectionOptions {
  for (const [name, usage] of pathFlags) {
    const path = given.last(name);
    if (path !== undefined && !path.startsWith('$'))
      errors.add(`--${name} needs a JSONPath, which begins with $.`, `Usage: ${usage}`);
  }
  for (const [name, needed, shown, usage] of companions)
    if (given.has(name) && !given.has(needed)) errors.add(`${shown} has no effect without --${needed}.`, usage);
  const isPaged = given.on('paginate');
  const rival = unreshaped.find(([flag]) => given.has(flag))?.[1];
  if (rival !== undefined && (isPaged || given.has('filter')))
    errors.add(`${rival} and --${isPaged ? 'paginate' : 'filter'} cannot be combined.`, 'Remove one of them.');
  return {
    filter: given.last('filter'),
    isRawOutput: given.on('raw-output') || undefined,
    pages: isPaged ? parsePages(given, errors) : undefined,
  };
}

function parsePages(given: FlagTokens, errors: UsageErrors): PagesOption {
  const max = given.last('max-pages');
  return {
    next: given.last('next'),
    merge: given.last('merge'),
    max: max === undefined ? undefined : wholeNumber(max, '--max-pages', 1_000_000, errors, 1),
  };
}
