/** The languages of our editable texts: grammar, indentation, comments. */
import { continuedIndent, foldInside, foldNodeProp, indentNodeProp, LRLanguage } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { styleTags, tags } from '@lezer/highlight';
import { parser as jsonParser } from '@lezer/json';
import { graphqlLanguage } from 'cm6-graphql';
import { tradeHistory } from './companions.js';

/** What a text is written in; `plain` has no grammar, colours or comments. */
export type TextLanguage = 'graphql' | 'json' | 'plain';

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
  languageData: { closeBrackets: { brackets: ['[', '{', '"'] }, indentOnInput: /^\s*[}\]]$/ },
});

/** What the editor needs for a language. GraphQL's also keeps the trades of the variables. */
export function languageExtension(language: TextLanguage): Extension {
  if (language === 'graphql') return [graphqlLanguage, tradeHistory];
  return language === 'json' ? json : [];
}
