/** The state the screen opens with. */
import type { Theme } from '../theme.js';
import { noCompletion } from './completion.js';
import { startConnect } from './connect.js';
import { startDrafts } from './drafts.js';
import { startFiles } from './files.js';
import { startQuery } from './query.js';
import { startResponse } from './response.js';
import { startSchema } from './schema.js';
import type { State } from './state.js';
import { textPane } from './text-pane.js';
import { startVariablesCheck } from './variables-check.js';

export interface StartOptions {
  readonly columns: number;
  readonly rows: number;
  readonly theme: Theme;
  readonly mouse: boolean;
  readonly version: string;
  readonly url?: string;
  readonly auth: string;
  readonly recent?: readonly string[];
  readonly query: string;
  readonly variables: string;
}

export function startState(options: StartOptions): State {
  const query = startQuery(options.query);
  const variables = textPane(options.variables, 'json');
  return {
    settings: { theme: options.theme, mouse: options.mouse, version: options.version },
    size: { columns: options.columns, rows: options.rows },
    focus: 'schema',
    side: 'query',
    editing: false,
    zoomed: false,
    shift: 0,
    prefix: undefined,
    notice: undefined,
    quitAsked: false,
    overlays: [],
    completion: noCompletion,
    connect: startConnect(options.url, options.auth, options.recent ?? []),
    schema: startSchema,
    query,
    variables,
    variablesCheck: startVariablesCheck(variables.editor.doc),
    response: startResponse,
    drafts: startDrafts(query.editor.doc, variables.editor.doc),
    files: startFiles(query.editor.doc, variables.editor.doc),
    nextId: 1,
  };
}
