/** How operations are sent: the run menu. */
import type { SubscriptionProtocol } from '../../core/command.js';
import { operationAt } from '../../core/graphql/builder/text/query-document.js';
import { fileVariables } from '../../core/graphql/intelligence/variable-files.js';
import { addMember } from '../../core/json/edit.js';
import { jsonObject } from '../../core/json/tree.js';
import { textOf } from '../../core/text/editor.js';
import type { Action } from '../model/action.js';
import type { Step } from '../model/effect.js';
import type { Choice } from '../model/overlays.js';
import type { WaysAction } from '../model/response-action.js';
import type { State } from '../model/state.js';
import { openOverlay, prompt } from '../overlays/open.js';
import { step, withNotice } from '../step.js';
import { reduceVariables } from '../variables/reduce.js';

const protocols: readonly SubscriptionProtocol[] = [
  'auto',
  'graphql-transport-ws',
  'graphql-ws',
  'sse',
  'sse-single',
  'multipart',
];

/** Holds from the next run on. */
export function reduceWays(state: State, action: WaysAction): Step<State> {
  const { ways } = state;
  switch (action.type) {
    case 'response/ask-ways':
      return openOverlay(state, { kind: 'choice', title: 'How to send', options: optionsOf(state), selected: 0 });
    case 'response/ways':
      return step({ ...withNotice(state, wordsOf(action.ways)), ways: action.ways });
    case 'response/ask-protocol':
      return openOverlay(state, {
        kind: 'choice',
        title: 'Subscriptions over',
        selected: protocols.indexOf(ways.protocol),
        options: protocols.map(protocol => ({
          label: protocol,
          detail: protocol === 'auto' ? 'what the server picks' : '',
          action: { type: 'response/ways', ways: { ...ways, protocol } },
        })),
      });
    case 'response/ask-file':
      return openOverlay(
        state,
        prompt(`File for $${action.name}`, path => ({ type: 'response/file', name: action.name, path: path.trim() }), {
          isPath: true,
          hint: 'It is sent with the operation; Variables shows it as "@path".',
          check: path => (path.trim() === '' ? 'A path is needed.' : undefined),
        }),
      );
    case 'response/file':
      return withFile(state, action.name, action.path);
  }
}

const wordsOf = ({ get, protocol }: State['ways']): string =>
  `Queries go by ${get ? 'GET' : 'POST'}, subscriptions over ${protocol === 'auto' ? 'what the server picks' : protocol}.`;

function optionsOf({ ways, query, identity: { sends } }: State): readonly Choice<Action>[] {
  const files = fileVariables(operationAt(query.document, query.active));
  return [
    ...files.map(
      (name): Choice<Action> => ({
        label: `File for $${name}`,
        detail: 'a path',
        action: { type: 'response/ask-file', name },
      }),
    ),
    {
      label: `Queries by ${ways.get ? 'POST' : 'GET'}`,
      detail: `now ${ways.get ? 'GET' : 'POST'}`,
      action: { type: 'response/ways', ways: { ...ways, get: !ways.get } },
    },
    { label: 'Subscriptions over', detail: `now ${ways.protocol}`, action: { type: 'response/ask-protocol' } },
    {
      label: sends.persisted ? 'The whole text' : 'By the hash of the text',
      detail: sends.persisted ? 'now its hash first' : 'persisted queries',
      action: { type: 'identity/sends', sends: { ...sends, persisted: !sends.persisted } },
    },
    {
      label: 'By the ID of a trusted document',
      detail: sends.documentId ?? '',
      action: { type: 'identity/ask-sends', what: 'document' },
    },
    {
      label: 'With extensions',
      detail: sends.extensions ?? '',
      action: { type: 'identity/ask-sends', what: 'extensions' },
    },
  ];
}

/** Puts `"@path"` into the variables, as one change. */
function withFile(state: State, name: string, path: string): Step<State> {
  const text = textOf(state.variables.editor);
  const object = jsonObject(text);
  if (object === undefined) return step(withNotice(state, 'The variables are no JSON object.', 'error'));
  const value = JSON.stringify(`@${path}`);
  const known = object.members.findLast(member => member.name === name)?.value;
  const { from, to, insert } = known === undefined ? addMember(text, object, name, value) : { ...known, insert: value };
  const next = `${text.slice(0, from)}${insert}${text.slice(to)}`;
  return reduceVariables({ ...state, focus: 'variables', side: 'variables' }, { type: 'variables/edited', text: next });
}
