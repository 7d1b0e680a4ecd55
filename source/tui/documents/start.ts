import type { Document } from '../model/state.js';
import { startQuery } from '../query/text.js';
import { startResponse } from '../response/start.js';
import { textPane } from '../text/pane.js';
import { startVariablesCheck } from '../variables/check.js';
import { startFiles } from './files.js';

/** Two texts without a file, never run. */
export function startDocument(queryText: string, variablesText: string): Document {
  const query = startQuery(queryText);
  const variables = textPane(variablesText, 'json');
  return {
    query,
    variables,
    variablesCheck: startVariablesCheck(variables.editor.doc),
    response: startResponse,
    files: startFiles(query.editor.doc, variables.editor.doc),
  };
}
