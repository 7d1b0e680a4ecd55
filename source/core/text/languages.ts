/** Languages of editable texts: grammar, indentation, comments. */
import {
  continuedIndent,
  delimitedIndent,
  foldInside,
  foldNodeProp,
  indentNodeProp,
  indentService,
  LRLanguage,
} from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { styleTags, tags } from '@lezer/highlight';
import { parser as jsonParser } from '@lezer/json';
import { graphqlLanguage } from 'cm6-graphql';
import { companionHistory } from './companion-history.js';
import { foldField } from './folds.js';
import { httpLanguage } from './http-language.js';
import { openPairs } from './open-pairs.js';

/** `plain` has no grammar, colors or comments. */
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
  if (language === 'http') return [httpLanguage, ...common, companionHistory];
  return language === 'json' ? [json, ...common] : [];
}
