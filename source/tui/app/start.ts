/** The state the screen opens with. */
import type { GraphqlCommand } from '../../core/command.js';
import { startConnect } from '../connect/reduce.js';
import { startDrafts } from '../documents/drafts.js';
import { startFiles } from '../documents/files.js';
import { type Identity, startIdentity } from '../identity/reduce.js';
import { authWords } from '../identity/words.js';
import type { Action } from '../model/action.js';
import type { State } from '../model/state.js';
import { noCompletion } from '../query/completion/reduce.js';
import { startQuery } from '../query/reduce.js';
import { startResponse } from '../response/reduce.js';
import { startSchema } from '../schema/reduce.js';
import { textPane } from '../text/pane.js';
import type { Theme } from '../theme.js';
import { startVariablesCheck } from '../variables/check.js';

/** What flags, configuration and files give the first screen. Size in cells. */
export interface StartOptions {
  readonly columns: number;
  readonly rows: number;
  readonly theme: Theme;
  readonly mouse: boolean;
  readonly url?: string;
  /** Absent: nothing is said. */
  readonly identity?: Identity;
  /** By origin. */
  readonly hosts?: ReadonlyMap<string, Identity>;
  readonly recent?: readonly string[];
  readonly query: string;
  readonly variables: string;
}

/** Nothing has been asked for yet: without a URL the prompt is shown. */
export function startState(options: StartOptions): State {
  const identity = options.identity ?? { auth: { apiKeys: [] }, headers: [] };
  const query = startQuery(options.query);
  const variables = textPane(options.variables, 'json');
  return {
    settings: { theme: options.theme, mouse: options.mouse },
    size: { columns: options.columns, rows: options.rows },
    focus: 'schema',
    side: 'query',
    editing: false,
    zoomed: false,
    shift: 0,
    lastClick: undefined,
    prefix: undefined,
    notice: undefined,
    quitAsked: false,
    overlays: [],
    completion: noCompletion,
    connect: startConnect(options.url, authWords(identity), options.recent ?? []),
    schema: startSchema,
    query,
    variables,
    variablesCheck: startVariablesCheck(variables.editor.doc),
    response: startResponse,
    drafts: startDrafts(query.editor.doc, variables.editor.doc),
    identity: startIdentity(identity, options.hosts),
    files: startFiles(query.editor.doc, variables.editor.doc),
    nextId: 1,
  };
}

/** What is loaded first. */
export function firstAction(command: Pick<GraphqlCommand, 'url' | 'schema' | 'refreshSchema'>): Action {
  const { url, schema, refreshSchema } = command;
  if (schema !== undefined) return { type: 'connect/load', source: { from: 'file', path: schema } };
  if (url === undefined) return { type: 'connect/ask' };
  return { type: 'connect/load', source: { from: 'endpoint', url }, refresh: refreshSchema };
}
