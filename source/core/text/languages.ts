/** Languages of editable texts: grammar, indentation, comments. */
import {
  continuedIndent,
  delimitedIndent,
  foldInside,
  foldNodeProp,
  indentNodeProp,
  indentService,
  LRLanguage,
  StreamLanguage,
  type StringStream,
} from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { styleTags, tags } from '@lezer/highlight';
import { parser as jsonParser } from '@lezer/json';
import { graphqlLanguage } from 'cm6-graphql';
import { methodRole } from '../request/method-role.js';
import { companionHistory } from './companion-history.js';
import { foldField } from './folds.js';
import { methodTags } from './highlight.js';
import { openPairs } from './open-pairs.js';

/** `plain` has no grammar, colours or comments. */
export type TextLanguage = 'graphql' | 'http' | 'json' | 'plain';

const json = LRLanguage.define({
  name: 'json',
  parser: jsonParser.configure({
    props: [
      indentNodeProp.add({
        Object: continuedIndent({ except: /^\s*\}/ }),
        Array: continuedIndent({ except: /^\s*\]/ }),
      }),
      foldNodeProp.add({ 'Object Array': foldInside }),
      styleTags({ 'Object Array': tags.bracket }),
    ],
  }),
  languageData: { indentOnInput: /^\s*[}\]]$/ },
});

/**
 * The package's grammar indents only braces and aligns with the text after one. With this configuration, each bracket is one
 * level.
 */
const graphql = graphqlLanguage.configure({
  // Lezer reuses the tree after a letter only from four times this length on, and only in units of it.
  bufferLength: 128,
  props: [
    indentNodeProp.add({
      'RootTypeDefinition InputFieldsDefinition EnumValuesDefinition FieldsDefinition SelectionSet ObjectValue':
        delimitedIndent({ closing: '}', align: false }),
      'Arguments VariableDefinitions ArgumentsDefinition': delimitedIndent({ closing: ')', align: false }),
      ListValue: delimitedIndent({ closing: ']', align: false }),
    }),
    foldNodeProp.add({ 'Arguments VariableDefinitions ArgumentsDefinition ObjectValue ListValue': foldInside }),
  ],
});

/** Part of a `.http` file. */
interface Position {
  /** Whether the position is above the request line, in it, in the headers, or in the body. */
  part: 'above' | 'line' | 'head' | 'body';
}

const name = /^\{\{[^{}]*\}\}/;

function token(stream: StringStream, position: Position): string | null {
  if (stream.sol()) {
    const style = tokenAtStart(stream, position);
    if (style !== undefined) return style;
  }
  if (stream.match(name)) return 'variableName';
  return position.part === 'body' ? bodyToken(stream) : lineToken(stream, position);
}

/** Reads a token that can only be at the start of a line, or returns undefined. */
function tokenAtStart(stream: StringStream, position: Position): string | undefined {
  if (stream.match('###')) {
    position.part = 'above';
    return toEnd(stream, 'comment');
  }
  if (position.part === 'line' && !/^[ \t?&]/.test(stream.string)) position.part = 'head';
  if (position.part !== 'body' && stream.match(/^\s*(?:#|\/\/)/)) return toEnd(stream, 'comment');
  if (position.part === 'above') {
    if (stream.match(/^@[\w.-]+/)) return 'variableName';
    position.part = 'line';
    return stream.match(/^[A-Za-z][A-Za-z-]*(?=\s)/) ? (methodRole(stream.current()) ?? 'keyword') : undefined;
  }
  const isName = position.part === 'head' && stream.match(/^\s*[^\s:{}]+(?=\s*:)/);
  return isName ? 'propertyName' : undefined;
}

function toEnd(stream: StringStream, style: string): string {
  stream.skipToEnd();
  return style;
}

function lineToken(stream: StringStream, { part }: Position): string | null {
  if (stream.eatSpace()) return null;
  stream.next();
  stream.eatWhile(/[^\s{]/);
  return part === 'line' ? 'string' : null;
}

function bodyToken(stream: StringStream): string | null {
  if (stream.match(/^"(?:[^"\\]|\\.)*"(?=\s*:)/)) return 'propertyName';
  if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return 'string';
  if (stream.match(/^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b/)) return 'number';
  if (stream.match(/^(?:true|false|null)\b/)) return 'atom';
  if (stream.match(/^[{}[\],:]/)) return 'punctuation';
  stream.next();
  stream.eatWhile(/[^\s"{}[\],:\d]/);
  return null;
}

/** Colours of a `.http` file: request line, headers, `{{name}}` placeholders, and JSON bodies. */
const http = StreamLanguage.define<Position>({
  name: 'http',
  startState: () => ({ part: 'above' }),
  copyState: position => ({ ...position }),
  token,
  tokenTable: methodTags,
  blankLine(position) {
    if (position.part === 'line' || position.part === 'head') position.part = 'body';
  },
  languageData: { commentTokens: { line: '#' } },
});

/** Indents by open brackets, even if the surrounding text cannot be parsed. */
const bracketIndent = indentService.of(({ state, unit }, at) => {
  const line = state.doc.lineAt(at);
  const before = line.text.slice(0, at - line.from);
  return /^[^#]*[{[(]\s*$/.test(before) ? (/^ */.exec(before)?.[0].length ?? 0) + unit : undefined;
});

const common: readonly Extension[] = [bracketIndent, openPairs, foldField];

/**
 * Returns the editor extensions of a language: automatically closed pairs and, for GraphQL, the companion history of the
 * variables.
 */
export function languageExtension(language: TextLanguage): Extension {
  if (language === 'graphql') return [graphql, ...common, companionHistory];
  if (language === 'http') return [http, ...common, companionHistory];
  return language === 'json' ? [json, ...common] : [];
}
