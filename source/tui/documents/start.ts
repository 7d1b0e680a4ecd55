import type { DocumentKind } from '../../core/document-kind.js';
import type { Document } from '../model/state.js';
import { startQuery } from '../query/text.js';
import { startResponseOf } from '../response/start.js';
import { textPane } from '../text/pane.js';
import { startVariablesCheck } from '../variables/check.js';
import { startFiles } from './files.js';

/** Two texts without a file that were never run. */
export function startDocument(queryText: string, variablesText: string, kind: DocumentKind): Document {
  const query = startQuery(queryText, kind);
  const variables = textPane(variablesText, 'json');
  return {
    query,
    variables,
    variablesCheck: startVariablesCheck(variables.editor.doc),
    response: startResponseOf(kind),
    files: startFiles(query.editor.doc, variables.editor.doc),
  };
}
