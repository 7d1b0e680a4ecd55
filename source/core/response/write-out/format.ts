/** Formats of `-w FORMAT` with curl's variables: `%{name}`, `%header{name}`, `\n`. */

import { addTo } from '../../add-to.js';
import { type Failure, isFailure, usageError } from '../../failure.js';
import { nearest } from '../../near-miss.js';
import { readUrl } from '../../request/read-url.js';
import { strftime } from './strftime.js';
import { headerValue, type Transfer, urlParts, urlWords, type VariableName, variables } from './values.js';

/** Names that expand to several variables or redirect the output. */
const others = ['json', 'header_json', 'stdout', 'stderr', 'onerror'] as const;

/** All names allowed in `%{…}`. */
export const writeOutNames = (): readonly string[] => [...Object.keys(variables()), ...others, ...urlWords].sort();

type FormatPiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'header'; readonly name: string }
  | { readonly kind: 'variable'; readonly name: VariableName }
  | { readonly kind: 'time'; readonly format: string }
  | { readonly kind: 'output'; readonly file: string; readonly isAppended: boolean }
  | { readonly kind: 'part'; readonly effective: boolean; readonly part: keyof typeof urlParts }
  | { readonly kind: (typeof others)[number] };

export type Format = readonly FormatPiece[];

/** Parses a format. An unknown name is a usage error. */
export function readFormat(text: string): Format | Failure {
  const pieces: FormatPiece[] = [];
  const parts =
    /%%|%(header)?\{([^}]*)\}|%(output|time)\{([^}]*)\}|\\([\s\S])|%(?:header|output|time)?(\{[^}]*)$(?![\s\S])/g;
  let from = 0;
  const plain = (until: number): void => {
    if (until > from) pieces.push({ kind: 'text', text: text.slice(from, until) });
  };
  for (const match of text.matchAll(parts)) {
    plain(match.index);
    from = match.index + match[0].length;
    const piece = pieceOf(match);
    if (isFailure(piece)) return piece;
    pieces.push(piece);
  }
  plain(text.length);
  return pieces;
}

function pieceOf([whole, header, name = '', function_, argument = '', escaped, open]: RegExpExecArray):
  | FormatPiece
  | Failure {
  if (whole === '%%') return { kind: 'text', text: '%' };
  if (escaped !== undefined) return { kind: 'text', text: escapes[escaped] ?? whole };
  if (open) return unclosed(whole);
  if (function_ === 'time') return { kind: 'time', format: argument };
  if (function_ === 'output') return outputPiece(argument);
  return header ? { kind: 'header', name } : namedPiece(name);
}

function outputPiece(argument: string): FormatPiece | Failure {
  const file = argument.replace(/^>>/, '');
  if (file === '') return usageError('%output{} of -w has no file name.', 'Usage: %output{FILE}, or %output{>>FILE}');
  return { kind: 'output', file, isAppended: argument !== file };
}

function namedPiece(name: string): FormatPiece | Failure {
  if (Object.hasOwn(variables(), name)) return { kind: 'variable', name: name as VariableName };
  if (isOther(name)) return { kind: name };
  if (!urlWords.includes(name)) return unknown(name);
  const [which, part] = name.split('.');
  return { kind: 'part', effective: which === 'urle', part: part as keyof typeof urlParts };
}

function unclosed(text: string): Failure {
  const shown = /^%\w*\{\w*/.exec(text)?.[0].slice(0, 40) ?? text;
  return usageError(
    `${shown} of -w has no closing }.`,
    `Usage: ${shown === '%{' ? '%{http_code' : shown}}, or %%{ for a literal %{.`,
  );
}

function unknown(name: string): Failure {
  const near = nearest(name, writeOutNames());
  return usageError(
    `-w does not support %{${name.slice(0, 40)}}.`,
    near ? `Did you mean %{${near}}?` : 'Run apiclient help write-out to list all variables.',
  );
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };
const isOther = (name: string): name is (typeof others)[number] => (others as readonly string[]).includes(name);

/** Text for a file given in `%output{FILE}`. */
export interface WrittenFile {
  readonly file: string;
  readonly isAppended: boolean;
  readonly text: string;
}

/** An expanded format. */
export interface Written {
  readonly out: string;
  readonly err: string;
  /** Files in the order of the format. */
  readonly files: readonly WrittenFile[];
}

/**
 * Expands a format.
 * @param safe sanitizes text from the server
 * @param now milliseconds since 1970
 */
export function writeOut(
  format: Format,
  of: Transfer,
  safe: (text: string) => string,
  json: (value: unknown) => string,
  now: number,
): Written {
  const [out, err] = [{ text: '' }, { text: '' }];
  const files: { readonly file: string; readonly isAppended: boolean; text: string }[] = [];
  let to: { text: string } = out;
  const end = (): Written => ({ out: out.text, err: err.text, files });
  for (const piece of format) {
    switch (piece.kind) {
      case 'stdout':
        to = out;
        break;
      case 'stderr':
        to = err;
        break;
      case 'onerror':
        if (of.exitCode === 0) return end();
        break;
      case 'output': {
        const file = { file: piece.file, isAppended: piece.isAppended, text: '' };
        files.push(file);
        to = file;
        break;
      }
      case 'time':
        to.text += strftime(piece.format, now);
        break;
      case 'text':
        to.text += piece.text;
        break;
      case 'header':
        to.text += safe(headerValue(of, piece.name) ?? '');
        break;
      case 'header_json':
        to.text += json(headerObject(of));
        break;
      case 'json':
        to.text += json(Object.fromEntries(Object.entries(variables()).map(([name, value]) => [name, value(of)])));
        break;
      case 'part': {
        const url = readUrl(piece.effective ? of.effectiveUrl : of.url);
        to.text += safe(url ? urlParts[piece.part](url) : '');
        break;
      }
      case 'variable':
        // Certificates span several lines.
        to.text += shown(piece.name, of).split('\n').map(safe).join('\n');
    }
  }
  return end();
}

function shown(name: VariableName, of: Transfer): string {
  const value = variables()[name](of);
  if (/^(?:http_code|response_code|http_connect)$/.test(name)) return String(value).padStart(3, '0');
  if (name.startsWith('time_')) return Number(value).toFixed(6);
  return value === null ? '' : String(value);
}

function headerObject({ headers }: Transfer): Readonly<Record<string, readonly string[]>> {
  const valuesByName = new Map<string, string[]>();
  for (const [name, value] of headers) {
    const lower = name.toLowerCase();
    addTo(valuesByName, lower, value);
  }
  return Object.fromEntries(valuesByName);
}
