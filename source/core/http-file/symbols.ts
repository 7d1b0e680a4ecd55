/** Finds the `{{name}}` at an offset of a `.http` text: a value or a request, its definition, and all of its uses. */
import { replaceAt, type TextSymbol } from '../text/symbol.js';
import { parseHttpFile } from './parse.js';
import { referencesIn } from './variables.js';

interface NameUse {
  readonly name: string;
  readonly from: number;
  /** True for a line that defines the name. */
  readonly defines: boolean;
}

const isName = (text: string): boolean => /^[A-Za-z_][\w-]*$/.test(text);
/** The name at the start of a placeholder. */
const placeholder = /^(\{\{\s*(?:%\s*)?)([A-Za-z_][\w-]*)/;
/** `@name = value`. */
const variableLine = /^([ \t]*@)([A-Za-z_][\w-]*)[ \t]*:?=/;
/** Directives that define a name. */
const definingLine = /^([ \t]*(?:#|\/\/)[ \t]*@(?:name|capture|prompt|loop[ \t]+for)[ \t]+)([A-Za-z_][\w-]*)/i;
/** Directives that refer to a request or a variable. */
const referringLine = /^([ \t]*(?:#|\/\/)[ \t]*@(?:ref|force-?ref|after|disabled)[ \t]+!?)([A-Za-z_][\w-]*)/i;

/** Line numbers of bodies, in which lines with `@` are sent and define nothing. */
const bodyLines = (text: string): ReadonlySet<number> =>
  new Set(
    parseHttpFile(text).entries.flatMap(({ body }) =>
      body.flatMap(piece => (piece.kind === 'text' ? piece.text.split('\n').map((_, at) => piece.line + at) : [])),
    ),
  );

/** All names in a text: placeholders, and lines that define a name or refer to one. */
function usesIn(text: string): readonly NameUse[] {
  const uses: NameUse[] = [];
  for (const { from, to } of referencesIn(text)) {
    const [, before = '', name] = placeholder.exec(text.slice(from, to)) ?? [];
    if (name !== undefined) uses.push({ name, from: from + before.length, defines: false });
  }
  const sent = bodyLines(text);
  let start = 0;
  for (const [at, line] of text.split('\n').entries()) {
    const lineStart = start;
    start += line.length + 1;
    if (sent.has(at + 1)) continue;
    const defining = variableLine.exec(line) ?? definingLine.exec(line);
    const [, before = '', name] = defining ?? referringLine.exec(line) ?? [];
    if (name !== undefined) uses.push({ name, from: lineStart + before.length, defines: defining !== null });
  }
  return uses.sort((a, b) => a.from - b.from);
}

/** Returns the name that touches an offset, or undefined if there is none. */
export function placeholderAt(text: string, offset: number): TextSymbol | undefined {
  const uses = usesIn(text);
  const inside = referencesIn(text).find(({ from, to }) => from <= offset && offset <= to);
  const use =
    uses.find(({ name, from }) => from <= offset && offset <= from + name.length) ??
    uses.find(({ from }) => inside !== undefined && inside.from <= from && from < inside.to);
  return use && symbolOf(uses, use.name);
}

/** Returns the symbol of a name, even if the text does not use it. */
export const placeholderNamed = (text: string, name: string): TextSymbol => symbolOf(usesIn(text), name);

function symbolOf(uses: readonly NameUse[], name: string): TextSymbol {
  const own = uses.filter(each => each.name === name);
  return {
    kind: 'placeholder',
    name,
    label: `{{${name}}}`,
    definition: own.find(({ defines }) => defines)?.from,
    renameChanges: next =>
      replaceAt(
        own.map(({ from }) => from),
        name,
        next,
      ),
    problemOf: next => {
      if (!isName(next)) return 'Use only letters, digits, _ and -.';
      return uses.some(each => each.name === next) ? `{{${next}}} already exists.` : undefined;
    },
  };
}
