/** Sources of completions: one provider for each kind of text. */
import { operationAt } from '../../../core/graphql/builder/text/query-document.js';
import type { SuggestionKind, Suggestions } from '../../../core/graphql/intelligence/suggestion.js';
import { dynamicNames } from '../../../core/http-file/dynamic.js';
import { jsonPlace } from '../../../core/json/place.js';
import { jsonObject } from '../../../core/json/tree.js';
import { describedNames } from '../../../core/openapi/check/names.js';
import { completeHttp } from '../../../core/openapi/intelligence/complete-text.js';
import { httpTarget } from '../../../core/seen/openapi.js';
import { seenSuggestions } from '../../../core/seen/values.js';
import { variableTargets } from '../../../core/seen/variables.js';
import { cursorOf, languageOf, textOf } from '../../../core/text/editor.js';
import type { State } from '../../model/state.js';
import type { TextPaneId } from '../../model/text.js';
import { describedRequest, httpFileOf, isHttp, placeholdersOf, serverOf } from '../http-text.js';

interface CompletionProvider {
  /** Suggestions at the cursor, or undefined if there are none. */
  suggest(state: State): Suggestions | undefined;
  /**
   * The kinds of suggestions that open automatically after this input, if any.
   * @param before text before the typed letters
   */
  triggered(typed: string, before: string): readonly SuggestionKind[] | undefined;
  /** The reason why there can be no suggestions at all, as a sentence. */
  missing(state: State): string | undefined;
}

const anything: readonly SuggestionKind[] = [
  'keyword',
  'field',
  'argument',
  'value',
  'variable',
  'type',
  'fragment',
  'directive',
  'key',
];

/** Provider for GraphQL texts, based on the schema. */
const graphql = (pane: TextPaneId): CompletionProvider => ({
  suggest(state) {
    if (isHttp(state)) return namedValues(state);
    const { schema } = state.connect;
    const { engine } = state.completion;
    if (schema === undefined || engine === undefined) return undefined;
    const { editor } = state[pane];
    const { seen = [] } = state.identity;
    if (pane === 'query') return engine.query(schema, textOf(editor), cursorOf(editor), seen);
    const { document, active } = state.query;
    const operation = operationAt(document, active);
    const targetOf = variableTargets(schema, seen.length === 0 ? undefined : operation, document.lastValid.definitions);
    return engine.variables(schema, operation, textOf(editor), cursorOf(editor), path =>
      seenSuggestions(seen, targetOf(path), ({ text }) => JSON.stringify(text)),
    );
  },
  triggered(typed, before) {
    if (/^[A-Za-z_$@"]$/.test(typed)) return anything;
    if (typed === '.') return before.endsWith('...') ? anything : undefined;
    if (typed === '(') return ['argument'];
    if (typed === ' ' || typed === ':' || typed === '[') return ['value', 'type'];
    return undefined;
  },
  missing: state => (isHttp(state) || state.connect.schema !== undefined ? undefined : 'No schema to complete from.'),
});

/** Objects of earlier responses for the value of a `{{name}}` in Variables. */
function namedValues(state: State): Suggestions | undefined {
  const { editor } = state.variables;
  const request = describedRequest(state);
  const place = jsonPlace(textOf(editor), cursorOf(editor));
  const [frame, ...deeper] = place?.frames ?? [];
  if (request === undefined || place === undefined || deeper.length > 0 || frame?.value !== true) return undefined;
  const { description, operation } = request.ticking;
  const used = describedNames(request.ticking).find(({ name }) => name === frame.key);
  const target = used && httpTarget(description.root, operation, used.target);
  const items = seenSuggestions(state.identity.seen ?? [], target);
  const bounds = { before: /^"?[^"\s]*$/, after: /^[\w=+/.:-]*"?/ };
  return items.length === 0 ? undefined : { kind: 'value', from: place.from, items, bounds };
}

/** Provider for texts of requests, based on the description if there is one. */
const http: CompletionProvider = {
  suggest(state) {
    const { connect, query } = state;
    return completeHttp(
      {
        description: connect.description,
        serverOf: operation => serverOf(connect, operation),
        values: placeholdersOf(state).values,
        names: namesFor(state),
        flags: state.settings.flags,
        seen: state.identity.seen ?? [],
      },
      textOf(query.editor),
      cursorOf(query.editor),
    );
  },
  triggered(typed, before) {
    if (/^[A-Za-z_$"/?&=@]$/.test(typed) || before.endsWith('{{')) return anything;
    if (/^[ :[,<>!~-]$/.test(typed)) return ['value'];
    return undefined;
  },
  missing: () => undefined,
};

/** All possible names for `{{name}}`, nearest first. Values are not shown because they may be secret. */
function namesFor({ query, variables, identity }: State) {
  const file = httpFileOf(query.editor);
  const all: (readonly [string, string])[] = [];
  for (const { name } of jsonObject(textOf(variables.editor))?.members ?? []) all.push([name, 'in Variables']);
  for (const name of identity.values.keys()) all.push([name, 'saved value']);
  for (const { name } of file.variables) all.push([name, 'in the file']);
  for (const { captures } of file.entries) for (const { name } of captures) all.push([name, 'captured']);
  for (const name of dynamicNames) all.push([`$${name}`, 'generated when sent']);
  return all;
}

const providers: Readonly<Record<TextPaneId, CompletionProvider>> = {
  query: graphql('query'),
  variables: graphql('variables'),
};

export const providerOf = (state: State, pane: TextPaneId): CompletionProvider =>
  languageOf(state[pane].editor) === 'http' ? http : providers[pane];
