/** The content of a tab, as part of the state and separately. */
import { Kind, type OperationDefinitionNode } from 'graphql';
import type { DocumentKind } from '../../core/document-kind.js';
import { operationAt } from '../../core/graphql/builder/text/query-document.js';
import { type EditorState, languageOf, textOf } from '../../core/text/editor.js';
import { fileName } from '../connect/age.js';
import type { ConnectState } from '../model/connect.js';
import type { Document, State, Tab, TabContent } from '../model/state.js';
import { entryAtCursor } from '../query/http-text.js';
import { startQuery } from '../query/text.js';
import { startResponseOf } from '../response/start.js';
import { textPane } from '../text/pane.js';
import { startVariablesCheck } from '../variables/check.js';
import { isChanged, isUnsaved, startFiles } from './files.js';

/** The content of the active tab. */
export const contentOf = (state: State): TabContent => ({
  query: state.query,
  variables: state.variables,
  variablesCheck: state.variablesCheck,
  response: state.response,
  files: state.files,
  focus: state.focus,
  side: state.side,
  editing: state.editing,
  connect: state.connect,
  schema: state.schema,
  identity: state.identity,
});

/** The contents of all tabs. */
export const contents = (state: State): readonly TabContent[] =>
  state.tabs.all.map(tab => tab.content ?? contentOf(state));

/** True if deleting the drafts would lose text. */
export const anyUnsaved = (state: State): boolean => contents(state).some(isUnsaved);

type Texts = Pick<Document, 'files' | 'query' | 'variables'>;

/** True for a tab with neither texts nor a file. */
export const isEmpty = ({ query, variables, files }: Texts): boolean =>
  files.path === undefined && [query, variables].every(({ editor }) => isBlank(editor));

/** Length from which even blank text counts as text, because the check runs with each frame. */
const maxBlanks = 200;
const isBlank = (editor: EditorState): boolean => editor.doc.length <= maxBlanks && textOf(editor).trim() === '';

/**
 * Returns whether two tabs have the same kind, server and profile. One profile may require confirmation where another does not.
 */
export const sharesConnection = (one: ConnectState, other: ConnectState): boolean =>
  one.kind === other.kind &&
  one.url === other.url &&
  one.profile?.name === other.profile?.name &&
  one.phase !== 'asking' &&
  other.phase !== 'asking';

/** Sets the content of a tab that is or becomes inactive. Tabs on the same server share its connection but not its login. */
export function withContent(state: State, at: number, content: TabContent): State {
  const { connect } = content;
  const all = state.tabs.all.map((tab, index): Tab => {
    if (index === at) return { ...tab, content };
    const other = tab.content;
    if (other === undefined || other.connect === connect || !sharesConnection(other.connect, connect)) return tab;
    return { ...tab, content: { ...other, connect } };
  });
  return { ...state, tabs: { ...state.tabs, all } };
}

const firstField = (operation: OperationDefinitionNode | undefined): string | undefined =>
  operation?.selectionSet.selections.find(each => each.kind === Kind.FIELD)?.name.value;

/**
 * Title of a tab: the file, the operation or its first field (`books.graphql *`, `Me`, `books`, `new`), with `*` while the text
 * is not saved. Untrusted text.
 */
export function tabName(texts: Texts): string {
  if (isEmpty(texts)) return 'new';
  const { files, query } = texts;
  const operation = operationAt(query.document, query.active);
  const own = languageOf(query.editor) === 'http' ? (entryAtCursor(query.editor)?.entry.name ?? 'requests') : 'query';
  const name =
    (files.path && fileName(files.path)) ??
    operation?.name?.value ??
    firstField(operation) ??
    operation?.operation ??
    own;
  return `${name}${isChanged(texts) ? ' *' : ''}`;
}

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
